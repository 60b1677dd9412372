// What views ask of the page around them.

import { h } from './dom.js';

/** Where announcements for screen readers are written. */
export const status = h('div.visually-hidden', { role: 'status', 'aria-live': 'polite' });

/** @type {string[]} */
let unsaid = [];

/** Says something to people who listen rather than look; what is said at the same time is said together. @param {string} text */
export function say(text) {
  unsaid.push(text);
  status.textContent = '';
  requestAnimationFrame(() => {
    if (unsaid.length) status.textContent = unsaid.join(' ');
    unsaid = [];
  });
}

/** Goes to another view of this site. @param {string} path */
export function go(path) {
  history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
