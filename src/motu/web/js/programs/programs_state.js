// What the page of programs knows: one's bots and tokens, the token that was made just now, and what is under way.

/** @typedef {import('../api.js').ApiToken} ApiToken */
/** @typedef {import('../api.js').Bot} Bot */
/** @typedef {import('../api.js').Scope} Scope */
/** @typedef {'bot'|'token'|'list'} Part of the page: where something was asked for */
/**
 * @typedef {object} ProgramsState
 * @property {string|null} name of the account; null: a guest
 * @property {Bot[]} bots
 * @property {ApiToken[]} tokens that are good
 * @property {ApiToken|null} made the token that was made just now, with its text
 * @property {string} asked what is asked about before it is done: the id of a token, the name of a bot, or nothing
 * @property {Part|null} waiting where an answer is awaited
 * @property {{part: Part, text: string, isGood: boolean}|null} told what came of it
 */

/** What a token may open, and what a bot needs. @type {readonly Scope[]} */
export const SCOPES = ['play', 'challenge', 'read'];
/** How many days a token may be good; 0: until it is revoked. */
export const DAYS = [30, 365, 0];
const DAY_MS = 86_400_000;

/** @param {string|null} name @returns {ProgramsState} */
export function newPrograms(name) {
  return { name, bots: [], tokens: [], made: null, asked: '', waiting: null, told: null };
}

/** The lists as the server has just told them. @param {ProgramsState} state @param {Bot[]} bots @param {ApiToken[]} tokens */
export function takeLists(state, bots, tokens) {
  state.bots = bots;
  state.tokens = tokens;
  if (state.made && !tokens.some(({ id }) => id === state.made?.id)) state.made = null;
}

/** Asks for something, unless an answer is awaited. @param {ProgramsState} state @param {Part} part @returns {boolean} whether it is asked for */
export function begin(state, part) {
  if (state.waiting !== null) return false;
  state.waiting = part;
  state.told = null;
  return true;
}

/** The server has done it. @param {ProgramsState} state @param {string} text @param {ApiToken|null} [made] a token that it has made */
export function succeed(state, text, made = null) {
  if (state.waiting === null) return;
  state.told = { part: state.waiting, text, isGood: true };
  state.waiting = null;
  state.asked = '';
  if (made) state.made = made;
}

/** The server has refused. @param {ProgramsState} state @param {string} text */
export function fail(state, text) {
  if (state.waiting === null) return;
  state.told = { part: state.waiting, text, isGood: false };
  state.waiting = null;
  state.asked = '';
}

/** Asks once more before something is done that cannot be undone; '': no. @param {ProgramsState} state @param {string} what */
export function askAbout(state, what) {
  state.asked = what;
}

/** The token is kept somewhere: it is not shown any more. @param {ProgramsState} state */
export function putAway(state) {
  state.made = null;
  state.told = null;
}

/** What is said in a part of the page. @param {ProgramsState} state @param {Part} part */
export const toldOf = (state, part) => (state.told?.part === part ? state.told : null);

/** What is asked of the server for a token. @param {{name: string, bot: string, days: number, scopes: Scope[]}} form `bot`: '' for oneself */
export function wantedToken({ name, bot, days, scopes }) {
  return { name: name.trim(), bot, days: days || null, scopes: SCOPES.filter((each) => scopes.includes(each)) };
}

/** Whether a token ends within a week. @param {ApiToken} token @param {number} now in milliseconds */
export const endsSoon = (token, now) => token.expires_ms !== null && token.expires_ms - now < 7 * DAY_MS;
