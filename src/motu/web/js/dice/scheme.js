// The scheme motu-dice-2 in the browser: what motu.games.sealed_dice is on the server. docs/dice.md has the formulas.

import { sha256 as plain } from './sha256.js';

export const SCHEME = 'motu-dice-2';
export const LINKS = 512;
const FIRST_SYLLABLES = 'ba da fa ga la ma na ra so to ho ko lu mu ru su'.split(' ');
const LAST_SYLLABLES = 'ni li ri mi ne le re te no lo ro do va la ma na'.split(' ');
const NUM_WORDS = 6;
const BLOCK = 64;
const SPAN = 2n ** 64n;

/** @typedef {[string, string]} Pair  person 0's first */
/** @typedef {{commitments: Pair, chains?: Pair}} Seal */

const coder = new TextEncoder();

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
async function digest(bytes) {
  const subtle = globalThis.crypto?.subtle; // on a page that came over plain HTTP there is none
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', /** @type {BufferSource} */ (bytes))) : plain(bytes);
}

/** @param {Uint8Array} first @param {Uint8Array} second */
function joined(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes. @param {Uint8Array} key @param {string} text */
async function hmac(key, text) {
  const padded = (/** @type {number} */ pad) => Uint8Array.from({ length: BLOCK }, (_each, at) => (key[at] ?? 0) ^ pad);
  return digest(joined(padded(0x5c), await digest(joined(padded(0x36), coder.encode(text)))));
}

/** @param {Uint8Array} bytes */
const digitsOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} digits */
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** 32 bytes that nobody can guess, in hexadecimal digits. */
export function freshNumber() {
  return digitsOf(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {...string} parts */
async function hashOf(...parts) {
  return digitsOf(await digest(coder.encode([SCHEME, ...parts].join('|'))));
}

/** What the house seals its secret with. @param {string} game its id @param {string} secret */
export const houseSeal = (game, secret) => hashOf('server', game, secret);

/** What a person seals his share with. @param {string} game @param {number} person @param {string} opening */
export const sealOf = (game, person, opening) => hashOf(String(person), game, opening);

/** The link that is told before another one. @param {string} game @param {number} person @param {string} link */
export const before = (game, person, link) => hashOf('link', String(person), game, link);

/** A chain in the order in which it is told: its seal first. @param {string} game @param {number} person @param {string} last */
export async function chainOf(game, person, last) {
  const chain = [last];
  while (chain.length <= LINKS) chain.push(await before(game, person, chain[chain.length - 1]));
  return chain.reverse();
}

/** The key of all rolls. @param {string} game @param {string} secret @param {Pair} openings */
export function keyOf(game, secret, openings) {
  return hmac(bytesOf(secret), [game, ...openings].join('|'));
}

/**
 * The face, from 1, of a turn's roll for a line.
 * @param {Uint8Array} key
 * @param {number} turn the ply of the announcement
 * @param {string} line
 * @param {number} faces
 * @param {string} link '' where the roll needs none
 */
export async function roll(key, turn, line, faces, link) {
  const count = BigInt(faces);
  for (let attempt = 0; ; attempt += 1) {
    const parts = link ? [turn, line, link, attempt] : [turn, line, attempt];
    const number = BigInt(`0x${digitsOf((await hmac(key, parts.join(':'))).slice(0, 8))}`);
    if (number < SPAN - (SPAN % count)) return Number(number % count) + 1;
  }
}

/** The hash of all that was sealed. @param {string} game @param {string} house @param {Seal[]} seals */
export function receiptOf(game, house, seals) {
  return hashOf(
    'receipt',
    game,
    house,
    ...seals.flatMap(({ commitments, chains = ['', ''] }) => [...commitments, ...chains]),
  );
}

/** A receipt as six words, the same in all languages. @param {string} receipt */
export function wordsOf(receipt) {
  const numbers = [...bytesOf(receipt)].slice(0, NUM_WORDS);
  return numbers.map((number) => FIRST_SYLLABLES[number >> 4] + LAST_SYLLABLES[number & 15]).join(' ');
}
