// A tournament's tables: how all stand, who has what against whom, and who plays whom.

import { h } from '../dom.js';
import { accountName } from '../games/account_names.js';
import { _, number } from '../i18n.js';
import {
  bracketOf,
  crossTable,
  endedGames,
  freeIn,
  roundsOf,
  runningGames,
  scoreText,
  tieScore,
} from './tournament_state.js';
import { roundName } from './tournament_texts.js';

/** @typedef {import('../api.js').TournamentView} TournamentView */
/** @typedef {import('../api.js').TournamentGame} TournamentGame */
/** @typedef {import('./tournament_state.js').Tie} Tie */

/** A player's name, which leads to his page. @param {TournamentView} view @param {number} player */
export function playerName(view, player) {
  const { name, is_me: isMe, is_out: isOut } = view.players[player];
  const element = name
    ? h('a', { href: `/people/${encodeURIComponent(name)}` }, accountName(name))
    : h('span', {}, _('deleted account'));
  if (isMe) element.classList.add('me');
  if (isOut) element.classList.add('out');
  return element;
}

/** @param {TournamentView} view @param {number} player */
const plainName = (view, player) => accountName(view.players[player].name) || _('deleted account');

/** How all stand. @param {TournamentView} view */
export function standingsTable(view) {
  const { system } = view.about;
  const isRoundRobin = system === 'round-robin';
  const heads = [
    _('Place'),
    _('Name'),
    system === 'knock-out' ? null : _('Points'),
    isRoundRobin ? _('S.–B.') : null,
    _('Won, drawn, lost'),
  ];
  const rows = view.standings.map((each) => {
    const { rating, is_out: isOut, kind } = view.players[each.player];
    const notes = [String(rating), kind === 'person' ? '' : _('bot'), isOut ? _('withdrew') : ''];
    return h(
      'tr',
      {},
      h('td', {}, number(each.place)),
      h('td', {}, playerName(view, each.player), h('span.detail', {}, ` ${notes.filter(Boolean).join(' · ')}`)),
      system === 'knock-out' ? null : h('td.points', {}, scoreText(each.points)),
      isRoundRobin ? h('td', {}, number(each.tie_break)) : null,
      h('td', {}, `${each.won} · ${each.drawn} · ${each.lost}`),
    );
  });
  return table(_('Standings'), heads.filter(Boolean), rows);
}

/** @param {string} caption @param {(string|null)[]} heads @param {HTMLElement[]} rows */
function table(caption, heads, rows) {
  return h(
    'div.rows',
    { tabindex: '0', role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...heads.map((head) => (head ? h('th', { scope: 'col' }, head) : h('td', {}))))),
      h('tbody', {}, ...rows),
    ),
  );
}

/** Who has what against whom; what goes on is a point. @param {TournamentView} view */
export function crossTableOf(view) {
  const cells = crossTable(view);
  const heads = ['', ...view.standings.map((_each, at) => number(at + 1))];
  const rows = view.standings.map(({ player }, at) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, `${number(at + 1)} `, plainName(view, player)),
      ...cells[at].map((games, other) => h('td.cell', {}, at === other ? '×' : cellText(games))),
    ),
  );
  const element = table(_('Crosstable'), heads, rows);
  element.classList.add('cross');
  return element;
}

/** @param {{score: number|null, game: string|null}[]} games */
function cellText(games) {
  const parts = games.map(({ score, game }) => {
    const text = score === null ? (game ? '·' : '') : scoreText(score);
    return game && text
      ? h('a', { href: `/play/${game}`, 'aria-label': score === null ? _('in progress') : text }, text)
      : text;
  });
  return h('span', {}, ...parts.flatMap((part, at) => (at ? [' ', part] : [part])));
}

/** Who plays whom, round by round. @param {TournamentView} view */
export function roundLists(view) {
  const rounds = roundsOf(view);
  return h(
    'section',
    { 'aria-labelledby': 'rounds' },
    h('h2', { id: 'rounds' }, _('Rounds')),
    h(
      'div.rounds',
      {},
      ...rounds.map((games, at) => {
        const free = freeIn(view, games);
        return h(
          'section.card',
          {},
          h('h3', {}, _('Round {number}', { number: at + 1 })),
          h('ul.pairs', { role: 'list' }, ...games.map((game) => pair(view, game))),
          free.length
            ? h('p.detail', {}, _('Bye: {names}', { names: free.map((each) => plainName(view, each)).join(', ') }))
            : null,
        );
      }),
    ),
  );
}

/** A game: who plays, and how it stands. @param {TournamentView} view @param {TournamentGame} game */
function pair(view, game) {
  const [first, second] = game.players;
  const names = [plainName(view, first), second === null ? '' : plainName(view, second)].join(' – ');
  const title = game.game ? h('a', { href: `/play/${game.game}` }, names) : h('span', {}, names);
  return h('li', {}, title, h('span.stand', {}, gameText(game)));
}

/** How a game stands. @param {TournamentGame} game */
function gameText({ scores, outcome, game }) {
  if (outcome === 'void') return _('not counted');
  if (scores) return [scores.map(scoreText).join(' : '), outcome === 'forfeit' ? _('(not played)') : ''].join(' ');
  return game ? _('in progress') : '';
}

/** Of an arena: what goes on, and what is over lately. @param {TournamentView} view */
export function gameLists(view) {
  const parts = /** @type {[string, TournamentGame[]][]} */ ([
    [_('Games in progress'), runningGames(view)],
    [_('Latest games'), endedGames(view)],
  ]);
  return h(
    'div.rounds',
    {},
    ...parts
      .filter(([, games]) => games.length)
      .map(([title, games]) =>
        h(
          'section.card',
          {},
          h('h2', {}, title),
          h('ul.pairs', { role: 'list' }, ...games.map((game) => pair(view, game))),
        ),
      ),
  );
}

/** A knock-out from its first round to the final: side by side, below each other on a phone. @param {TournamentView} view */
export function bracket(view) {
  const rounds = bracketOf(view);
  return h(
    'section.bracket',
    { 'aria-label': _('Bracket') },
    ...rounds.map((ties, at) =>
      h(
        'section.round',
        {},
        h('h2', {}, roundName(at, rounds.length)),
        h('ol.ties', { role: 'list' }, ...ties.map((tie) => h('li', {}, tieCard(view, tie)))),
      ),
    ),
  );
}

/** @param {TournamentView} view @param {Tie} tie */
function tieCard(view, tie) {
  const going = tie.games.find(({ game, outcome }) => game && !outcome);
  const last = tie.games.findLast(({ game }) => game);
  const lines = [0, 1].map((seat) => {
    const player = tie.players[seat];
    if (player === undefined) return h('span.line.unknown', {}, '–');
    if (player === null) return h('span.line.unknown', {}, _('bye'));
    const isWinner = tie.winner === player;
    return h(
      `span.line${isWinner ? '.winner' : ''}`,
      {},
      h(
        'span.who',
        {},
        plainName(view, player),
        view.players[player].is_me ? h('span.detail', {}, ` ${_('you')}`) : null,
      ),
      h('span.score', {}, tieScore(tie, player)),
    );
  });
  const way = last?.game ? h('a.way', { href: `/play/${last.game}` }, going ? _('in progress') : _('view')) : null;
  return h('div.tie', {}, ...lines, way);
}
