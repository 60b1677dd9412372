// A picture of a rules page that one can click through: the moves that led to it, and moves that may follow.

import '../board/defined.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { cellText, lineText, moveText } from '../games/words.js';
import { _ } from '../i18n.js';
import { icon } from '../icons.js';
import { settings } from '../settings.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {{alt: string, spec: string, aspect: number, moves?: string[], then?: string[], setup?: object, marks?: Record<string, string>}} DiagramData */

/**
 * Room for a picture, as large as it will be; nothing on the page moves when it comes.
 * @param {DiagramData} data
 */
export function roomFor(data) {
  const room = h('div.picture');
  room.style.aspectRatio = String(data.aspect);
  return h('div.diagram', {}, room, movesOf(data).length ? h('div.jump') : null);
}

/** The moves to the picture, and those that may follow. @param {DiagramData} data */
function movesOf(data) {
  return [...(data.moves ?? []), ...(data.then ?? [])];
}

/** @param {DiagramData} data @returns {Promise<HTMLElement>} */
export async function drawDiagram(data) {
  const moves = movesOf(data);
  const [board, positions] = await Promise.all([
    api.board(data.spec),
    api.positions({ spec: data.spec, moves, setup: data.setup ?? null, all: true }),
  ]);
  return new Diagram(data, board, positions, moves).element;
}

class Diagram {
  /** @param {DiagramData} data @param {BoardView} board @param {PositionView[]} positions @param {string[]} moves */
  constructor(data, board, positions, moves) {
    this.data = data;
    this.board = board;
    this.positions = positions;
    this.moves = moves;
    this.pictured = (data.moves ?? []).length;
    this.at = this.pictured;
    this.picture = boardElement(board, data.alt, () => this.positions[this.at]);
    this.text = h('p.step', { 'aria-live': 'polite' });
    this.back = [
      this.#button('first', _('First position'), () => 0),
      this.#button('previous', _('One step back'), () => this.at - 1),
    ];
    this.forward = [
      this.#button('next', _('One step forward'), () => this.at + 1),
      this.#button('last', _('Last position'), () => this.moves.length),
    ];
    const controls = moves.length
      ? h(
          'div.jump',
          { role: 'group', 'aria-label': _('Moves of the diagram') },
          ...this.back,
          this.text,
          ...this.forward,
        )
      : null;
    this.element = h('div.diagram', {}, h('div.picture', {}, this.picture), controls);
    this.show(false);
  }

  /** @param {string} sign @param {string} name @param {() => number} target */
  #button(sign, name, target) {
    return h(
      'button.quiet',
      { type: 'button', title: name, 'aria-label': name, onclick: () => this.#go(target()) },
      icon(sign),
    );
  }

  /** @param {number} target how many moves are to be on the board */
  #go(target) {
    const wanted = Math.max(0, Math.min(this.moves.length, target));
    if (wanted === this.at) return;
    const isStep = wanted === this.at + 1;
    this.at = wanted;
    this.show(isStep);
  }

  /** @param {boolean} isAnimated */
  show(isAnimated) {
    const { at, data, board } = this;
    const marks = at === this.pictured ? Object.entries(data.marks ?? {}) : [];
    const { coordinates, patterns, style } = settings();
    this.picture.configure({
      coordinates,
      patterns,
      style,
      weak: true,
      labels: new Map(marks.map(([cell, text]) => [board.names.indexOf(cell), text])),
    });
    this.picture.show(this.positions[at], isAnimated);
    this.text.textContent =
      _('{step} of {steps}', { step: at, steps: this.moves.length }) + (at > 0 ? ` · ${this.#lastMove()}` : '');
    // A button that goes grey under the finger keeps the focus.
    for (const button of this.back) button.setAttribute('aria-disabled', String(at === 0));
    for (const button of this.forward) button.setAttribute('aria-disabled', String(at === this.moves.length));
  }

  #lastMove() {
    return moveText(this.board, this.moves[this.at - 1], this.positions[this.at - 1]);
  }
}

/**
 * A board for a page to read, in the words of the page's language.
 * @param {BoardView} board
 * @param {string} label
 * @param {() => PositionView} position
 */
export function boardElement(board, label, position) {
  const element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
  element.label = label;
  element.describeCell = (cell) => cellText(board, position(), cell);
  element.describeLine = lineText;
  element.board = board;
  return element;
}
