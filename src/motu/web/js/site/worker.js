// The service worker of a site without a server: all that the pages are made of is kept, so that everything works without
// a network. A new version waits until nobody has a page of the old one open. The two lists are filled in by motu site.

(() => {
  const worker = /** @type {any} */ (self);
  const FOLDER = new URL('./', location.href);
  /** Caches belong to all of a host; those of this folder are ours. */
  const OURS = `motu ${FOLDER.pathname} `;
  const KEPT = `${OURS}{version}`;
  /** @type {string[]} what everything needs */
  const NEEDED = JSON.parse('{needed}');
  /** @type {string[]} what is fetched when there is time: large files */
  const LATER = JSON.parse('{later}');

  async function install() {
    const cache = await caches.open(KEPT);
    await cache.addAll(NEEDED.map((name) => new Request(name, { cache: name === './' ? 'no-cache' : 'default' })));
  }

  async function activate() {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
    await worker.clients.claim();
  }

  /** Keeps the rest; what cannot be had now is fetched when it is wanted. */
  async function keepRest() {
    const cache = await caches.open(KEPT);
    for (const name of LATER) if (!(await cache.match(name))) await cache.add(name).catch(() => undefined);
  }

  /** @param {any} event */
  async function answer({ request }) {
    const cache = await caches.open(KEPT);
    const known = await (request.mode === 'navigate'
      ? cache.match('./')
      : cache.match(request, { ignoreSearch: true }));
    return known ?? fetch(request);
  }

  worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
  worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method === 'GET' && request.url.startsWith(FOLDER.href)) event.respondWith(answer(event));
  });
  worker.addEventListener('message', (/** @type {any} */ event) => {
    if (event.data === 'keep all') event.waitUntil(keepRest());
  });
})();
