// Atmalof: its tasks in their order, and those of chances: announcing for a gap, the corner that no roll reaches, and the last piece with its tie-break.

import { lineText } from '../games/words.js';
import { _, ngettext } from '../i18n.js';
import { close, ends, step, sure } from './atmalof_basics.js';
import { right, wrong } from './verdicts.js';

/** @typedef {import('./lesson.js').Attempt} Attempt */
/** @typedef {import('./lesson.js').Verdict} Verdict */
/** @typedef {import('./lesson.js').Task} Task */

const words = (/** @type {string} */ text) => text.split(' ');
const FACES = 6;

/** @returns {Task[]} */
export function atmalofTasks() {
  const tasks = [sure(), step(), gap(), ends(), close(), corner(), lastPiece()];
  return tasks.map((task) => ({ ...task, forbidden: squareAlone }));
}

/** @returns {Task} */
function gap() {
  return {
    name: 'gap',
    spec: 'atmalof',
    setup: {
      stones: { red: words('r4c2 r4c3 r4c5 r4c6 r1c1'), blue: words('r1c4 r2c4 r5c4 r4c1 r5c2') },
      to_move: 'red',
    },
    text: _(
      'You are Red. You have four pieces in row 4, with a gap on r4c4, and no other piece nearby. Announce a line in which the die can fill the gap.',
    ),
    solution: 'r4',
    reply: ['=4'],
    judge: ({ move }) => {
      if (move === 'r4' || move === 'c4')
        return right(
          _('The die was kind: a four. Row 4 and column 4 both cross the gap, and each has one chance in six.'),
        );
      if (move.includes('-'))
        return wrong(
          _(
            'You have no spare piece beside the gap, and moving one from the line only opens another. Announce a row or a column.',
          ),
        );
      return wrong(
        _('In {line} no roll can land on r4c4. Which row or column is the gap in?', {
          line: lineText(move, null),
        }),
      );
    },
  };
}

/** @returns {Task} */
function corner() {
  return {
    name: 'corner',
    spec: 'atmalof',
    setup: {
      stones: { red: words('r3c3 r4c4 r5c5 r6c6 r6c7'), blue: words('r2c2 r1c5 r5c2 r4c1 r2c6') },
      to_move: 'red',
    },
    marks: { r7c7: '?' },
    text: _('You are Red, with four pieces on the diagonal. The fifth has to go in the corner, r7c7. Fill it.'),
    solution: 'r6c7-r7c7',
    judge: judgeCorner,
  };
}

/** What is told whoever chooses a square of which no move begins. */
function squareAlone() {
  return _(
    'A square alone places nothing. Announce a line by choosing its number, or move a piece: choose it, then where it goes.',
  );
}

/** @param {Attempt} attempt @returns {Verdict} */
function judgeCorner({ move, after }) {
  if (after.result)
    return right(_('Row 7 and column 7 are beyond the die, and the corner is beyond both: you can only move there.'));
  if (move === 'r7')
    return wrong(_('From row 7 the die reaches columns 1 to 6. A die has no seven: no roll lands in the corner.'));
  if (move === 'c7')
    return wrong(_('From column 7 the die reaches rows 1 to 6. A die has no seven: no roll lands in the corner.'));
  if (!move.includes('-'))
    return wrong(
      _('{line} does not even contain the corner. And can the die reach it in the lines that do?', {
        line: sentence(lineText(move, null)),
      }),
    );
  if (move === 'r6c6-r7c7')
    return wrong(_('That fills the corner but leaves a gap on r6c6. A piece from outside the line has to go there.'));
  return wrong(_('That piece does not fill the corner. Which of your pieces is beside it but not in the line?'));
}

/** @returns {Task} */
function lastPiece() {
  return {
    name: 'lastPiece',
    spec: 'atmalof',
    moves: words(
      'r7=6 c7=5 c7=2 r6=2 r6=6 r1=5 r7=2 c7=1 r5=4 r7=5 r4=5 r4=3 r3=3 r4=1 r3=5 r3=1 r3=2 r4=2 r1=6 r1=2 r2=2 r1=4 r7=1 r6=5 r4=6 c7=4 r2=6 r6=4 r5=3 r5=5 r5=6 r2=1 r1=3 r3=6 c7=6 r7=2 r5=1 r5=2 r4=4 r2=5 r7=3 r1=1',
    ),
    text: _(
      'You are Red with one piece left to drop: your 22nd ends the game. Both sides have two fours, so as it stands it would be a draw. Announce the line that gives you the best chance of winning the tie-break now.',
    ),
    solution: 'c4',
    reply: ['=2'],
    judge: judgeLastPiece,
  };
}

/** @param {Attempt} attempt @returns {Promise<Verdict>} */
async function judgeLastPiece({ move, ask }) {
  if (move.includes('-'))
    return wrong(
      _('A move may make another four, but then the game continues, and it is Blue’s turn. Drop the last piece.'),
    );
  const rolled = await Promise.all(Array.from({ length: FACES }, (_unused, face) => ask([`=${face + 1}`])));
  const wins = rolled.filter((position) => position.result?.colour === 0).length;
  const draws = rolled.filter((position) => position.result && position.result.colour === null).length;
  if (move === 'c4')
    return right(
      _(
        'Two faces win. The two sent the piece to r2c4; that makes a third four, and three against two wins the tie-break.',
      ),
    );
  const line = lineText(move, null);
  if (wins) {
    return wrong(
      ngettext(
        'Not bad: in {line} one of the six faces makes a third four. But there is a line in which more of them do.',
        'Not bad: in {line} {count} of the six faces make a third four. But there is a line in which more of them do.',
        wins,
        { line },
      ),
    );
  }
  if (draws)
    return wrong(_('In {line} the piece can land, but never makes a four: the game would end in a draw.', { line }));
  return wrong(_('In {line} every square within reach is occupied: the drop fails and you lose the turn.', { line }));
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
