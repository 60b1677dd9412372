// What a page comes to need once it is there: how it looks on paper, that what it refuses is seen, that the keyboard stays
// in it, and how it comes back with a server that was gone (offline.js does the same without the app).

import { askHouse } from './house.js';
import { keepNoticesInSight } from './in_sight.js';
import { keepFocus } from './kept_focus.js';
import { useStyle } from './style.js';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 15_000;

void useStyle('print');
keepNoticesInSight();
keepFocus();

/** Does something as soon as the server answers, if it is still wanted then. @param {() => boolean} isWanted @param {() => void} action */
export function whenBack(isWanted, action) {
  let pause = FIRST_PAUSE_MS;
  const wait = () => {
    setTimeout(() => void look(), pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  const over = new AbortController();
  const look = async () => {
    if (!isWanted()) {
      over.abort(); // the page was left: nothing listens for it any more
      return;
    }
    const isThere = await askHouse('/api/health', { cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (!isThere) {
      wait();
      return;
    }
    over.abort();
    if (isWanted()) action();
  };
  window.addEventListener('online', look, { once: true, signal: over.signal });
  wait();
}
