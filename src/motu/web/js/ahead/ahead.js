// Beside the board of a game with somebody elsewhere: moves chosen before it is one's turn, and the way to the next game
// that waits. In a live game one move, which this page holds; by correspondence a tree of answers, which the server plays.

import * as api from '../api.js';
import { h } from '../dom.js';
import { cellText } from '../games/words.js';
import { _, ngettext } from '../i18n.js';
import { say } from '../shell.js';
import { vacationText } from '../views/remote_texts.js';
import { button } from '../views/table_buttons.js';
import { isAwaited, isLive, isMyTurn, viewedPosition } from '../views/table_state.js';
import { PlanPanel } from './plan_panel.js';
import { canPlay, isLiveClock, isMeant, mayPremove, premovePosition } from './premove_state.js';

/** @typedef {import('../views/table_state.js').TableState} TableState */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/**
 * @typedef {object} Hands
 * @property {(action: (game: api.Game) => Promise<api.Update>) => Promise<void>} act  does something at the table
 * @property {() => void} refresh  shows the table as it stands
 * @property {(text: string) => void} tell  shows and says it where the table's notices stand, until the game goes on
 */

/** Moves that were chosen when their page was left, by game: they wait until it is there again. @type {Map<string, {premove: string, chosenIn: PositionView}>} */
const left = new Map();

export class Ahead {
  /** @param {TableState} state @param {Hands} hands */
  constructor(state, hands) {
    this.state = state;
    this.hands = hands;
    /** @type {string|null} the move that is chosen */
    this.premove = null;
    /** The position in which it was. */
    this.chosenIn = state.game.position;
    Object.assign(this, left.get(state.game.id));
    left.delete(state.game.id);
    this.plan = new PlanPanel(state, hands.refresh);
    this.text = h('p.asked');
    this.cancel = button(_('Cancel'), () => this.#choose(null));
    /** Stands elsewhere, where it is always in sight. */
    this.chosen = h('div.offer-card.chosen', { hidden: true }, this.text, h('div.buttons', {}, this.cancel));
    this.next = h('p.next', { hidden: true });
    this.element = h('div.remote.ahead', { hidden: !state.game.is_remote }, this.plan.element, this.next);
    /** For which event of the game the other games were asked for. */
    this.askedFor = -1;
    document.addEventListener('keydown', this.onKey, true);
  }

  close() {
    document.removeEventListener('keydown', this.onKey, true);
    const { premove, chosenIn } = this;
    if (premove !== null) left.set(this.state.game.id, { premove, chosenIn });
    this.plan.close();
  }

  onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || this.premove === null) return;
    this.#choose(null);
    event.preventDefault();
  };

  #isPremoving() {
    return isLive(this.state) && !this.state.rolling && mayPremove(this.state.game);
  }

  /** The position on which moves are entered; null: the game's own. @returns {PositionView|null} */
  position() {
    const { state } = this;
    if (this.#isPremoving()) return premovePosition(state.board, state.game);
    return isLive(state) ? this.plan.shown() : null;
  }

  /** What a cell is called; which stones may be flipped before the opponent has moved, nobody knows. @param {number} cell */
  cellText(cell) {
    const { state } = this;
    const ahead = this.position();
    const isKnown = ahead === null ? isMyTurn(state) : !this.#isPremoving();
    return cellText(state.board, ahead ?? viewedPosition(state), cell, isKnown);
  }

  /** What becomes of a move that is confirmed now, as its button says it. */
  finishText() {
    if (this.#isPremoving()) return _('Premove');
    return isLive(this.state) && this.plan.shown() ? _('Enter move') : _('Finish turn');
  }

  /** Moves to be marked on the board. @returns {string[]} */
  marks() {
    return this.premove !== null && this.#isPremoving() ? [this.premove] : [];
  }

  /** A move is made on the board; returns whether it is one beforehand. @param {string} move */
  take(move) {
    if (this.#isPremoving()) {
      this.#choose(move === this.premove ? null : move);
      return true;
    }
    if (!isLive(this.state) || !this.plan.shown()) return false;
    void this.plan.enter(move);
    return true;
  }

  /** @param {string|null} move */
  #choose(move) {
    if (move === null && this.premove !== null) say(_('Premove cancelled.'));
    this.premove = move;
    this.chosenIn = this.state.game.position;
    if (move !== null) say(chosenText(move));
    this.hands.refresh();
  }

  /** What has happened: who goes on vacation is told. @param {api.Update} update */
  hear(update) {
    for (const { what } of update.events) {
      if (what.type !== 'on_vacation') continue;
      say(vacationText(this.state, what.person, what.is_on));
    }
  }

  /** Shows how things stand, and plays what is chosen when it is time. */
  show() {
    const { game } = this.state;
    if (!game.is_remote) return;
    this.#dropUnmeant();
    this.#playChosen();
    this.text.textContent = this.premove === null ? '' : chosenText(this.premove);
    this.chosen.hidden = this.premove === null;
    this.plan.show();
    this.#lookFurther();
  }

  #dropUnmeant() {
    const { result, position } = this.state.game;
    if (this.premove === null || isMeant(this.chosenIn, position)) return;
    this.premove = null;
    if (!result) this.hands.tell(_('Premove cancelled.'));
  }

  #playChosen() {
    const { state, premove } = this;
    if (premove === null || mayPremove(state.game)) return;
    const isTime = isAwaited(state) && state.errand === null; // also for whoever looks back
    if (!state.game.result && !isTime) return; // the die still rolls, or something is asked of the server
    this.premove = null;
    if (state.game.result) return;
    if (canPlay(state.board, state.game.position, premove))
      void this.hands.act(({ id, seq }) => api.play(id, premove, seq));
    else this.hands.tell(_('Your premove {move} cannot be played.', { move: premove }));
  }

  /** By correspondence: whether somebody waits in another game, once one's own move is made. */
  #lookFurther() {
    const { game } = this.state;
    const isOwnTurn = !game.result && game.position.player === game.seat;
    if (isOwnTurn || !game.is_mine || isLiveClock(game.created.clock)) {
      this.next.hidden = true;
      return;
    }
    if (this.askedFor === game.seq) return;
    this.askedFor = game.seq;
    void this.#showNext(game.id).catch(() => undefined);
  }

  /** @param {string} id of this game */
  async #showNext(id) {
    const { games } = await api.games(new URLSearchParams({ is_over: 'false' }));
    const waiting = games.filter((each) => each.is_remote && each.player === each.seat && each.id !== id);
    this.next.hidden = waiting.length === 0;
    if (!waiting.length) return;
    const text = _('Next game where it is your turn');
    const rest = ngettext('{count} waiting', '{count} waiting', waiting.length);
    this.next.replaceChildren(h('a.button', { href: `/play/${waiting[0].id}` }, text), ' ', h('span.detail', {}, rest));
  }
}

/** @param {string} move */
function chosenText(move) {
  return _('Premove: {move}', { move });
}
