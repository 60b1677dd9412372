// How somebody likes the analysis board, kept in this browser.

const KEY = 'motu.study-view';

/** @typedef {{lines: number, heat: 'visits'|'policy'|'none', engine: boolean, place: 'device'|'server'|null, visits: number, megabytes: number}} Preferences  `place` is where the engine thinks, null: nobody has chosen; the last two bound it on this device */

/** @type {Preferences} */
const DEFAULTS = { lines: 8, heat: 'visits', engine: false, place: null, visits: 1_000_000, megabytes: 128 };

/** @returns {Preferences} */
export function preferences() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...preferences(), ...changes }));
  } catch {
    // A browser that keeps nothing: the choice is made anew next time.
  }
}
