// In the lobby: tournaments that can be joined, or go on.

import * as cups from '../tournaments/tournaments_api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { useStyle } from '../style.js';
import { tournamentList } from '../tournaments/list.js';

await useStyle('tournaments');

const MOST = 4;

export function lobbyTournaments() {
  const list = h('div', {}, h('p.detail', {}, _('There are none right now.')));
  void show(list).catch(() => undefined); // without them the lobby is what it is
  return h(
    'section.card',
    { 'aria-labelledby': 'tournaments' },
    h('h2', { id: 'tournaments' }, _('Tournaments')),
    list,
    h('p', {}, h('a.way', { href: '/tournaments' }, _('All tournaments'))),
  );
}

/** @param {HTMLElement} place */
async function show(place) {
  const { tournaments } = await cups.tournaments();
  const found = tournaments.filter(({ state }) => state === 'open' || state === 'running').slice(0, MOST);
  if (found.length) place.replaceChildren(tournamentList(found));
}
