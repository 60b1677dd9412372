// The die on the board: it tumbles along the line that it was rolled for and comes to rest at the line's end.

import { drawFace } from './die_face.js';
import { boxAround, lineCells } from './geometry.js';
import { moveTo, svg } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */

const OUT = 1.02;
const FACE_MS = 70;

/** @typedef {{line: string, face: number, isRolling: boolean}} Die */

export class DieMark {
  layer = svg('g', { class: 'die-layer', 'aria-hidden': 'true' });
  /** @type {ReturnType<typeof setInterval>|undefined} */ #timer = undefined;
  #shown = '';

  /** @param {BoardView} board @param {Die|null} die */
  show(board, die) {
    const wanted = die ? `${die.line} ${die.face}` : '';
    if (die && wanted === this.#shown) {
      if (!die.isRolling) this.#rest(die.face);
      return;
    }
    this.#shown = wanted;
    clearInterval(this.#timer);
    this.layer.replaceChildren(...(die && board.kind === 'squares' ? [this.#draw(board, die)] : []));
  }

  /** It has stopped, with this face up. @param {number} face */
  #rest(face) {
    const body = this.layer.querySelector('.die.rolling');
    if (!body) return;
    clearInterval(this.#timer);
    body.classList.remove('rolling');
    body.querySelector('.faces')?.replaceChildren(...drawFace(face));
  }

  /** @param {BoardView} board @param {Die} die */
  #draw(board, { line, face, isRolling }) {
    const faces = svg('g', { class: 'faces' }, ...drawFace(face));
    const body = svg(
      'g',
      { class: isRolling ? 'die rolling' : 'die' },
      svg('ellipse', { class: 'die-shadow', cx: 5, cy: 36, rx: 44, ry: 17 }),
      svg('rect', { class: 'die-side', x: -36, y: -29, width: 72, height: 73, rx: 17 }),
      svg('rect', { class: 'die-body', x: -36, y: -36, width: 72, height: 72, rx: 17 }),
      faces,
    );
    if (isRolling) {
      const count = Math.max(6, lineCells(board, line).length);
      this.#timer = setInterval(() => {
        faces.replaceChildren(...drawFace(1 + Math.floor(Math.random() * count)));
      }, FACE_MS);
    }
    return svg('g', { transform: moveTo(endOf(board, line)) }, body);
  }
}

/** The place beyond the end of a line such as r4. @param {BoardView} board @param {string} line @returns {[number, number]} */
function endOf(board, line) {
  const { right, bottom } = boxAround(board.centres);
  const index = Number(line.slice(1)) - 1;
  const isRow = line[0] === 'r';
  const cell = board.coordinates.findIndex(([column, row]) => (isRow ? row : column) === index);
  const [x, y] = board.centres[Math.max(0, cell)];
  return isRow ? [right + OUT, y] : [x, bottom + OUT];
}
