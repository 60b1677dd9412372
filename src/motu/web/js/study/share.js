// A tree in an address: JSON, deflated, in the letters that addresses are made of.

import { addressOf } from '../address.js';
import { _, number } from '../i18n.js';
import { Tree } from './tree.js';

const MARK = 't1.';
const MAX_BYTES = 4_000_000;
/** Longer addresses get lost on their way: programs cut them, some browsers refuse them. */
export const MAX_LETTERS = 60_000;

/** @param {Tree} tree @returns {Promise<string>} what stands behind the # */
export async function toFragment(tree) {
  const bytes = new TextEncoder().encode(JSON.stringify(tree.pack()));
  const text = MARK + toBase64(await through(bytes, new CompressionStream('deflate-raw')));
  if (text.length > MAX_LETTERS) {
    throw new Error(
      _('This study is too large for a link: {count} characters, {most} at most. Save it as a record or as SGF.', {
        count: number(text.length),
        most: number(MAX_LETTERS),
      }),
    );
  }
  return text;
}

/** The address of this site that holds a tree. @param {Tree} tree */
export async function toAddress(tree) {
  return addressOf(`/study#${await toFragment(tree)}`);
}

/** Copies a text; false where the browser does not let a page do so. @param {string} text */
export async function isCopied(text) {
  const copying = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await copying) ?? false;
}

/**
 * The tree in an address. Throws an Error that says what is wrong, in the language of the page.
 * @param {string} fragment without #
 * @returns {Promise<Tree>}
 */
export async function fromFragment(fragment) {
  if (!fragment.startsWith(MARK)) throw new Error(_('A study link begins with {mark}.', { mark: MARK }));
  let bytes;
  try {
    bytes = await through(fromBase64(fragment.slice(MARK.length)), new DecompressionStream('deflate-raw'));
    return Tree.unpack(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    throw new Error(_('This link is incomplete: it was cut off or changed along the way.'), {
      cause: error,
    });
  }
}

class TooLarge extends Error {}

/** @param {Uint8Array} bytes @param {GenericTransformStream} transform @returns {Promise<Uint8Array>} */
async function through(bytes, transform) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)])
    .stream()
    .pipeThrough(/** @type {any} */ (transform))
    .getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_BYTES) throw new TooLarge(_('The shared study is too large for this page.'));
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
