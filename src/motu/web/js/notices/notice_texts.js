// Notices in words.

import { seatName } from '../games/words.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Notice} Notice */

/** Where a notice leads. @param {Notice} notice */
export function noticeLink({ kind, game, challenge }) {
  if (kind === 'passkey') return '/account';
  return game ? `/play/${game}` : `/challenge/${challenge}`;
}

/** What a notice says. @param {Notice} notice */
export function noticeText(notice) {
  const name = otherName(notice);
  switch (notice.kind) {
    case 'turn':
      return _('Your turn against {name}', { name });
    case 'time':
      return _('Your time against {name} is running out', { name });
    case 'begun':
      return _('Your game against {name} has started', { name });
    case 'challenge':
      return _('{name} wants to play you', { name });
    case 'declined':
      return _('{name} declined your invitation', { name });
    case 'passkey':
      return _('A passkey was added to your account');
    case 'offer':
      return offerText(notice.offer ?? 'draw', name);
    default:
      return endText(notice, name);
  }
}

/** What the other one is called. @param {Notice} notice */
function otherName({ seats, seat, name }) {
  if (!seats || seat === undefined) return name || _('Guest');
  return seatName(seats, 1 - seat, _('Guest'), false);
}

/** @param {import('../api.js').OfferKind} offer @param {string} name */
function offerText(offer, name) {
  const texts = {
    take_back: _('{name} asks to take back a move', { name }),
    draw: _('{name} offers a draw', { name }),
    cancel: _('{name} asks to abort the game', { name }),
    rematch: _('{name} wants a rematch', { name }),
    seal: _('{name} asks to reseal the dice', { name }),
  };
  return texts[offer];
}

/** @param {Notice} notice @param {string} name */
function endText({ result, seat }, name) {
  if (!result || result.reason === 'unfinished') return _('Your game against {name} was aborted', { name });
  if (result.winner === null) return _('Your game against {name} ended in a draw', { name });
  return result.winner === seat ? _('You won against {name}', { name }) : _('You lost against {name}', { name });
}

/** What one may be told of, in words. @returns {[import('../api.js').NoticeChosen, string][]} */
export const kindTexts = () => [
  ['turn', _('It is your turn')],
  ['time', _('Your time is running out')],
  ['offer', _('Your opponent asks or offers something')],
  ['begun', _('A game has started')],
  ['over', _('A game is over')],
  ['challenge', _('Someone invites you')],
  ['declined', _('Someone declines your invitation')],
];
