// Beside a game of two people at different screens: how far its dice are sealed, and the words that both see. The browser's
// own part is done here, too, by itself.

import * as api from '../api.js';
import { isSealing } from '../dice/duty.js';
import { promiseText } from '../dice/promise.js';
import { wordsOf } from '../dice/scheme.js';
import { Sealer } from '../dice/sealer.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { button } from './table_buttons.js';
import { wasDeclined } from './table_offers.js';
import { droppedText, dutyText, owedText, sealingText } from './dice_texts.js';

/** @typedef {import('./table_state.js').TableState} TableState */

/** A browser that answers at once is not spoken of. */
const SLOW_MS = 1500;

export class DiceCard {
  /**
   * @param {TableState} state
   * @param {import('./remote.js').Act} act
   * @param {(heard: any) => void} onHeard gets what the server answers to this browser's part
   */
  constructor(state, act, onHeard) {
    this.state = state;
    this.act = act;
    this.text = h('p.asked');
    this.buttons = h('div.buttons');
    /** Stands elsewhere, where it is always in sight: what the game waits for. */
    this.news = h('div.offer-card.sealing', { hidden: true }, this.text, this.buttons);
    this.words = h('span.receipt');
    this.promise = h('p.detail');
    this.sealed = h(
      'details.sealed',
      { hidden: true },
      h('summary', {}, _('Sealed dice')),
      this.promise,
      h('p', {}, _('Both of you see the same words:'), ' ', this.words),
      h('p', {}, h('a', { href: '/dice' }, _('What this means'))),
    );
    this.element = h('div.dice', {}, this.sealed);
    this.said = '';
    this.owedSince = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.sealer = new Sealer(state.game, onHeard, () => this.show());
    if (state.game.dice) this.hear(state.game);
  }

  close() {
    clearTimeout(this.timer);
    this.sealer.close();
  }

  /** The game as it stands, or what has changed, as soon as it is heard. @param {any} heard */
  hear(heard) {
    if (heard.dice) this.sealer.hear(heard);
  }

  show() {
    const { game } = this.state;
    const { dice } = game;
    if (!dice) return;
    const text = this.#text(dice);
    this.text.textContent = text;
    this.news.hidden = !text;
    this.news.classList.toggle('warning', this.sealer.duty === 'betrayed');
    if (text !== this.said) say(text);
    this.said = text;
    const isFree = !isSealing(game) && !game.result && !game.offer && !wasDeclined(game, 'seal');
    const mayAsk = this.sealer.duty === 'elsewhere' && isFree;
    if (mayAsk !== Boolean(this.buttons.childElementCount))
      this.buttons.replaceChildren(...(mayAsk ? [this.#ask()] : []));
    this.news.classList.toggle('awaited', mayAsk);
    this.promise.textContent = promiseText(dice.links > 0);
    this.words.textContent = dice.receipt ? wordsOf(dice.receipt) : '';
    this.sealed.hidden = !dice.receipt;
  }

  #ask() {
    return button(_('Ask to reseal the dice'), () => void this.act(({ id, seq }) => api.offer(id, 'seal', seq)));
  }

  /** @param {import('../api.js').Dice} dice */
  #text(dice) {
    const { state } = this;
    if (dice.dropped.length) return droppedText(state, dice.dropped);
    if (state.game.result) return '';
    const own = dutyText(this.sealer.duty, isSealing(state.game));
    if (own) return own;
    if (isSealing(state.game)) return sealingText(state, dice);
    return this.#owed(dice);
  }

  /** @param {import('../api.js').Dice} dice */
  #owed(dice) {
    if (dice.owes === null) {
      this.owedSince = 0;
      clearTimeout(this.timer);
      return '';
    }
    if (!this.owedSince) {
      this.owedSince = performance.now();
      this.timer = setTimeout(() => this.show(), SLOW_MS + 1);
    }
    return performance.now() - this.owedSince > SLOW_MS ? owedText(this.state, dice.owes) : '';
  }
}
