// A tree in an address: JSON, deflated, in the letters that addresses are made of.

import { _ } from '../i18n.js';
import { Tree } from './tree.js';

const MARK = 't1.';
const MAX_BYTES = 4_000_000;

/** @param {Tree} tree @returns {Promise<string>} what stands behind the # */
export async function toFragment(tree) {
  const bytes = new TextEncoder().encode(JSON.stringify(tree.pack()));
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  return MARK + toBase64(packed);
}

/**
 * The tree in an address. Throws an Error that says what is wrong.
 * @param {string} fragment without #
 * @returns {Promise<Tree>}
 */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(MARK)) throw new Error(_('A shared study begins with {mark}.', { mark: MARK }));
  const bytes = await through(fromBase64(fragment.slice(MARK.length)), new DecompressionStream('deflate-raw'));
  return Tree.unpack(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
}

/** @param {Uint8Array} bytes @param {GenericTransformStream} transform @returns {Promise<Uint8Array>} */
async function through(bytes, transform) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (transform)).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_BYTES) throw new Error(_('The shared study is larger than this page reads.'));
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function fromBase64(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}
