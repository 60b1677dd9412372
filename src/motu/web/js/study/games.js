// Games of this server as studies: their turns, and who played.

import { isPerson, isYou } from '../games/seats.js';
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

/** Who reads of himself as "You", as the game called him; null: nobody. @param {Game} game @returns {number|null} */
export function readerOf(game) {
  const { seats } = game.created;
  const isReader = (/** @type {number} */ person) => game.is_mine && !seats[person].name && isYou(seats, person, game);
  return [0, 1].find(isReader) ?? null;
}
