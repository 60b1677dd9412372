// The first page: what this is, one button that begins, what one was doing, the three games, and the puzzle of the day.

import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { hasServer } from '../house.js';
import { beginGently } from '../games/first_game.js';
import { MIDGAMES, picture } from '../games/pictures.js';
import { gameName } from '../games/titles.js';
import { useStyle } from '../style.js';

/** A game that has been won on a small board, which the page begins with. */
const HERO = {
  spec: 'gan',
  moves: 'd2 c4 d3 d5 e5 e6 f6 f7 g8 g7 a3 b3 a2 b2 a1 g6 f4 g5 g4 e3 e4',
};

const GAMES = [
  {
    spec: 'atoll',
    aim: () => _('Join two of your islands that face each other.'),
    about: () => _('A relative of Hex, with eight shores.'),
  },
  {
    spec: 'atomorph',
    aim: () => _('Join your two edges.'),
    about: () => _('Badly placed stones can be turned against you.'),
  },
  {
    spec: 'atmalof',
    aim: () => _('Name a line, roll the die, get five in a row.'),
    about: () => _('Luck that you can weigh.'),
  },
];
const SHOWN_GAMES = 3;

await useStyle('games');
await useStyle('home');

/** @type {import('../main.js').Render} */
export function render(place) {
  const going = h('div.going');
  const daily = h('div.daily-place');
  place.append(
    h(
      'div.home',
      {},
      h('section.hero', {}, promise(), picture(HERO, 'div.hero-board')),
      going,
      h('div.cards', {}, ...GAMES.map(card)),
      daily,
      ways(),
      credits(),
    ),
  );
  // Without it the page says what it says all the same.
  void continued().then(
    (found) => found && going.replaceWith(found),
    () => {},
  );
  const puzzle = puzzleOfTheDay(daily);
  return () => void puzzle.then((close) => close());
}

/** The puzzle comes after the words; without it the page is whole. @param {HTMLElement} place @returns {Promise<() => void>} what leaves it */
async function puzzleOfTheDay(place) {
  try {
    const { drawDaily } = await import('../puzzles/daily.js');
    const { element, close } = await drawDaily();
    place.replaceWith(element);
    return close;
  } catch {
    return () => {};
  }
}

function promise() {
  const notice = h('p.notice', { role: 'alert' });
  const begin = h('button.primary.large', { type: 'button' }, _('Play now'));
  begin.addEventListener('click', () => void beginGently('gan', begin, notice));
  return h(
    'div.promise',
    {},
    h('h1', {}, _('Three deep games. One small sea.')),
    h(
      'p',
      {},
      _(
        'Play Atoll, Atomorph and Atmalof in your browser, against the computer or a friend, and find out why you won. Free, no account, no advertising.',
      ),
    ),
    h('div.buttons', {}, begin, h('a.button.large.quiet', { href: '/learn/atoll' }, _('How to play'))),
    h('p.detail', {}, _('Play now starts Atoll on a small board against an easy computer. About five minutes.')),
    notice,
  );
}

/** What goes on: a person's latest games, if there are any. */
async function continued() {
  const [{ games }, { entry }] = await Promise.all([
    api.games(new URLSearchParams({ is_over: 'false' })).catch(() => ({ games: [] })),
    import('./games.js'),
  ]);
  const begun = games.filter((game) => game.moves > 0 || game.is_remote).slice(0, SHOWN_GAMES);
  if (!begun.length) return null;
  return h('section.continue', {}, h('h2', {}, _('Continue')), h('ul.games', {}, ...begun.map(entry)));
}

function ways() {
  return h(
    'p.lead.ways',
    {},
    h('a', { href: '/play' }, _('More boards and variants')),
    hasServer() && h('a', { href: '/lobby' }, _('Play people, or watch: the lobby')),
  );
}

function credits() {
  return h(
    'footer.credits',
    {},
    h('h2', {}, _('Made to honour three games')),
    h(
      'p.detail',
      {},
      _(
        'Atoll by Mark Steere (2008) · Atomorph by Luis Bolaños Mures (2025) · Atmalof by Richard S. Forsyth (1984, 1988, 2004)',
      ),
    ),
  );
}

/** @param {typeof GAMES[number]} game */
function card(game) {
  const name = gameName(game.spec);
  const notice = h('p.notice', { role: 'alert' });
  const begin = h('button.primary', { type: 'button' }, _('Play {game}', { game: name }));
  begin.addEventListener('click', () => void beginGently(game.spec, begin, notice));
  return h(
    'article.card.game',
    {},
    picture({ spec: game.spec, moves: MIDGAMES[game.spec] }, 'div.picture'),
    h('h2', {}, name),
    h('p', {}, game.aim(), ' ', h('span.detail', {}, game.about())),
    h('div.buttons', {}, begin, h('a.button', { href: `/learn/${game.spec}` }, _('How to play'))),
    notice,
  );
}
