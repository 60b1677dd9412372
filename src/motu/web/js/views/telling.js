// What is heard of a game is told at a pace that one can follow: a die rolls, a move is left to be looked at before its
// answer is shown, steps sound and are spoken. What waits for what is known in table_hearing.js.

import { wantsNoMotion } from '../board/stones.js';
import { settings } from '../settings.js';
import { say } from '../shell.js';
import { playSound } from '../sound.js';
import {
  hearSnapshot,
  hearUpdate,
  mustWait,
  nextUnheard,
  overtake,
  restLeft,
  settle,
  soundOf,
} from './table_hearing.js';
import { isAwaited, isLive } from './table_state.js';
import { reportText } from './table_texts.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../api.js').Update} Update */
/** @typedef {import('./table_state.js').TableState} TableState */
/**
 * @typedef {object} Hands
 * @property {(change: () => void) => void} during  makes a change that no hand has asked for just now
 * @property {(isAnimated: boolean) => void} show  shows the game as it stands
 * @property {(update: Update, before: Game['offer']) => void} onUpdate  a change is told; what waited for an answer before it
 * @property {() => void} sayProposed  says what waits to be confirmed
 */

const ROLL_MS = 600;

export class Telling {
  /** @type {(import('../board/die_mark.js').Die & {step: number})|null} the last roll, and how many steps there were after it */
  #die = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} of the die in the air */
  #timer = undefined;
  /** @type {ReturnType<typeof setTimeout>|undefined} until the next change that waits is shown */
  #waiting = undefined;

  /** @param {TableState} state @param {Hands} hands */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
  }

  close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#waiting);
  }

  /** The whole game is heard. @param {Game} game */
  take(game) {
    this.#perform(hearSnapshot(this.state, game, performance.now()));
    this.hands.show(false);
  }

  /** A change of it is heard. @param {Update} update */
  follow(update) {
    overtake(this.state, update);
    if (this.#isCalm() && mustWait(this.state, update, performance.now())) {
      this.state.unheard.push(update);
      this.#catchUp();
    } else this.#update(update);
  }

  /** The die lies there until the next turn, and not beside older positions. */
  dieOnBoard() {
    const { state } = this;
    const die = this.#die;
    if (!die || !isLive(state) || wantsNoDie(state, die)) return null;
    return die;
  }

  /** @param {Update} update */
  #update(update) {
    const before = this.state.game.offer;
    const effects = hearUpdate(this.state, update, performance.now(), !wantsNoMotion());
    if (!effects) return;
    this.#perform(effects);
    this.hands.onUpdate(update, before);
    this.hands.show(true);
    if (effects.length) this.hands.sayProposed(); // it is one's turn by now
  }

  /** The die lies still, and what has happened since is shown. */
  #land() {
    this.#perform(settle(this.state, performance.now()));
    if (this.#die) this.#die = { ...this.#die, isRolling: false, step: this.state.game.steps.length };
    this.hands.show(true);
    this.hands.sayProposed();
    this.#catchUp();
  }

  /** Shows what waits as far as it need not wait any longer. */
  #catchUp() {
    clearTimeout(this.#waiting);
    const { state } = this;
    while (state.unheard.length && !state.rolling) {
      const ms = this.#isCalm() ? restLeft(state, state.unheard[0], performance.now()) : 0;
      if (ms > 0) {
        this.#waiting = setTimeout(() => this.hands.during(() => this.#catchUp()), ms);
        return;
      }
      const next = nextUnheard(state);
      if (next) this.#update(next);
    }
  }

  /** Whether one thing is shown after the other: not against a clock, which runs meanwhile. */
  #isCalm() {
    return settings().pace === 'calm' && !wantsNoMotion() && !this.state.game.clocks;
  }

  /** @param {import('./table_hearing.js').Effect[]} effects */
  #perform(effects) {
    const { state } = this;
    for (const effect of effects) {
      if (effect.kind === 'roll') this.#roll(effect.line, effect.face);
      else {
        clearTimeout(this.#timer);
        say(reportText(state, effect.added, effect.removed));
        const isCall = document.hidden && isAwaited(state);
        const sound = isCall ? 'turn' : soundOf(state.game, effect.added);
        if (sound) playSound(sound);
      }
    }
  }

  /** @param {string} line @param {number} face */
  #roll(line, face) {
    const ms = this.state.rolling ? ROLL_MS : 0;
    this.#die = { line, face, isRolling: ms > 0, step: this.state.game.steps.length };
    playSound('die');
    if (ms) this.#timer = setTimeout(() => this.hands.during(() => this.#land()), ms);
  }
}

/** Whether turns have been taken since a die was rolled. @param {TableState} state @param {{step: number}} die */
function wantsNoDie(state, die) {
  return !state.rolling && state.game.steps.length > die.step;
}
