// Who sits at a game, and which of them is the one who reads. What they are called: words.js.

/** @typedef {import('../api.js').Seat} Seat */

/** @param {Seat} seat */
export function isPerson(seat) {
  return (seat.kind ?? 'person') === 'person';
}

/** Whether no machine plays. @param {[Seat, Seat]} seats */
export function isBetweenPeople(seats) {
  return seats.every(isPerson);
}

/** Whether somebody is the one person at this screen, who goes without a name. @param {[Seat, Seat]} seats @param {number} person */
export function isYou(seats, person) {
  const seat = seats[person];
  return seat !== undefined && !seat.name && isPerson(seat) && !isPerson(seats[1 - person]);
}
