// The cells of a board as elements: what each is called, and whether anything can be done on it. Only what differs from
// before is written: a large board has hundreds of them.

import { drawCell, rowsOf } from './grid.js';

/** @typedef {import('./types.js').BoardView} BoardView */

export class Cells {
  /** @type {SVGElement[]} */ #elements;
  /** What each element says. @type {{text: string, isOpen: boolean}[]} */ #told;

  /** @param {BoardView} board @param {number} focused the cell that the keyboard comes to first */
  constructor(board, focused) {
    this.#elements = board.names.map((_, cell) => drawCell(board, cell, cell === focused));
    this.#told = board.names.map(() => ({ text: '', isOpen: false }));
    this.rows = rowsOf(board, this.#elements);
  }

  /**
   * @param {(cell: number) => string} textOf what a cell is called
   * @param {(cell: number) => boolean} isOpenAt whether anything can be done there
   */
  describe(textOf, isOpenAt) {
    this.#told = this.#told.map((told, cell) => {
      const [text, isOpen] = [textOf(cell), isOpenAt(cell)];
      if (text !== told.text) this.#elements[cell].setAttribute('aria-label', text);
      if (isOpen !== told.isOpen) this.#elements[cell].classList.toggle('open', isOpen);
      return { text, isOpen };
    });
  }

  /** The keyboard comes to another cell first. @param {number} before @param {number} cell */
  turnTo(before, cell) {
    this.#elements[before]?.setAttribute('tabindex', '-1');
    this.#elements[cell]?.setAttribute('tabindex', '0');
  }

  /** @param {number} cell */
  focus(cell) {
    this.#elements[cell]?.focus();
  }
}
