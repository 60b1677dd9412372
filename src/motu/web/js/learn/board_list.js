// Games that a rules page names: each with a button that begins one, and a way to its board.

import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { go } from '../shell.js';

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
  play.addEventListener('click', () => void begin(row.spec, play, notice));
  const look = h(
    'a.button',
    { href: `/study?spec=${encodeURIComponent(row.spec)}`, 'aria-label': `${_('Look at it')}: ${name}` },
    _('Look at it'),
  );
  return h('li', {}, text, h('div.buttons', { lang: language }, play, look), notice);
}

/**
 * A game against a gentle computer; one, however often one presses.
 * @param {string} spec
 * @param {HTMLElement} button
 * @param {HTMLElement} notice
 */
async function begin(spec, button, notice) {
  button.toggleAttribute('disabled', true);
  notice.textContent = '';
  try {
    const game = await api.begin({ spec, seats: [{ kind: 'person' }, { kind: 'level', level: 1 }] });
    go(`/play/${game.id}`);
  } catch (error) {
    notice.textContent = String(/** @type {Error} */ (error).message);
    button.toggleAttribute('disabled', false);
  }
}
