// In the place of ahead/ahead.js where there is no server: nothing is decided before it is one's turn.

import { h } from '../dom.js';
import { cellText } from '../games/words.js';
import { _ } from '../i18n.js';
import { isMyTurn, viewedPosition } from '../views/table_state.js';

export class Ahead {
  /** @param {import('../views/table_state.js').TableState} state */
  constructor(state) {
    this.state = state;
    this.element = h('div', { hidden: true });
    this.chosen = null;
  }

  /** What a cell is called. @param {number} cell */
  cellText(cell) {
    return cellText(this.state.board, viewedPosition(this.state), cell, isMyTurn(this.state));
  }

  finishText() {
    return _('Finish turn');
  }

  close() {}
  position() {
    return null;
  }
  marks() {
    return [];
  }
  take() {
    return false;
  }
  hear() {}
  show() {}
}
