// An engine to ask: each question is a line to a worker, each answer comes back by its id (docs/protocol.md of motu).

import { EngineError } from '../js/engine/core.js';
import { checkBoard, checkSetup } from './checks.js';

/** @typedef {import('../js/engine/line.js').Setup} Setup */
/** @typedef {import('../js/engine/line.js').OwnBoard} OwnBoard */

/**
 * @typedef {object} Position  the game, and how it went so far
 * @property {string} spec  such as `hex(size=9)`, `gan`, `atomorph`, `atmalof`
 * @property {string[]|string} [moves]  a list, or one text with blanks; an announcement with its roll is one: `r4=6`
 * @property {Setup} [setup]  a position set up by hand that the moves start from
 * @property {OwnBoard} [board]  a board of one's own, where the spec names a file
 *
 * @typedef {object} Bounds  of an analysis; without any of them it ends after 10,000 visits
 * @property {number} [maxVisits]
 * @property {number} [maxTime]  in seconds
 * @property {number} [maxMoves]  how many moves the answer lists at most
 * @property {number} [seed]  with `maxVisits` alone, equal questions with equal seeds have equal answers
 * @property {number} [megabytes]  what the search may take, 64 to 256
 *
 * @typedef {object} Hands
 * @property {AbortSignal} [signal]  ends it early: the answer is what was found until then
 * @property {(analysis: Analysis) => void} [onReport]  hears partial answers of an analysis, ten a second
 *
 * @typedef {object} RootInfo  all numbers are told from the side of who is to move, or to roll
 * @property {string|null} currentPlayer  a colour; null where the game is over
 * @property {number} visits
 * @property {number} [winrate]  0 to 1
 * @property {number} [value]  1 won, -1 lost, 0 drawn or even
 * @property {number} [lower]  what is proved of the value
 * @property {number} [upper]
 * @property {string|null} [proof]  win, loss, draw, exact or null
 * @property {string} [announced]  the line for which a roll is awaited
 * @property {string|null} [winner]  a colour, where the game is over
 * @property {string} [reason]
 *
 * @typedef {object} MoveInfo
 * @property {string} move
 * @property {number} order  0 for the best
 * @property {number} visits
 * @property {number} winrate
 * @property {number} value
 * @property {number} prior
 * @property {number} lower
 * @property {number} upper
 * @property {string|null} proof
 * @property {number|null} plies  to the end, where a win or loss is proved
 * @property {boolean} pruned
 * @property {string[]} pv  the moves that are expected, this one first
 * @property {number[]} [shows]  of a face: what the die shows
 * @property {object[]} [faces]  after an announcement
 *
 * @typedef {import('../js/engine/core.js').Review & {spec: string}} Review
 * @typedef {{turnNumber: number, isDuringSearch: boolean, rootInfo: RootInfo, moveInfos: MoveInfo[]}} Analysis
 * @typedef {{move: string|null, value: number|null, winner: string|null, reason: string|null}} Choice  no move where the game is over; a winner only there, and null for a draw
 */

/**
 * What carries lines to an engine and back.
 * @typedef {object} Channel
 * @property {(line: string) => void} send
 * @property {(hands: {line: (line: string) => void, fail: (error: Error) => void}) => void} listen
 * @property {(isAwaited: boolean) => void} hold  whether a process has to wait for answers
 * @property {() => void} close
 */

const REPORT_EVERY_S = 0.1;

export class Engine {
  /** @type {Map<string, {hear: (answer: any) => void, fail: (error: Error) => void}>} */
  #asked = new Map();
  #lastId = 0;
  /** @type {Error|null} */
  #fault = null;
  #channel;

