// What puzzles ask and say, in words.

import { colourName, parameterMeaning, stepText } from '../games/words.js';
import { _, ngettext, number } from '../i18n.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').Equity} Equity */

/** What is asked. @param {Puzzle} puzzle @param {BoardView} board @param {PositionView} position */
export function taskText(puzzle, board, position) {
  const colour = colourName(board, position.to_move);
  if (puzzle.goal === 'best') return _('{colour} to move. Which move is best?', { colour });
  if (!puzzle.turns) return _('{colour} to move wins, but only one move does it. Find it.', { colour });
  return ngettext(
    '{colour} to move wins in {count} turn. Only one move does it: find it.',
    '{colour} to move wins in {count} turns. Only one move does it: find it.',
    puzzle.turns,
    { colour },
  );
}

/** What is special about the rules of a board, where anything is. @param {Puzzle} puzzle @param {BoardView} board */
export function rulesText({ spec }, board) {
  if (board.kind === 'squares')
    return _('{line} in a row win; each side has {pieces} pieces.', { line: board.line, pieces: board.pieces });
  if (board.kind === 'hexagons') return '';
  return [
    spec.includes('contested=never') && _('Contested stones are never flipped.'),
    spec.includes('corners=false') && _('The four corners keep their colour.'),
    spec.includes('return_stone=true') && parameterMeaning({ key: 'return_stone', meaning: '' }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** What somebody has just played, in words. @param {BoardView} board @param {string} move */
export function ownText(board, move) {
  return stepText(board, move, 0, '', true);
}

/** What the opponent plays. @param {BoardView} board @param {readonly string[]} replies @param {number} colour */
export function repliesText(board, replies, colour) {
  return replies.map((reply) => stepText(board, reply, 1, colourName(board, colour))).join(' ');
}

/**
 * What is said of a right move.
 * @param {BoardView} board
 * @param {string} move
 * @param {boolean} isFirst
 * @param {readonly Equity[]} equities the best first
 */
export function praiseText(board, move, isFirst, [best, second]) {
  if (best && second)
    return _('Right: this is worth {worth}, and the next best move {other}.', {
      worth: worthText(best),
      other: worthText(second),
    });
  return [isFirst ? _('Right, and nothing else wins.') : _('Right.'), ownText(board, move)].join(' ');
}

/** What is said of a move that nobody has found: the solution was asked for. @param {string} move @param {readonly Equity[]} equities the best first */
export function answerText(move, [best, second]) {
  if (best && second)
    return _('The answer is {move}: it is worth {worth}, and the next best move {other}.', {
      move,
      worth: worthText(best),
      other: worthText(second),
    });
  return _('The answer is {move}.', { move });
}

/**
 * What is said of a wrong one.
 * @param {BoardView} board
 * @param {string} move
 * @param {number} colour the opponent's
 * @param {import('../api.js').Verdict} verdict
 */
export function blameText(board, move, colour, { equities, replies }) {
  const [worth] = equities;
  const played = ownText(board, move);
  if (worth)
    return [
      played,
      _('Another move is better. After this one, expect {worth} on average: −1 is a loss, 1 a win.', {
        worth: worthText(worth),
      }),
    ].join(' ');
  if (!replies.length) return [played, _('That does not win.')].join(' ');
  const end = _('Now {colour} wins, whatever you play.', { colour: colourName(board, colour) });
  return [played, repliesText(board, replies, colour), end].join(' ');
}

/** What a move is worth: one figure where its two bounds are one. @param {Equity} equity */
export function worthText({ lower, upper }) {
  const [least, most] = [figure(lower), figure(upper)];
  return least === most ? least : _('{least} to {most}', { least, most });
}

/** @param {number} value @param {'floor'|'ceil'|'halfExpand'} [roundingMode] */
export function figure(value, roundingMode = 'halfExpand') {
  return number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero', roundingMode });
}
