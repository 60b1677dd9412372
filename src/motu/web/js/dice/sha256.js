// SHA-256 (FIPS 180-4) for pages that came over plain HTTP, as in a home network: there browsers lend none.

/** The first primes. @param {number} count */
function primes(count) {
  const found = [2];
  for (let number = 3; found.length < count; number += 2)
    if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** The first 32 bits behind the point. @param {number} value */
const fraction = (value) => ((value % 1) * 2 ** 32) | 0;

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} value @param {number} by */
const turn = (value, by) => (value >>> by) | (value << (32 - by));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const hash = [...START];
  for (let at = 0; at < padded.length; at += 64) compress(hash, view, at);
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => result.setInt32(4 * index, word));
  return new Uint8Array(result.buffer);
}

/** @param {number[]} hash @param {DataView} view @param {number} at */
function compress(hash, view, at) {
  const words = Array.from({ length: 16 }, (_each, index) => view.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] + low + words[index - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let index = 0; index < 64; index += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[index] + words[index]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (hash[index] + word) | 0));
}
