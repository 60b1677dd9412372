// Atoll from the beginning: an island, a chain, a bridge that cannot be cut, the block, and the swap.

import { _ } from '../i18n.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./lesson.js').Task} Task */

const words = (/** @type {string} */ text) => text.split(' ');
const SPEC = 'atoll(size=gan)';
/** Empty cells between two stones that make them a bridge. */
const BRIDGE = 2;

/** @returns {Task} */
export function island() {
  return {
    name: 'island',
    spec: SPEC,
    lit: [1],
    text: _(
      'You are Black. The shapes around the water are islands, and half of them are yours from the start. Place a stone that touches the island with the golden rim.',
    ),
    solution: 'f8',
    judge: ({ board, move }) => {
      if (board.islands[1].cells.includes(board.names.indexOf(move)))
        return right(
          _('{cell} touches the island, so the two are joined. An island is a stone that nobody can take.', {
            cell: move,
          }),
        );
      return wrong(_('{cell} does not touch that island. Which cells lie along its shore?', { cell: move }));
    },
  };
}

/** @returns {Task} */
export function chain() {
  return {
    name: 'chain',
    spec: SPEC,
    moves: words('d4 a1 d2 a2'),
    text: _(
      'Stones on neighbouring cells are joined. You are Black, and your stones on d4 and d2 have one cell between them. Join them.',
    ),
    solution: 'd3',
    judge: ({ board, move }) => {
      if (touch(board, move, 'd4') && touch(board, move, 'd2'))
        return right(_('Three stones, one chain: this is how chains grow across the water, from shore to shore.'));
      return wrong(_('{cell} does not touch both of your stones.', { cell: move }));
    },
    forbidden: taken,
  };
}

/** @returns {Task} */
export function span() {
  return {
    name: 'span',
    spec: SPEC,
    moves: words('d4 a1'),
    text: _(
      'Joining neighbour to neighbour is slow. Place your next black stone farther away, so that two empty cells lie between it and d4 and each of them touches both stones.',
    ),
    solution: 'e6',
    judge: ({ board, before, move }) => {
      const between = betweenOf(board, before, move, 'd4');
      if (!touch(board, move, 'd4') && between.length >= BRIDGE)
        return right(
          _('That is a bridge. White can take {first} or {second}, but not both, and you take the other.', {
            first: between[0],
            second: between[1],
          }),
        );
      if (touch(board, move, 'd4'))
        return wrong(_('{cell} touches d4. That is safe, but you can go farther and be just as safe.', { cell: move }));
      return wrong(_('{cell} and d4 do not have two empty neighbours in common.', { cell: move }));
    },
    forbidden: taken,
  };
}

/** @returns {Task} */
export function save() {
  return {
    name: 'save',
    spec: SPEC,
    moves: words('d4 a1 e6 e5'),
    text: _(
      'White has stepped into your bridge: the stone on e5 is between d4 and e6. You are Black: keep your stones joined.',
    ),
    solution: 'd5',
    judge: ({ move }) =>
      move === 'd5'
        ? right(_('A bridge cannot be cut, as long as you answer. White has gained nothing.'))
        : wrong(_('After {cell} White takes d5, and your two stones are cut off from each other.', { cell: move })),
    forbidden: taken,
  };
}

/** @returns {Task} */
export function block() {
  return {
    name: 'block',
    spec: SPEC,
    moves: words('d4 d2 e6 c4 c2 c3 d3 d5 e5 e7 f7 f8 a1'),
    lit: [1, 5],
    text: _(
      'Now you are White. Black comes from the lower fish, and one more stone would reach the upper one. Stop the chain.',
    ),
    solution: 'g8',
    judge: ({ move }) =>
      move === 'g8'
        ? right(_('The last gap is closed, and Black has to find another way. Look for such gaps before every move.'))
        : wrong(_('After {cell} Black plays g8 and wins.', { cell: move })),
    forbidden: taken,
  };
}

/** @returns {Task} */
export function fair() {
  return {
    name: 'fair',
    spec: 'hex(size=5)',
    moves: ['c3'],
    text: _(
      'A small board with four edges: this game is called Hex. Black has opened in the centre, and it is your turn as White. Going first is worth a lot, so you may take the stone over by choosing it. Should you?',
    ),
    solution: 'swap',
    judge: ({ move }) =>
      move === 'swap'
        ? right(
            _(
              'From the centre Black would win against any reply; now that stone is yours. A fair opening is one that you would neither want to have nor to face.',
            ),
          )
        : wrong(
            _('After {cell} Black still wins from the centre, whatever you do. Take that stone over.', { cell: move }),
          ),
  };
}

/** @param {BoardView} board @param {string} one @param {string} other */
function touch({ names, neighbours }, one, other) {
  return neighbours[names.indexOf(one)].includes(names.indexOf(other));
}

/** The empty cells that touch two cells. @param {BoardView} board @param {PositionView} position @param {string} one @param {string} other */
function betweenOf(board, { stones }, one, other) {
  return board.names.filter(
    (name, cell) => stones[cell] === '.' && touch(board, name, one) && touch(board, name, other),
  );
}

/** @param {string} cell */
export function taken(cell) {
  return _('{cell} is taken.', { cell });
}
