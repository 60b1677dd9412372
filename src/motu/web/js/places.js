// How far down each page of the browser's history was read, so that whoever goes back finds the place again. The browser's
// own memory does not help: it looks for the place when the page has only just begun to ask the server what is on it.

/** What a place is waited for at most: a list that has not come by then comes too late. */
const PATIENCE_MS = 5000;
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** By the names of the history's entries: pixels. @type {Map<string, number>} */
const tops = new Map();
let entry = '';
let named = 0;
/** Ends what waits for a page to become long enough. @type {(() => void)|null} */
let giveUp = null;
let isComing = false;

/** Begins to keep places. */
export function keepPlaces() {
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => void (isComing || tops.set(entry, window.scrollY)), { passive: true });
}

/** A page is about to be shown: which entry of the history that is; until `takePlace`, where it stands says nothing. */
export function comeToPlace() {
  giveUp?.();
  isComing = true;
  entry = history.state?.entry ?? '';
  if (entry) return;
  named += 1;
  entry = `${performance.timeOrigin}-${named}`;
  history.replaceState({ ...history.state, entry }, '');
}

/** The page is there, perhaps not yet all of it: goes where it was left, or to its top. */
export function takePlace() {
  const top = tops.get(entry) ?? 0;
  window.scrollTo(0, top);
  if (window.scrollY >= top - 1) isComing = false;
  else waitFor(top);
}

/** Goes on as the page grows, until it is there or somebody does something. @param {number} top */
function waitFor(top) {
  const watch = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1) giveUp?.();
  });
  const timer = setTimeout(() => giveUp?.(), PATIENCE_MS);
  giveUp = () => {
    giveUp = null;
    isComing = false;
    clearTimeout(timer);
    watch.disconnect();
    for (const hand of HANDS) window.removeEventListener(hand, stop);
  };
  const stop = () => giveUp?.();
  for (const hand of HANDS) window.addEventListener(hand, stop, { passive: true });
  watch.observe(document.body);
}
