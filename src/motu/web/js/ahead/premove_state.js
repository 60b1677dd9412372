// A move that is chosen while the opponent thinks, and played as soon as he has moved. Plain data; it knows no page.

import { Intents } from '../board/intent.js';

/** @typedef {import('../api.js').Clock} Clock */
/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */

const DAY_MS = 24 * 3_600_000;

/** Whether people sit and wait for each other's moves. @param {Clock|null|undefined} clock */
export function isLiveClock(clock) {
  return Boolean(clock) && clock?.kind !== 'correspondence' && (clock?.initial_ms ?? 0) < DAY_MS;
}

/** Whether the one who is here waits for the person at the other screen. @param {Game} game */
export function waitsForOther({ is_remote: isRemote, is_mine: isMine, seat, result, position }) {
  return Boolean(isRemote) && isMine && typeof seat === 'number' && !result && position.player === 1 - seat;
}

/** Whether a move can be chosen beforehand. @param {Game} game */
export function mayPremove(game) {
  return waitsForOther(game) && isLiveClock(game.created.clock);
}

/** What is made of positions: it is asked for once a cell. @type {WeakMap<PositionView, PositionView>} */
const premoves = new WeakMap();

/** The position with all that whoever waits may perhaps do next; the server says later whether it is so. @param {BoardView} board @param {Game} game @returns {PositionView} */
export function premovePosition(board, game) {
  const known = premoves.get(game.position) ?? opened(board, game);
  premoves.set(game.position, known);
  return known;
}

/** @param {BoardView} board @param {Game} game @returns {PositionView} */
function opened(board, { position, seat }) {
  const own = (seat ?? 0) ^ Number(position.swapped ?? false);
  const cells = [...position.stones].map((stone, cell) => ({ stone, cell }));
  const where = (/** @type {string} */ wanted) => cells.filter(({ stone }) => stone === wanted).map(({ cell }) => cell);
  const nothing = { can_swap: false, flip: [], put_back: [], announce: [], steps: [], place: [] };
  // one's own move, though the other is to move: what is drawn of it has one's own colour
  const later = { ...position, ...nothing, to_move: own, player: seat ?? 0 };
  if (board.kind === 'squares') return { ...later, announce: position.announce ?? [] };
  const flip = board.game === 'atomorph' ? where(String(1 - own)) : [];
  return { ...later, place: where('.'), flip };
}

/** Whether what was chosen in one position is still meant in another: not once colours are exchanged, or moves before it are taken back. @param {PositionView} chosenIn @param {PositionView} position */
export function isMeant(chosenIn, position) {
  const hasSwapped = Boolean(chosenIn.swapped) !== Boolean(position.swapped);
  return !hasSwapped && chosenIn.ply <= position.ply;
}

/** Whether a move can be played in a position. @param {BoardView} board @param {PositionView} position @param {string} move */
export function canPlay(board, position, move) {
  const intents = new Intents(board, position);
  const steps = [...intents.steps.values()].flatMap((each) => [...each.values()]);
  return [...intents.onCell.values(), ...steps].some((each) => each.move === move) || intents.lines.has(move);
}
