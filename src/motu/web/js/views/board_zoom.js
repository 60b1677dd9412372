// Larger and smaller: two buttons beside a board whose cells are small, and as long as a part of it is seen.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** A cell of fewer pixels is hard to hit. */
const COMFORT_PIXELS = 40;

/** @param {import('../board/element.js').MotuBoard} board @returns {HTMLElement} */
export function zoomButtons(board) {
  const button = (/** @type {string} */ sign, /** @type {string} */ text, /** @type {number} */ way) =>
    h('button.quiet', { type: 'button', title: text, 'aria-label': text, onclick: () => board.zoom(way) }, sign);
  const smaller = button('−', _('Smaller'), -1);
  const group = h(
    'div.zoom',
    { role: 'group', 'aria-label': _('Size of the board'), hidden: true },
    smaller,
    button('+', _('Larger'), 1),
  );
  const refresh = () => {
    group.hidden = !board.isZoomed && board.cellPixels >= COMFORT_PIXELS;
    smaller.setAttribute('aria-disabled', String(!board.isZoomed));
  };
  board.addEventListener('motu-zoom', refresh);
  new ResizeObserver(refresh).observe(board);
  return group;
}