  /** @param {Channel} channel */
  constructor(channel) {
    this.#channel = channel;
    channel.listen({ line: (line) => this.#hear(JSON.parse(line)), fail: (error) => this.#fail(error) });
  }

  /**
   * Says how good the position is, and each move in it.
   * @param {Position & Bounds} question
   * @param {Hands} [hands]
   * @returns {Promise<Analysis>}
   * @throws {EngineError} where the question is wrong, with a slug
   */
  async analyze(question, { signal, onReport } = {}) {
    const reports = onReport ? { reportDuringSearchEvery: REPORT_EVERY_S } : {};
    const { turnNumber, isDuringSearch, rootInfo, moveInfos } = await this.#ask(
      { ...asked(question), ...reports },
      { signal, onReport },
    );
    return { turnNumber, isDuringSearch, rootInfo, moveInfos };
  }

  /**
   * Says what every move of a game gave away, and what every roll brought.
   * @param {Position & {maxVisits?: number, seed?: number, megabytes?: number}} question  `maxVisits` of each search, 1,000 if not given
   * @param {{signal?: AbortSignal, onShare?: (share: number) => void}} [hands]  `onShare` hears how much is done of what is known to be wanted, from 0 to 1
   * @returns {Promise<Review>}
   * @throws {EngineError} where the question is wrong, or `engine/ended` where it was ended early
   */
  async review(question, { signal, onShare } = {}) {
    const onReport = onShare && ((/** @type {any} */ { judged, positions }) => onShare(judged / positions));
    const reports = onShare ? { reportDuringSearchEvery: REPORT_EVERY_S } : {};
    return (await this.#ask({ ...asked(question), review: true, ...reports }, { signal, onReport })).review;
  }

  /**
   * Lets a playing level choose a move; in Atmalof also for what to roll.
   * @param {Position & {level: number, seed?: number, megabytes?: number, gameId?: string}} question a level is 1 to 10; an equal `gameId` lets it go on thinking from move to move
   * @param {{signal?: AbortSignal}} [hands]
   * @returns {Promise<Choice>}
   * @throws {EngineError} where the question is wrong, or a roll is awaited (`engine/no-move`)
   */
  async choose({ level, ...question }, { signal } = {}) {
    const answer = await this.#ask({ ...asked(question), player: `level:${level}` }, { signal });
    const { move = null, value = null, rootInfo } = answer;
    return { move, value, winner: rootInfo?.winner ?? null, reason: rootInfo?.reason ?? null };
  }

  /** @returns {Promise<string>} the version of motu that this is */
  async version() {
    return (await this.#ask({ action: 'query_version' }, {})).version;
  }

  /** Ends it; what it was asked last is never answered. */
  close() {
    this.#fail(new EngineError('engine/closed', 'the engine was closed'));
    this.#channel.close();
  }

  /** @param {object} request @param {{signal?: AbortSignal, onReport?: (answer: any) => void}} hands @returns {Promise<any>} the final answer */
  #ask(request, { signal, onReport }) {
    if (this.#fault) return Promise.reject(this.#fault);
    const id = String((this.#lastId += 1));
    const end = () => this.#send({ id: `${id}-end`, action: 'terminate', terminateId: id });
    /** @type {Promise<any>} */
    const answered = new Promise((resolve, reject) => {
      const hear = (/** @type {any} */ answer) => {
        if (answer.isDuringSearch) onReport?.(answer);
        else if (answer.noResults) reject(signal?.reason ?? new EngineError('engine/ended', 'it was ended'));
        else if (answer.error) reject(new EngineError(answer.slug, answer.error));
        else resolve(answer);
      };
      this.#asked.set(id, { hear, fail: reject });
    });
    this.#channel.hold(true);
    this.#send({ id, ...request });
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    return answered.finally(() => {
      signal?.removeEventListener('abort', end);
      this.#asked.delete(id);
      this.#channel.hold(this.#asked.size > 0);
    });
  }

  /** @param {object} request */
  #send(request) {
    this.#channel.send(JSON.stringify(request));
  }

  /** @param {any} answer */
  #hear(answer) {
    this.#asked.get(answer.id)?.hear(answer);
  }

  /** @param {Error} error */
  #fail(error) {
    this.#fault ??= error;
    for (const { fail } of this.#asked.values()) fail(error);
  }
}

/** @template {Position} Question @param {Question} question @returns {Omit<Question, 'moves'> & {moves: string[]}} */
function asked(question) {
  checkStart(question);
  const { moves = [], ...others } = question;
  return { ...others, moves: typeof moves === 'string' ? moves.split(/\s+/).filter(Boolean) : moves };
}

/** Where the moves start from, if that is told. @param {Position} question @throws {EngineError} */
function checkStart({ setup, board }) {
  if ((board ?? null) !== null) checkBoard(board);
  if ((setup ?? null) !== null) checkSetup(setup, null);
}
