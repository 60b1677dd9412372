// The chances of both sides as a bar beside the board: the first colour's part grows from below, or from the left.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, percent } from '../i18n.js';

export class WinBar {
  /** @param {import('../board/types.js').BoardView} board */
  constructor(board) {
    this.board = board;
    this.figure = h('span.figure');
    this.part = h('div.part', {}, this.figure);
    this.element = h(
      `div.win-bar${board.kind === 'squares' ? '.piece' : ''}`,
      { role: 'img', hidden: true },
      this.part,
    );
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {number|null} share the first colour's; null: not known yet */
  show(share) {
    this.element.hidden = false;
    if (share === null) return;
    const text = percent(share);
    this.part.style.setProperty('--share', `${(100 * share).toFixed(1)}%`);
    this.figure.textContent = String(Math.round(100 * share));
    this.element.setAttribute(
      'aria-label',
      _('{colour}’s chance of winning: {share}', { colour: colourName(this.board, 0), share: text }),
    );
  }
}
