// Games of this server as studies: their turns, and who played.

import { isPerson } from '../games/seats.js';
import { seatLabel } from '../games/words.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Game} Game */

export { turnsOf } from '../views/turns.js';

/** The players as records have them. @param {Game} game */
export function playersOf(game) {
  const seats = game.created.seats;
  return seats.map((seat, person) =>
    isPerson(seat)
      ? { name: seat.is_gone ? _('deleted account') : seat.name || _('Guest'), kind: seat.is_bot ? 'engine' : 'human' }
      : { name: `motu, ${seatLabel(seats, person, '', false)}`, kind: 'engine' },
  );
}

/** Who plays, in a line; '' where nobody is named. @param {any} about what a record says */
export function playersText(about) {
  const names = (Array.isArray(about?.players) ? about.players : []).map((/** @type {any} */ player) =>
    String(player?.name ?? ''),
  );
  return names.some(Boolean) ? names.map((/** @type {string} */ name) => name || '?').join(' – ') : '';
}
