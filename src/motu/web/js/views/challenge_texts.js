// A game that waits for somebody, in words.

import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Challenge} Challenge */

/** Which side is left for whoever reads. @param {Challenge} challenge */
export function sideText({ side, is_mine: isMine }) {
  if (side === 'random') return _('Who plays first is random');
  return (side === 'first') === isMine ? _('You play first') : _('You play second');
}

/** Why a challenge that does not wait any more can't be taken. @param {Challenge} challenge */
export function goneText({ state, is_mine: isMine, is_for_me: isForMe, to }) {
  if (state === 'declined' && isForMe) return _('You have declined this invitation.');
  if (state === 'declined') return _('{name} does not want to play this game.', { name: to });
  if (state === 'cancelled')
    return isMine ? _('You have withdrawn this invitation.') : _('This invitation was withdrawn.');
  return state === 'expired'
    ? _('Nobody accepted this invitation in time.')
    : _('Someone has accepted this invitation.');
}
