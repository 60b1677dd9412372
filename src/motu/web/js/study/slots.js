// Where the browser keeps texts until they are heard elsewhere: each in a slot of its own, so that two tabs that are closed
// at once do not write over each other. Where there is no room the oldest goes.

const KEY = 'motu.study';
/** How many there can be, and how many characters of all of them; browsers have room for some 5,000,000. */
export const MAX_SLOTS = 40;
export const MAX_LETTERS = 4_000_000;

/** @typedef {{name: string, text: string, time: number}} Slot  `name`: what its key has after KEY; `time`: when it was written, in milliseconds since 1970 */

/** A name that no other tab uses. */
export const freshName = () => `.${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;

/** All slots, the oldest first; the one of older versions of this site among them. @returns {Slot[]} */
export function readSlots() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key === KEY || key.startsWith(`${KEY}.`))
      .map((key) => {
        const name = key.slice(KEY.length);
        const text = localStorage.getItem(KEY + name) ?? '';
        return { name, text, time: timeIn(text) };
      })
      .sort((one, other) => one.time - other.time);
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** @param {string} text */
const timeIn = (text) => Number(/^\{"time":(\d+)/.exec(text)?.[1] ?? 0);

/** @param {string} name @param {object} what @returns {boolean} whether it is kept */
export function writeSlot(name, what) {
  const text = JSON.stringify({ time: Date.now(), ...what });
  if (text.length > MAX_LETTERS) return false;
  const others = readSlots().filter((slot) => slot.name !== name);
  let letters = others.reduce((sum, slot) => sum + slot.text.length, text.length);
  for (;;) {
    if (others.length < MAX_SLOTS && letters <= MAX_LETTERS && isWritten(name, text)) return true;
    const oldest = others.shift();
    if (!oldest) return false;
    letters -= oldest.text.length;
    dropSlot(oldest.name);
  }
}

/** @param {string} name @param {string} text */
function isWritten(name, text) {
  try {
    localStorage.setItem(KEY + name, text);
    return true;
  } catch {
    return false; // full, or a browser that keeps nothing
  }
}

/** @param {string} name */
export function dropSlot(name) {
  try {
    localStorage.removeItem(KEY + name);
  } catch {
    // A browser that keeps nothing.
  }
}
