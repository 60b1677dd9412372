// What has happened and is nowhere else to be seen: said, and shown at the edge of the page until it is put away or another
// page is shown.

import { h } from './dom.js';
import { _ } from './i18n.js';
import { say } from './shell.js';
import { useStyle } from './style.js';

/** @type {HTMLElement|null} */
let shown = null;

/** @param {string} text @param {HTMLElement} [way] where to go on */
export async function tell(text, way) {
  say(text);
  await show([text], way);
}

/** The same without saying it. @param {(Node|string)[]} words @param {HTMLElement} [way] @returns {Promise<HTMLElement>} what stands there now */
export async function show(words, way) {
  putAway();
  await useStyle('news');
  const close = h(
    'button.quiet',
    { type: 'button', 'aria-label': _('Close'), title: _('Close'), onclick: putAway },
    '✕',
  );
  putAway();
  shown = h('aside.news', {}, h('p', {}, ...words), way, close);
  document.body.append(shown);
  return shown;
}

/** What the account page says more of. @param {string} text */
export const tellOnAccount = (text) => tell(text, h('a.button', { href: '/account' }, _('Account')));

/** It holds no longer. */
export function putAway() {
  shown?.remove();
  shown = null;
}

for (const each of ['popstate', 'motu-person']) window.addEventListener(each, putAway);
