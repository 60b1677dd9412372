// The first page: the three games, each a board one can begin to play on.

import '../board/element.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { gameName } from '../games/titles.js';
import { go } from '../shell.js';
import { settings } from '../settings.js';

const GAMES = [
  {
    spec: 'atoll',
    text: () => _('Connect two opposite islands. Hex made rounder.'),
    moves: 'd4 g8 f6 e9 h8 f9 g7 e8 h6 i8',
  },
  {
    spec: 'atomorph',
    text: () => _('Connect your two sides; flip what is weak.'),
    moves: 'f6 g6 e5 f5 g7 h7 g5 f4 h6 e6 d7',
  },
  {
    spec: 'atmalof',
    text: () => _('Name a line, then roll: five in a row wins.'),
    moves: 'r4=4 c3=4 r4=2 r5=5 c5=3 r3=3 r4=6 c5=5 r3=2 r4',
  },
];

/** @type {import('../main.js').Render} */
export async function render(place) {
  const cards = await Promise.all(GAMES.map(card));
  place.append(
    h(
      'div.home',
      {},
      h('h1', {}, _('Three games for two')),
      h('div.cards', {}, ...cards),
      h('p.lead', {}, h('a', { href: '/play' }, _('Every board and variant …'))),
      h('p.lead', {}, h('a', { href: '/puzzles' }, _('Puzzles: one move is right. Find it …'))),
    ),
  );
}

/** @param {typeof GAMES[number]} game */
async function card(game) {
  const [board, [position]] = await Promise.all([
    api.board(game.spec),
    api.positions({ spec: game.spec, moves: game.moves.split(' ') }),
  ]);
  const element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
  element.setAttribute('inert', '');
  element.setAttribute('aria-hidden', 'true');
  element.board = board;
  element.configure({ coordinates: false, weak: settings().weak });
  element.show(position, false);
  const name = gameName(game.spec);
  return h(
    'article.card.game',
    {},
    h('div.picture', {}, element),
    h('h2', {}, name),
    h('p', {}, game.text()),
    h(
      'div.buttons',
      {},
      h('button.primary', { type: 'button', onclick: () => void quick(game.spec) }, _('Play {game}', { game: name })),
      h('a.button', { href: `/learn/${game.spec}` }, _('Learn it')),
    ),
  );
}

/** A game at once, against a gentle machine. @param {string} spec */
async function quick(spec) {
  const game = await api.begin({ spec, seats: [{ kind: 'person' }, { kind: 'level', level: 2 }] });
  go(`/play/${game.id}`);
}
