// What the engine has found, as marks for the board: cells and headers by letter, grade and figure, arrows for pieces that
// move. Plain data in, plain data out.

import { gradeOf, letters, lossOf, signOf } from './grades.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').MoveInfo} MoveInfo */
/** @typedef {import('./preferences.js').Preferences} Preferences */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {Pick<import('../board/types.js').Options, 'heat'|'labels'|'arrows'|'lineLabels'|'lineHeat'>} Marks */
/** @typedef {{[name in keyof Marks]: NonNullable<Marks[name]>}} Collected */
/** @typedef {{heat: import('../board/types.js').Heat, text: string, weight: number}} Mark  `weight` from 0 to 1, how much the move was thought of */

/** Cells without a letter whose moves have a smaller share of the best one's visits than this have no figure. */
const LEAST_WEIGHT = 0.1;
const MOST_ARROWS = 3;

/**
 * The moves as marks on cells, as arrows for pieces that move, and on the headers of lines.
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {Findings} findings
 * @param {Pick<Preferences, 'heat'|'lines'>} preferences what is shown, and how many moves have letters
 * @returns {Marks}
 */
export function onBoard(board, position, findings, { heat: kind, lines }) {
  /** @type {Collected} */
  const marks = { heat: new Map(), labels: new Map(), arrows: [], lineLabels: new Map(), lineHeat: new Map() };
  if (kind === 'none') return marks;
  const infos = findings.moveInfos;
  const share = (/** @type {MoveInfo} */ info) => (kind === 'policy' ? info.prior : info.visits);
  const most = Math.max(kind === 'policy' ? 1e-9 : 1, ...infos.map(share));
  const named = letters(infos, lines);
  for (const info of infos) {
    const mark = markOf(info, infos[0], kind, named.get(info.move) ?? '', share(info) / most);
    put(marks, board, position, info, mark);
  }
  marks.arrows = marks.arrows.sort((one, other) => (other.weight ?? 0) - (one.weight ?? 0)).slice(0, MOST_ARROWS);
  return marks;
}

/**
 * @param {MoveInfo} info
 * @param {MoveInfo} best
 * @param {Preferences['heat']} kind
 * @param {string} letter
 * @param {number} weight
 * @returns {Mark}
 */
function markOf(info, best, kind, letter, weight) {
  const isImpression = kind === 'policy';
  const grade = isImpression || info.shows ? null : gradeOf(info, best);
  const rank = letter && grade ? letter + signOf(lossOf(info, best)) : letter;
  const heat = { grade: isBad(grade) && !letter ? null : grade, rank, weight: isImpression ? weight : 0 };
  return { heat, text: figure(info, isImpression), weight };
}

/** Whether a move is worth a warning; of moves that nobody thinks of that would be most of the board. @param {Mark['heat']['grade']} grade */
function isBad(grade) {
  return grade !== 'best' && grade !== 'good';
}

/**
 * @param {Collected} marks
 * @param {BoardView} board
 * @param {PositionView} position
 * @param {MoveInfo} info
 * @param {Mark} mark
 */
function put(marks, board, position, info, mark) {
  if (info.move.includes('-')) {
    const [from, to] = info.move.split('-').map((name) => board.names.indexOf(name));
    marks.arrows.push({ from, to, ...mark.heat, weight: Math.max(mark.weight, 0.15) });
    return;
  }
  if (info.shows) {
    for (const cell of info.shows.map((shown) => landingCell(board, position, shown)))
      if (position.landing?.includes(cell)) marks.labels.set(cell, mark.text);
    return;
  }
  const cell = board.names.indexOf(board.names.includes(info.move) ? info.move : info.move.replace(/^[x@]/, ''));
  if (cell < 0) {
    marks.lineLabels.set(info.move, mark.text);
    marks.lineHeat.set(info.move, mark.heat);
  } else {
    marks.heat.set(cell, mark.heat);
    if (mark.heat.rank || mark.weight > LEAST_WEIGHT || info.proof) marks.labels.set(cell, mark.text);
  }
}

/** A percentage of few signs, or what is proved. @param {MoveInfo} info @param {boolean} isImpression */
function figure(info, isImpression) {
  if (info.proof === 'win') return '✓';
  if (info.proof === 'loss') return '✗';
  return wholePercent(isImpression && !info.shows ? info.prior : info.winrate);
}

/** @param {number} share */
export function wholePercent(share) {
  return `${Math.round(100 * share)}\u00a0%`;
}

/** Where a roll lands after the announcement. @param {BoardView} board @param {PositionView} position @param {number} shown */
function landingCell(board, position, shown) {
  const line = position.announced ?? '';
  return board.names.indexOf(line[0] === 'r' ? `${line}c${shown}` : `r${shown}${line}`);
}
