// Games that a rules page names: each with a button that begins one, and a way to its board.

import { h } from '../dom.js';
import { beginGently } from '../games/first_game.js';
import { _ } from '../i18n.js';

/** @typedef {{spec: string, html: string}} BoardRow */

/** @param {BoardRow[]} rows @param {string} language of the page around it, which the rows are not in */
export function drawBoards(rows, language) {
  return h('ul.boards', {}, ...rows.map((row) => entry(row, language)));
}

/** @param {BoardRow} row @param {string} language */
function entry(row, language) {
  const text = h('span');
  text.innerHTML = row.html;
  const name = text.textContent;
  const notice = h('p.notice', { role: 'alert' });
  const play = h('button', { type: 'button', 'aria-label': `${_('Play this board')}: ${name}` }, _('Play this board'));
  play.addEventListener('click', () => void beginGently(row.spec, play, notice));
  const look = h(
    'a.button',
    { href: `/study?spec=${encodeURIComponent(row.spec)}`, 'aria-label': `${_('View')}: ${name}` },
    _('View'),
  );
  return h('li', {}, text, h('div.buttons', { lang: language }, play, look), notice);
}
