// The service worker. Where a page is asked for and no server answers, it says so in the app's own words: pages always come
// from the server; what is kept is the page that says so, and what that is made of. And it shows the messages that come
// while no page is open.

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

/** Shows a message, unless somebody sees a page of ours: there it is told already. @param {any} event */
async function show(event) {
  const { title, body, tag, path, language } = event.data.json();
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some((/** @type {any} */ page) => page.visibilityState === 'visible')) return;
  const icon = `${KEPT}/icons/icon-192.png`;
  const options = { body, tag, lang: language, icon, renotify: true, data: { path } };
  await worker.registration.showNotification(title, options);
}

/** Leads to what a message is about: to a page that is open there, or a new one. @param {any} event */
async function follow(event) {
  event.notification.close();
  const address = new URL(event.notification.data.path, location.origin);
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === address.pathname);
  await (there ? there.focus() : worker.clients.openWindow(address.href));
}

/** What somebody sees by now need not be told any more. @param {any} event whose data is the path of a page that he sees */
async function forget(event) {
  for (const each of await worker.registration.getNotifications()) if (each.data?.path === event.data) each.close();
}

/** The browser has another address for messages than before: the server is told. @param {any} event */
async function renew(event) {
  const old = event.oldSubscription;
  if (!old) return;
  const fresh = event.newSubscription ?? (await worker.registration.pushManager.subscribe(old.options));
  const { endpoint, keys } = fresh.toJSON();
  const body = JSON.stringify({ endpoint, ...keys, before: old.endpoint });
  await fetch('/api/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.mode === 'navigate') event.respondWith(page(event));
  else if (PARTS.some((part) => event.request.url.endsWith(part))) event.respondWith(part(event.request));
});
worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(show(event)));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => event.waitUntil(follow(event)));
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(forget(event)));
worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => event.waitUntil(renew(event)));
