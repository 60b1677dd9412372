// The worker in which the page's engine runs: lines in, lines out (protocol.js). What cannot be read ends it; the page
// hears of that and asks the server.

import { Core } from './core.js';
import { Protocol } from './protocol.js';

const FILES = new URL('../../', import.meta.url);

/** @type {{postMessage: (line: string) => void, onmessage: ((event: MessageEvent<string>) => void)|null}} */
const page = /** @type {any} */ (globalThis);

/** @param {string} file below the pages' files */
async function answerWith(file) {
  const answer = await fetch(new URL(file, FILES));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}

/** Lets messages come in: a timer of the worker's would wait four milliseconds each time. */
function pause() {
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function begin() {
  const core = await Core.of(await WebAssembly.compileStreaming(answerWith('engine/motu.wasm')));
  return new Protocol(core, {
    answer: (line) => page.postMessage(line),
    fetchFile: async (file) => new Uint8Array(await (await answerWith(file)).arrayBuffer()),
    pause,
  });
}

// Lines that come while it loads wait their turn.
const ready = begin();
page.onmessage = (event) =>
  void ready.then(
    (protocol) => protocol.take(event.data),
    (error) => {
      setTimeout(() => {
        throw error;
      });
    },
  );
