// The right button of a mouse draws on a board: a click on a cell a circle, a drag from a cell to another one an arrow.
// Shift or Ctrl, Alt, and both choose the colour.

import { cellOf } from '../board/grid.js';
import { colourOfKeys } from './marks.js';

const RIGHT = 2;

/** @typedef {{from: number, to: number, colour: string}} Stroke  cells; from one to itself is a circle */
/**
 * @typedef {object} PencilHands
 * @property {() => boolean} isOn
 * @property {(stroke: Stroke|null) => void} onMove  what would be drawn where the hand is; null: nothing any more
 * @property {(stroke: Stroke) => void} onDraw
 */

export class Pencil {
  /** @param {HTMLElement} element of a board @param {PencilHands} hands */
  constructor(element, hands) {
    this.element = element;
    this.hands = hands;
    /** @type {Stroke|null} */
    this.stroke = null;
    element.addEventListener('contextmenu', (event) => {
      if (hands.isOn()) event.preventDefault();
    });
    element.addEventListener('pointerdown', (event) => this.#onPress(event));
    element.addEventListener('pointermove', (event) => this.#onMove(event));
    element.addEventListener('pointerup', (event) => this.#onRelease(event));
    element.addEventListener('pointercancel', () => this.#end());
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    const cell = cellOf(event.target);
    if (event.button !== RIGHT || cell === null || !this.hands.isOn()) return;
    this.stroke = { from: cell, to: cell, colour: colourOfKeys(event) };
    this.element.setPointerCapture(event.pointerId);
    this.hands.onMove(this.stroke);
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const { stroke } = this;
    const cell = stroke && cellUnder(event);
    if (!stroke || cell === null || cell === stroke.to) return;
    this.stroke = { ...stroke, to: cell };
    this.hands.onMove(this.stroke);
  }

  /** @param {PointerEvent} event */
  #onRelease(event) {
    const { stroke } = this;
    if (!stroke || event.button !== RIGHT) return;
    const isOnCell = cellUnder(event) === stroke.to;
    this.#end();
    if (isOnCell && this.hands.isOn()) this.hands.onDraw(stroke); // beside the board it is dropped
  }

  #end() {
    if (!this.stroke) return;
    this.stroke = null;
    this.hands.onMove(null);
  }
}

/** @param {PointerEvent} event @returns {number|null} */
function cellUnder(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY).map(cellOf);
  return under.find((cell) => cell !== null) ?? null;
}
