// Dice that follow from a secret and from what the browser mixes in: motu.games.dice, so that a game that was played here
// can be checked as any other (docs/http.md has the formula).

import { sha256 } from '../dice/sha256.js';

const BLOCK = 64;
const SPAN = 2n ** 64n;
const coder = new TextEncoder();

/** @param {Uint8Array} bytes */
const digitsOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits */
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes. @param {Uint8Array} key @param {string} text */
function hmac(key, text) {
  const padded = (/** @type {number} */ pad) => Array.from({ length: BLOCK }, (_each, at) => (key[at] ?? 0) ^ pad);
  const inner = sha256(Uint8Array.from([...padded(0x36), ...coder.encode(text)]));
  return sha256(Uint8Array.from([...padded(0x5c), ...inner]));
}

/** 32 bytes that nobody can guess, in hexadecimal digits. */
export const newSecret = () => digitsOf(crypto.getRandomValues(new Uint8Array(32)));

/** What is told of a secret before the game. @param {string} secret */
export const commitment = (secret) => digitsOf(sha256(bytesOf(secret)));

/**
 * The face, from 1, of a turn's roll for a line.
 * @param {string} secret
 * @param {readonly string[]} seeds
 * @param {number} turn the ply of the announcement
 * @param {string} line
 * @param {number} faces
 */
export function roll(secret, seeds, turn, line, faces) {
  const key = seeds.length ? hmac(bytesOf(secret), seeds.join('\n')) : bytesOf(secret);
  const count = BigInt(faces);
  for (let attempt = 0; ; attempt += 1) {
    const number = BigInt(`0x${digitsOf(hmac(key, `${turn}:${line}:${attempt}`).slice(0, 8))}`);
    if (number < SPAN - (SPAN % count)) return Number(number % count) + 1;
  }
}
