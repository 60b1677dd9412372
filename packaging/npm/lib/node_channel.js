// A thread of Node with the engine in it.

import { Worker } from 'node:worker_threads';

/** @returns {import('./engine.js').Channel} */
export function nodeChannel() {
  // What the process itself was started with, such as --input-type, may mean nothing to a thread.
  const worker = new Worker(new URL('./node_worker.js', import.meta.url), { execArgv: [] });
  worker.unref();
  return {
    send: (line) => worker.postMessage(line),
    listen: ({ line, fail }) => {
      worker.on('message', line);
      worker.on('error', fail);
    },
    hold: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
    close: () => void worker.terminate(),
  };
}
