// What a board is drawn with: its ground, its stones and its lips, as the server draws them for pictures as well. Every
// board on a page has ids of its own, so that its shades are found in it.

import { moveTo, svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */

/** Units of the server's markup in a cell are 40, ours 100. */
const ENLARGED = 'scale(2.5)';
const NAMESPACE = 'http://www.w3.org/2000/svg';
const CROSS = 0.2;

let made = 0;

export class Kit {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.prefix = `board${(made += 1)}-`;
    this.stones = board.stone_shapes.map((markup) => this.#parsed(markup));
    this.lips = board.lips.map((markup) => this.#parsed(markup));
  }

  /** The layers under the stones. @returns {SVGElement} */
  ground() {
    const ground = this.#parsed(this.board.ground);
    ground.setAttribute('class', 'ground');
    return ground;
  }

  /**
   * A stone at the origin, in a group that says where it stands and nothing else: a browser that finds a new place on an
   * element looks all its looks up anew, which takes longer than to draw it. What is inside turns and grows.
   * @param {number} colour
   * @param {string} [kind]
   * @returns {SVGElement}
   */
  stone(colour, kind = 'stone') {
    return svg('g', {}, svg('g', { class: `${kind} ${colourClass(colour)}` }, this.shape(colour)));
  }

  /** What a stone of a colour is made of. @param {number} colour */
  shape(colour) {
    const shape = svg('g', { class: 'shape' }, /** @type {SVGElement} */ (this.stones[colour].cloneNode(true)));
    if (this.board.kind === 'squares' || colour === 0) return shape;
    const c = units(CROSS);
    shape.append(svg('path', { class: 'pattern', d: `M${-c} 0H${c}M0 ${-c}V${c}` }));
    return shape;
  }

  /** The edge of the other colour on a weak stone; `turn` in degrees. @param {number} colour @param {number} turn */
  lip(colour, turn) {
    const lip = /** @type {SVGElement} */ (this.lips[colour].cloneNode(true));
    return svg('g', { class: 'lip', transform: `rotate(${turn})` }, lip);
  }

  /** @param {string} markup @returns {SVGElement} */
  #parsed(markup) {
    const text = `<g xmlns="${NAMESPACE}" transform="${ENLARGED}">${markup.replaceAll('ground-', this.prefix)}</g>`;
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
  }
}

/** @param {number} colour */
export function colourClass(colour) {
  return colour === 0 ? 'first' : 'second';
}

/**
 * Parts at the place of a cell.
 * @param {BoardView} board
 * @param {number} cell
 * @param {...SVGElement} parts
 */
export function at(board, cell, ...parts) {
  return svg('g', { transform: moveTo(board.centres[cell]) }, ...parts);
}
