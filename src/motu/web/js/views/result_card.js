// How a game ended, in large words, and where to go from there: a card over the sheet beside the board.

import * as api from '../api.js';
import { h } from '../dom.js';
import { hasServer } from '../house.js';
import { _ } from '../i18n.js';
import { numberIn, stepper } from '../stepper.js';
import { drawDiceCheck } from './dice_check.js';
import { isPlayedOn, tournamentWay } from './game_terms.js';
import { endOffersOf, wasDeclined } from './table_offers.js';
import { button, drawOffer } from './table_buttons.js';
import { offerText, statusText, verdictText } from './table_texts.js';

/** @typedef {import('./table_state.js').TableState} TableState */

export class ResultCard {
  /** @param {(level: number|null) => void} onRematch gets the machine's level where one was chosen */
  constructor(onRematch) {
    this.onRematch = onRematch;
    this.verdict = h('h2.verdict');
    this.why = h('p.why');
    this.level = h('div.level');
    this.buttons = h('div.buttons');
    this.dice = h('div.dice');
    this.nextPlace = h('div');
    this.element = h(
      'div.result-card',
      { hidden: true },
      this.verdict,
      this.why,
      this.nextPlace,
      this.level,
      this.buttons,
      this.dice,
    );
    /** @type {import('../tournaments/next_in_tournament.js').NextInTournament|null} */
    this.next = null;
    /** Whether a tournament leads on from here, so that a rematch would make one late for it. */
    this.playsOn = false;
    this.isClosed = false;
    /** @type {HTMLInputElement|null} */
    this.input = null;
    this.hasAnswer = false;
  }

  /** What it offers is drawn once, so that the keyboard may rest on it. @param {TableState} state */
  show(state) {
    const { result } = state.game;
    const isOver = Boolean(result) && !state.rolling;
    const wasHidden = this.element.hidden;
    this.element.hidden = !isOver;
    if (!isOver || !result) return;
    this.verdict.textContent = verdictText(state);
    this.why.textContent = statusText(state);
    if (wasHidden) this.#offer(state);
    // What was asked waits for an answer beside this card, and of two people at different screens each goes on there;
    // nobody asks twice.
    const { offer, next_game: nextGame } = state.game;
    this.hasAnswer = Boolean(offer || nextGame) || wasDeclined(state.game, 'rematch');
    this.#showAgain();
  }

  close() {
    this.isClosed = true;
    this.next?.close();
  }

  /** A rematch, and the level that it would be played at. */
  #showAgain() {
    for (const each of [this.buttons.querySelector('.again'), this.level])
      each?.toggleAttribute('hidden', this.hasAnswer || this.playsOn);
  }

  /** @param {TableState} state */
  #offer(state) {
    const { game } = state;
    const rematch = () => this.onRematch(this.input ? numberIn(this.input) : null);
    this.buttons.replaceChildren(
      ...tournamentWay(game),
      ...endOffersOf(game)
        .filter((offer) => offer !== 'review' || hasServer())
        .map((offer) => (offer === 'again' ? this.#again(rematch) : drawOffer(offer, game))),
    );
    this.input = null;
    this.dice.replaceChildren(...(game.dice ? [drawDiceCheck(state)] : []));
    this.level.replaceChildren();
    void this.#leadOn(game).catch(() => {}); // without it there is the way back to the tournament
    const level = game.created.seats.find((seat) => seat.kind === 'level')?.level;
    if (game.is_mine && level) void this.#offerLevels(level).catch(() => {}); // without it there is the same level
  }

  /** From a game of a tournament to the next one. @param {import('../api.js').Game} game */
  async #leadOn({ id, is_mine: isMine, created: { tournament } }) {
    this.next?.close();
    this.next = null;
    if (!isMine || !isPlayedOn(tournament)) return;
    const { NextInTournament } = await import('../tournaments/next_in_tournament.js');
    if (this.isClosed) return;
    this.next = new NextInTournament(tournament.id, id, (playsOn) => {
      this.playsOn = playsOn;
      this.#showAgain();
    });
    this.nextPlace.replaceChildren(this.next.element);
  }

  /** @param {() => void} rematch */
  #again(rematch) {
    const made = button(offerText('again'), rematch, true);
    made.classList.add('again');
    return made;
  }

  /** @param {number} level that was played */
  async #offerLevels(level) {
    const { levels } = await api.catalogue();
    const { element, label, input } = stepper({ label: _('Level'), value: level, least: 1, most: levels });
    this.level.replaceChildren(label, element);
    this.input = input;
  }
}
