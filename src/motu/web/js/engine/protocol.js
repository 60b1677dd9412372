// The JSON lines of `motu engine --json` (docs/protocol.md), spoken with the core of this page: requests come as lines,
// answers go as lines, one search at a time. Searches go on in slices, between which other lines are heard. A request
// says its game by a spec, or in `device` by what a server has told of it. Of players there are the levels.

import { EngineError } from './core.js';
import { LINES, deviceGameOf, wordsOf } from './line.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {{file: string, rate: number, c_puct: number, advise_visits: number}} DeviceNet  `rate` is what it needs to be of use, in evaluations a second */
/** @typedef {{game: string, board: string|null, setup: string|null, colours: [string, string], evaluator: string, c_puct: number, advise_visits: number, weights: string|null, nets: DeviceNet[], is_best: boolean}} DeviceGame  what `POST /api/device` answers */
/** @typedef {import('./core.js').Level} Level */
/** @typedef {{[game: string]: Level[]}} Levels  by the room's name, the weakest first */
/** @typedef {{id: string, spec?: string, board?: import('./line.js').OwnBoard, setup?: import('./line.js').Setup, device?: DeviceGame, player?: string, review?: boolean, gameId?: string, moves?: string[], maxVisits?: number, maxTime?: number, maxMoves?: number, seed?: number, priority?: number, needsBest?: boolean, reportDuringSearchEvery?: number, firstReportDuringSearchAfter?: number, megabytes?: number, threads?: number}} Query */
/** @typedef {Query & {device: DeviceGame}} Position  a query whose game is known */
/** @typedef {{query: Query, isStopped: boolean}} Task */

/** A wish to stop is heard after so long at the latest, and what the core does at once on top. */
const SLICE_S = 0.03;
const DEFAULT_VISITS = 10_000;
/** As `motu review`. */
const REVIEW_VISITS = 1000;
const DEFAULT_MEGABYTES = 128;
const MEGABYTES = { least: 64, most: 256 };
const LEVELS = 'engine/levels.json';
const MOST_SEEDS = 2 ** 53;

export class Protocol {
  /**
   * @param {Core} core
   * @param {object} hands
   * @param {(line: string) => void} hands.answer
   * @param {(file: string) => Promise<Uint8Array>} hands.fetchFile of the pages' files
   * @param {() => Promise<void>} hands.pause lets others have a turn
   * @param {string} [hands.version]
   */
  constructor(core, { answer, fetchFile, pause, version = '' }) {
    this.core = core;
    this.version = version;
    this.pause = pause;
    this.fetchFile = fetchFile;
    this.tell = (/** @type {object} */ message) => answer(JSON.stringify(message));
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task|null} */
    this.running = null;
    /** The files of weights that the core has. @type {Set<string>} */
    this.weights = new Set();
    /** The file of the net that the core has. @type {string|null} */
    this.net = null;
    /** How fast nets are here, by their files. @type {Map<string, number>} */
    this.rates = new Map();
    /** What was read of the pages' files. @type {Map<string, any>} */
    this.read = new Map();
    /** What the core's player was asked last, where it may be asked for the next move of that game. @type {Position|null} */
    this.kept = null;
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
    if (action.action === 'clear_cache') this.kept = null;
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
        const query = { ...task.query, device: task.query.device ?? (await this.#deviceOf(task.query)) };
        if (query.review) await this.#review(task, query);
        else await (query.player ? this.#choose(task, query) : this.#search(task, query));
      } catch (error) {
        const slug = error instanceof EngineError ? error.slug : 'engine/failed';
        this.tell({ id: task.query.id, turnNumber: turnOf(task.query), error: messageOf(error), slug, field: null });
      }
      this.running = null;
    }
  }

