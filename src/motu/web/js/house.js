// Whom the pages ask: the server that they come from. A site without a server (motu site) has another module in this
// place, site/house.js, which answers the same in the page itself.

/** @typedef {Pick<WebSocket, 'readyState'|'send'|'close'|'addEventListener'>} Wire */

/** Whether there is a server, and so accounts, other people, and what only a server can work out. */
export const hasServer = () => true;

/** Lets the service worker in, where the connection is safe; without it everything is as it was. */
export const startWorker = async () => void (await navigator.serviceWorker?.register('/worker.js'));

/** What a site without a server shows beside the games that it keeps; a server keeps them itself. @returns {Promise<HTMLElement|null>} */
export const keepingCard = async () => null;

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export const askHouse = (path, options) => fetch(path, options);

/** A line on which both say something whenever they like. @param {string} path @returns {Wire} */
export function wireTo(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return new WebSocket(url);
}
