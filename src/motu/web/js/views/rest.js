// What comes under a finger without its doing takes no tap for a moment: that one was meant for what was there before.
// Whoever uses the keyboard is where he was, and is not kept waiting.

import { nameOfButton } from './table_buttons.js';

/** @typedef {{control: Element, name: string|null|undefined, box: DOMRect}} Placed */

const REST_MS = 500;

export class Rest {
  #place;
  /** Rows that rest, and when that ends. @type {Map<HTMLElement, ReturnType<typeof setTimeout>>} */ #rows = new Map();

  /** @param {HTMLElement} place where the buttons are */
  constructor(place) {
    this.#place = place;
  }

  /** Makes a change that no hand on the place has asked for just now. @param {() => void} change */
  during(change) {
    const before = this.#placed();
    change();
    for (const each of this.#placed()) {
      const row = each.control.parentElement;
      if (row && !before.some((other) => isThere(each, other))) this.#rest(row);
    }
  }

  /** All takes taps again. */
  end() {
    for (const row of [...this.#rows.keys()]) this.#wake(row);
  }

  /** What can be pressed, and where. @returns {Placed[]} */
  #placed() {
    return [...this.#place.querySelectorAll('button, a')]
      .map((control) => ({ control, name: nameOfButton(control), box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
  }

  /** @param {HTMLElement} row */
  #rest(row) {
    clearTimeout(this.#rows.get(row));
    row.dataset.rests = '';
    this.#rows.set(
      row,
      setTimeout(() => this.#wake(row), REST_MS),
    );
  }

  /** @param {HTMLElement} row */
  #wake(row) {
    clearTimeout(this.#rows.get(row));
    this.#rows.delete(row);
    delete row.dataset.rests;
  }
}

/** Whether what is pressed in the middle of something was, before, the same thing. @param {Placed} now @param {Placed} before */
function isThere(now, before) {
  if (now.control !== before.control && now.name !== before.name) return false;
  const [x, y] = [now.box.x + now.box.width / 2, now.box.y + now.box.height / 2];
  const { left, right, top, bottom } = before.box;
  return left <= x && x <= right && top <= y && y <= bottom;
}
