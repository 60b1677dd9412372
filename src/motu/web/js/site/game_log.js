// A game that is played in this page: what has happened in it, and what follows. It is what motu.server.game_log and
// rooms are on a server, for one screen and without clocks; the events are kept as a server keeps them.

import { commitment, roll } from './dice.js';
import { Refused } from './refusing.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').NewGame} NewGame */
/** @typedef {import('../api.js').Seat} Seat */
/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('../api.js').Update} Update */
/** @typedef {import('./position_view.js').Facts} Facts */
/** @typedef {{spec: string, moves: string[], setup?: object|null}} Line */
/** @typedef {{facts: (line: Line) => Facts, view: (line: Line) => import('../board/types.js').PositionView, check: (line: Line, move: string) => void}} Judge  who knows the rules */
/** @typedef {{type: string, [key: string]: any}} Happening */
/** @typedef {{seq: number, at_ms: number, what: Happening}} Happened */
/** @typedef {{id: string, secret: string, created_ms: number, changed_ms: number, removed_ms: number|null, events: Happened[]}} Kept  a game as it is kept */

const MAX_EVENTS = 20_000;
const MAX_SEED = 64;
const MAX_SEEDS = 2;
const SEED = /^[A-Za-z0-9]{1,64}$/;
const LEVELS = 10;

/** A seat as it is kept: what says nothing is left out. @param {Seat} seat */
function seatOf({ kind = 'person', level = 0, seconds = 0, name = '' }) {
  if (kind === 'level' && !(Number.isInteger(level) && level >= 1 && level <= LEVELS))
    throw new Refused('server/level', `levels are 1 to ${LEVELS}, not ${level}`, String(level));
  if (kind === 'strongest' && !(seconds >= 0.1 && seconds <= 30))
    throw new Refused('server/level', `the strongest takes from 0.1 to 30 seconds for a move, not ${seconds}`);
  const seat = { kind, level, seconds, name };
  const usual = { kind: 'person', level: 0, seconds: 0, name: '' };
  return Object.fromEntries(Object.entries(seat).filter(([key, value]) => value !== /** @type {any} */ (usual)[key]));
}

/**
 * A game that begins now.
 * @param {NewGame} wanted
 * @param {{id: string, secret: string, now: number, spec: string, hasDice: boolean}} made  `spec` in full
 * @returns {Kept}
 */
export function beginning({ seats, setup, opening = [], series = '', clock }, { id, secret, now, spec, hasDice }) {
  if (clock) throw new Refused('site/house', 'clocks need a house');
  /** @type {Happening} */
  const what = { type: 'created', spec, seats: seats.map(seatOf) };
  if (setup) what.setup = setup;
  if (opening.length) what.opening = opening;
  if (series) what.series = series;
  if (hasDice) what.dice = commitment(secret);
  return { id, secret, created_ms: now, changed_ms: now, removed_ms: null, events: [{ seq: 0, at_ms: now, what }] };
}

export class GameLog {
  /** @param {Kept} kept @param {Judge} judge */
  constructor(kept, judge) {
    this.kept = kept;
    this.judge = judge;
    /** @type {any} */
    this.created = kept.events[0].what;
    /** @type {Step[]} */
    this.steps = [];
    /** How it ended off the board. @type {{winner: number|null, reason: string}|null} */
    this.ended = null;
    /** @type {string[]} */
    this.seeds = [];
    /** @type {string|null} */
    this.secret = null;
    this.hasRolled = false;
    /** @type {{at: number, facts: Facts}|null} */
    this.known = null;
    for (const { what } of kept.events.slice(1)) this.#let(what);
    // A log that was cut between an announcement and its roll goes on.
    this.rollOn(kept.changed_ms);
  }

  // --- what it says

  get seq() {
    return this.kept.events.length;
  }

