// The keyboard on a board: arrows lead to the next cell, Home and End go along a row, Enter plays, letters and digits type a
// cell's name, Escape drops what was begun, + - and 0 enlarge.

import { middleCell } from './geometry.js';
import { cellOf, lineOf } from './grid.js';
import { units } from './svg.js';
import { Typing } from './typing.js';
import { ARROWS, STEPS, Walk, endOfRow, fromHeader, turnedKey } from './walk.js';

/** @typedef {import('./picture.js').BoardPicture} BoardPicture */
/**
 * @typedef {object} Hands
 * @property {() => boolean} isTurned  whether the board is looked at from the other side
 * @property {(line: string|null) => void} onLine  the keyboard is on a line's header, or on none
 * @property {(cell: number) => void} onCell  it is on a cell
 * @property {(cell: null, line: null) => void} point  it is nowhere on the board
 * @property {(line: string) => void} announce
 * @property {(cell: number) => void} touch
 */

/** @type {Record<string, number>} */
const ZOOM_KEYS = { '+': 1, '=': 1, '-': -1, 0: 0 };

export class Keyboard {
  /** @type {BoardPicture|null} */ #picture = null;
  #focused = 0;
  /** Whether a hand has put the keyboard where it is: then the arrows are the page's, which steps through the game. */
  #isByHand = false;
  #typing = new Typing();
  #walk = new Walk();

  /** @param {import('./element.js').MotuBoard} element @param {import('./zoom.js').Zoom} zoom @param {Hands} hands */
  constructor(element, zoom, hands) {
    this.element = element;
    this.zoom = zoom;
    this.hands = hands;
  }

  /** Begins to listen; once. */
  listen() {
    const { element } = this;
    element.addEventListener('keydown', (event) => this.#onKey(event));
    element.addEventListener('pointerdown', () => (this.#isByHand = true));
    element.addEventListener('focusin', (event) => this.#onFocus(event));
    element.addEventListener('focusout', (event) => this.#onBlur(event));
  }

  /** It is elsewhere now. */
  leave() {
    this.#isByHand = false;
  }

  /** Goes to the middle of a board. @param {BoardPicture} picture */
  begin(picture) {
    this.#picture = picture;
    this.#focused = middleCell(picture.board);
    this.#walk = new Walk();
  }

  /** Comes to the board. */
  focus() {
    this.#picture?.cells.focus(this.#focused);
  }

  /** @param {number} cell @param {boolean} isMoved whether the focus goes there, too */
  focusOn(cell, isMoved) {
    const { cells, board } = this.#picture ?? {};
    cells?.turnTo(this.#focused, cell);
    this.#focused = cell;
    if (!isMoved) return;
    const [x, y] = board?.centres[cell] ?? [0, 0];
    this.zoom.reveal(units(x), units(y));
    this.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { hands } = this;
    const board = this.#picture?.board;
    if (event.ctrlKey || event.altKey || event.metaKey || !board) return;
    if (this.#isByHand && STEPS.includes(event.key)) return;
    this.#isByHand = false;
    const isZoom = event.key in ZOOM_KEYS && !this.#typing.goesOn(event.key);
    const isName = !isZoom && /^[a-z0-9]$/i.test(event.key);
    if (!isName) this.#typing.end();
    const key = hands.isTurned() ? turnedKey(event.key) : event.key;
    const line = lineOf(event.target);
    if (line !== null && (event.key === 'Enter' || event.key === ' ')) hands.announce(line);
    else if (key in ARROWS)
      this.#go(line === null ? this.#walk.step(board, this.#focused, key) : fromHeader(board, line, key));
    else if (key === 'Home' || key === 'End') this.focusOn(endOfRow(board, this.#focused, key === 'End'), true);
    else if (event.key === 'Enter' || event.key === ' ') hands.touch(this.#focused);
    else if (event.key === 'Escape' && this.#isBegun())
      this.element.cancel(); // else it is the page's
    else if (isZoom) this.element.zoom(ZOOM_KEYS[event.key]);
    else if (isName) this.#type(event.key.toLowerCase());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether there is a move to cancel: one that waits to be confirmed, or a piece that is held. */
  #isBegun() {
    return this.element.begun !== null || this.element.querySelector('.target') !== null;
  }

  /**
   * Letters and digits name a cell; on a board of squares r4 and c2 are lines as well.
   * @param {string} key
   */
  #type(key) {
    const names = this.#picture?.board.names ?? [];
    const typed = this.#typing.add(key, [...names, ...(this.#picture?.headers.lines ?? [])]);
    const cell = names.indexOf(typed);
    this.#go(cell >= 0 ? cell : typed);
  }

  /** The keyboard goes to a cell, or to a line's header. @param {number|string} place */
  #go(place) {
    if (typeof place === 'number') this.focusOn(place, true);
    else this.#picture?.headers.focus(place);
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    this.hands.onLine(lineOf(event.target));
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.hands.onCell(cell);
    this.focusOn(cell, false);
    const detail = { cell, name: this.#picture?.board.names[cell] };
    this.element.dispatchEvent(new CustomEvent('motu-cell', { detail, bubbles: true }));
  }

  /** @param {FocusEvent} event */
  #onBlur(event) {
    this.hands.point(null, null);
    if (!this.element.contains(/** @type {Node|null} */ (event.relatedTarget))) this.#isByHand = false;
  }
}
