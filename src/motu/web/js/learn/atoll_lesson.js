// Atoll: its tasks in their order, and those of islands: two that face each other, an island as a bridge, and three of
// twelve of which no two are opposite.

import { _ } from '../i18n.js';
import { block, chain, fair, island, save, span, taken } from './atoll_basics.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('./lesson.js').Attempt} Attempt */
/** @typedef {import('./lesson.js').Verdict} Verdict */
/** @typedef {import('./lesson.js').Task} Task */

const words = (/** @type {string} */ text) => text.split(' ');

/** @returns {Task[]} */
export function atollTasks() {
  return [island(), chain(), opposite(), span(), save(), block(), bridge(), triple(), fair()];
}

/** @returns {Task} */
function opposite() {
  return {
    name: 'opposite',
    spec: 'atoll(size=gan)',
    moves: words('d4 d2 e6 c4 c2 c3 d3 d5 e5 e7 f7 f8'),
    lit: [1, 5],
    text: _(
      'You are Black. Eight islands lie around this board. The two with a fish are yours and face each other. Your chain runs from the lower one almost to the upper one. Join them.',
    ),
    solution: 'g8',
    judge: ({ after, move }) => {
      if (after.result)
        return right(
          _(
            'A stone on the rim is joined to every island of its colour that it touches: the two fish are connected, and Black has won.',
          ),
        );
      return wrong(
        _('{cell} does not reach the upper fish. Which empty cell touches both your chain and that island?', {
          cell: move,
        }),
      );
    },
    forbidden: taken,
  };
}

/** @returns {Task} */
function bridge() {
  return {
    name: 'bridge',
    spec: 'atoll(size=gan)',
    moves: words('d2 c4 d3 d5 e5 e6 f6 f7 g8 g7 a3 b3 a2 b2 a1 g6 f4 g5 g4 e3'),
    lit: [3, 5, 7],
    text: _(
      'You are Black again, and no chain runs across the board. But your islands are stones you already have: join the two stars, which face each other, by way of the lower fish.',
    ),
    solution: 'e4',
    judge: ({ after, move }) => {
      if (after.result)
        return right(
          _(
            'Both chains end at the lower fish, which makes them one. The stars are the pair, and the fish links them.',
          ),
        );
      return wrong(
        _(
          'After {cell} the chain at the bottom still has a gap. The left one is finished: it joins a star and the fish.',
          {
            cell: move,
          },
        ),
      );
    },
    forbidden: taken,
  };
}

/** @returns {Task} */
function triple() {
  return {
    name: 'triple',
    spec: 'atoll(board=hexagon,size=5,islands=12)',
    moves: words('d7 c6 d6 g6 f6 b5 c1 g5 e5 e4 c7 b1 d5 e7 d2 f3 d4 e6 f5 e9 g4 f4 b4 f7 g7 h7 h8 i9 i8 a3 c3 c2'),
    lit: [0, 4, 8],
    text: _(
      'Twelve islands. You are Black, and your chain joins islands 0 and 4. Opposite them lie 6 and 10, far away. Yet one stone wins, and no two of the joined islands will be opposite: it is enough that no step around the rim is longer than half of it.',
    ),
    solution: 'd3',
    judge: judgeTriple,
    forbidden: taken,
  };
}

/** @param {Attempt} attempt @returns {Verdict} */
function judgeTriple({ board, move, after }) {
  if (after.result)
    return right(
      _(
        'Islands 0, 4 and 8: from each to the next it is 4 islands along the rim, never more than 6. Together they reach around more than half of it, and that wins.',
      ),
    );
  const near = board.islands.findIndex(
    (island) => island.colour === 0 && island.cells.includes(board.names.indexOf(move)),
  );
  if (near === 8) return wrong(_('{cell} touches island 8, but no chain joins it to islands 0 and 4.', { cell: move }));
  if (near >= 0)
    return wrong(
      _(
        '{cell} touches island {island}. That does not help yet: the way from 4 on to 0 is still 8 islands long, and 8 is more than 6.',
        { cell: move, island: near },
      ),
    );
  return wrong(
    _(
      'After {cell} the chain still has only islands 0 and 4. The way from 4 on to 0 is 8 islands long, and 8 is more than 6. Which island lies in the middle of that way?',
      { cell: move },
    ),
  );
}
