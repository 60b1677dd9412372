// What a clock shows. Plain data: it knows no page and no words.

/** @typedef {import('../api.js').Clock} Clock */
/** @typedef {import('../api.js').Game} Game */
/**
 * @typedef {object} Face
 * @property {number} ms  what is left: of the main time, or of the period that runs
 * @property {number|null} periods  how many are left, the one that runs included; null while the main time runs
 * @property {number} standing  for so long the clock still stands, in ms
 * @property {boolean} isFirst  because its owner has yet to make the first move
 */

/**
 * What a person's clock shows; null in a game without clocks.
 * @param {Pick<Game, 'clocks'|'created'|'steps'>} game
 * @param {number} person
 * @param {number} passed milliseconds since the clocks were heard
 * @returns {Face|null}
 */
export function faceOf({ clocks, created, steps }, person, passed) {
  if (!clocks) return null;
  const free = clocks.free ?? 0;
  const runs = clocks.running === person;
  const total = Math.max(0, clocks.left[person] - (runs ? Math.max(0, passed - free) : 0));
  const standing = runs ? Math.max(0, free - passed) : 0;
  const isFirst = standing > 0 && Boolean(created.grace_ms) && !steps.some(([, mover]) => mover === person);
  return { ...partOf(created.clock, total), standing, isFirst };
}

/** Where a time lies that is the main time and all periods together. @param {Clock|undefined|null} clock @param {number} total @returns {{ms: number, periods: number|null}} */
function partOf(clock, total) {
  const period = clock?.kind === 'byo-yomi' ? (clock.increment_ms ?? 0) : 0;
  const all = period * (clock?.periods ?? 0);
  if (!period || total > all) return { ms: total - all, periods: null };
  const periods = Math.ceil(total / period);
  return { ms: total - Math.max(0, periods - 1) * period, periods };
}

/** So little is left when it is time to hurry, in ms; of a short period half. @param {Clock|undefined|null} clock @param {Face} face */
export function isShort(clock, face) {
  if (face.standing) return false;
  const period = clock?.increment_ms ?? 0;
  const last = clock?.periods && face.periods === null;
  if (last) return false; // the first period comes when the main time is used up
  return face.ms <= (face.periods === null ? SHORT_MS : Math.min(SHORT_MS, period / 2));
}

const SHORT_MS = 10_000;
