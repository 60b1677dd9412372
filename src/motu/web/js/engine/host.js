// The engine behind messages: lines in, lines out (protocol.js). A worker of a page has one, and so has whoever runs the
// engine elsewhere.

import { Core } from './core.js';
import { Protocol } from './protocol.js';

/**
 * Begins to answer. Lines that come while it loads wait their turn.
 * @param {object} hands
 * @param {() => Promise<WebAssembly.Module>} hands.compile
 * @param {(file: string) => Promise<Uint8Array>} hands.fetchFile
 * @param {(line: string) => void} hands.answer
 * @param {(error: unknown) => void} hands.fail where it does not load
 * @param {string} [hands.version]
 * @returns {(line: string) => void} takes a line
 */
export function begin({ compile, fetchFile, answer, fail, version }) {
  const ready = compile()
    .then((module) => Core.of(module))
    .then((core) => new Protocol(core, { answer, fetchFile, pause, version }));
  return (line) => void ready.then((protocol) => protocol.take(line), fail);
}

/** Lets messages come in: a timer of a worker's would wait four milliseconds each time. */
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
