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
  /** Places whose stone has come, turned or moved by an animation. @type {Set<SVGElement>} */
  #animated = new Set();
  /** Whether some may step back. */
  #isDimmed = false;

  /** @param {BoardView} board @param {import('./kit.js').Kit} kit */
  constructor(board, kit) {
    this.board = board;
    this.kit = kit;
    this.layer = svg('g', { class: 'stones', 'aria-hidden': 'true' });
    /** The places of the stones, each with its stone in it. @type {Map<number, SVGElement>} */
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
    if (!members.size && !this.#isDimmed) return;
    this.#isDimmed = members.size > 0;
    for (const [cell, element] of this.elements)
      stoneIn(element).classList.toggle('dimmed', this.#isDimmed && !members.has(cell));
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
    this.#animated.add(element);
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
      if (element) this.#remove(element);
      this.elements.delete(cell);
    } else if (element) {
      this.#recolour(element, Number(stone));
    } else {
      const put = this.#put(cell, Number(stone));
      this.#animated.add(put);
      stoneIn(put).classList.add('appearing');
    }
  }

  /** @param {SVGElement} element */
  #remove(element) {
    this.#animated.delete(element);
    element.remove();
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
    for (const element of spare.flat()) this.#remove(element);
  }

  /** Ends what moves at a stone: it looks as it will. @param {SVGElement} element */
  #settle(element) {
    if (!this.#animated.delete(element)) return;
    const stone = stoneIn(element);
    if (stone.classList.contains('flipping')) this.#colour(element);
    stone.classList.remove('appearing', 'flipping', 'flipped');
    element.classList.remove('moving');
  }

  /** Gives a stone the look of its colour. @param {SVGElement} element */
  #colour(element) {
    const [stone, colour] = [stoneIn(element), this.#colours.get(element) ?? 0];
    stone.classList.remove('first', 'second');
    stone.classList.add(colourClass(colour));
    stone.replaceChildren(this.kit.shape(colour));
  }

  /** @param {SVGElement} element @param {number} colour */
  #recolour(element, colour) {
    this.#settle(element);
    this.#colours.set(element, colour);
    if (wantsNoMotion()) {
      this.#colour(element);
      return;
    }
    this.#animated.add(element);
    this.layer.append(element); // what is animated is painted apart, and with it all stones that come after
    const { classList } = stoneIn(element);
    classList.add('flipping');
    setTimeout(() => {
      if (!classList.contains('flipping')) return;
      this.#colour(element);
      classList.replace('flipping', 'flipped');
    }, FLIP_MS / 2);
  }
}

/** The stone at a place. @param {SVGElement} place */
const stoneIn = (place) => /** @type {SVGElement} */ (place.firstElementChild);

/** Whether the person has asked for no motion. */
export function wantsNoMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
