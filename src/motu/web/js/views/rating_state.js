// What the two at a game are rated: when it is asked for, and how it is written.

/** @typedef {import('../api.js').GameRatings} GameRatings */
/** @typedef {import('../api.js').Strength} Strength */

/**
 * @typedef {object} RatingState
 * @property {boolean} isRemote  whether two people at different screens play: nobody else is rated
 * @property {'nothing'|'running'|'over'} asked  how the game stood when it was asked last
 * @property {GameRatings|null} told
 */

/** @param {boolean} isRemote @returns {RatingState} */
export const newRatings = (isRemote) => ({ isRemote, asked: 'nothing', told: null });

/** Whether it is to be asked now: at the beginning, and when the game has ended. @param {RatingState} state @param {boolean} isOver */
export function mustAsk(state, isOver) {
  const now = isOver ? 'over' : 'running';
  if (!state.isRemote || state.asked === now) return false;
  state.asked = now;
  return true;
}

/** An answer; one that comes late, to what was asked before the end, tells nothing. @param {RatingState} state @param {GameRatings} told @param {boolean} wasOver */
export function hearRatings(state, told, wasOver) {
  if (wasOver === (state.asked === 'over')) state.told = told;
}

/** A person's rating: "1532 ± 80", after a rated game "1532 ± 80 → 1544"; a guess has a question mark. @param {RatingState} state @param {number} person */
export function ratingText(state, person) {
  const seat = state.told?.persons[person];
  if (!seat) return '';
  const before = `${figure(seat.before)}\u00a0±\u00a0${seat.before.deviation}`;
  return seat.after ? `${before} → ${figure(seat.after)}` : before;
}

/** @param {Strength} strength */
const figure = ({ rating, is_provisional: isProvisional }) => `${rating}${isProvisional ? '?' : ''}`;