  /** What has been played since the game's own beginning. @returns {Line} */
  get line() {
    const { spec, setup, opening = [] } = this.created;
    return { spec, setup: setup ?? null, moves: [...opening, ...this.steps.map(([text]) => text)] };
  }

  get facts() {
    if (this.known?.at !== this.seq) this.known = { at: this.seq, facts: this.judge.facts(this.line) };
    return this.known.facts;
  }

  get result() {
    return this.ended ?? this.facts.result;
  }

  get isOver() {
    return this.result !== null;
  }

  /** Whose turn it is, where that is the machine's. @returns {Seat|null} */
  get machineToMove() {
    const { player } = this.facts;
    if (this.isOver || player < 0) return null;
    const seat = this.created.seats[player];
    return (seat.kind ?? 'person') === 'person' ? null : seat;
  }

  get isBetweenPeople() {
    return this.created.seats.every((/** @type {Seat} */ { kind }) => (kind ?? 'person') === 'person');
  }

  /** The whole game. @returns {Game} */
  snapshot() {
    const { id, created_ms } = this.kept;
    return /** @type {any} */ ({
      type: 'snapshot',
      id,
      created_ms,
      is_mine: true,
      created: this.created,
      ...this.#now(),
      steps: this.steps,
      seeds: this.seeds,
      is_remote: false,
      seat: null,
    });
  }

