// What views ask of the page around them.

import { h } from './dom.js';

/** Where announcements for screen readers are written. */
export const status = h('div.visually-hidden', { role: 'status', 'aria-live': 'polite' });

/** Says something to people who listen rather than look. @param {string} text */
export function say(text) {
  status.textContent = '';
  requestAnimationFrame(() => {
    status.textContent = text;
  });
}

/** Goes to another view of this site. @param {string} path */
export function go(path) {
  history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
