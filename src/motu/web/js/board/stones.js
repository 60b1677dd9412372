// The stones: after every change only those that differ are touched, so that a board of 729 cells costs what its change
// costs. A stone appears, is flipped, goes, or moves; the style sheet says how, and does nothing where a person asks for
// no motion.

import { colourClass } from './kit.js';
import { moveTo, svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */

const FLIP_MS = 180;

export class Stones {
  /** @param {BoardView} board @param {import('./kit.js').Kit} kit */
  constructor(board, kit) {
    this.board = board;
    this.kit = kit;
    this.layer = svg('g', { class: 'stones', 'aria-hidden': 'true' });
    /** @type {Map<number, SVGElement>} */
    this.elements = new Map();
    this.shown = '.'.repeat(board.names.length);
  }

  /**
   * Shows the stones of a position.
   * @param {PositionView} position
   * @param {boolean} isAnimated
   */
  show(position, isAnimated) {
    const { stones, trail } = position;
    if (isAnimated && trail && this.#isMove(stones, trail)) this.#move(trail);
    for (let cell = 0; cell < stones.length; cell += 1) {
      if (stones[cell] !== this.shown[cell]) this.#change(cell, stones[cell], isAnimated);
    }
    this.shown = stones;
    this.#dim(position.chain ?? []);
  }

  /** Where somebody has won, what has no part in it steps back. @param {number[]} chain */
  #dim(chain) {
    const members = new Set(chain);
    for (const [cell, element] of this.elements)
      element.classList.toggle('dimmed', members.size > 0 && !members.has(cell));
  }

  /**
   * Whether the change is one piece's step.
   * @param {string} stones
   * @param {[number, number]} trail
   */
  #isMove(stones, [from, to]) {
    return (
      this.shown[from] !== '.' && this.shown[to] === '.' && stones[from] === '.' && stones[to] === this.shown[from]
    );
  }

  /** @param {[number, number]} trail */
  #move([from, to]) {
    const element = this.elements.get(from);
    if (!element) return;
    this.elements.delete(from);
    this.elements.set(to, element);
    element.classList.add('moving');
    element.setAttribute('transform', moveTo(this.board.centres[to]));
    const cells = [...this.shown];
    cells[to] = cells[from];
    cells[from] = '.';
    this.shown = cells.join('');
  }

  /**
   * @param {number} cell
   * @param {string} stone
   * @param {boolean} isAnimated
   */
  #change(cell, stone, isAnimated) {
    const element = this.elements.get(cell);
    if (stone === '.') {
      element?.remove();
      this.elements.delete(cell);
    } else if (element) {
      recolour(this.kit, element, Number(stone), isAnimated);
    } else {
      const fresh = this.kit.stone(Number(stone));
      fresh.setAttribute('transform', moveTo(this.board.centres[cell]));
      if (isAnimated) fresh.classList.add('appearing');
      this.layer.append(fresh);
      this.elements.set(cell, fresh);
    }
  }
}

/** Whether the person has asked for no motion. */
export function wantsNoMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {import('./kit.js').Kit} kit
 * @param {SVGElement} element
 * @param {number} colour
 * @param {boolean} isAnimated
 */
function recolour(kit, element, colour, isAnimated) {
  const swap = () => {
    element.classList.remove('first', 'second');
    element.classList.add(colourClass(colour));
    element.replaceChildren(kit.shape(colour));
  };
  element.classList.remove('appearing', 'flipping', 'flipped');
  if (!isAnimated || wantsNoMotion()) {
    swap();
    return;
  }
  element.classList.add('flipping');
  setTimeout(() => {
    swap();
    element.classList.replace('flipping', 'flipped');
  }, FLIP_MS / 2);
}
