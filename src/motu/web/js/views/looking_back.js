// Looking back at a game, by the list of its moves or by keys: positions that are not known yet are asked for.

import * as api from '../api.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { lookAt, needsPositions, takePositions } from './table_looking_back.js';
import { toldStep } from './table_texts.js';

/**
 * @typedef {object} Hands
 * @property {() => void} show  shows the position that is looked at
 * @property {() => boolean} dropQuestion  goes on with the game where something is asked first; whether it was
 * @property {(error: unknown) => void} complain  tells why a position cannot be shown
 */

export class LookingBack {
  /** @param {import('./table_state.js').TableState} state @param {Hands} hands */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
    document.addEventListener('keydown', this.onKey);
  }

  close() {
    document.removeEventListener('keydown', this.onKey);
  }

  /** Looks at the position after so many steps. @param {number} step */
  async look(step) {
    const { state } = this;
    try {
      while (needsPositions(state, step)) {
        const { id, seq } = state.game;
        takePositions(state, seq, await api.gamePositions(id));
      }
    } catch (error) {
      this.hands.complain(error);
      return;
    }
    const last = lookAt(state, step);
    this.hands.show();
    say(last ? toldStep(state, state.viewed) : _('First position'));
  }

  onKey = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea')
    )
      return;
    if (event.key === 'Escape' && this.hands.dropQuestion()) {
      event.preventDefault();
      return;
    }
    const { viewed, game } = this.state;
    const step = { ArrowLeft: viewed - 1, ArrowRight: viewed + 1, Home: 0, End: game.steps.length }[event.key];
    if (step === undefined) return;
    void this.look(step);
    event.preventDefault();
  };
}
