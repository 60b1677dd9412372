// The games in this browser: what is asked about them, what happens in them, and the machine's turns.

import { GameLog, beginning } from './game_log.js';
import { newSecret } from './dice.js';
import { boardData, first, keyOf, rulesFor, wholeSpec } from './files.js';
import { Machine } from '../engine/machine.js';
import { recordOf } from './records.js';
import { Refused } from './refusing.js';
import { allKept, alone, forget, keep, kept } from './store.js';

/** @typedef {import('../api.js').Update} Update */
/** @typedef {import('./game_log.js').Kept} Kept */
/** @typedef {{id: string, kept: Kept, item: import('../api.js').GameItem}} Shelved */

const ID_BYTES = 9;
const PAGE = 100;
const DAY_MS = 86_400_000;
/** Between attempts when the engine fails. */
const PAUSE_MS = 3000;
/** So long a game is kept that somebody has removed. */
const REMOVED_MS = 30 * DAY_MS;

/** Who hears of a game. @type {Map<string, Set<(message: any) => void>>} */
const listeners = new Map();
/** Games that go on in other windows. */
const others = typeof BroadcastChannel === 'function' ? new BroadcastChannel('motu games') : null;
/** @type {Map<string, GameLog>} the games that were looked at last */
const logs = new Map();
const machine = new Machine();
/** What the machine thinks about, by game. @type {Map<string, {seq: number, stop: () => void}>} */
const thoughts = new Map();

others?.addEventListener('message', ({ data }) => void toldElsewhere(data));

/** @param {string} id */
async function toldElsewhere(id) {
  if (!listeners.has(id)) return;
  tell(id, (await logOf(id)).snapshot());
}

/** A name that no other game has. */
export const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
};

/** @param {string} id @returns {Promise<Kept>} */
async function keptGame(id) {
  const found = /** @type {Shelved|undefined} */ (await kept('games', id));
  if (!found) throw new Refused('server/no-game', `there is no game '${id}'`, id);
  return found.kept;
}

/** The game as it is kept by now. @param {string} id */
async function logOf(id) {
  const now = await keptGame(id);
  const known = logs.get(id);
  if (known && known.seq === now.events.length) return known;
  const log = new GameLog(now, await rulesFor(/** @type {any} */ (now.events[0].what).spec));
  logs.set(id, log);
  return log;
}

/** @param {GameLog} log */
async function shelve(log) {
  await keep('games', /** @type {Shelved} */ ({ id: log.kept.id, kept: log.kept, item: log.item() }));
}

/** Begins a game. @param {import('../api.js').NewGame} wanted */
export async function begin(wanted) {
  if (wanted.board) throw new Refused('site/house', 'boards of your own need a house');
  const spec = await wholeSpec(wanted.spec);
  await boardData(spec); // or nobody could see it
  const { dice } = await first();
  const made = { id: newId(), secret: newSecret(), now: Date.now(), spec, hasDice: dice.includes(spec.split('(')[0]) };
  const game = beginning(wanted, made);
  await keep('games', { id: game.id, kept: game, item: null });
  return read(game.id);
}

/** A game as it stands. @param {string} id */
export async function read(id) {
  return ((await freshLog(await keptGame(id))) ?? (await logOf(id))).snapshot();
}

/** Of a game that has just begun the engine need not say anything: nobody waits for it. @param {Kept} game @returns {Promise<GameLog|null>} */
async function freshLog(game) {
  const { spec, setup, opening } = /** @type {any} */ (game.events[0].what);
  if (setup || opening || game.events.slice(1).some(({ what }) => what.type !== 'seeded')) return null;
  const view = (await first()).positions[keyOf(spec, [])];
  if (!view) return null;
  const judge = { facts: () => ({ ...view, result: null }), view: () => view, check: () => {} };
  return new GameLog(game, /** @type {any} */ (judge));
}

/** Some of the games: those that go on before those that are over, the latest first. @param {URLSearchParams} wanted */
export async function list(wanted) {
  const shelved = /** @type {Shelved[]} */ (await allKept('games'));
  const items = [];
  for (const each of shelved) {
    const removed = each.kept.removed_ms;
    if (removed !== null && removed < Date.now() - REMOVED_MS) await forget('games', each.id);
    if (removed === null) items.push(each.item ?? unlisted(each));
  }
  const [game, over, after] = ['game', 'is_over', 'after'].map((key) => wanted.get(key));
  const chosen = items
    .filter((item) => item.moves > 0 || item.changed_ms > Date.now() - DAY_MS)
    .filter((item) => !game || item.spec.startsWith(`${game}(`))
    .filter((item) => !over || String(item.is_over) === over)
    .sort((one, other) => Number(one.is_over) - Number(other.is_over) || other.changed_ms - one.changed_ms);
  const from = Number(after ?? 0);
  const older = chosen.length > from + PAGE ? String(from + PAGE) : null;
  return { games: chosen.slice(from, from + PAGE), older };
}

/** Of a game in which nothing has happened yet, nothing is noted. @param {Shelved} shelved */
function unlisted({ kept: game }) {
  const { spec, seats } = /** @type {any} */ (game.events[0].what);
  const { id, created_ms, changed_ms } = game;
  const stands = { is_over: false, player: 0, swapped: false, moves: 0, result: null };
  const only = { is_remote: false, seat: null, speed: 'untimed', due_ms: null, rated: false, score: null };
  return /** @type {any} */ ({ id, spec, created_ms, changed_ms, seq: game.events.length, seats, ...stands, ...only });
}

/** @typedef {(log: GameLog) => Update} Deed */

