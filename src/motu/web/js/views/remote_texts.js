// What is said between two people at different screens: what one asks of the other, who is there.

import { _, ngettext } from '../i18n.js';
import { nextGameText } from '../series/series_texts.js';
import { isReader, nameOf } from './table_texts.js';

/** @typedef {import('../api.js').OfferKind} OfferKind */
/** @typedef {import('./table_state.js').TableState} TableState */

/** What the other one is called in a sentence. @param {TableState} state @param {number} person */
export function otherName(state, person) {
  return nameOf(state, person);
}

/** What waits for an answer, as the one sees it who is here; '' for nothing. @param {TableState} state */
export function offerText(state) {
  const { offer } = state.game;
  if (!offer) return '';
  if (offer.person < 0) return state.game.is_mine ? nextGameText(state) : '';
  return isReader(state, offer.person) ? ownText(offer.kind) : askedText(offer.kind, otherName(state, offer.person));
}

/** @param {OfferKind} kind */
function ownText(kind) {
  return {
    take_back: _('You have asked to take your last move back.'),
    draw: _('You have offered a draw.'),
    cancel: _('You have asked to call the game off.'),
    rematch: _('You have offered a rematch.'),
    seal: _('You have asked to seal the dice anew.'),
  }[kind];
}

/** @param {OfferKind} kind @param {string} name */
function askedText(kind, name) {
  return {
    take_back: _('{name} asks to take the last move back.', { name }),
    draw: _('{name} offers a draw.', { name }),
    cancel: _('{name} asks to call the game off.', { name }),
    rematch: _('{name} offers a rematch.', { name }),
    seal: _('{name} plays on in another browser and asks to seal the dice anew.', { name }),
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
  if (!name) return _('The series does not go on.');
  return _('{name} does not play on just now. A rematch goes on with the series.', { name });
}

/** @param {TableState} state @param {number} person @param {boolean} isHere */
export function presenceText(state, person, isHere) {
  const name = otherName(state, person);
  return isHere ? _('{name} is here.', { name }) : _('{name} is away.', { name });
}

/** @param {number} count */
export function lookingOnText(count) {
  return count ? ngettext('{count} looking on', '{count} looking on', count) : '';
}
