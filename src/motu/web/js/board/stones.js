// The stones: after every change only those that differ are touched, so that a board of 729 cells costs what its change
// costs. A stone appears, is flipped, goes, or moves; the style sheet says how, and does nothing where a person asks for
// no motion.

import { colourClass } from './ground.js';
import { moveTo, svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */

const STONE = 0.44;
const PIECE = 0.36;
const FLIP_MS = 180;

export class Stones {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
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
      recolour(this.board, element, Number(stone), isAnimated);
    } else {
      const fresh = drawStone(this.board, Number(stone));
      fresh.setAttribute('transform', moveTo(this.board.centres[cell]));
      if (isAnimated) fresh.classList.add('appearing');
      this.layer.append(fresh);
      this.elements.set(cell, fresh);
    }
  }
}

/** Stones that have been drawn once are copied: on a large board hundreds change at a time. @type {Map<string, SVGElement>} */
const patterns = new Map();

/**
 * A stone at the origin. What is inside turns and grows while the group stays where it is.
 * @param {BoardView} board
 * @param {number} colour
 * @param {string} [kind]
 * @returns {SVGElement}
 */
export function drawStone(board, colour, kind = 'stone') {
  const name = `${board.kind} ${colour} ${kind}`;
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = svg('g', { class: `${kind} ${colourClass(colour)}` }, ...partsOf(board.kind, colour));
    patterns.set(name, pattern);
  }
  return /** @type {SVGElement} */ (pattern.cloneNode(true));
}

/** @param {BoardView['kind']} kind @param {number} colour */
function partsOf(kind, colour) {
  const r = units(kind === 'squares' ? PIECE : STONE);
  const disc = svg('circle', { class: 'disc', r });
  if (kind === 'squares') {
    const lying = { x: -17, y: -4.5, width: 34, height: 9 };
    const standing = { x: -4.5, y: -17, width: 9, height: 34 };
    return [disc, svg('rect', { class: 'bar', rx: 2, ...(colour === 0 ? lying : standing) })];
  }
  if (colour === 0) return [disc];
  const cross = svg('path', { class: 'pattern', d: `M${-r * 0.5} 0H${r * 0.5}M0 ${-r * 0.5}V${r * 0.5}` });
  return [disc, svg('circle', { class: 'inner', r: r * 0.72 }), cross];
}

/** Whether the person has asked for no motion. */
export function wantsNoMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {BoardView} board
 * @param {SVGElement} element
 * @param {number} colour
 * @param {boolean} isAnimated
 */
function recolour(board, element, colour, isAnimated) {
  const swap = () => {
    element.classList.remove('first', 'second');
    element.classList.add(colourClass(colour));
    element.replaceChildren(...partsOf(board.kind, colour));
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
