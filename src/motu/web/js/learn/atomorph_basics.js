// Atomorph from the beginning: what joins, a weak stone in the corner, and a flip that stops what no stone can.

import { _ } from '../i18n.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('./lesson.js').Task} Task */

const words = (/** @type {string} */ text) => text.split(' ');
const SPEC = 'atomorph(size=5)';

/** @returns {Task} */
export function join() {
  return {
    name: 'join',
    spec: SPEC,
    setup: { stones: { black: words('c1 c2 c4 c5'), white: words('a1 b3 d3 e5') }, to_move: 'black' },
    lit: [0, 2],
    text: _(
      'You are Black and want to join the top and the bottom. Stones are joined up, down, left and right, never diagonally. One stone is missing.',
    ),
    solution: 'c3',
    judge: ({ after, move }) =>
      after.result
        ? right(_('From c1 to c5 the chain has no gap, and it reaches both of your edges.'))
        : wrong(_('{cell} leaves the gap between c2 and c4.', { cell: move })),
    forbidden: taken,
  };
}

/** @returns {Task} */
export function corner() {
  return {
    name: 'corner',
    spec: SPEC,
    setup: { stones: { black: words('a2 d4'), white: words('a1 c3') }, to_move: 'black' },
    text: _(
      'A badly placed stone becomes weak. This is easiest to see in the corner, where two enemy stones beside it are enough. Make the white stone on a1 weak.',
    ),
    solution: 'b1',
    judge: ({ board, after, move }) =>
      after.weak?.includes(board.names.indexOf('a1'))
        ? right(
            _(
              'The crescent shows it: instead of placing a stone, you may flip this one on a later turn, and it becomes black.',
            ),
          )
        : wrong(_('After {cell} the stone on a1 still has a free side.', { cell: move })),
    forbidden: taken,
  };
}

/** @returns {Task} */
export function cut() {
  return {
    name: 'cut',
    spec: SPEC,
    setup: {
      stones: { black: words('a5 b1 b2 b3 b4 e1 e2'), white: words('b5 c3 c4 d1 e3 e4') },
      to_move: 'white',
    },
    text: _(
      'You are White. Black needs only a4 to join the bottom and the top. But a stone of yours on a4 would be weak at once. How do you stop Black?',
    ),
    solution: 'xb4',
    judge: ({ move }) => {
      if (move === 'xb4')
        return right(_('The weak stone was part of the chain; now the way to a4 begins with a white stone.'));
      if (move === 'a4')
        return wrong(_('Black flips your stone on a4, and the chain is complete. A weak stone stops nobody.'));
      return wrong(_('After {cell} Black plays a4 and wins.', { cell: move }));
    },
    forbidden: taken,
  };
}

/** @param {string} cell */
function taken(cell) {
  return _('{cell} can be neither taken nor flipped.', { cell });
}
