// What a hand on a cell means: the moves that begin there, from what the server says may be done. No rules are known here.

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {{move: string, kind: 'place'|'flip'|'put_back'|'swap'|'step'|'announce', cell: number, to: number|null}} Intent */

/** All that may be done in a position, by the cell where the hand begins. */
export class Intents {
  /** @param {BoardView} board @param {PositionView} position */
  constructor(board, position) {
    this.board = board;
    /** @type {Map<number, Intent>} */
    this.onCell = new Map();
    /** @type {Map<number, Map<number, Intent>>} */
    this.steps = new Map();
    /** @type {Map<string, import('./types.js').Announcement>} */
    this.lines = new Map((position.announce ?? []).map((each) => [each.line, each]));
    const { names } = board;
    for (const cell of position.place ?? []) this.#add({ move: names[cell], kind: 'place', cell, to: null });
    for (const cell of position.put_back ?? [])
      this.#add({ move: `@${names[cell]}`, kind: 'put_back', cell, to: null });
    for (const cell of position.flip ?? []) this.#add({ move: `x${names[cell]}`, kind: 'flip', cell, to: null });
    if (position.can_swap) {
      [...position.stones].forEach((stone, cell) => {
        if (stone !== '.') this.#add({ move: 'swap', kind: 'swap', cell, to: null });
      });
    }
    for (const [cell, to] of position.steps ?? []) {
      if (!this.steps.has(cell)) this.steps.set(cell, new Map());
      this.steps.get(cell)?.set(to, { move: `${names[cell]}-${names[to]}`, kind: 'step', cell, to });
    }
  }

  /** @param {Intent} intent */
  #add(intent) {
    this.onCell.set(intent.cell, intent);
  }

  /** What one click on a cell does. @param {number} cell @returns {Intent|null} */
  at(cell) {
    return this.onCell.get(cell) ?? null;
  }

  /** Whether anything can be done on a cell. @param {number} cell */
  isOpen(cell) {
    return this.onCell.has(cell) || this.steps.has(cell);
  }

  /** Whether a piece on a cell can step somewhere. @param {number} cell */
  canStep(cell) {
    return this.steps.has(cell);
  }

  /** The step from a cell to a cell. @param {number} from @param {number} to @returns {Intent|null} */
  step(from, to) {
    return this.steps.get(from)?.get(to) ?? null;
  }

  /** Where a piece can go. @param {number} from @returns {number[]} */
  targets(from) {
    return [...(this.steps.get(from)?.keys() ?? [])];
  }

  /** @param {string} line @returns {Intent|null} */
  announcement(line) {
    return this.lines.has(line) ? { move: line, kind: 'announce', cell: -1, to: null } : null;
  }
}

/** Whether two positions are the same, whoever has heard them. @param {PositionView|null} one @param {PositionView} other */
export function isSame(one, other) {
  if (one?.stones !== other.stones) return false; // as it mostly is, and soon said
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
