// A worker of a page with the engine in it.

const WORKER = './worker.js';

/** @returns {import('./engine.js').Channel} */
export function browserChannel() {
  const worker = startWorker();
  return {
    send: (line) => worker.postMessage(line),
    listen: ({ line, fail }) => {
      worker.onmessage = ({ data }) => line(data);
      worker.onerror = ({ message }) => fail(new Error(message || 'the worker of the engine did not start'));
    },
    hold: () => {},
    close: () => worker.terminate(),
  };
}

/** Bundlers look for `new Worker(new URL('…'))` and take along what stands there. */
function startWorker() {
  if (new URL(import.meta.url).origin === location.origin)
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  // A browser starts no worker of another host, but one of the page's own that imports it.
  const script = `import ${JSON.stringify(new URL(WORKER, import.meta.url).href)};`;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' });
}