  /** What the engine is to know of a game, as a server would tell it. @param {Query} query @returns {Promise<DeviceGame>} */
  async #deviceOf({ spec, board, setup }) {
    if (typeof spec !== 'string') throw new EngineError('engine/request', 'spec is a text, such as hex(size=9)');
    const words = board ? wordsOf(board) : null;
    const game = this.core.game(spec, words);
    const files = game.weights === null ? [] : await this.#readFile(LINES.names);
    return deviceGameOf(spec, game, { board: words, setup, files });
  }

  /** What is in a file of JSON, which is fetched once. @param {string} file */
  async #readFile(file) {
    if (!this.read.has(file)) this.read.set(file, JSON.parse(new TextDecoder().decode(await this.fetchFile(file))));
    return this.read.get(file);
  }

  /** @param {Task} task @param {Position} query */
  async #search(task, query) {
    await this.#begin(query);
    const { maxTime = 0, maxMoves = 0 } = query;
    const visits = query.maxVisits ?? (maxTime ? 0 : DEFAULT_VISITS);
    const timetable = new Timetable(query, performance.now());
    const found = await this.#searchOn(task, { visits, maxTime, maxMoves }, (partial) => {
      if (timetable.isDue()) this.#report(query, partial, true);
    });
    this.#report(query, found, false);
  }

  /**
   * Searches the position that is put up in slices, until a bound is met or it is stopped.
   * @param {Task} task
   * @param {{visits: number, maxTime?: number, maxMoves: number}} bounds
   * @param {(partial: any) => void} [onSlice]
   */
  async #searchOn(task, { visits, maxTime = 0, maxMoves }, onSlice = () => {}) {
    const began = performance.now();
    for (;;) {
      const left = maxTime ? maxTime - (performance.now() - began) / 1000 : Infinity;
      const found = this.core.search(visits, Math.max(Math.min(left, SLICE_S), 0.001), maxMoves);
      if (left <= SLICE_S || found.isSettled || hasVisits(found, visits)) return found;
      onSlice(found);
      await this.pause();
      if (task.isStopped) return found;
    }
  }

  /** Reviews the game that led to a position, by searches of equal size. @param {Task} task @param {Position} query */
  async #review(task, query) {
    await this.#putUp(query);
    const { maxVisits = REVIEW_VISITS } = query;
    const judge = await this.#judgeOf(query);
    this.core.beginReview();
    const timetable = new Timetable(query, performance.now());
    for (;;) {
      const { judged, positions } = this.core.nextReviewed();
      if (judged === positions) break;
      if (timetable.isDue()) this.#tellReview(query, { isDuringSearch: true, judged, positions });
      this.#plant(judge, query);
      await this.#searchOn(task, { visits: maxVisits, maxMoves: 1 });
      await this.pause();
      if (task.isStopped) {
        this.#tellReview(query, { isDuringSearch: false, noResults: true });
        return;
      }
      this.core.takeReviewed();
    }
    const review = { spec: query.device.game, ...this.core.toldReview() };
    this.#tellReview(query, { isDuringSearch: false, review, net: judge.net });
  }

  /** @param {Position} query @param {object} told */
  #tellReview(query, told) {
    this.tell({ id: query.id, turnNumber: turnOf(query), ...told });
  }

  /** Lets a level choose a move. @param {Task} task @param {Position} query */
  async #choose(task, query) {
    const { isOver, room } = await this.#putUp(query);
    if (isOver) {
      this.#report(query, this.core.search(0, 0, 0), false);
      return;
    }
    const isKept = this.kept !== null && followsFrom(query, this.kept);
    this.kept = null;
    if (!isKept) await this.#takeLevel(query, room);
    this.core.choose();
    let found = this.core.think(SLICE_S);
    while (!found.done && !task.isStopped) {
      await this.pause();
      if (!task.isStopped) found = this.core.think(SLICE_S);
    }
    if (query.gameId) this.kept = query;
    const { move, value } = found;
    this.tell({ id: query.id, turnNumber: turnOf(query), isDuringSearch: false, move, value });
  }

  /** @param {Position} query @param {string} room */
  async #takeLevel({ player, seed, megabytes = DEFAULT_MEGABYTES }, room) {
    /** @type {Levels} */
    const levels = await this.#readFile(LEVELS);
    const [, number] = /^level:(\d+)$/.exec(player ?? '') ?? [];
    const level = levels[room]?.[Number(number) - 1];
    if (!level) {
      throw new EngineError('engine/unknown-player', `unknown player '${player}': right are level:1 to level:10`);
    }
    this.core.takeLevel(level, seed || Math.floor(Math.random() * MOST_SEEDS), megabytes);
  }

  /** Puts the position up and plants a tree for it, unless the game is over there. @param {Position} query */
  async #begin(query) {
    if ((await this.#putUp(query)).isOver) return;
    this.#plant(await this.#judgeOf(query), query);
  }

  /** @param {{evaluator: string, c_puct: number, advise_visits: number}} judge @param {Position} query */
  #plant({ evaluator, c_puct, advise_visits }, { megabytes = DEFAULT_MEGABYTES, seed = 0, threads = 1 }) {
    this.core.plant({ evaluator, c_puct, advise_visits, megabytes, seed, threads });
  }

  /** What judges positions: the first net that is fast enough here, or what the game has of itself (`net` is null then). @param {Position} query */
  async #judgeOf({ device, needsBest = false }) {
    for (const { file, rate, ...settings } of device.nets) {
      if ((await this.#takeNet(file, rate)) >= rate) return { net: file, evaluator: 'net', ...settings };
    }
    if (needsBest && !device.is_best) throw new EngineError('engine/too-slow', 'no net is fast enough on this device');
    return { net: null, ...device };
  }

  /** Has the core use a net, if it is as fast as it needs to be; answers how fast it is. @param {string} file @param {number} needed */
  async #takeNet(file, needed) {
    const known = this.rates.get(file);
    if (known !== undefined && (known < needed || this.net === file)) return known;
    const { rate } = this.core.useNet(await this.fetchFile(file));
    this.net = file;
    this.rates.set(file, known ?? rate);
    return known ?? rate;
  }

  /** Puts the position up; answers whether the game is over there, and whose it is. @param {Position} query */
  async #putUp({ device, moves = [], megabytes = DEFAULT_MEGABYTES }) {
    if (!(megabytes >= MEGABYTES.least && megabytes <= MEGABYTES.most)) {
      throw new EngineError('engine/request', `megabytes is a number from ${MEGABYTES.least} to ${MEGABYTES.most}`);
    }
    if (device.weights && !this.weights.has(device.weights)) {
      this.core.useWeights(await this.fetchFile(device.weights));
      this.weights.add(device.weights);
    }
    const { room } = this.core.game(device.game, device.board);
    if (device.setup) this.core.setUp(device.setup);
    return { isOver: this.core.play(moves), room };
  }

  /** @param {Position} query @param {any} found @param {boolean} isDuringSearch */
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

/** @param {any} found @param {number} visits */
export const hasVisits = (found, visits) => visits > 0 && found.rootInfo.visits >= visits;

/** Whether a query asks the same player about a position that follows in the same game. @param {Position} query @param {Position} before */
function followsFrom(query, before) {
  const of = (/** @type {Position} */ { gameId, player, seed, megabytes, device: { game, board, setup } }) =>
    JSON.stringify([gameId, player, seed, megabytes, game, board, setup]);
  const [moves, known] = [query.moves ?? [], before.moves ?? []];
  return of(query) === of(before) && known.every((move, place) => move === moves[place]);
}

/** @param {Query} query */
const turnOf = ({ moves = [] }) => moves.length;

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