  /** What has changed since so many events, and so many steps in common. @param {number} since @param {number} keep @returns {Update} */
  update(since, keep) {
    const events = this.kept.events.slice(since);
    return /** @type {any} */ ({ type: 'update', ...this.#now(), events, keep, added: this.steps.slice(keep) });
  }

  #now() {
    const { seq, result, secret } = this;
    const position = this.judge.view(this.line);
    return {
      seq,
      position,
      clocks: null,
      result,
      secret,
      offer: null,
      declined: [[], []],
      next_game: '',
      next_in_ms: null,
      dice: null,
    };
  }

  /** How it stands in a list. @returns {import('../api.js').GameItem} */
  item() {
    const { id, created_ms, changed_ms } = this.kept;
    const seats = this.created.seats;
    const { player, swapped } = this.facts;
    const moves = this.steps.filter(([, person]) => person >= 0).length;
    const stands = { is_over: this.isOver, player: this.isOver ? null : player, swapped, moves, result: this.result };
    const only = { is_remote: false, seat: null, speed: 'untimed', due_ms: null, rated: false, score: null };
    return /** @type {any} */ ({
      id,
      spec: this.created.spec,
      created_ms,
      changed_ms,
      seq: this.seq,
      seats,
      ...stands,
      ...only,
    });
  }

  // --- what happens to it: each answers what has changed

  /** @param {string} text @param {number} now @param {number} [seq] */
  play(text, now, seq) {
    const move = text.trim().toLowerCase();
    return this.#happen(now, seq, () => {
      this.#refuseOver();
      if (this.facts.player < 0)
        throw new Refused('server/roll', 'the die is rolling; the next move comes after it', move);
      if (move.includes('='))
        throw new Refused(
          'server/roll',
          `'${move}' names a roll, but the server rolls: announce a line, such as r4`,
          move,
        );
      this.judge.check(this.line, move);
      return { type: 'moved', move, spent_ms: Math.max(0, now - this.kept.changed_ms) };
    });
  }

  /** @param {number} keep @param {number} now @param {number} [seq] */
  takeBack(keep, now, seq) {
    return this.#happen(now, seq, () => {
      this.#checkTakeBack(keep);
      return { type: 'taken_back', keep };
    });
  }

  /** @param {number} person @param {number} now @param {number} [seq] */
  resign(person, now, seq) {
    return this.#happen(now, seq, () => {
      this.#refuseOver();
      if (person !== 0 && person !== 1) throw new Refused('server/person', `persons are 0 and 1, not ${person}`);
      return { type: 'resigned', person };
    });
  }

  /** @param {string} seed @param {number} now @param {number} [seq] */
  seed(seed, now, seq) {
    return this.#happen(now, seq, () => {
      this.#refuseOver();
      if (!this.created.dice) throw new Refused('server/dice', 'this game has no dice');
      if (!SEED.test(seed))
        throw new Refused('server/dice', `a seed has from 1 to ${MAX_SEED} letters and digits, those of ASCII`, seed);
      if (this.hasRolled || this.seeds.length >= MAX_SEEDS)
        throw new Refused(
          'server/dice',
          `at most ${MAX_SEEDS} seeds are mixed into the dice, before the first roll`,
          seed,
        );
      return { type: 'seeded', seed };
    });
  }

  /** Rolls as long as a die is to be rolled. @param {number} now */
  rollOn(now) {
    while (!this.isOver && this.facts.player === -1) {
      const { ply, announced, landing } = this.facts;
      const line = /** @type {string} */ (announced);
      const faces = landing?.[line].length ?? 0;
      this.#append({ type: 'rolled', face: roll(this.kept.secret, this.seeds, ply, line, faces) }, now);
    }
  }

  /** @param {number} now @param {number|undefined} seq @param {() => Happening} decide @returns {Update} */
  #happen(now, seq, decide) {
    const since = this.seq;
    if (seq !== undefined && seq !== since)
      throw new Refused('server/seq', `the game has gone on: its next event is ${since}, not ${seq}`, String(seq));
    const what = decide();
    if (since >= MAX_EVENTS && what.type !== 'resigned')
      throw new Refused(
        'server/too-long',
        `this game has had ${MAX_EVENTS} moves, rolls and take-backs, and can't go on`,
      );
    const keep = what.type === 'taken_back' ? what.keep : this.steps.length;
    this.#append(what, now);
    this.rollOn(now);
    if (this.isOver && this.created.dice && this.secret === null && this.isBetweenPeople)
      this.#append({ type: 'revealed', secret: this.kept.secret }, now);
    return this.update(since, keep);
  }

  /** @param {Happening} what @param {number} now */
  #append(what, now) {
    this.kept.events.push({ seq: this.seq, at_ms: now, what });
    this.kept.changed_ms = now;
    this.#let(what);
  }

  /** @param {Happening} what */
  #let(what) {
    switch (what.type) {
      case 'moved':
        this.steps.push([what.move, this.#personBefore()]);
        this.ended = null;
        break;
      case 'rolled':
        this.hasRolled = true;
        this.steps.push([`=${what.face}`, -1]);
        break;
      case 'taken_back':
        this.steps.length = what.keep;
        this.ended = null;
        break;
      case 'resigned':
        this.ended = { winner: 1 - what.person, reason: 'resign' };
        break;
      case 'seeded':
        this.seeds.push(what.seed);
        break;
      case 'revealed':
        this.secret = what.secret;
        break;
    }
    this.known = null;
  }

  /** Who was to act before the move that is being made. */
  #personBefore() {
    return this.judge.facts(this.line).player;
  }

  #refuseOver() {
    if (this.isOver) throw new Refused('server/over', 'the game is over');
  }

  /** @param {number} keep */
  #checkTakeBack(keep) {
    const refuse = (/** @type {string} */ text) => new Refused('server/take-back', text, String(keep));
    const count = this.steps.length;
    if (this.secret !== null) throw refuse("the dice of this game are revealed; it can't go on");
    if (!(Number.isInteger(keep) && keep >= 0 && keep < count))
      throw refuse(
        count
          ? `a take-back keeps from 0 to ${count - 1} moves and rolls, not ${keep}`
          : 'there is no move to take back',
      );
    if (this.steps[keep][1] < 0) throw refuse("a roll can't be taken back without its announcement");
    if (this.isBetweenPeople && this.steps.slice(keep).some(([, person]) => person < 0))
      throw refuse('between two people a roll stays, and the announcement before it');
  }
}
