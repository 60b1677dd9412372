// Who sits at a game, and which of them is the one who reads. What they are called: words.js.

/** @typedef {import('../api.js').Seat} Seat */
/** @typedef {import('../api.js').Where} Where */

/** @param {Seat} seat */
export function isPerson(seat) {
  return (seat.kind ?? 'person') === 'person';
}

/** Whether no machine plays. @param {[Seat, Seat]} seats */
export function isBetweenPeople(seats) {
  return seats.every(isPerson);
}

/** Whether a person moves at this screen. @param {[Seat, Seat]} seats @param {number} person @param {Where} where */
export function isHere(seats, person, where) {
  const seat = seats[person];
  return seat !== undefined && isPerson(seat) && (!where.is_remote || where.seat === person);
}

/** Whether somebody is the one person at this screen: without a name, where the other is not at another one. @param {[Seat, Seat]} seats @param {number} person @param {Where} where */
export function isYou(seats, person, where) {
  if (where.is_remote) return where.seat === person;
  const seat = seats[person];
  return seat !== undefined && !seat.name && isPerson(seat) && !isPerson(seats[1 - person]);
}
