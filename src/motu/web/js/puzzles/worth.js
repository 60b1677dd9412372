// What each move of a puzzle with dice is worth, as a table.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { figure } from './texts.js';

/** @param {readonly import('../api.js').Equity[]} equities the best first @param {string} tried */
export function drawWorth(equities, tried) {
  const rows = equities.map(({ move, lower, upper }) =>
    h(
      move === tried ? 'tr.tried' : 'tr',
      {},
      h('th', { scope: 'row' }, move),
      h('td', {}, figure(lower, 'floor')),
      h('td', {}, figure(upper, 'ceil')),
    ),
  );
  const head = h(
    'thead',
    {},
    h('tr', {}, ...[_('Move'), _('at least'), _('at most')].map((text) => h('th', { scope: 'col' }, text))),
  );
  const caption = _('What each move is worth');
  return h(
    'div.worth',
    {},
    h(
      'div.scroll',
      { tabindex: '0', role: 'group', 'aria-label': caption },
      h('table', {}, h('caption', {}, caption), head, h('tbody', {}, ...rows)),
    ),
    h(
      'p.explanation',
      {},
      _(
        'From −1, a sure loss, to +1, a sure win. Endless play counts as a loss in the first column, as a win in the second.',
      ),
    ),
  );
}
