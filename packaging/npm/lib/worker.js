// The worker of a page, with the files of this package.

import { begin } from '../js/engine/host.js';
import { ENGINE, compiled, sent } from '../js/engine/sent.js';
import { addressOf } from './files.js';
import { VERSION } from './version.js';

/** @type {{postMessage: (line: string) => void, onmessage: ((event: MessageEvent<string>) => void)|null}} */
const page = /** @type {any} */ (globalThis);

const take = begin({
  compile: () => compiled(sent(addressOf(ENGINE))),
  fetchFile: async (file) => new Uint8Array(await (await sent(addressOf(file))).arrayBuffer()),
  answer: (line) => page.postMessage(line),
  fail: (error) => {
    setTimeout(() => {
      throw error;
    });
  },
  version: VERSION,
});
page.onmessage = ({ data }) => take(data);
