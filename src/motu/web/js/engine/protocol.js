// The JSON lines of `motu engine --json` (docs/protocol.md), spoken with the core of this page: requests come as lines,
// answers go as lines, one search at a time. Searches go on in slices, between which other lines are heard. A request
// carries in `device` what the server has told of its game, since specs are read there.

import { EngineError } from './core.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {{game: string, setup: string|null, colours: [string, string], evaluator: string, c_puct: number, advise_visits: number, weights: string|null, is_best: boolean}} DeviceGame  what `POST /api/device` answers */
/** @typedef {{id: string, device: DeviceGame, player?: string, moves?: string[], maxVisits?: number, maxTime?: number, maxMoves?: number, seed?: number, priority?: number, reportDuringSearchEvery?: number, firstReportDuringSearchAfter?: number, megabytes?: number, threads?: number}} Query */
/** @typedef {{query: Query, isStopped: boolean}} Task */

/** A wish to stop is heard after so long at the latest, and what the core does at once on top. */
const SLICE_S = 0.03;
const DEFAULT_VISITS = 10_000;
const DEFAULT_MEGABYTES = 128;
const MEGABYTES = { least: 64, most: 256 };

export class Protocol {
  /**
   * @param {Core} core
   * @param {object} hands
   * @param {(line: string) => void} hands.answer
   * @param {(file: string) => Promise<Uint8Array>} hands.fetchWeights
   * @param {() => Promise<void>} hands.pause lets others have a turn
   * @param {string} [hands.version]
   */
  constructor(core, { answer, fetchWeights, pause, version = '' }) {
    this.core = core;
    this.version = version;
    this.pause = pause;
    this.fetchWeights = fetchWeights;
    this.tell = (/** @type {object} */ message) => answer(JSON.stringify(message));
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task|null} */
    this.running = null;
    /** The files of weights that the core has. @type {Set<string>} */
    this.weights = new Set();
  }

  /** Takes one line. @param {string} line */
  take(line) {
    const request = objectIn(line);
    if (!request) {
      this.tell({ id: null, error: 'not JSON, or no object', slug: 'engine/json', field: null });
    } else if (typeof request.id !== 'string') {
      this.tell({ id: null, error: 'id is a text', slug: 'engine/request', field: 'id' });
    } else if ('action' in request) {
      this.#act(request);
    } else {
      this.waiting.push({ query: request, isStopped: false });
      this.waiting.sort((a, b) => (b.query.priority ?? 0) - (a.query.priority ?? 0));
      if (!this.running) void this.#work();
    }
  }

  /** @param {any} action */
  #act(action) {
    if (action.action === 'terminate') this.#end((task) => task.query.id === action.terminateId);
    else if (action.action === 'terminate_all') this.#end(() => true);
    else if (action.action !== 'query_version' && action.action !== 'clear_cache') {
      const error = `unknown action '${String(action.action).slice(0, 60)}'`;
      this.tell({ id: action.id, error, slug: 'engine/request', field: 'action' });
      return;
    }
    const about = action.action === 'query_version' ? { version: this.version, searcher: 'mcts' } : {};
    this.tell({ ...action, ...about });
  }

  /** What runs is answered with what was found, what waits without results. @param {(task: Task) => boolean} isMeant */
  #end(isMeant) {
    if (this.running && isMeant(this.running)) this.running.isStopped = true;
    const ended = this.waiting.filter(isMeant);
    this.waiting = this.waiting.filter((task) => !isMeant(task));
    for (const { query } of ended) {
      this.tell({ id: query.id, turnNumber: turnOf(query), isDuringSearch: false, noResults: true });
    }
  }

  async #work() {
    for (let task = this.waiting.shift(); task; task = this.waiting.shift()) {
      this.running = task;
      try {
        await this.#search(task);
      } catch (error) {
        const slug = error instanceof EngineError ? error.slug : 'engine/failed';
        this.tell({ id: task.query.id, turnNumber: turnOf(task.query), error: messageOf(error), slug, field: null });
      }
      this.running = null;
    }
  }

  /** @param {Task} task */
  async #search(task) {
    const { query } = task;
    const isOver = await this.#begin(query);
    const { maxTime = 0, maxMoves = 0 } = query;
    const visits = query.maxVisits ?? (maxTime ? 0 : DEFAULT_VISITS);
    const began = performance.now();
    const timetable = new Timetable(query, began);
    for (;;) {
      const left = maxTime ? maxTime - (performance.now() - began) / 1000 : Infinity;
      const found = this.core.search(visits, Math.max(Math.min(left, SLICE_S), 0.001), maxMoves);
      let isDone = isOver || left <= SLICE_S || isSettled(found) || hasVisits(found, visits);
      if (!isDone) {
        if (timetable.isDue()) this.#report(query, found, true);
        await this.pause();
        isDone = task.isStopped;
      }
      if (isDone) {
        this.#report(query, found, false);
        return;
      }
    }
  }

  /** Puts the position up and plants a tree for it; answers whether the game is over there. @param {Query} query */
  async #begin(query) {
    const { device, moves = [], megabytes = DEFAULT_MEGABYTES, seed = 0, threads = 1 } = query;
    if (query.player) {
      throw new EngineError('engine/unknown-player', 'the engine of a page analyses; players are on the server');
    }
    if (!device) throw new EngineError('engine/request', 'device is what the server tells of the game');
    if (!(megabytes >= MEGABYTES.least && megabytes <= MEGABYTES.most)) {
      throw new EngineError('engine/request', `megabytes is a number from ${MEGABYTES.least} to ${MEGABYTES.most}`);
    }
    if (device.weights && !this.weights.has(device.weights)) {
      this.core.useWeights(await this.fetchWeights(device.weights));
      this.weights.add(device.weights);
    }
    this.core.game(device.game);
    if (device.setup) this.core.setUp(device.setup);
    if (this.core.play(moves)) return true;
    const { evaluator, c_puct, advise_visits } = device;
    this.core.plant({ evaluator, c_puct, advise_visits, megabytes, seed, threads });
    return false;
  }

  /** @param {Query} query @param {any} found @param {boolean} isDuringSearch */
  #report(query, found, isDuringSearch) {
    const { rootInfo, moveInfos } = found;
    const colour = (/** @type {number|null} */ number) => (number === null ? null : query.device.colours[number]);
    const told = { ...rootInfo, currentPlayer: colour(rootInfo.currentPlayer) };
    if ('winner' in told) told.winner = colour(told.winner);
    this.tell({ id: query.id, turnNumber: turnOf(query), isDuringSearch, rootInfo: told, moveInfos });
  }
}

/** Says when the next partial result is due: the first as soon as there is anything, unless the query says when. */
class Timetable {
  /** @param {Query} query @param {number} began */
  constructor({ reportDuringSearchEvery, firstReportDuringSearchAfter = 0 }, began) {
    this.every = reportDuringSearchEvery === undefined ? Infinity : reportDuringSearchEvery * 1000;
    this.next = this.every === Infinity ? Infinity : began + firstReportDuringSearchAfter * 1000;
  }

  isDue() {
    const now = performance.now();
    if (now < this.next) return false;
    this.next = now + this.every;
    return true;
  }
}

/** @param {string} line @returns {any} null where it is no JSON object */
function objectIn(line) {
  try {
    const data = JSON.parse(line);
    return typeof data === 'object' && !Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}

/** @param {any} found whether no search can find more */
const isSettled = (found) => found.rootInfo.proof !== null;

/** @param {any} found @param {number} visits */
const hasVisits = (found, visits) => visits > 0 && found.rootInfo.visits >= visits;

/** @param {Query} query */
const turnOf = ({ moves = [] }) => moves.length;

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
