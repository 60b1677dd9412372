// What this browser has to do for the dice of a game, as they stand. Plain data; sealer.js does it.

/** @typedef {import('../api.js').Dice} Dice */
/** @typedef {import('./shares.js').Share} Share */
/**
 * @typedef {{kind: 'nothing'|'seal'|'elsewhere'|'betrayed'}|{kind: 'open'|'link', share: Share}} Duty  elsewhere: another
 *   browser has made up the share, and knows it alone; betrayed: the house has sealed something else since then
 */

/** Who has more time on his clock need not sit at the board, and his browser does not tell links; as on the server. */
const LONGEST_LIVE_MS = 3 * 3_600_000;

/** Whether nobody can look ahead in games with a clock. @param {import('../api.js').Clock|null} clock */
export function hasLinks(clock) {
  if (clock === null || clock.kind === 'correspondence') return false;
  return Math.max(clock.initial_ms, clock.increment_ms ?? 0) <= LONGEST_LIVE_MS;
}

/**
 * @param {Dice} dice
 * @param {number} seat
 * @param {Share[]} shares what this browser has made up for the game
 * @returns {Duty}
 */
export function dutyOf(dice, seat, shares) {
  const own = dice.commitments[seat];
  if (!own) return { kind: 'seal' };
  const share = shares.find(({ commitment }) => commitment === own);
  const isOpening = dice.commitments.every(Boolean) && !dice.is_opened[seat];
  if (!share) return { kind: isOpening || dice.links ? 'elsewhere' : 'nothing' };
  if (share.house !== dice.house) return { kind: 'betrayed' };
  if (isOpening) return { kind: 'open', share };
  return dice.owes === seat ? { kind: 'link', share } : { kind: 'nothing' };
}

/** Whether a game waits for its dice to be sealed or opened. @param {{dice?: Dice|null, result: object|null}} game */
export function isSealing({ dice, result }) {
  return Boolean(dice) && !result && !dice?.is_opened.every(Boolean);
}

/** Who has yet to seal, or to open. @param {Dice} dice @returns {number[]} */
export function missing(dice) {
  const isSealed = dice.commitments.every(Boolean);
  return [0, 1].filter((person) => (isSealed ? !dice.is_opened[person] : !dice.commitments[person]));
}
