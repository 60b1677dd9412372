// What the lobby knows: what the server has told last, and what this visitor is doing.

/** @typedef {import('../api.js').LobbyNews} LobbyNews */
/** @typedef {import('../api.js').RunningGame} RunningGame */
/** @typedef {'atoll'|'atomorph'|'atmalof'} Kind */
/** @typedef {'fast'|'medium'|'slow'|'days'} Pace */
/**
 * @typedef {object} LobbyState
 * @property {LobbyNews|null} news null until the server has said something
 * @property {Kind} kind which game is chosen
 * @property {string} wish what this visitor waits for, as game.pace; '' for nothing
 * @property {boolean} hasBots whether he wants to see what bots offer and play
 */

/** @type {readonly Kind[]} */
export const KINDS = ['atoll', 'atomorph', 'atmalof'];
/** @type {readonly Pace[]} */
export const PACES = ['fast', 'medium', 'slow', 'days'];

/** @param {string|null} kept which game was chosen last @param {boolean} [hasBots] @returns {LobbyState} */
export function newLobby(kept, hasBots = true) {
  return { news: null, kind: KINDS.find((kind) => kind === kept) ?? KINDS[0], wish: '', hasBots };
}

/**
 * Takes what the server tells. Who waited here, and doesn't by what it says, waits again: it had forgotten him.
 * @param {LobbyState} state
 * @param {LobbyNews} news
 * @returns {boolean} whether to ask anew
 */
export function hear(state, news) {
  const isForgotten = state.news === null && state.wish !== '' && !news.waiting;
  state.news = news;
  if (!isForgotten) state.wish = news.waiting?.wish ?? '';
  return isForgotten;
}

/** The connection is lost: what was told may not be so any more, but what one waits for stays. @param {LobbyState} state */
export function lose(state) {
  state.news = null;
}

/** The invitations that are shown: of bots only those for oneself, where one wants to see no others. @param {LobbyState} state */
export function challengesOf({ news, hasBots }) {
  const all = news?.challenges ?? [];
  return hasBots ? all : all.filter((each) => !each.is_bot || each.is_mine || each.is_for_me);
}

/** The game that is shown large, and the others. @param {LobbyState} state */
export function boardsOf({ news, hasBots }) {
  const all = news?.games ?? [];
  const games = hasBots ? all : all.filter(({ seats }) => !seats.some((seat) => seat.is_bot));
  const large = games.find(({ id }) => id === news?.featured) ?? null;
  return { large, others: games.filter((game) => game !== large) };
}

/**
 * The game that was shown large and is over stays for a while before the next one, with how it ended.
 * @param {{large: RunningGame|null, others: RunningGame[]}} boards
 * @param {RunningGame|null} held
 */
export function withHeld({ large, others }, held) {
  if (!held) return { large, others };
  return { large: held, others: [...(large ? [large] : []), ...others].filter(({ id }) => id !== held.id) };
}

/** What has come since: what is worth saying to who listens. @param {LobbyNews|null} before @param {LobbyNews} news */
export function newChallenges(before, news) {
  const known = new Set(before?.challenges.map(({ id }) => id));
  return before ? news.challenges.filter(({ id, is_mine: isMine }) => !isMine && !known.has(id)) : [];
}
