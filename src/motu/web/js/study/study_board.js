// What stands on the board of a study: the position at the cursor with what the engine has found, the end of a line that
// is pointed at, or a position that is being set up.

import '../board/defined.js';
import { specText } from '../games/titles.js';
import { cellText, lineText } from '../games/words.js';
import { settings } from '../settings.js';
import { setGround } from '../shell.js';
import { onBoard } from './board_marks.js';
import { cellMarksWords } from './mark_words.js';
import { preferences } from './preferences.js';
import { currentFindings, currentPosition, numberedCells } from './study_state.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */
/** @typedef {import('./study_state.js').StudyState} StudyState */

const NO_MARKS = { heat: null, labels: null, arrows: [], lineLabels: null, lineHeat: null, drawn: [], circles: [] };

/** Positions on which every cell can be clicked. @type {WeakMap<PositionView, PositionView>} */
const open = new WeakMap();

/** @param {BoardView} board @param {() => PositionView} shown what stands on it @param {() => string[]} marks what is drawn there */
export function makeBoard(board, shown, marks) {
  const element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
  element.label = specText(board.spec);
  element.describeCell = (cell) =>
    [cellText(board, shown(), cell), cellMarksWords(marks(), board.names[cell])].filter(Boolean).join(', ');
  element.describeLine = lineText;
  element.board = board;
  setGround(board.kind);
  return element;
}

function looks() {
  const { coordinates, weak, patterns, style } = settings();
  return { coordinates, weak, patterns, style, confirm: false };
}

/** @param {MotuBoard} element @param {PositionView} position */
export function showSetup(element, position) {
  element.configure({ ...looks(), ...NO_MARKS, active: true });
  element.show(position, true);
}

/** The same position, with nothing to do but to point at cells. @param {BoardView} board @param {PositionView} position */
function opened(board, position) {
  const all = board.names.map((_name, cell) => cell);
  const nothing = { flip: [], put_back: [], announce: [], steps: [], can_swap: false };
  if (!open.has(position)) open.set(position, { ...position, ...nothing, place: all });
  return /** @type {PositionView} */ (open.get(position));
}

/** Shows the position at the cursor; a line that is pointed at stays. @param {MotuBoard} element @param {StudyState} state @param {import('./drawing.js').Drawing} drawing */
export function showPosition(element, state, drawing) {
  const position = currentPosition(state);
  if (!position || state.previewed) return;
  const found = currentFindings(state)?.found;
  const shown = found ? onBoard(state.board, position, found, preferences()) : NO_MARKS;
  const { isOpen, from, shown: drawn } = drawing;
  const stands = isOpen ? opened(state.board, position) : position;
  const circles = from < 0 ? [] : [from];
  element.classList.toggle('drawing', isOpen);
  element.configure({ ...looks(), active: isOpen || position.player >= 0, ...shown, drawn, circles });
  if (element.position !== stands) element.show(stands, true); // else what a hand has begun would be dropped
}

/** Shows the position after a line, its moves numbered. @param {MotuBoard} element @param {BoardView} board @param {PositionView} position @param {string[]} moves */
export function showLine(element, board, position, moves) {
  element.configure({ ...NO_MARKS, active: false, labels: numberedCells(board.names, moves) });
  element.show(position, false);
}
