// Whatever a page answers to a press is seen, however far away its notice stands: one just below the screen is scrolled to,
// and what a notice farther away says is shown at the edge of the page as well, as long as the notice says it.

import { show } from './news.js';
import { useStyle } from './style.js';

const NOTICES = '.notice[role="alert"]';

/** The notice whose words are at the edge of the page. @type {Element|null} */
let told = null;
/** Where they are. @type {HTMLElement|null} */
let shown = null;

/** Begins to look after the notices of the page. */
export function keepNoticesInSight() {
  void useStyle('news'); // what is refused first may be that the server is gone
  new MutationObserver((changes) => {
    const changed = new Set(changes.flatMap(noticesIn));
    if (told && (changed.has(told) || !told.isConnected)) forget();
    // by then the page has taken its shape, and the keyboard its place
    for (const notice of changed) if (notice.textContent) requestAnimationFrame(() => void bring(notice));
  }).observe(document.body, { subtree: true, childList: true });
}

/** @param {MutationRecord} change @returns {Element[]} */
function noticesIn({ target, addedNodes }) {
  const changed = target instanceof Element ? target.closest(NOTICES) : null;
  if (changed) return [changed];
  return [...addedNodes].flatMap((node) => {
    if (!(node instanceof HTMLElement)) return [];
    return node.matches(NOTICES) ? [node] : [...node.querySelectorAll(NOTICES)];
  });
}

/** @param {Element} notice */
async function bring(notice) {
  if (!notice.textContent || !notice.checkVisibility() || isInSight(notice)) return;
  if (isNear(notice)) notice.scrollIntoView({ block: 'nearest' });
  if (isInSight(notice)) return;
  told = notice;
  const made = await show([...notice.childNodes].map((node) => node.cloneNode(true)));
  if (told === notice) shown = made;
  else made.remove(); // it has said something else meanwhile
}

/** What was at the edge holds no longer. */
function forget() {
  shown?.remove();
  told = shown = null;
}

/** Whether nothing lies over any part of it and all of it is on the screen. @param {Element} notice */
function isInSight(notice) {
  const { left, top, width, bottom } = notice.getBoundingClientRect();
  const points = [top + 1, (top + bottom) / 2, bottom - 1];
  return points.every((y) => notice.contains(document.elementFromPoint(left + width / 2, y)));
}

/** Whether it stands with what was pressed, and both have room on the screen. @param {Element} notice */
function isNear(notice) {
  const pressed = document.activeElement;
  if (!pressed || !notice.parentElement?.contains(pressed)) return false;
  const [one, other] = [pressed, notice].map((each) => each.getBoundingClientRect());
  return Math.max(one.bottom, other.bottom) - Math.min(one.top, other.top) < window.innerHeight / 2;
}
