// Atmalof from the beginning: a roll that cannot miss, the step, a row that is open at both ends, and the block.

import { lineText } from '../games/words.js';
import { _ } from '../i18n.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('./lesson.js').Attempt} Attempt */
/** @typedef {import('./lesson.js').Task} Task */
/** @typedef {import('./lesson.js').Verdict} Verdict */

const words = (/** @type {string} */ text) => text.split(' ');
const SPEC = 'atmalof';
const FACES = 6;

/** @returns {Task} */
export function sure() {
  return {
    name: 'sure',
    spec: SPEC,
    setup: {
      stones: { red: words('r1c1 r2c2 r3c4 r4c3 r5c5'), blue: words('r1c6 r3c1 r5c2 r2c5 r4c4') },
      to_move: 'red',
    },
    text: _(
      'You are Red. Announce a row or a column by choosing its number, and the die says which of its squares your piece goes to; if it is occupied, you lose the turn. Announce a line in which no roll can miss.',
    ),
    solution: 'r6',
    reply: ['=3'],
    judge: ({ move, before }) => {
      const found = before.announce?.find(({ line }) => line === move);
      if (!found) return wrong(_('That moves a piece. Announce a line by choosing its number.'));
      if (found.hits === found.faces)
        return right(_('Six faces, six free squares. The dots on a number show this before you roll.'));
      return wrong(
        _('In {line} only {hits} of {faces} faces land on a free square.', {
          line: lineText(move, null),
          hits: found.hits,
          faces: found.faces,
        }),
      );
    },
  };
}

/** @returns {Task} */
export function step() {
  return {
    name: 'step',
    spec: SPEC,
    setup: {
      stones: { red: words('r3c1 r3c2 r3c3 r3c4 r2c5'), blue: words('r1c2 r5c3 r5c5 r6c1') },
      to_move: 'red',
    },
    text: _(
      'Instead of rolling you may move one of your pieces to a free square beside it, straight or diagonally. You are Red, with four pieces in row 3, and five win. Finish it without the die.',
    ),
    solution: 'r2c5-r3c5',
    judge: ({ move, after }) => {
      if (after.result) return right(_('A step never misses: a piece beside the gap is worth more than a lucky roll.'));
      if (!move.includes('-'))
        return wrong(_('In {line} the die may or may not help. A step is certain.', { line: lineText(move, null) }));
      return wrong(_('That does not make five. Which piece is outside the row, but beside its end?'));
    },
  };
}

/** @returns {Task} */
export function ends() {
  return {
    name: 'ends',
    spec: SPEC,
    setup: {
      stones: { red: words('r3c2 r3c3 r3c4 r3c5 r6c1'), blue: words('r1c1 r2c6 r5c2 r5c4 r6c6') },
      to_move: 'red',
    },
    text: _(
      'You are Red, with four pieces in row 3, and both ends are free: a fifth on r3c1 or on r3c6 wins. Announce the line in which the most faces of the die win.',
    ),
    solution: 'r3',
    reply: ['=6'],
    judge: judgeEnds,
  };
}

/** @param {Attempt} attempt @returns {Promise<Verdict>} */
async function judgeEnds({ move, ask }) {
  if (move.includes('-')) return wrong(_('No step fills either end. Announce a line.'));
  const rolled = await Promise.all(Array.from({ length: FACES }, (_unused, face) => ask([`=${face + 1}`])));
  const wins = rolled.filter((position) => position.result?.colour === 0).length;
  if (wins > 1) return right(_('The one and the six both win, two chances in six. A column has only one of the ends.'));
  const line = lineText(move, null);
  if (wins) return wrong(_('In {line} one face wins. There is a line in which two do.', { line }));
  return wrong(_('In {line} no face wins at once.', { line }));
}

/** @returns {Task} */
export function close() {
  return {
    name: 'close',
    spec: SPEC,
    setup: {
      stones: { red: words('r5c3 r1c1 r2c6 r6c6'), blue: words('r4c2 r4c3 r4c5 r4c6') },
      to_move: 'red',
    },
    text: _('Blue has four in row 4 and wants r4c4. You are Red. Close the gap without the die.'),
    solution: 'r5c3-r4c4',
    judge: ({ move }) => {
      if (move.endsWith('-r4c4')) return right(_('Blue cannot win next, neither with a step nor with any roll.'));
      if (move.includes('-')) return wrong(_('That leaves r4c4 open. Which of your pieces stands beside it?'));
      return wrong(_('No roll is sure to land on r4c4, but a step is.'));
    },
  };
}
