// A hand on the board: clicks and taps, pieces that are dragged, fingers that enlarge. What is meant by them, the board says.

import { cellOf, lineOf } from './grid.js';
import { moveTo } from './svg.js';
import { Fingers } from './zoom.js';

/** @typedef {import('./zoom.js').Zoom} Zoom */
/** @typedef {{element: SVGElement, home: [number, number]}} Held  a piece, and the centre of the cell that it stands on */
/**
 * @typedef {object} Board what a hand may ask of the board, and what it tells it
 * @property {(cell: number) => boolean} canStep whether there is a piece that may be moved
 * @property {() => Held|null} held the piece that has been picked up
 * @property {(cell: number|null, line: string|null) => void} point the hand is over this
 * @property {(cell: number) => void} pickUp
 * @property {(cell: number) => void} dropOn -1: beside the board
 * @property {(cell: number) => void} touch
 * @property {(line: string) => void} announce
 */

const DRAG_PIXELS = 8;

export class Hand {
  /** @type {{cell: number, x: number, y: number, isDrag: boolean}|null} */ #press = null;
  #fingers;
  #place;
  #board;

  /**
   * @param {HTMLElement} place what the hand is on
   * @param {Zoom} zoom
   * @param {Board} board
   */
  constructor(place, zoom, board) {
    this.#place = place;
    this.#board = board;
    this.#fingers = new Fingers(zoom);
  }

  /** Begins to listen; once. */
  listen() {
    const place = this.#place;
    place.addEventListener('pointerdown', (event) => this.#onPress(event));
    place.addEventListener('pointermove', (event) => this.#onPointer(event));
    place.addEventListener('pointerup', (event) => this.#onRelease(event));
    place.addEventListener('pointercancel', (event) => this.#onCancel(event));
    place.addEventListener('pointerleave', () => this.#board.point(null, null));
    place.addEventListener('touchmove', (event) => this.#keepFromBrowser(event), { passive: false });
  }

  /** Ends what was begun, as nothing more is heard of it. */
  leave() {
    this.#fingers.lift();
    this.#endPress();
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    if (event.button !== 0) return;
    if (this.#fingers.down(event)) {
      this.#endPress();
      return;
    }
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.#press = { cell, x: event.clientX, y: event.clientY, isDrag: false };
    if (this.#board.canStep(cell)) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const press = this.#press;
    if (this.#fingers.move(event, !this.#holdsPiece())) {
      this.#press = null;
      this.#place.setPointerCapture(event.pointerId);
      return;
    }
    if (!press) {
      if (event.pointerType === 'mouse') this.#board.point(cellOf(event.target), lineOf(event.target));
      return;
    }
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag && distance > DRAG_PIXELS && this.#holdsPiece()) {
      press.isDrag = true;
      this.#board.pickUp(press.cell);
      this.#place.setPointerCapture(event.pointerId);
    }
    if (press.isDrag) this.#dragTo(event);
  }

  /** @param {PointerEvent} event */
  #dragTo(event) {
    const element = this.#board.held()?.element;
    const matrix = element?.ownerSVGElement?.getScreenCTM();
    if (!element || !matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    element.classList.add('dragged');
    element.setAttribute('transform', `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
  }

  /** @param {PointerEvent} event */
  #onRelease(event) {
    const press = this.#press;
    this.#endPress();
    if (this.#fingers.up(event)) return;
    const line = lineOf(event.target);
    if (line !== null && !press) {
      this.#board.announce(line);
      return;
    }
    if (!press) return;
    const root = /** @type {Document|ShadowRoot} */ (this.#place.getRootNode());
    const under = root
      .elementsFromPoint(event.clientX, event.clientY)
      .map(cellOf)
      .find((cell) => cell !== null);
    if (press.isDrag) this.#board.dropOn(under ?? -1);
    else if (under === press.cell) this.#board.touch(press.cell);
  }

  /** Two fingers and a held piece are for the board, not for the page. @param {TouchEvent} event */
  #keepFromBrowser(event) {
    const isOurs = event.touches.length > 1 || this.#holdsPiece();
    if (isOurs && event.cancelable) event.preventDefault();
  }

  /** Whether a hand is on a piece that it may move. */
  #holdsPiece() {
    const press = this.#press;
    return press !== null && (press.isDrag || this.#board.canStep(press.cell));
  }

  /** @param {PointerEvent} event */
  #onCancel(event) {
    this.#fingers.up(event);
    this.#endPress();
  }

  #endPress() {
    const held = this.#press?.isDrag ? this.#board.held() : null;
    this.#press = null;
    held?.element.classList.remove('dragged');
    held?.element.setAttribute('transform', moveTo(held.home));
  }
}
