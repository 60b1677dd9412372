// What the chat at a game knows: what has been said, in which of the two circles, and how much of it has been read.

import { isPerson } from '../games/seats.js';

/** @typedef {import('../api.js').ChatLine} ChatLine */
/** @typedef {import('../api.js').Circle} Circle */
/** @typedef {Record<Circle, number>} Read  the last line that was read in each circle */
/**
 * @typedef {object} ChatState
 * @property {Circle[]} circles where one hears and may speak
 * @property {Circle|null} circle the one that is shown; null where there is none
 * @property {boolean} hasWords whether one may say more than phrases
 * @property {ChatLine[]} lines by their numbers
 * @property {boolean} isOpen whether the panel is unfolded
 * @property {Read} read
 */

/** So many games are remembered as read. */
const MOST_KEPT = 200;

/** @param {Read} read @returns {ChatState} */
export function newChat(read) {
  return { circles: [], circle: null, hasWords: false, lines: [], isOpen: false, read: { ...read } };
}

/**
 * Where one hears and may speak, as the server has it, too: the two who play have a circle of their own, unless one of them
 * is a bot; those who look on are heard by the two when the game is over.
 * @param {import('../api.js').Game} game
 * @returns {Circle[]}
 */
export function circlesHere({ is_remote: isRemote, seat, result, created }) {
  if (!isRemote) return [];
  if (typeof seat !== 'number') return ['spectators'];
  /** @type {Circle[]} */
  const own = created.seats.every((each) => isPerson(each) && !each.is_bot) ? ['players'] : [];
  return result ? [...own, 'spectators'] : own;
}

/** @param {ChatState} state @param {Circle[]} circles */
export function takeCircles(state, circles) {
  state.circles = circles;
  if (state.circle === null || !circles.includes(state.circle)) state.circle = circles[0] ?? null;
}

/**
 * Takes what the server has of the chat; what has come since by the socket stays.
 * @param {ChatState} state
 * @param {{circles: Circle[], has_words: boolean, lines: ChatLine[]}} view
 * @returns {ChatLine[]} what others have said that wasn't known
 */
export function takeView(state, { circles, has_words: hasWords, lines }) {
  takeCircles(state, circles);
  state.hasWords = hasWords;
  return hearLines(state, lines);
}

/** Takes what has just been said. @param {ChatState} state @param {ChatLine[]} lines @returns {ChatLine[]} what others have said that wasn't known */
export function hearLines(state, lines) {
  const known = new Set(state.lines.map(({ seq }) => seq));
  const fresh = lines.filter(({ seq }) => !known.has(seq));
  state.lines = [...state.lines, ...fresh].sort((one, other) => one.seq - other.seq);
  return fresh.filter(({ is_mine: isMine }) => !isMine);
}

/** What stands in the circle that is shown. @param {ChatState} state */
export function shownLines({ lines, circle }) {
  return lines.filter((line) => line.circle === circle);
}

/** How much others have said that was not read, in one circle. @param {ChatState} state @param {Circle} circle */
export function unreadIn({ lines, read }, circle) {
  return lines.filter((line) => line.circle === circle && !line.is_mine && line.seq > read[circle]).length;
}

/** The same in all circles. @param {ChatState} state */
export function unread(state) {
  return state.circles.reduce((sum, circle) => sum + unreadIn(state, circle), 0);
}

/** What is shown has been read. @param {ChatState} state @returns {boolean} whether that is news */
export function markRead(state) {
  const { circle } = state;
  if (circle === null || !state.isOpen) return false;
  const last = shownLines(state).at(-1)?.seq ?? -1;
  if (last <= state.read[circle]) return false;
  state.read[circle] = last;
  return true;
}

/** What was read of a game, by what is kept. @param {string|null} kept @param {string} id @returns {Read} */
export function readOf(kept, id) {
  const found = rows(kept).find(([game]) => game === id);
  return { players: found?.[1] ?? -1, spectators: found?.[2] ?? -1 };
}

/** What is to be kept, the latest game last. @param {string|null} kept @param {string} id @param {Read} read */
export function withRead(kept, id, { players, spectators }) {
  const others = rows(kept).filter(([game]) => game !== id);
  return JSON.stringify([...others, [id, players, spectators]].slice(-MOST_KEPT));
}

/** @param {string|null} kept @returns {[string, number, number][]} */
function rows(kept) {
  try {
    const found = JSON.parse(kept ?? '[]');
    const isRow = (/** @type {any} */ row) =>
      Array.isArray(row) && typeof row[0] === 'string' && Number.isInteger(row[1]) && Number.isInteger(row[2]);
    return Array.isArray(found) ? found.filter(isRow) : [];
  } catch {
    return [];
  }
}
