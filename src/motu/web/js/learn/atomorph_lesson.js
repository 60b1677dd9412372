// Atomorph: its tasks in their order, and those of flips: what makes a stone weak, the flip, the contested flip and the ban that follows it.

import { _ } from '../i18n.js';
import { corner, cut, join } from './atomorph_basics.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('./lesson.js').Attempt} Attempt */
/** @typedef {import('./lesson.js').Verdict} Verdict */
/** @typedef {import('./lesson.js').Task} Task */

const words = (/** @type {string} */ text) => text.split(' ');
const CONTESTED = words('c4 c2 d3 b3 b4 d2 e1 c3');

/** @returns {Task[]} */
export function atomorphTasks() {
  return [join(), corner(), winningFlip(), weaken(), cut(), contested(), banned(), flipBack()];
}

/** @returns {Task} */
function winningFlip() {
  return {
    name: 'winningFlip',
    spec: 'atomorph(size=7)',
    moves: words('e4 c6 e5 f7 d5 f2 c4 d3 e7 e1 c2 g1 c3 e6 c1 d6 g7 g6 b6 b7 c5 c7 a7 a6 xc6 xe7'),
    text: _(
      'You are Black and want to join the top and the bottom. Your chain stands below the white stone on b7, which blocks the way. The crescent says that it is weak: instead of placing a stone you may flip it.',
    ),
    solution: 'xb7',
    judge: ({ after, move }) => {
      if (after.result) return right(_('The stone is yours now, and with it the chain that wins.'));
      if (move[0] === 'x')
        return wrong(
          _('{cell} was weak as well, but flipping it does not open the way to the top.', { cell: move.slice(1) }),
        );
      return wrong(_('A stone on {cell} leaves b7 white. Choose the weak stone itself.', { cell: move }));
    },
    forbidden: (cell) => _('{cell} can be neither taken nor flipped.', { cell }),
  };
}

/** @returns {Task} */
function weaken() {
  return {
    name: 'weaken',
    spec: 'atomorph(size=5)',
    setup: { stones: { black: words('c4 d3 e1'), white: words('c3 a2 b5') }, to_move: 'black' },
    text: _(
      'You are Black again. Two of your stones attack the white stone on c3: one above it, one beside it. Three are needed; the third must be diagonal to it and adjacent to exactly one of the two. Make c3 weak.',
    ),
    solution: 'b4',
    judge: judgeWeaken,
    forbidden: (cell) =>
      cell === 'c3' ? _('c3 is not weak yet: it cannot be flipped.') : _('{cell} is taken.', { cell }),
  };
}

/** @param {Attempt} attempt @returns {Verdict} */
function judgeWeaken({ board, move, after }) {
  if (after.weak?.includes(board.names.indexOf('c3')))
    return right(
      _(
        '{cell} is adjacent to one of the two helpers and not to the other. White cannot save c3 by placing stones beside it.',
        { cell: move },
      ),
    );
  if (move === 'd4')
    return wrong(_('d4 lies between your two stones and is adjacent to both. Such a diagonal does not count.'));
  if (move === 'b2')
    return wrong(_('b2 is diagonal, but adjacent to neither of your two stones. Such a diagonal does not count.'));
  return wrong(_('{cell} is not a diagonal point of c3. Those are b4, d4, b2 and d2.', { cell: move }));
}

/** @returns {Task} */
function contested() {
  return {
    name: 'contested',
    spec: 'atomorph(size=5)',
    moves: CONTESTED,
    text: _(
      'The white stone on c3 is weak, and its second crescent says that it is contested: a black stone in its place would be weak as well. You are Black. Flip it.',
    ),
    solution: 'xc3',
    judge: ({ move }) => {
      if (move === 'xc3')
        return right(
          _(
            'Your stone is now contested itself. If White could flip it back at once, and you again, the game would never end.',
          ),
        );
      return wrong(_('With {cell} the stone on c3 stays white. Flip it by choosing it.', { cell: move }));
    },
    forbidden: (cell) => _('{cell} can be neither taken nor flipped.', { cell }),
  };
}

/** @returns {Task} */
function banned() {
  return {
    name: 'banned',
    spec: 'atomorph(size=5)',
    moves: [...CONTESTED, 'xc3'],
    text: _('Now you are White. Try to flip c3 back, and when the ban stops you, play another move.'),
    solution: 'a5',
    judge: () => right(_('Something else first. In a real game choose a move that Black has to answer.')),
    forbidden: (cell) =>
      cell === 'c3'
        ? _(
            'This is the ban: Black has just flipped a contested stone, so White may not flip a contested one, this or any other. Play something else.',
          )
        : _('{cell} can be neither taken nor flipped.', { cell }),
  };
}

/** @returns {Task} */
function flipBack() {
  return {
    name: 'flipBack',
    spec: 'atomorph(size=5)',
    moves: [...CONTESTED, 'xc3', 'a5', 'e4'],
    text: _(
      'White has played a5 and Black has answered on e4. The ban lasts for one turn, and the stone on c3 is as contested as before. You are White.',
    ),
    solution: 'xc3',
    judge: ({ move }) => {
      if (move === 'xc3') return right(_('Black did not flip last turn, so the ban is lifted. Now it binds Black.'));
      return wrong(_('{cell} is allowed, but you wanted c3 back, and now nothing forbids it.', { cell: move }));
    },
    forbidden: (cell) => _('{cell} can be neither taken nor flipped.', { cell }),
  };
}
