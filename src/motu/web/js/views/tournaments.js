// Tournaments: /tournaments lists them, /tournaments/new makes one, /tournaments/ID is one of them.

import * as api from '../api.js';
import * as cups from '../tournaments/tournaments_api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { useStyle } from '../style.js';
import { TournamentForm } from '../tournaments/tournament_form.js';
import { tournamentList } from '../tournaments/list.js';
import { TournamentPage } from '../tournaments/tournament_page.js';
import { hasName } from './rated_choice.js';
import { welcome } from './welcome.js';

await useStyle('standing');
await useStyle('tournaments');

/** @type {import('../main.js').Render} */
export async function render(place, [id]) {
  if (!id) {
    const [{ tournaments }, isNamed] = await Promise.all([cups.tournaments(), hasName()]);
    place.append(overview(tournaments, isNamed));
    return undefined;
  }
  if (id === 'new') {
    const form = new TournamentForm(await api.catalogue());
    await form.spec.ready;
    place.append(form.element);
    return undefined;
  }
  const own = h('article.standing.tournament');
  const page = new TournamentPage(own, await cups.tournament(id));
  place.append(own);
  return () => page.close();
}

/** @param {import('../api.js').TournamentItem[]} tournaments @param {boolean} isNamed */
function overview(tournaments, isNamed) {
  const parts = /** @type {[string, string][]} */ ([
    ['open', _('Open to join')],
    ['running', _('In progress')],
    ['over', _('Finished')],
  ]).map(([state, title]) => {
    const found = tournaments.filter((each) => each.state === state);
    return found.length ? h('section', {}, h('h2', {}, title), tournamentList(found)) : null;
  });
  const way = isNamed
    ? h('a.button.primary', { href: '/tournaments/new' }, _('Create a tournament'))
    : h('a.button.primary', { href: '/account' }, _('Claim a name to join or create tournaments'));
  return h(
    'div.standing.tournaments',
    {},
    h('h1', {}, _('Tournaments')),
    ...(tournaments.length
      ? [h('p', {}, way), ...parts]
      : [
          welcome(
            [
              _('Round robins, knockouts and arenas, live or a move a day, for people and bots.'),
              _('There are none right now: create one, and others can join it.'),
            ],
            way,
          ),
        ]),
  );
}
