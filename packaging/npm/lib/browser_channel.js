// A worker of a page with the engine in it.

const WORKER = './worker.js';
const NOT_STARTED = `the worker of the engine did not start; its page and its host have to allow ${new URL(WORKER, import.meta.url)}`;

/** @returns {import('./engine.js').Channel} */
export function browserChannel() {
  const worker = startWorker();
  return {
    send: (line) => worker.postMessage(line),
    listen: ({ line, fail }) => {
      worker.onmessage = ({ data }) => line(data);
      worker.onerror = ({ message }) => fail(new Error(message || NOT_STARTED));
    },
    hold: () => {},
    close: () => worker.terminate(),
  };
}

/** Bundlers look for `new Worker(new URL('…'))` and take along what stands there. */
function startWorker() {
  if (new URL(import.meta.url).origin === self.origin)
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  // A browser starts no worker of another host, but one of the page's own that imports it.
  const script = `import ${JSON.stringify(new URL(WORKER, import.meta.url).href)};`;
  return new Worker(addressOf(script), { type: 'module' });
}

/** An address of a script of the page's own. @param {string} script */
function addressOf(script) {
  // A frame that its page keeps apart (sandbox) has no origin, and what it calls blob: is of nobody's.
  if (self.origin === 'null') return `data:text/javascript,${encodeURIComponent(script)}`;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
