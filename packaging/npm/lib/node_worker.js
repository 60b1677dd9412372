// The thread of Node, with the files of this package.

import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { begin } from '../js/engine/host.js';
import { ENGINE } from '../js/engine/sent.js';
import { addressOf } from './files.js';
import { VERSION } from './version.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

const take = begin({
  compile: async () => WebAssembly.compile(await readFile(addressOf(ENGINE))),
  fetchFile: async (file) => readFile(addressOf(file)),
  answer: (line) => port.postMessage(line),
  fail: (error) => {
    setImmediate(() => {
      throw error;
    });
  },
  version: VERSION,
});
port.on('message', take);
