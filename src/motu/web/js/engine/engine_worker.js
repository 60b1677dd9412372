// The worker in which the page's engine runs (host.js). What cannot be read ends it; the page hears of that and asks the
// server.

import { engineModule } from './engine_module.js';
import { begin } from './host.js';
import { sent } from './sent.js';

const FILES = new URL('../../', import.meta.url);

/** @type {{postMessage: (line: string) => void, onmessage: ((event: MessageEvent<string>) => void)|null}} */
const page = /** @type {any} */ (globalThis);

const take = begin({
  compile: engineModule,
  fetchFile: async (file) => new Uint8Array(await (await sent(new URL(file, FILES))).arrayBuffer()),
  answer: (line) => page.postMessage(line),
  fail: (error) => {
    setTimeout(() => {
      throw error;
    });
  },
});
page.onmessage = ({ data }) => take(data);
