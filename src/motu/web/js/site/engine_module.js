// The engine as a site without a server has it: packed, since not every host packs it on the way.

import { fetchUnpacked } from './unpacking.js';

/** @returns {Promise<WebAssembly.Module>} */
export const engineModule = async () =>
  WebAssembly.compile(await fetchUnpacked(new URL('../../engine/motu.bin', import.meta.url)));
