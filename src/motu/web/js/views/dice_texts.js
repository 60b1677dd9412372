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
  if (dice.sealing > 1) return _('The dice are being resealed; {name} has yet to do it.', { name });
  return dice.links
    ? _('The game starts when {name} is here and has sealed the dice, or is aborted after two minutes.', { name })
    : _('The game starts when {name} is here and has sealed the dice, or is aborted after 14 days.', { name });
}

/** What this browser can't do. @param {import('../dice/duty.js').Duty['kind']} duty @param {boolean} isSealing @returns {string} */
export function dutyText(duty, isSealing) {
  if (duty === 'betrayed')
    return _('The server has sealed a different secret since this browser sealed its share: do not trust these dice.');
  if (duty !== 'elsewhere') return '';
  return isSealing
    ? _('You sealed the dice in another browser, and only that one can reveal them: open the game there.')
    : _('Your dice numbers are in another browser of yours. Continue there, or ask to reseal the dice.');
}

/** Why a game did not begin. @param {TableState} state @param {number[]} persons */
export function droppedText(state, persons) {
  if (persons.length > 1) return _('The game did not start: nobody sealed the dice in time.');
  return isReader(state, persons[0])
    ? _('The game did not start: your browser did not seal the dice in time.')
    : _('The game did not start: {name} did not seal the dice in time.', { name: nameOf(state, persons[0]) });
}

/** For whose link the die waits. @param {TableState} state @param {number} person */
export function owedText(state, person) {
  return isReader(state, person)
    ? _('Your browser has to reveal a number before the die rolls.')
    : _('{name}’s browser has to reveal a number before the die rolls.', { name: nameOf(state, person) });
}

/** What came of checking. @param {import('../dice/proof.js').Verdict} verdict */
export function proofText({ kind, rolls, field = '', wrong }) {
  if (kind === 'untold') return _('Not proved: the server has not revealed its secret.');
  if (kind === 'receipt') return _('This is not what was sealed: this browser was told something else at the time.');
  if (kind === 'unfit') return _('What was sealed does not match: {field}.', { field });
  if (wrong)
    return _('{line}: the die shows {face}, but {right} follows from what was sealed.', {
      line: `${wrong.turn + 1}. ${lineText(wrong.line, null)}`,
      face: wrong.face,
      right: wrong.right,
    });
  if (!rolls) return _('Nothing was rolled, and the server has revealed its secret.');
  return ngettext(
    'The only roll follows from what was sealed before the game.',
    'All {count} rolls follow from what was sealed before the game.',
    rolls,
  );
}
