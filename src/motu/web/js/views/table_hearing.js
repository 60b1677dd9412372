// What is heard of a game, and in which order it is told: a change waits for the die that is in the air, and a machine's
// answer until what was told before has been looked at. What is to be shown, said or heard of it comes back.

import { landingCells } from '../board/geometry.js';
import { isPerson } from '../games/seats.js';
import { isLive } from './table_state.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('../api.js').Update} Update */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./table_state.js').TableState} TableState */
/**
 * @typedef {{kind: 'roll', line: string, face: number}|{kind: 'report', added: Step[], removed: Step[]}} Effect  a die is
 *   thrown for a line; steps are told, and those that were taken back, with how the game stands then
 */

/** How long a move, and a die that has come to rest, stay before the machine's answer is shown, in ms. */
export const REST_MS = 600;
export const DIE_REST_MS = 700;
/** Where so many changes wait, nobody is kept waiting: two machines play faster than that. */
const MOST_WAITING = 2;

/** The whole game is heard. @param {TableState} state @param {Game} game @param {number} now @returns {Effect[]} */
export function hearSnapshot(state, game, now) {
  const wasLive = isLive(state);
  const isNews = game.seq !== state.game.seq;
  const keep = sameSteps(state.game.steps, game.steps);
  state.game = game;
  state.heardAt = now;
  if (game.result) state.isResigning = false;
  if (!isNews) return [];
  state.unheard = [];
  keepUp(state, wasLive, keep);
  return settle(state, now);
}

/**
 * Whether a change waits: for a die, for others that wait, or because what was told last is still to be looked at.
 * @param {TableState} state
 * @param {Update} update
 * @param {number} now
 */
export function mustWait(state, update, now) {
  return Boolean(state.rolling) || state.unheard.length > 0 || restLeft(state, update, now) > 0;
}

/** A change has come: what waits and is taken back by it is not shown any more. @param {TableState} state @param {Update} update */
export function overtake(state, { seq, keep }) {
  const isOver = keep <= state.game.steps.length && state.unheard.every((each) => each.seq < seq && keep <= each.keep);
  if (isOver) state.unheard = [];
}

/** For how many ms a change is not shown yet; people's own moves never wait, nor does anything where somebody has given up. @param {TableState} state @param {Update} update @param {number} now */
export function restLeft(state, update, now) {
  if (state.unheard.some(({ added, result }) => result && !added.length)) return 0;
  const person = update.added[0]?.[1] ?? -1;
  const isAnswer = person >= 0 && !isPerson(state.game.created.seats[person]);
  return isAnswer && state.unheard.length <= MOST_WAITING ? Math.max(0, state.restUntil - now) : 0;
}

/**
 * A change of the game is heard; while the die is in the air it waits.
 * @param {TableState} state
 * @param {Update} update
 * @param {number} now
 * @param {boolean} hasMotion whether dice roll to be seen
 * @returns {Effect[]|null} null where there is nothing to show
 */
export function hearUpdate(state, update, now, hasMotion) {
  if (state.rolling) {
    state.unheard.push(update);
    return null;
  }
  const { keep, added, position, clocks, result, seq, secret, offer, declined, dice } = update;
  const next = { next_game: update.next_game, next_in_ms: update.next_in_ms };
  if (seq <= state.game.seq) return null; // the answer to our own move comes twice
  const wasLive = isLive(state);
  const before = state.game.position;
  const removed = state.game.steps.slice(keep);
  const steps = [...state.game.steps.slice(0, keep), ...added];
  const isAside = !added.length && keep === state.game.steps.length && !result === !state.game.result;
  state.game = { ...state.game, seq, position, clocks, result, secret, steps, offer, declined, dice, ...next };
  state.heardAt = now;
  state.errand = null; // done, though its own answer may still be on the way
  if (isAside) return [];
  if (result) state.isResigning = false; // a move of another one's changes nothing in what was asked
  keepUp(state, wasLive, keep);
  const roll = added.findIndex(([, person]) => person < 0);
  if (roll >= 0) return throwDie(state, before, added, roll, hasMotion);
  return tell(state, added, now + REST_MS, removed);
}

/**
 * Steps are told, and left to be looked at.
 * @param {TableState} state
 * @param {Step[]} added
 * @param {number} until
 * @param {Step[]} [removed] that were taken back
 * @returns {Effect[]}
 */
function tell(state, added, until, removed = []) {
  state.told = added;
  state.takenBack = removed;
  state.restUntil = until;
  return [{ kind: 'report', added, removed }];
}

/** With how many steps both begin. @param {Step[]} one @param {Step[]} other */
function sameSteps(one, other) {
  const differs = one.findIndex(([text, person], index) => other[index]?.[0] !== text || other[index][1] !== person);
  return differs < 0 ? one.length : differs;
}

/**
 * Whoever looks at the newest position goes on with the game, and so does he whose position is taken back; whoever looks
 * at an older one stays there.
 * @param {TableState} state
 * @param {boolean} wasLive
 * @param {number} keep how many of the steps that were known are still there
 */
function keepUp(state, wasLive, keep) {
  state.positions = state.positions?.slice(0, keep + 1) ?? null;
  if (wasLive || state.viewed > keep) state.viewed = state.game.steps.length;
}

/**
 * A line has been announced; what the die shows is known here, but it rolls first.
 * @param {TableState} state
 * @param {PositionView} before
 * @param {Step[]} added
 * @param {number} roll which of the steps it is
 * @param {boolean} hasMotion
 * @returns {Effect[]}
 */
function throwDie(state, before, added, roll, hasMotion) {
  const line = state.game.steps[state.game.steps.length - added.length + roll - 1][0];
  const face = Number(added[roll][0].slice(1));
  if (!hasMotion) return [{ kind: 'roll', line, face }, ...tell(state, added, 0)];
  const nothing = { announce: [], steps: [], last: [], trail: null, missed: false };
  const landing = landingCells(state.board, before.stones, line);
  const position = { ...before, ...nothing, player: -1, announced: line, landing };
  const steps = state.game.steps.slice(0, roll - added.length); // the face isn't told yet
  state.rolling = { game: { ...state.game, position, steps, result: null }, added };
  return [{ kind: 'roll', line, face }];
}

/** The die lies still. @param {TableState} state @param {number} now @returns {Effect[]} */
export function settle(state, now) {
  if (!state.rolling) return [];
  const { added } = state.rolling;
  state.rolling = null;
  return tell(state, added, now + DIE_REST_MS);
}

/** The next change that waited for the die, taken out; null while one is in the air. @param {TableState} state */
export function nextUnheard(state) {
  return state.rolling ? null : (state.unheard.shift() ?? null);
}

/** The sound of steps. @param {Game} game after them @param {Step[]} added @returns {'stone'|'end'|null} */
export function soundOf(game, added) {
  if (!added.length) return null;
  if (game.result) return 'end';
  return added.some(([, person]) => person < 0) ? null : 'stone';
}
