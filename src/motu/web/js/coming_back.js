// A page that no server answered: it comes by itself when the server does. (offline.js does the same without the app.)

import { askHouse } from './house.js';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** How long is waited before the server is asked again; longer each time. */
let pause = FIRST_PAUSE_MS;

/** Somebody goes on: what is missing now is asked for soon again. */
export function beginAnew() {
  pause = FIRST_PAUSE_MS;
}

/** Does something as soon as the server answers, if it is still wanted then. @param {() => boolean} isWanted @param {() => void} action */
export function whenBack(isWanted, action) {
  const watch = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  const look = async () => {
    const isThere = !isWanted() || (await answers());
    if (watch.signal.aborted) return;
    if (isWanted() && !isThere) {
      wait();
      return;
    }
    clearTimeout(timer);
    watch.abort();
    if (isWanted()) action();
  };
  const wake = () => {
    if (!document.hidden) void look();
  };
  window.addEventListener('online', wake, { signal: watch.signal });
  document.addEventListener('visibilitychange', wake, { signal: watch.signal });
  wait();
}

/** Whether the server does. */
async function answers() {
  try {
    return (await askHouse('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
