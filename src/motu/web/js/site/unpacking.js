// Packed files of a site without a server. What has been unpacked once is kept, where the browser lets pages keep such
// things: workers, and pages that are opened later, need not do it again.

import { unpacked } from './lzma.js';

const FOLDER = new URL('../../', import.meta.url);
const KEPT = `unpacked ${new URL('../../', FOLDER).pathname}`;

/** @returns {Promise<Cache|undefined>} */
const openCache = async () => globalThis.caches?.open(KEPT).catch(() => undefined);

/** @param {URL} address @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function fetchUnpacked(address) {
  const cache = await openCache();
  const known = await cache?.match(address.href);
  if (known) return new Uint8Array(await known.arrayBuffer());
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href}: ${answer.status}`);
  const bytes = unpacked(new Uint8Array(await answer.arrayBuffer()));
  await cache?.put(address.href, new Response(bytes)).catch(() => undefined);
  await cache?.keys().then((kept) => forgetOlder(cache, kept));
  return bytes;
}

/** Files of other versions of the site are of no use any more. @param {Cache} cache @param {readonly Request[]} kept */
async function forgetOlder(cache, kept) {
  for (const request of kept) if (!request.url.startsWith(FOLDER.href)) await cache.delete(request);
}