/** Lets something happen in a game, and tells everybody. @param {string} id @param {Deed} deed @returns {Promise<Update>} */
async function happen(id, deed) {
  const update = await alone(id, async () => {
    const log = await logOf(id);
    const done = deed(log);
    await shelve(log);
    return done;
  }).catch((error) => {
    logs.delete(id); // what could not be kept has not happened
    throw error;
  });
  tell(id, update);
  others?.postMessage(id);
  void wake(id).catch(() => undefined);
  return update;
}

/** @param {string} id @param {any} message */
function tell(id, message) {
  for (const listener of listeners.get(id) ?? []) listener(message);
}

/** @param {string} id @param {{move: string, seq: number}} body */
export const play = (id, { move, seq }) => happen(id, (log) => log.play(move, Date.now(), seq));
/** @param {string} id @param {{keep: number, seq: number}} body */
export const takeBack = (id, { keep, seq }) => happen(id, (log) => log.takeBack(keep, Date.now(), seq));
/** @param {string} id @param {{person: number, seq: number}} body */
export const resign = (id, { person, seq }) => happen(id, (log) => log.resign(person, Date.now(), seq));

/** @param {string} id @param {{seed: string, seq: number}} body */
export async function mixSeed(id, { seed, seq }) {
  const log = await freshLog(await keptGame(id));
  if (!log) return happen(id, (whole) => whole.seed(seed, Date.now(), seq));
  const update = log.seed(seed, Date.now(), seq);
  await keep('games', { id, kept: log.kept, item: null });
  return update;
}

/** @param {string} id */
export async function board(id) {
  const { what } = (await keptGame(id)).events[0];
  return (await boardData(/** @type {any} */ (what).spec)).view;
}

/** All positions of a game, one for each step and one more. @param {string} id */
export async function positions(id) {
  const log = await logOf(id);
  const rules = await rulesFor(log.created.spec);
  const views = rules.views(log.line);
  return views.slice(views.length - log.steps.length - 1);
}

/** @param {string} id */
export async function threats(id) {
  const log = await logOf(id);
  return (await rulesFor(log.created.spec)).threats(log.line);
}

/** @param {string} id */
export async function record(id) {
  const log = await logOf(id);
  return recordOf(log);
}

/** Takes a game out of the lists, or brings it back. @param {string} id @param {boolean} isRemoved */
export async function remove(id, isRemoved) {
  const found = /** @type {Shelved|undefined} */ (await kept('games', id));
  if (!found) throw new Refused('server/no-game', `there is no game '${id}'`, id);
  found.kept.removed_ms = isRemoved ? Date.now() : null;
  logs.delete(id);
  await keep('games', found);
}

/** All games that are kept and not removed, the oldest first. @returns {Promise<GameLog[]>} */
export async function allGames() {
  const found = /** @type {Shelved[]} */ (await allKept('games'));
  const chosen = found.filter((each) => each.kept.removed_ms === null && each.kept.events.length > 1);
  chosen.sort((one, other) => one.kept.created_ms - other.kept.created_ms);
  return Promise.all(chosen.map((each) => logOf(each.id)));
}

/** Keeps a game that came from elsewhere; one that is here already stays as it is. @param {Kept} game @returns {Promise<boolean>} whether it is new */
export async function takeIn(game) {
  if (await kept('games', game.id)) return false;
  const log = new GameLog(game, await rulesFor(/** @type {any} */ (game.events[0].what).spec));
  await shelve(log);
  return true;
}

/** Hears of a game. @param {string} id @param {(message: any) => void} listener @returns {Promise<{close: () => void}>} */
export async function listen(id, listener) {
  const hearing = listeners.get(id) ?? new Set();
  listeners.set(id, hearing.add(listener));
  listener(await read(id));
  void wake(id).catch(() => setTimeout(() => void wake(id).catch(() => undefined), PAUSE_MS));
  return {
    close: () => {
      hearing.delete(listener);
      if (hearing.size) return;
      listeners.delete(id);
      thoughts.get(id)?.stop();
      thoughts.delete(id);
    },
  };
}

/** Has the machine think where it is its turn and anybody looks; and no longer about what is past. @param {string} id */
async function wake(id) {
  const log = await logOf(id);
  const thought = thoughts.get(id);
  if (thought?.seq === log.seq) return;
  thought?.stop();
  thoughts.delete(id);
  const seat = log.machineToMove;
  if (!seat || !listeners.has(id)) return;
  const { spec, setup } = log.created;
  const { moves, player } = log.facts;
  const who =
    seat.kind === 'level'
      ? { player: `level:${seat.level}`, gameId: `${id}/${player}` }
      : { maxTime: seat.seconds, maxMoves: 1 };
  const { seq } = log;
  const stop = machine.ask(
    { spec, setup: setup ?? undefined, moves, ...who },
    (answer) => void answered(id, seq, answer.move ?? answer.moveInfos?.[0]?.move),
    (error) => {
      tell(id, { type: 'notice', slug: 'engine/failed', text: error.message });
      setTimeout(() => void tryAgain(id, seq), PAUSE_MS);
    },
  );
  thoughts.set(id, { seq, stop });
}

/** The engine has failed; its files may not have come. @param {string} id @param {number} seq */
async function tryAgain(id, seq) {
  if (thoughts.get(id)?.seq !== seq) return;
  thoughts.delete(id);
  await wake(id).catch(() => undefined);
}

/** @param {string} id @param {number} seq @param {string} move */
async function answered(id, seq, move) {
  if (thoughts.get(id)?.seq !== seq) return;
  thoughts.delete(id);
  // Where the game has gone on meanwhile, there is another thought about it.
  await happen(id, (log) => log.play(move, Date.now(), seq)).catch(() => undefined);
}
