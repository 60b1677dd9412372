// The stones: after every change only those that differ are touched, so that a board of 729 cells costs what its change
// costs. A stone appears, is flipped, goes, or moves; the style sheet says how, and does nothing where a person asks for
// no motion.

import { colourClass } from './kit.js';
import { moveTo, svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */

const FLIP_MS = 180;

export class Stones {
  /** What each stone's colour is, though it may still be turning. @type {WeakMap<SVGElement, number>} */
  #colours = new WeakMap();

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
    const changed = Array.from(stones, (_, cell) => cell).filter((cell) => stones[cell] !== this.shown[cell]);
    if (isAnimated) for (const cell of changed) this.#change(cell, stones[cell]);
    else this.#jump(changed, stones);
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

  /** @param {number} cell @param {string} stone */
  #change(cell, stone) {
    const element = this.elements.get(cell);
    if (stone === '.') {
      element?.remove();
      this.elements.delete(cell);
    } else if (element) {
      this.#recolour(element, Number(stone));
    } else {
      this.#put(cell, Number(stone)).classList.add('appearing');
    }
  }

  /** @param {number} cell @param {number} colour */
  #put(cell, colour) {
    const element = this.kit.stone(colour);
    element.setAttribute('transform', moveTo(this.board.centres[cell]));
    this.layer.append(element);
    this.elements.set(cell, element);
    this.#colours.set(element, colour);
    return element;
  }

  /**
   * Changes cells at once. Stones of one colour look alike, so those that go are put where others come: to make and to
   * style hundreds of elements would take several frames.
   * @param {number[]} changed
   * @param {string} stones
   */
  #jump(changed, stones) {
    /** @type {SVGElement[][]} */
    const spare = [[], []];
    for (const cell of changed) {
      const element = this.elements.get(cell);
      if (!element) continue;
      this.elements.delete(cell);
      this.#settle(element);
      spare[this.#colours.get(element) ?? 0].push(element);
    }
    for (const cell of changed) {
      if (stones[cell] === '.') continue;
      const element = spare[Number(stones[cell])].pop();
      if (!element) {
        this.#put(cell, Number(stones[cell]));
        continue;
      }
      element.setAttribute('transform', moveTo(this.board.centres[cell]));
      this.elements.set(cell, element);
    }
    for (const element of spare.flat()) element.remove();
  }

  /** Ends what moves at a stone: it looks as it will. @param {SVGElement} element */
  #settle(element) {
    if (element.classList.contains('flipping')) this.#colour(element);
    element.classList.remove('appearing', 'flipping', 'flipped', 'moving');
  }

  /** Gives a stone the look of its colour. @param {SVGElement} element */
  #colour(element) {
    const colour = this.#colours.get(element) ?? 0;
    element.classList.remove('first', 'second');
    element.classList.add(colourClass(colour));
    element.replaceChildren(this.kit.shape(colour));
  }

  /** @param {SVGElement} element @param {number} colour */
  #recolour(element, colour) {
    this.#settle(element);
    this.#colours.set(element, colour);
    if (wantsNoMotion()) {
      this.#colour(element);
      return;
    }
    element.classList.add('flipping');
    setTimeout(() => {
      if (!element.classList.contains('flipping')) return;
      this.#colour(element);
      element.classList.replace('flipping', 'flipped');
    }, FLIP_MS / 2);
  }
}

/** Whether the person has asked for no motion. */
export function wantsNoMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
