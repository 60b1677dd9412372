// The engine on this device: a worker with the core in it, which thinks as long as somebody looks. The server says once a
// position what the engine needs to know of the game, and whether it may be asked at all.

import { ask, refusalIn } from '../api.js';
import { _ } from '../i18n.js';
import { isLost } from './machine.js';

/** @typedef {import('../api.js').Refusal} Refusal */
/** @typedef {import('../study/engine.js').Findings} Findings */
/** @typedef {import('../study/engine.js').Position} Position */
/** @typedef {import('./protocol.js').DeviceGame} DeviceGame */
/** @typedef {{visits: number, megabytes: number, seconds?: number}} Bounds  of a search */

const REPORT_EVERY_S = 0.1;

export class DeviceEngine {
  /**
   * @param {object} hands
   * @param {(findings: Findings, key: string, isFinal: boolean) => void} hands.onFindings
   * @param {import('../study/engine.js').OnError} hands.onError
   * @param {(why?: string) => void} hands.onUnable  it can't, or shouldn't, think about this position; why, if it has failed
   * @param {() => Bounds} hands.bounds
   * @param {() => boolean} hands.needsBest  whether it is to think only where no server knows anything better
   */
  constructor(hands) {
    this.hands = hands;
    /** @type {Worker|null} */
    this.worker = null;
    this.id = 0;
    /** @type {string|null} */
    this.key = null;
    /** @type {Position|null} */
    this.position = null;
    this.onVisible = () => void this.#ask();
  }

  start() {
    if (this.worker) return;
    document.addEventListener('visibilitychange', this.onVisible);
    this.worker = new Worker(new URL('./engine_worker.js', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event) => this.#hear(JSON.parse(event.data));
    this.worker.onerror = () => this.#giveUp();
  }

  /** The worker ends, for the memory that it has taken comes back in no other way. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.key = this.position = null;
    this.id += 1;
    document.removeEventListener('visibilitychange', this.onVisible);
  }

  /** @param {string} key says which position it is @param {Position|null} position null where the game is over */
  think(key, position) {
    if (!this.worker || key === this.key) return;
    this.key = key;
    this.position = position;
    void this.#ask();
  }

  /** Thinks anew about the same position, with other bounds. */
  renew() {
    void this.#ask();
  }

  async #ask() {
    const id = (this.id += 1);
    this.#send({ id: `${id}-end`, action: 'terminate_all' });
    const { position, key } = this;
    if (!position || key === null || document.hidden) return;
    const { spec, moves, setup, board } = position;
    try {
      /** @type {DeviceGame} */
      const device = await ask('/api/device', { spec, moves, setup, board });
      if (id !== this.id) return;
      const { visits, megabytes, seconds } = this.hands.bounds();
      const bounds = { maxVisits: visits, maxTime: seconds, megabytes, reportDuringSearchEvery: REPORT_EVERY_S };
      this.#send({ id: String(id), device, moves, needsBest: this.hands.needsBest(), ...bounds });
    } catch (error) {
      if (id !== this.id) return;
      const refusal = /** @type {Refusal} */ (error);
      this.hands.onError(refusal.message, refusal.slug, refusal.game);
    }
  }

  /** @param {object} request */
  #send(request) {
    this.worker?.postMessage(JSON.stringify(request));
  }

  /** @param {any} answer */
  #hear(answer) {
    if (answer.id !== String(this.id) || this.key === null) return;
    if (answer.error) this.#fail(answer);
    else if (answer.rootInfo) this.hands.onFindings(answer, this.key, !answer.isDuringSearch);
  }

  /** @param {{slug: string, error: string}} answer */
  #fail({ slug, error }) {
    if (slug === 'engine/too-slow') this.hands.onUnable();
    else if (isLost(slug)) this.#giveUp();
    else void refusalIn(slug, error).then((text) => this.hands.onError(text, slug));
  }

  /** The worker is of no use any more, or never came up. */
  #giveUp() {
    this.hands.onUnable(_('The engine on this device has failed; the server thinks instead.'));
  }
}
