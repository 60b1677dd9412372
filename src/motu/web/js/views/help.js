// Help at a table for whoever wants it, hints and the bar of chances. The engine comes when it is first asked; most games
// go without.

import { Refusal } from '../api.js';
import { settings } from '../settings.js';
import { mayWeigh } from './hint_state.js';
import { canMove } from './table_state.js';
import { WinBar } from './win_bar.js';

/** @typedef {import('./advice.js').Advice} Advice */
/** @typedef {import('./table_state.js').TableState} TableState */
/** @typedef {{onHint: () => void, onError: (error: unknown) => void}} Hands  a hint is asked for, found or given up; why there is none */

export class Help {
  /** @param {TableState} state @param {Hands} hands */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
    this.bar = new WinBar(state.board);
    /** @type {Promise<Advice>|null} */
    this.advice = null;
  }

  close() {
    void this.advice?.then((advice) => advice.close());
  }

  /** What the engine would play is sought; that it was asked is kept. */
  async hint() {
    if (!canMove(this.state)) return;
    try {
      (await this.#advisor()).askHint();
    } catch (error) {
      this.hands.onError(error);
    }
  }

  /** Shows the chances in the position that is looked at, where they are wanted. @returns {boolean} whether they are */
  weigh() {
    const isWanted = settings().winBar && mayWeigh(this.state.game);
    if (!isWanted) {
      this.bar.hide();
      return false;
    }
    this.bar.show(null);
    void this.#advisor().then(
      (advice) => advice.weigh(),
      () => {}, // it stays and says nothing: what comes and goes would move the board
    );
    return true;
  }

  #advisor() {
    this.advice ??= import('./advice.js').then(
      ({ Advice }) =>
        new Advice(this.state, {
          onHint: this.hands.onHint,
          onChances: (share) => this.bar.show(share),
          onError: (text, game) => this.#fail(text, game),
        }),
    );
    this.advice.catch(() => (this.advice = null)); // the next question tries again
    return this.advice;
  }

  /** @param {string} text @param {string} [game] the id of the game that it is about */
  #fail(text, game) {
    this.hands.onHint();
    this.hands.onError(new Refusal('', text, 0, game));
  }
}
