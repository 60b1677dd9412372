// What is said between two people at different screens: what one asks of the other, who is there.

import { _, ngettext } from '../i18n.js';
import { nextGameText } from '../series/series_texts.js';
import { stepsBack } from './table_offers.js';
import { isReader, listed, nameOf } from './table_texts.js';

/** @typedef {import('../api.js').OfferKind} OfferKind */
/** @typedef {import('./table_state.js').TableState} TableState */

/** What the other one is called in a sentence. @param {TableState} state @param {number} person */
function otherName(state, person) {
  return nameOf(state, person);
}

/** What waits for an answer, as the one sees it who is here; '' for nothing. @param {TableState} state */
export function offerText(state) {
  const { offer } = state.game;
  if (!offer) return '';
  if (offer.person < 0) return state.game.is_mine ? nextGameText(state) : '';
  return isReader(state, offer.person) ? ownText(offer.kind) : askedText(state, offer);
}

/** @param {OfferKind} kind */
function ownText(kind) {
  return {
    take_back: _('You asked to take back your last move.'),
    draw: _('You offered a draw.'),
    cancel: _('You asked to abort the game.'),
    rematch: _('You offered a rematch.'),
    seal: _('You asked to reseal the dice.'),
  }[kind];
}

/** What the other one asks for; of a move to be taken back, what goes with it. @param {TableState} state @param {import('../api.js').PendingOffer} offer */
function askedText(state, { kind, person }) {
  const name = otherName(state, person);
  return {
    take_back: _('{name} asks to take back {moves}.', { name, moves: listed(stepsBack(state.game, person)) }),
    draw: _('{name} offers a draw.', { name }),
    cancel: _('{name} asks to abort the game.', { name }),
    rematch: _('{name} offers a rematch.', { name }),
    seal: _('{name} is now in another browser and asks to reseal the dice.', { name }),
  }[kind];
}

/**
 * What an answer comes to, where it leaves all as it was; '' for everything else.
 * @param {TableState} state
 * @param {any} event
 * @param {import('../api.js').PendingOffer|null|undefined} offer that was answered
 */
export function answerText(state, { what }, offer) {
  if (what.type !== 'answered' || what.is_accepted || !offer) return '';
  if (offer.person < 0) return isReader(state, what.person) ? '' : stoppedText(otherName(state, what.person));
  if (what.person === offer.person) return isReader(state, what.person) ? '' : _('The request was withdrawn.');
  return isReader(state, what.person) ? '' : _('{name} declines.', { name: otherName(state, what.person) });
}

/** Why the next game of a series does not begin. @param {string} name of who stops it; '' for nobody */
function stoppedText(name) {
  if (!name) return _('The series will not continue.');
  return _('{name} is not playing on right now. A rematch continues the series.', { name });
}

/** @param {TableState} state @param {number} person @param {boolean} isHere */
export function presenceText(state, person, isHere) {
  const name = otherName(state, person);
  return isHere ? _('{name} is here.', { name }) : _('{name} is away.', { name });
}

/** Who has gone on vacation, or is back. @param {TableState} state @param {number} person @param {boolean} isOn */
export function vacationText(state, person, isOn) {
  if (isReader(state, person)) return isOn ? _('You are on vacation.') : _('You are back from vacation.');
  const name = otherName(state, person);
  return isOn ? _('{name} is on vacation.', { name }) : _('{name} is back from vacation.', { name });
}

/** @param {number} count */
export function lookingOnText(count) {
  return count ? ngettext('{count} watching', '{count} watching', count) : '';
}
