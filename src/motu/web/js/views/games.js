// A guest's own games, the latest first.

import * as api from '../api.js';
import { h } from '../dom.js';
import { _, dateTime } from '../i18n.js';
import { specText } from '../games/words.js';

/** @type {import('../main.js').Render} */
export async function render(place) {
  const found = await api.games();
  const rows = found.map((game) =>
    h(
      'li.card',
      {},
      h('a', { href: `/play/${game.id}` }, specText(game.spec)),
      h('span.detail', {}, game.is_over ? _('over') : _('going on'), ' · ', dateTime(game.changed_ms)),
    ),
  );
  const nothing = h('p', {}, _('Nothing played yet.'), ' ', h('a', { href: '/play' }, _('Begin a game')));
  place.append(h('div.list', {}, h('h1', {}, _('My games')), rows.length ? h('ul.games', {}, ...rows) : nothing));
}
