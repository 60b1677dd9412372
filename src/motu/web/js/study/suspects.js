// Which moves of a reviewed game may have missed a win. Plain data in, plain data out.

/** @typedef {import('./reviews.js').Step} Step */

/** Errors that give away less equity are not looked into. */
const LEAST_ERROR = 0.1;
/** So many errors of a person are, the worst first: each takes the server some seconds at most. */
const MOST = 12;

/**
 * The moves that may have missed a win, the worst first, as places in the game.
 * @param {readonly Step[]} steps the whole game
 * @param {number} person
 */
export function suspects(steps, person) {
  return steps
    .map((step, place) => ({ step, place }))
    .filter(({ step }) => step.kind === 'move' && step.person === person && step.error >= LEAST_ERROR)
    .sort((one, other) => other.step.error - one.step.error)
    .slice(0, MOST)
    .map(({ place }) => place);
}
