// What a guide says, in words.

import { colourName, lineText } from '../games/words.js';
import { _ } from '../i18n.js';
import { nextSpec } from './memory.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('./guide_state.js').Hint} Hint */
/** @typedef {import('./guide_state.js').Seen} Seen */

const EDGES = 4;
const FACING = 8;

/** What a game is about, in a line. @param {BoardView} board */
export function goalText(board) {
  if (board.kind === 'squares') return _('Goal: {line} of your pieces in a row.', { line: board.line });
  if (board.islands.length === EDGES) return _('Goal: join your two edges.');
  if (board.islands.length === FACING) return _('Goal: join two of your islands that face each other.');
  return _(
    'Goal: join two of your islands that face each other, or several that reach around more than half of the rim.',
  );
}

/** @param {Hint} hint @param {Seen} seen @param {string} opponent what the other side is called */
export function hintText(hint, seen, opponent) {
  const { board, colour, game } = seen;
  const names = hint.cells.map((cell) => board.names[cell]);
  const values = { colour: colourName(board, colour), opponent, cell: names[0] ?? '' };
  if (hint.kind === 'goal') return firstText(board, values);
  if (hint.kind === 'end') return endText(seen);
  if (hint.kind === 'threat') return threatText(hint, opponent);
  if (hint.kind === 'chain' || hint.kind === 'stone') return stoneText(hint, board, values);
  if (hint.kind === 'landed' || hint.kind === 'missed') return rollText(hint);
  if (hint.kind === 'bridge')
    return _(
      '{cells} are joined by a bridge: two empty cells lie between them, and if one is taken, you take the other.',
      { cells: hint.moves.join(', ') },
    );
  if (hint.kind === 'row')
    return _('You have {count} pieces in a row, and {line} win. Which squares are missing?', {
      count: hint.cells.length,
      line: board.line,
    });
  if (hint.kind === 'may-swap' && game.position.stones) return swapText(values);
  return simpleText(hint.kind, values);
}

/** @param {import('./guide_state.js').Kind} kind @param {{colour: string, opponent: string, cell: string}} values */
function simpleText(kind, values) {
  const texts = {
    'won-over': () =>
      _(
        '{opponent} has taken over your stone, so you are {colour} now: the islands or edges with a golden rim are yours.',
        values,
      ),
    'taken-over': () =>
      _('The stone is yours now: you are {colour}, and the golden rim shows what you have to join.', values),
    win: () => _('Look closely: you have a move that wins at once.'),
    touch: () => _('{cell} touches one of your islands: the two are already joined.', values),
    through: () => _('Your islands count as stones: a chain may reach one at any point and continue from any other.'),
    diagonal: () => _('Stones that touch only diagonally are not joined.'),
    'own-weak': () =>
      _(
        'The crescent on your stone on {cell} says that it is weak: {opponent} may flip it instead of placing a stone.',
        values,
      ),
    'enemy-weak': () =>
      _('The stone on {cell} is weak. Instead of placing a stone you may choose it: it becomes yours.', values),
    'own-flip': () => _('You have flipped {cell}: it is {colour} now, and joined to your stones beside it.', values),
    'enemy-flip': () => _('{opponent} has flipped your stone on {cell}: it was weak.', values),
    ban: () => _('A contested stone was flipped just now, so none may be flipped this turn.'),
    step: () =>
      _('Instead of rolling you may move one of your pieces to a free square beside it, straight or diagonally.'),
    faces: () => _('The dots on a number show which faces of the die land on a free square there.'),
  };
  return texts[/** @type {keyof typeof texts} */ (kind)]?.() ?? '';
}

/** @param {BoardView} board @param {{colour: string}} values */
function firstText(board, values) {
  if (board.kind === 'squares')
    return _(
      'You are {colour}. Choose the number of a row or column: a die says on which of its squares your piece lands.',
      values,
    );
  if (board.islands.length === EDGES)
    return _(
      'You are {colour}. Join the two edges with a golden rim by a chain of your stones. Place one anywhere.',
      values,
    );
  return _(
    'You are {colour}. Join two of your islands that face each other, such as the two with a golden rim. Place a stone anywhere.',
    values,
  );
}

/** @param {{colour: string, opponent: string}} values */
function swapText(values) {
  return _(
    'Is the first stone a good one? Choose it to take it over, along with its colour. Otherwise place your own: you stay {colour}.',
    values,
  );
}

/** @param {Hint} hint @param {string} opponent */
function threatText({ moves }, opponent) {
  if (moves.length > 1)
    return _('Careful: {opponent} threatens to win with any of these: {moves}.', {
      opponent,
      moves: moves.join(', '),
    });
  return _('Careful: {opponent} threatens to win with {move}. Stop it.', { opponent, move: moves[0] });
}

/** @param {Hint} hint @param {BoardView} board @param {{cell: string}} values */
function stoneText({ kind }, board, values) {
  if (kind === 'chain') return _('Stones side by side are joined: {cell} has made your chain longer.', values);
  if (board.kind === 'points')
    return _('Stones never move. {cell} is joined to your stones directly above, below and beside it.', values);
  return _('Stones never move. Each is joined to your stones on the six cells around it.');
}

/** @param {Hint} hint */
function rollText({ kind, moves: [line, face] }) {
  const values = { line: lineText(line, null), face };
  if (kind === 'missed')
    return _('You named {line} and rolled {face}, but that square was taken: the turn is lost.', values);
  return _('You named {line} and rolled {face}: that is where your piece landed.', values);
}

/** @param {Seen} seen */
function endText({ board, game, person }) {
  const text =
    game.result?.winner === person
      ? _('You have won your first game! What next?')
      : _('That was your first game. Study shows where it turned. What next?');
  return nextSpec(board.game, game.id) ? [text, pieText()].join(' ') : text;
}

/** What a first game has left out. */
function pieText() {
  return _(
    'From now on there is one more rule: the second player may take over the first stone, along with its colour.',
  );
}
