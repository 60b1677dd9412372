// What is said of dice that two people at different screens have sealed.

import { missing } from '../dice/duty.js';
import { _, ngettext } from '../i18n.js';
import { lineText } from '../games/words.js';
import { isReader, nameOf } from './table_texts.js';

/** @typedef {import('../api.js').Dice} Dice */
/** @typedef {import('./table_state.js').TableState} TableState */

/** For whom a game waits whose dice are not yet sealed. @param {TableState} state @param {Dice} dice */
export function sealingText(state, dice) {
  const others = missing(dice).filter((person) => !isReader(state, person));
  if (!others.length) return _('The dice are being sealed …');
  const name = nameOf(state, others[0]);
  if (dice.sealing > 1) return _('The dice are sealed anew; {name} has yet to do it.', { name });
  return dice.links
    ? _('The game begins when {name} is here and has sealed the dice, or is called off after two minutes.', { name })
    : _('The game begins when {name} is here and has sealed the dice, or is called off after 14 days.', { name });
}

/** What this browser can't do. @param {import('../dice/duty.js').Duty['kind']} duty @param {boolean} isSealing @returns {string} */
export function dutyText(duty, isSealing) {
  if (duty === 'betrayed')
    return _('The house has sealed another secret since this browser sealed its share: do not trust these dice.');
  if (duty !== 'elsewhere') return '';
  return isSealing
    ? _('Another browser of yours has sealed the dice, and only that one can open them: open the game there.')
    : _('The links of your dice are in another browser of yours. Play on there, or ask to seal the dice anew.');
}

/** Why a game did not begin. @param {TableState} state @param {number[]} persons */
export function droppedText(state, persons) {
  if (persons.length > 1) return _('The game did not begin: nobody has sealed the dice in time.');
  return isReader(state, persons[0])
    ? _('The game did not begin: your browser has not sealed the dice in time.')
    : _('The game did not begin: {name} has not sealed the dice in time.', { name: nameOf(state, persons[0]) });
}

/** For whose link the die waits. @param {TableState} state @param {number} person */
export function owedText(state, person) {
  return isReader(state, person)
    ? _('Your browser is to tell a number before the die rolls.')
    : _('The browser of {name} is to tell a number before the die rolls.', { name: nameOf(state, person) });
}

/** What came of checking. @param {import('../dice/proof.js').Verdict} verdict */
export function proofText({ kind, rolls, field = '', wrong }) {
  if (kind === 'untold') return _('Unproved: the house has not told its secret.');
  if (kind === 'receipt') return _('This is not what was sealed then: this browser was told something else.');
  if (kind === 'unfit') return _('What was sealed does not fit together: {field}.', { field });
  if (wrong)
    return _('{line}: the die shows {face}, but {right} follows from what was sealed.', {
      line: `${wrong.turn + 1}. ${lineText(wrong.line, null)}`,
      face: wrong.face,
      right: wrong.right,
    });
  if (!rolls) return _('Nothing was rolled, and the house has told its secret.');
  return ngettext(
    'The {count} roll follows from what was sealed before the game.',
    'All {count} rolls follow from what was sealed before the game.',
    rolls,
  );
}
