// The service worker. It does one thing: where a page is asked for and no server answers, it says so in the app's own
// words. Pages always come from the server; what is kept is the page that says so, and what that is made of.

const worker = /** @type {any} */ (self);
const OFFLINE = '/offline';
/** Named after the version: a new one keeps its own. */
const KEPT = '{static}';
/** What that page is made of, by addresses of its own: those of other pages are never answered here. */
const PARTS = ['css/theme.css', 'css/app.css', 'js/early.js', 'js/offline.js', 'icon.svg'].map(
  (name) => `${KEPT}/${name}?offline`,
);

async function install() {
  const cache = await caches.open(KEPT);
  await cache.addAll([new Request(OFFLINE, { cache: 'reload' }), ...PARTS]);
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  // The page is asked for while this worker starts, so that nobody waits for it.
  await worker.registration.navigationPreload?.enable();
}

/** @param {any} event */
async function page(event) {
  try {
    // Firefox calls it an answer, too, that there was none.
    const early = await event.preloadResponse;
    return early && early.type !== 'error' ? early : await fetch(event.request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Request} request a part of that page, whose address changes with its content */
async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.mode === 'navigate') event.respondWith(page(event));
  else if (PARTS.some((part) => event.request.url.endsWith(part))) event.respondWith(part(event.request));
});
