// Lines on which the pages hear from the house in this page, as from a server: games that go on, and searches.

import { Machine } from '../engine/machine.js';

/** @typedef {(message: any) => void} Tell */
/** @typedef {{hear?: (message: any) => void, close?: () => void}} Talk  what is done with what the page says */

const OPEN = 1;
const CLOSED = 3;
/** Why a line ends, as a server says it. */
const NOTHING_THERE = 4404;
const LOST = 1006;
const REPORT_EVERY_S = 0.25;
const MOST_MOVES = 0;

/** One end of a line. */
export class OwnWire extends EventTarget {
  /** @param {(tell: Tell) => Talk|Promise<Talk>} begin */
  constructor(begin) {
    super();
    this.readyState = 0;
    /** @type {Talk} */
    this.talk = {};
    void this.#begin(begin).catch((error) => {
      const code = error.slug === 'server/no-game' ? NOTHING_THERE : LOST;
      this.dispatchEvent(new CloseEvent('close', { code }));
    });
  }

  /** @param {(tell: Tell) => Talk|Promise<Talk>} begin */
  async #begin(begin) {
    await null; // whoever has asked for it begins to listen first
    const talk = await begin((message) => this.#tell(message));
    if (this.readyState === CLOSED) {
      talk.close?.();
      return;
    }
    this.talk = talk;
    this.readyState = OPEN;
    this.dispatchEvent(new Event('open'));
  }

  /** @param {any} message */
  #tell(message) {
    if (this.readyState !== CLOSED) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** @param {string} text */
  send(text) {
    this.talk.hear?.(JSON.parse(text));
  }

  close() {
    this.readyState = CLOSED;
    this.talk.close?.();
    this.talk = {};
  }
}

/** Searches, as a server makes them. @param {Tell} tell @returns {Talk} */
export function analysis(tell) {
  const machine = new Machine();
  let stop = () => {};
  return { hear, close: () => machine.close() };

  /** @param {any} message */
  function hear({ type, id, seconds = 0, visits = 0, spec, moves, setup }) {
    stop();
    stop = () => {};
    if (type === 'review') tell({ slug: 'site/house', error: 'reviews need a house', text: String(id) });
    if (type !== 'analyse') return;
    const limits = { maxTime: seconds, maxVisits: visits, maxMoves: MOST_MOVES };
    stop = machine.ask(
      { spec, moves, setup: setup ?? undefined, ...limits, reportDuringSearchEvery: REPORT_EVERY_S },
      ({ rootInfo, moveInfos, isDuringSearch }) =>
        tell({ type: 'findings', id, found: { rootInfo, moveInfos }, is_final: !isDuringSearch }),
      (error) =>
        tell({ slug: /** @type {any} */ (error).slug ?? 'engine/failed', error: error.message, text: String(id) }),
    );
  }
}
