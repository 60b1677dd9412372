// How a series of games stands: what the server says of it before a game, with what the game has come to.

/** @typedef {import('../api.js').SeriesScore} SeriesScore */
/** @typedef {{bestOf: number, games: number, points: [number, number]}} Series  `points` of person 0 and 1 of this game; `bestOf` 0: as long as the two like */

/** So long the server lets a game begin when both have come back, in seconds. */
const WAITS_S = 60;

/** As the server has told it; null where there is none. @param {SeriesScore|null|undefined} told @returns {Series|null} */
export function seriesOf(told) {
  if (!told) return null;
  return { bestOf: told.best_of ?? 0, games: told.games ?? 0, points: told.points ?? [0, 0] };
}

/** As it stands with the result of the game, where there is one. @param {Pick<import('../api.js').Game, 'created'|'result'>} game */
export function seriesNow({ created, result }) {
  const before = seriesOf(created.score);
  if (!before || !result || result.reason === 'unfinished') return before;
  const [first, second] = result.winner === null ? [0.5, 0.5] : result.winner === 0 ? [1, 0] : [0, 1];
  const points = /** @type {[number, number]} */ ([before.points[0] + first, before.points[1] + second]);
  return { ...before, games: before.games + 1, points };
}

/** Whether one of the two has more than half, or all games are played. @param {Series} series */
export function isDecided({ bestOf, games, points }) {
  return bestOf > 0 && (2 * Math.max(...points) > bestOf || games >= bestOf);
}

/** In how many seconds the next game begins by itself, below 1 where its time has come; null: it doesn't. @param {Pick<import('../api.js').Game, 'offer'|'next_in_ms'>} game @param {number} passed milliseconds since that was told */
export function secondsToNext({ offer, next_in_ms: told }, passed) {
  if (!offer || offer.person >= 0 || typeof told !== 'number') return null;
  const seconds = Math.ceil((told - passed) / 1000);
  return seconds < -WAITS_S ? null : seconds;
}

/** Who is ahead, or has won; null: nobody. @param {Series} series */
export function leader({ points: [first, second] }) {
  return first === second ? null : first > second ? 0 : 1;
}

/** Points as they are written. @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ''}½`;
}

/** Both, one's own first. @param {Series} series @param {number|null|undefined} seat */
export function standingText({ points }, seat) {
  const [own, other] = seat === 1 ? [points[1], points[0]] : points;
  return `${pointsText(own)} – ${pointsText(other)}`;
}
