// What can be done at a table, as buttons: a move that waits is finished or dropped, and resigning asks first.

import { h, keepOrShow } from '../dom.js';
import { _ } from '../i18n.js';
import { button, drawHand, drawOffer, isHand, nameOfButton } from './table_buttons.js';
import { isUseful, offersOf } from './table_offers.js';

/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */
/** @typedef {import('./table_buttons.js').Hands} Hands */
/** @typedef {import('./table_offers.js').Offer} Offer */
/** @typedef {import('./table_state.js').TableState} TableState */

/** A question is there so long before it can be answered: who presses twice has not read it. */
const REST_MS = 500;

export class TableHands {
  element = h('div.buttons');
  /** @type {ReturnType<typeof setTimeout>|undefined} until the question whether to resign may be answered */
  #reading = undefined;
  #isRead = false;

  /**
   * @param {TableState} state
   * @param {MotuBoard} board
   * @param {Omit<Hands, 'resign'|'play-on'>} hands what each does
   * @param {() => void} refresh shows the table as it stands, these among it
   * @param {() => string} finishText what becomes of a move that is confirmed
   */
  constructor(state, board, hands, refresh, finishText) {
    this.state = state;
    this.board = board;
    this.refresh = refresh;
    this.finishText = finishText;
    /** The same one whatever it is called: a finger may be on its way to it. */
    this.finish = button('', () => this.board.confirm(), true);
    /** @type {Hands} */
    this.hands = { ...hands, resign: () => this.askResign(true), 'play-on': () => this.askResign(false) };
  }

  close() {
    clearTimeout(this.#reading);
  }

  /** The keyboard stays where it was, or goes back to the board. */
  show() {
    const focused = this.element.contains(document.activeElement) ? nameOfButton(document.activeElement) : null;
    keepOrShow(this.element, this.#wanted());
    this.element.toggleAttribute('data-asks', this.state.isResigning);
    if (focused === null || focused === undefined || this.element.contains(document.activeElement)) return;
    const shown = /** @type {HTMLElement[]} */ ([...this.element.children]);
    const same = shown.find((each) => nameOfButton(each) === focused);
    if (same) same.focus();
    else if (this.state.isResigning) shown[offersOf(this.state).indexOf('play-on')].focus();
    else this.board.focusBoard();
  }

  #wanted() {
    if (!this.board.proposed) return offersOf(this.state).map((offer) => this.#button(offer));
    this.finish.textContent = this.finishText();
    return [this.finish, button(_('Cancel'), () => this.board.cancel())];
  }

  /** @param {Offer} offer */
  #button(offer) {
    if (!isHand(offer)) return drawOffer(offer, this.state.game);
    const made = drawHand(offer, this.hands, isUseful(this.state, offer));
    if (offer === 'give-up') made.toggleAttribute('disabled', !this.#isRead);
    return made;
  }

  /** Goes on with the game where it was asked whether to resign; returns whether it was. */
  dropQuestion() {
    const { isResigning } = this.state;
    if (isResigning) this.askResign(false);
    return isResigning;
  }

  /** Asks whether to resign, or asks no more. @param {boolean} isResigning */
  askResign(isResigning) {
    this.state.isResigning = isResigning;
    this.#isRead = false;
    this.refresh();
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => {
      this.#isRead = true;
      this.refresh();
    }, REST_MS);
  }
}
