// Games as records (docs/records.md): one of this browser's as a line of text, and such lines as games again.

import { Refused } from './refusing.js';

/** @typedef {import('./game_log.js').GameLog} GameLog */
/** @typedef {import('./game_log.js').Kept} Kept */
/** @typedef {import('../api.js').Seat} Seat */

const FORMAT = 1;
const ROLL = /^([rc]\d+)=(\d+)$/;

/** A player, as records name him. @param {Seat} seat */
function playerOf({ kind = 'person', level, seconds, name = '' }) {
  if (kind === 'person') return { name, kind: 'human' };
  const told = kind === 'level' ? `motu level ${level}` : `motu at full strength, ${seconds} s`;
  return { name: name || told, kind: 'engine', settings: kind === 'level' ? { level } : { seconds } };
}

/** Who plays at a seat. @param {any} player */
function seatOf({ name = '', kind, settings = {} }) {
  if (kind === 'engine' && Number.isInteger(settings.level)) return { kind: 'level', level: settings.level };
  if (kind === 'engine' && settings.seconds > 0) return { kind: 'strongest', seconds: settings.seconds };
  return name ? { name } : {};
}

/** A game as a record, and a name for a file of it. @param {GameLog} log @returns {{text: string, name: string}} */
export function recordOf(log) {
  const { created, facts, result, seeds, secret, kept } = log;
  const started = `${new Date(kept.created_ms).toISOString().slice(0, 19)}+00:00`;
  const record = {
    motu: FORMAT,
    spec: created.spec,
    rules_version: 1,
    started,
    players: created.seats.map(playerOf),
    ...(created.setup && { setup: created.setup }),
    moves: facts.moves,
    result: result ?? { winner: null, reason: 'unfinished' },
    ...(created.dice && !created.opening && { dice: { commitment: created.dice, seeds, secret } }),
  };
  return { text: `${JSON.stringify(record)}\n`, name: `${created.spec.split('(')[0]}-${started.slice(0, 10)}.jsonl` };
}

/** A game with what it takes to go on with it elsewhere. @param {GameLog} log */
export function wholeRecordOf(log) {
  const record = JSON.parse(recordOf(log).text);
  if (record.dice) record.dice.secret = log.kept.secret;
  return JSON.stringify({ ...record, id: log.kept.id });
}

/**
 * The games in lines of records; the rules are for others to check.
 * @param {string} text
 * @param {{id: () => string, secret: () => string, now: number, hasDice: (spec: string) => boolean}} made
 * @returns {Kept[]}
 */
export function gamesIn(text, made) {
  const lines = text.split('\n').filter((line) => line.trim());
  const records = lines.map((line, index) => recordIn(line, index + 1)).filter((record) => !('manifest' in record));
  return records.map((record) => gameOf(record, made));
}

/** @param {string} line @param {number} number @returns {any} */
function recordIn(line, number) {
  try {
    const record = JSON.parse(line);
    if (record.motu === FORMAT && (record.manifest || (typeof record.spec === 'string' && Array.isArray(record.moves))))
      return record;
  } catch {
    // said below
  }
  throw new Refused('record/syntax', `line ${number} is no record of a game`);
}

/** @param {any} record @param {Parameters<typeof gamesIn>[1]} made @returns {Kept} */
function gameOf(
  { id, spec, moves, players = [], setup, started, result, dice },
  { id: newId, secret: newSecret, now, hasDice },
) {
  const at_ms = Date.parse(started ?? '') || now;
  const secret = dice?.secret ?? newSecret();
  const created = {
    type: 'created',
    spec,
    seats: [0, 1].map((person) => seatOf(players[person] ?? {})),
    ...(setup && { setup }),
    ...(hasDice(spec) && dice?.commitment && { dice: dice.commitment }),
  };
  /** @type {import('./game_log.js').Happening[]} */
  const happened = [created, ...(dice?.seeds ?? []).map((/** @type {string} */ seed) => ({ type: 'seeded', seed }))];
  for (const move of moves) {
    const [, line, face] = ROLL.exec(move) ?? [];
    if (line) happened.push({ type: 'moved', move: line, spent_ms: 0 }, { type: 'rolled', face: Number(face) });
    else happened.push({ type: 'moved', move, spent_ms: 0 });
  }
  if (result?.reason === 'resign') happened.push({ type: 'resigned', person: 1 - result.winner });
  const events = happened.map((what, seq) => ({ seq, at_ms, what }));
  const name = typeof id === 'string' && /^[\w-]{1,22}$/.test(id) ? id : newId();
  return { id: name, secret, created_ms: at_ms, changed_ms: at_ms, removed_ms: null, events };
}
