// Who sits at a game: what they are called, and which of them is the one who reads.

import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Seat} Seat */

/** @param {Seat} seat */
export function isPerson(seat) {
  return (seat.kind ?? 'person') === 'person';
}

/** Whether somebody is the one person at this screen, who goes without a name. @param {[Seat, Seat]} seats @param {number} person */
export function isYou(seats, person) {
  const seat = seats[person];
  return seat !== undefined && !seat.name && isPerson(seat) && !isPerson(seats[1 - person]);
}

/**
 * What a player is called in a sentence.
 * @param {[Seat, Seat]} seats
 * @param {number} person
 * @param {string} colour what the person's colour is called
 * @param {boolean} isMine whether the game is played at this screen
 */
export function seatName(seats, person, colour, isMine) {
  const seat = seats[person];
  if (seat.name) return seat.name;
  if (seat.kind === 'level') return _('Level {level}', { level: seat.level ?? 1 });
  if (seat.kind === 'strongest') return _('The strongest');
  return isMine && isYou(seats, person) ? _('You') : colour;
}

/**
 * What a player is called where the name stands by itself: with the time that a machine has.
 * @param {[Seat, Seat]} seats
 * @param {number} person
 * @param {string} colour
 * @param {boolean} isMine
 */
export function seatLabel(seats, person, colour, isMine) {
  const { name, kind, seconds } = seats[person];
  if (!name && kind === 'strongest') return _('The strongest, {seconds} s a move', { seconds: seconds ?? 1 });
  return seatName(seats, person, colour, isMine);
}
