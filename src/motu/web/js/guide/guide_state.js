// What is worth telling somebody who plays a first game: which hint comes next, and which has served its time. Plain data;
// what is certain of a position comes from the server, the words are in guide_texts.js.

import { isPerson } from '../games/seats.js';
import { atmalofHints, atollHints, atomorphHints } from './moments.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {{wins: string[], threats: string[]}} Threats  moves that win at once: one's own, and the opponent's */
/**
 * @typedef {object} Seen  a game as somebody sees it who is guided
 * @property {BoardView} board
 * @property {Game} game
 * @property {number} person  who is guided
 * @property {number} colour  theirs now
 * @property {boolean} isMine  whether it is their turn
 * @property {number} own     how many moves they have made
 * @property {Threats|null} threats  null: not known, or not asked
 */
/**
 * @typedef {object} Hint
 * @property {Kind} kind
 * @property {string[]} moves   that it speaks of
 * @property {number[]} cells   that it points at
 * @property {number[]} islands  that it lights
 */
/**
 * @typedef {'goal'|'end'|'won-over'|'taken-over'|'may-swap'|'win'|'threat'|'stone'|'touch'|'chain'|'bridge'|'through'
 *   |'diagonal'|'own-weak'|'enemy-weak'|'own-flip'|'enemy-flip'|'ban'|'landed'|'missed'|'step'|'faces'|'row'} Kind
 */
/**
 * @typedef {object} Guide
 * @property {Set<Kind>} told  never told again in this game
 * @property {Hint|null} hint  that stands there
 * @property {number} since    how many moves of one's own there were when it came
 */

/** Hints that do not wait until the one before has been read. @type {ReadonlySet<Kind>} */
const URGENT = new Set(['end', 'won-over', 'taken-over', 'may-swap', 'win', 'threat']);

/** @param {readonly string[]} told @returns {Guide} */
export function newGuide(told) {
  return { told: new Set(/** @type {Kind[]} */ (told)), hint: null, since: 0 };
}

/** Whether a game is one that can be guided: a person's own against a machine. @param {Game} game */
export function isAgainstMachine({ is_mine: isMine, created }) {
  return isMine && created.seats.filter(isPerson).length === 1;
}

/** @param {BoardView} board @param {Game} game @param {Threats|null} threats @returns {Seen} */
export function seenBy(board, game, threats) {
  const person = game.created.seats.findIndex(isPerson);
  const own = game.steps.filter(([, who]) => who === person).length;
  const colour = person ^ Number(game.position.swapped ?? false);
  return { board, game, person, colour, isMine: !game.result && game.position.player === person, own, threats };
}

/**
 * A game has changed: takes the next hint, keeps the one there is, or drops it when one has moved on.
 * @param {Guide} guide
 * @param {Seen} seen
 * @returns {boolean} whether another hint stands there now, or none
 */
export function follow(guide, seen) {
  const isOld = guide.hint !== null && (seen.own > guide.since || seen.own < guide.since);
  const next = candidates(seen).find(({ kind }) => !guide.told.has(kind));
  const isTaken = next && (!guide.hint || isOld || URGENT.has(next.kind));
  if (!isTaken && !isOld) return false;
  guide.hint = isTaken ? next : null;
  guide.since = seen.own;
  if (isTaken) guide.told.add(next.kind);
  return true;
}

/** What could be told, the most important first. @param {Seen} seen @returns {Hint[]} */
function candidates(seen) {
  const { board, game } = seen;
  if (game.result) return [{ kind: 'end', moves: [], cells: [], islands: [] }];
  const ofGame = { hexagons: atollHints, points: atomorphHints, squares: atmalofHints }[board.kind];
  return [...swaps(seen), ...dangers(seen), goal(seen), ...ofGame(seen)];
}

/** @param {Seen} seen @returns {Hint} */
function goal({ board, colour }) {
  return { kind: 'goal', moves: [], cells: [], islands: goalIslands(board, colour) };
}

/** All islands or edges of a colour. @param {BoardView} board @param {number} colour */
function ownIslands({ islands }, colour) {
  return islands.flatMap((island, number) => (island.colour === colour ? [number] : []));
}

/** Two islands or edges of a colour that lie opposite each other. @param {BoardView} board @param {number} colour */
export function goalIslands({ islands }, colour) {
  const first = islands.findIndex((island) => island.colour === colour);
  return first < 0 ? [] : [first, first + islands.length / 2];
}

/** @param {Seen} seen @returns {Hint[]} */
function swaps({ board, game, person, colour, isMine }) {
  const [text, who] = game.steps.at(-1) ?? ['', -1];
  if (text === 'swap' && who === person)
    return [{ kind: 'taken-over', moves: [], cells: [], islands: goalIslands(board, colour) }];
  if (text === 'swap') return [{ kind: 'won-over', moves: [], cells: [], islands: ownIslands(board, colour) }];
  if (isMine && game.position.can_swap) return [{ kind: 'may-swap', moves: [], cells: [], islands: [] }];
  return [];
}

/** @param {Seen} seen @returns {Hint[]} */
function dangers({ board, isMine, threats }) {
  if (!isMine || !threats) return [];
  if (threats.wins.length) return [{ kind: 'win', moves: threats.wins, cells: [], islands: [] }];
  if (!threats.threats.length) return [];
  const cells = threats.threats.map((move) => targetOf(board, move));
  return [{ kind: 'threat', moves: threats.threats, cells, islands: [] }];
}

/** The cell that a move ends on. @param {BoardView} board @param {string} move such as c4, xc4 or r1c1-r1c2 */
export function targetOf({ names }, move) {
  const cell = move.split('-').at(-1) ?? '';
  const found = names.indexOf(cell);
  return found >= 0 ? found : names.indexOf(cell.slice(1));
}
