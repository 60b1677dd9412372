// What views ask of the page around them.

import { linkTo } from './address.js';
import { h } from './dom.js';
import { _ } from './i18n.js';

/** Where announcements for screen readers are written. */
export const status = h('div.visually-hidden', { role: 'status', 'aria-live': 'polite' });

/** What a view throws that has nothing at the address it was asked for. */
export class NothingHere extends Error {}

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

/**
 * Says what the page lies on: the ground of the board that it is about, or paper; at a table it has no bar at the bottom.
 * @param {import('./board/types.js').BoardView['kind']|null} kind
 */
export function setGround(kind, isTable = false) {
  document.body.classList.toggle('at-table', isTable);
  if (kind) document.body.dataset.ground = kind;
  else delete document.body.dataset.ground;
}

let turnMark = '';

/** What the window is called: the page's heading, and before it whether it is somebody's turn here. @param {string|null|undefined} heading */
export function setTitle(heading) {
  document.title = turnMark + (heading ? `${heading} · motu` : 'motu');
}

/** Says in the window's title whether it is somebody's turn here. @param {boolean} isMine */
export function markTurn(isMine) {
  const bare = document.title.slice(turnMark.length);
  turnMark = isMine ? `● ${_('Your turn')} · ` : '';
  document.title = turnMark + bare;
}

/** Says in the address what is shown by now. @param {string} path */
export function replaceAddress(path) {
  history.replaceState(history.state, '', linkTo(path));
}

/** The same, and Back leads to what was shown before. @param {string} path */
export function pushAddress(path) {
  history.pushState(null, '', linkTo(path));
}

/** The keyboard goes on where the page begins. */
export function focusPage() {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Goes to another view of this site. @param {string} path */
export function go(path) {
  history.pushState(null, '', linkTo(path));
  showAgain();
}

/** The same from something on a page; an answer that comes when that is left takes nobody away from where he is by then. @param {Element} from @param {string} path */
export function goFrom(from, path) {
  if (from.isConnected) go(path);
}

/** Shows what the address asks for once more: what there is now. */
export function showAgain() {
  window.dispatchEvent(new PopStateEvent('popstate'));
}
