// What the page of an account knows: who is here, in which browsers he is logged in, what is under way.

/** @typedef {import('../api.js').Account} Account */
/** @typedef {import('../api.js').LoginSession} LoginSession */
/** @typedef {import('./along.js').GuestThings} GuestThings */
/** @typedef {'claim'|'log-in'|'log-out'|'along'|'password'|'name'|'sessions'} Work */
/**
 * @typedef {object} AccountState
 * @property {Account|null} account null: a guest
 * @property {LoginSession[]} sessions of the account
 * @property {GuestThings} things what this browser's guest has
 * @property {Work|null} work that waits for the server's answer
 * @property {{work: Work, text: string, isGood: boolean}|null} told what came of the work before
 */

/** @type {GuestThings} */
const NOTHING = { games: 0, studies: 0, puzzles: 0, stayed: 0 };

/** @param {Account|null} account @param {LoginSession[]} sessions @param {GuestThings} [things] @returns {AccountState} */
export function newState(account, sessions, things = NOTHING) {
  return { account, sessions, things, work: null, told: null };
}

/** Whether there is anything to take along. @param {GuestThings} things */
export const hasThings = ({ games, studies, puzzles }) => games + studies + puzzles > 0;

/** Begins some work, unless other work is under way. @param {AccountState} state @param {Work} work @returns {boolean} whether it has begun */
export function begin(state, work) {
  if (state.work !== null) return false;
  state.work = work;
  state.told = null;
  return true;
}

/** The server has answered. @param {AccountState} state @param {Work} work @param {string} text @param {Account|null} [account] who is here now */
export function succeed(state, work, text, account) {
  if (state.work !== work) return;
  state.work = null;
  state.told = { work, text, isGood: true };
  if (account === undefined) return;
  if (account === null || account.name !== state.account?.name) state.sessions = account ? state.sessions : [];
  state.account = account;
}

/** The server has refused. @param {AccountState} state @param {Work} work @param {string} text */
export function fail(state, work, text) {
  if (state.work !== work) return;
  state.work = null;
  state.told = { work, text, isGood: false };
}

/** The sessions as the server has just told them. @param {AccountState} state @param {LoginSession[]} sessions */
export function takeSessions(state, sessions) {
  // The browser that one looks at stands first.
  state.sessions = [...sessions].sort((one, other) => Number(other.is_this) - Number(one.is_this));
}

/** What is said beside some work. @param {AccountState} state @param {Work} work */
export const toldOf = (state, work) => (state.told?.work === work ? state.told : null);

/** What this browser's guest has, or has left. @param {AccountState} state @param {GuestThings} things */
export function takeThings(state, things) {
  state.things = things;
}
