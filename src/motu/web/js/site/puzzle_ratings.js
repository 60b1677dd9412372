// How well somebody solves puzzles: motu.server.glicko and the streaks of motu.server.puzzle_book, worked out anew of all
// first answers. Puzzles keep the ratings that they begin with, for nobody else tries them here.

/** @typedef {{value: number, deviation: number, volatility: number}} Rating */
/** @typedef {{id: string, at_ms: number, isRight: boolean}} Try  a first answer */
/** @typedef {{last_day: number, days: number, most_days: number, row: number, longest_row: number}} Streak */
/** @typedef {{ratings: Record<string, Rating>, streak: Streak}} Standing */

const SCALE = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5;
const PRECISION = 1e-6;
const MOST_DEVIATION = 350;
const LEAST_DEVIATION = 45;
/** How sure the rating of a puzzle is. */
const PUZZLE_DEVIATION = 150;
const DAY_MS = 86_400_000;

/** @returns {Rating} of somebody of whom nothing is known */
export const unknown = () => ({ value: MIDDLE, deviation: MOST_DEVIATION, volatility: 0.06 });
/** @returns {Streak} */
const noStreak = () => ({ last_day: -1, days: 0, most_days: 0, row: 0, longest_row: 0 });

/** A rating after one game. @param {Rating} before @param {Rating} opponent @param {number} score @returns {Rating} */
export function rated(before, opponent, score) {
  const [mu, phi, theirs] = [muOf(before), before.deviation / SCALE, opponent.deviation / SCALE];
  const g = 1 / Math.sqrt(1 + (3 * theirs * theirs) / Math.PI ** 2);
  const chance = 1 / (1 + Math.exp(-g * (mu - muOf(opponent))));
  const variance = 1 / (g * g * chance * (1 - chance));
  const gain = g * (score - chance);
  const volatility = volatilityAfter(before.volatility, phi, variance * gain, variance);
  const after = 1 / Math.sqrt(1 / (phi * phi + volatility * volatility) + 1 / variance);
  const deviation = Math.min(Math.max(after * SCALE, LEAST_DEVIATION), MOST_DEVIATION);
  return { value: (mu + after * after * gain) * SCALE + MIDDLE, deviation, volatility };
}

/** @param {Rating} rating */
const muOf = ({ value }) => (value - MIDDLE) / SCALE;

/** The zero of a function that falls, between two bounds that draw together. @param {number} volatility @param {number} phi @param {number} delta @param {number} variance */
function volatilityAfter(volatility, phi, delta, variance) {
  const start = Math.log(volatility ** 2);
  const spread = phi ** 2 + variance;
  const slope = (/** @type {number} */ x) => {
    const grown = Math.exp(x);
    return (grown * (delta ** 2 - spread - grown)) / (2 * (spread + grown) ** 2) - (x - start) / TAU ** 2;
  };
  let [low, high] = [start, otherSide(start, delta, spread, slope)];
  let [atLow, atHigh] = [slope(low), slope(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = slope(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}

/** Where the search for the zero may begin besides `start`. @param {number} start @param {number} delta @param {number} spread @param {(x: number) => number} slope */
function otherSide(start, delta, spread, slope) {
  if (delta ** 2 > spread) return Math.log(delta ** 2 - spread);
  let steps = 1;
  while (slope(start - steps * TAU) < 0) steps += 1;
  return start - steps * TAU;
}

/** @param {Streak} streak @param {number} day @returns {Streak} as it stands on a day */
function streakAt(streak, day) {
  return day - streak.last_day <= 1 ? streak : { ...streak, days: 0 };
}

/** @param {Streak} streak @param {number} day @param {boolean} isRight @returns {Streak} */
function streakAfter(streak, day, isRight) {
  const now = streakAt(streak, day);
  if (!isRight) return { ...now, row: 0 };
  const days = day === now.last_day ? now.days : now.days + 1;
  const row = now.row + 1;
  return {
    last_day: day,
    days,
    most_days: Math.max(days, now.most_days),
    row,
    longest_row: Math.max(row, now.longest_row),
  };
}

/** How somebody stands after some first answers, the oldest first. @param {Try[]} tries @param {(id: string) => {game: string, rating: number}|undefined} puzzleOf @returns {Standing} */
export function standingAfter(tries, puzzleOf) {
  /** @type {Standing} */
  const standing = { ratings: {}, streak: noStreak() };
  for (const { id, at_ms, isRight } of tries) {
    const puzzle = puzzleOf(id);
    if (!puzzle) continue; // of another version of motu
    const { ratings } = standing;
    const hard = { value: puzzle.rating, deviation: PUZZLE_DEVIATION, volatility: 0.06 };
    ratings[puzzle.game] = rated(ratings[puzzle.game] ?? unknown(), hard, Number(isRight));
    standing.streak = streakAfter(standing.streak, Math.floor(at_ms / DAY_MS), isRight);
  }
  return standing;
}

/** A rating as it is told. @param {Rating|undefined} rating */
export const toldRating = ({ value, deviation } = unknown()) => ({
  rating: Math.round(value),
  deviation: Math.round(deviation),
});

/** A streak as it is told on a day. @param {Streak} streak @param {number} now in milliseconds */
export function toldStreak(streak, now) {
  const { last_day: _last, ...told } = streakAt(streak, Math.floor(now / DAY_MS));
  return told;
}
