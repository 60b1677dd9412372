// What motu is, whose the games are, and under which licence: /about.

import * as api from '../api.js';
import { h } from '../dom.js';
import { hasServer } from '../house.js';
import { _ } from '../i18n.js';

/** @type {import('../main.js').Render} */
export function render(place) {
  const version = h('p.detail');
  place.append(
    h(
      'article.prose',
      {},
      h('h1', {}, _('About motu')),
      h(
        'p',
        {},
        _(
          'motu is a place for three board games: play them against the computer or a friend, study them, and find out why a game was won. It is free, with no account needed and no advertising.',
        ),
      ),
      h('h2', {}, _('The games and who designed them')),
      ...games().map(entry),
      h('h2', {}, _('The program')),
      h('p', {}, _('motu is free software under the MIT licence: anyone may use, change and share it.')),
      h(
        'p',
        {},
        _(
          'The rules pages of Atmalof are adapted from those of Richard S. Forsyth and are under Creative Commons Attribution-ShareAlike 3.0.',
        ),
      ),
      version,
      hasServer()
        ? h('p', {}, h('a.way', { href: '/privacy' }, _('Privacy: what is kept, and what is not')))
        : h('p', {}, withoutServer()),
    ),
  );
  // Without it the page says what it says all the same.
  void api.health().then(
    (found) => (version.textContent = _('Version {version}', { version: found.version })),
    () => version.remove(),
  );
}

/** What it means that there is no server. */
const withoutServer = () =>
  _(
    'This site has no server. Your games stay in this browser, nothing is sent anywhere, and it works without a network. Other people, tournaments and ratings need a house: a motu that runs on a server.',
  );

function games() {
  return [
    {
      game: 'atoll',
      name: 'Atoll',
      text: _(
        'Mark Steere designed Atoll in January 2008. Anyone may write programs that play it; he asks that its name and its rules stay as they are, and that it be attributed to him. His other games are at marksteeregames.com.',
      ),
    },
    {
      game: 'atomorph',
      name: 'Atomorph',
      text: _('Luis Bolaños Mures designed Atomorph in 2025. motu plays his rules and his three variants.'),
    },
    {
      game: 'atmalof',
      name: 'Atmalof',
      text: _(
        'Richard S. Forsyth invented the game in London in 1984, under the name Paralox, and revised it in Nottingham in 1988. It has been called Atmalof since 2004: Aim To Make A Line Of Five.',
      ),
    },
  ];
}

/** @param {{game: string, name: string, text: string}} each */
function entry({ game, name, text }) {
  return h(
    'section',
    {},
    h('h3', {}, name),
    h('p', {}, text),
    h('p', {}, h('a.way', { href: `/learn/${game}` }, _('The rules of {game}', { game: name }))),
  );
}
