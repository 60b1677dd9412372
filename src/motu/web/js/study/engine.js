// The engine beside the board: one position at a time, lines that deepen, what is known of every move of the game.

import { gameIn, refusalIn } from '../api.js';
import { LiveSocket } from '../socket.js';

/**
 * @typedef {{name: string, winrate?: number, value?: number}} NetInfo  what a net says of the position by itself
 * @typedef {object} MoveInfo
 * @property {string} move
 * @property {number} visits
 * @property {number} winrate  for whoever is to move
 * @property {number} value    in [-1, 1]
 * @property {number} [lower]  the value is proved to lie between these
 * @property {number} [upper]
 * @property {number} prior    what the evaluator thinks before any search
 * @property {number} [equity]
 * @property {string|null} proof
 * @property {number|null} [plies]
 * @property {boolean} [pruned]
 * @property {string[]} pv
 * @property {{shows: number[], probability: number, visits: number, value: number}[]} [faces]
 * @property {number[]} [shows]
 *
 * @typedef {object} Findings
 * @property {{currentPlayer: string|null, visits: number, winrate: number, value: number, equity?: number, lower?: number, upper?: number, proof: string|null, net?: NetInfo}} rootInfo
 * @property {MoveInfo[]} moveInfos
 *
 * @typedef {{spec: string, moves: string[], setup: object|null, board: object|null, seconds?: number, visits?: number}} Position  with other limits where they are named
 * @typedef {(text: string, slug: string, game?: string) => void} OnError  why nothing is found, and the id of the game of one's own in which it would be help
 */

/** As much as the server allows; it lets others in between. */
const SECONDS = 3600;
const VISITS = 10_000_000;
/** An answer that comes sooner than the server would cut a search short is all that there is to find. */
const LEAST_SHARE_MS = 9000;

export class Engine {
  /** @param {(findings: Findings, key: string, isFinal: boolean) => void} onFindings @param {OnError} onError @param {{seconds: number, visits: number}} [most] of a search */
  constructor(onFindings, onError, most = { seconds: SECONDS, visits: VISITS }) {
    this.most = most;
    this.onFindings = onFindings;
    this.onError = onError;
    /** @type {LiveSocket|null} */
    this.socket = null;
    this.id = 0;
    /** The position that is thought about. @type {string|null} */
    this.key = null;
    /** @type {Position|null} */
    this.position = null;
    this.askedAt = 0;
    this.onVisible = () => this.#ask();
  }

  get isOn() {
    return this.socket !== null;
  }

  start() {
    if (this.socket) return;
    document.addEventListener('visibilitychange', this.onVisible);
    this.socket = new LiveSocket(
      '/api/analysis',
      (message) => this.#hear(message),
      (isOpen) => isOpen && this.#ask(),
    );
  }

  stop() {
    this.socket?.send({ type: 'stop' });
    this.socket?.close();
    this.socket = null;
    this.position = null;
    this.key = null;
    document.removeEventListener('visibilitychange', this.onVisible);
  }

  /**
   * Thinks about another position; about nothing while it is off.
   * @param {string} key says which position it is
   * @param {Position|null} position null where the game is over
   */
  think(key, position) {
    if (!this.socket || key === this.key) return;
    this.key = key;
    this.position = position;
    this.#ask();
  }

  /** Asks about the position; where there is none, or nobody looks, nothing is searched. */
  #ask() {
    this.id += 1;
    this.askedAt = performance.now();
    const isWanted = this.position && !document.hidden;
    this.socket?.send(isWanted ? { type: 'analyse', id: this.id, ...this.most, ...this.position } : { type: 'stop' });
  }

  /** Whether a search has ended because others waited, or its time was up. @param {Findings} found */
  #wasCut({ rootInfo }) {
    const hasTaken = performance.now() - this.askedAt;
    return (
      hasTaken > LEAST_SHARE_MS &&
      this.most.seconds === SECONDS &&
      !rootInfo.proof &&
      rootInfo.visits < this.most.visits
    );
  }

  /** @param {any} message */
  #hear(message) {
    // A refusal's text is the id of what was refused: a late one is about a position that nobody looks at any more.
    if (message.error) {
      const { slug = '', error, text } = message;
      void refusalIn(slug, error).then(
        (told) => void ((!text || text === String(this.id)) && this.onError(told, slug, gameIn(message))),
      );
    } else if (message.type === 'findings' && message.id === this.id && this.key !== null) {
      const goesOn = message.is_final && this.#wasCut(message.found);
      this.onFindings(message.found, this.key, message.is_final && !goesOn);
      if (goesOn) this.#ask();
    }
  }
}
