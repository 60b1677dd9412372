// Tournaments in a list, each with what is played and how it stands.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { standText, termsText } from './tournament_texts.js';

/** @param {import('../api.js').TournamentItem[]} tournaments */
export function tournamentList(tournaments) {
  return h(
    'ul.tournament-list',
    { role: 'list' },
    ...tournaments.map((about) =>
      h(
        'li.card',
        {},
        h('a.title', { href: `/tournaments/${about.id}` }, about.name),
        about.is_in ? h('span.tag', {}, _('joined')) : null,
        h('span.detail', {}, termsText(about)),
        h('span.detail', {}, standText(about)),
      ),
    ),
  );
}
