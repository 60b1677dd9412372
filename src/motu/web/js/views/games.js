// A guest's own games: those that go on, then those that are over, the latest first; a page at a time. Which of them are
// shown stands in the address.

import { here } from '../address.js';
import * as api from '../api.js';
import * as meeting from '../games/meeting_api.js';
import { freshId, h } from '../dom.js';
import { clockText, longTime } from '../games/clock_words.js';
import { isPerson, isYou } from '../games/seats.js';
import { specText } from '../games/titles.js';
import { colourName, coloursOf, resultText, seatLabel, seatName } from '../games/words.js';
import { keepingCard } from '../house.js';
import { _, dateTime, ngettext } from '../i18n.js';
import { icon } from '../icons.js';
import { seriesOf, standingText } from '../series/series_state.js';
import { replaceAddress, say } from '../shell.js';
import { useStyle } from '../style.js';
import { sideText } from './challenge_texts.js';
import { ratedText } from './rated_choice.js';
import { VacationCard } from './vacation_card.js';
import { welcome } from './welcome.js';

/** @typedef {import('../api.js').GameItem} GameItem */

const FILTERS = ['game', 'is_over'];

await useStyle('games');

/** What the page is, before the server has answered. */
export const heading = () => _('My games');

/** @type {import('../main.js').Render} */
export async function render(place) {
  const list = new GameList();
  await list.load();
  const keeping = await keepingCard();
  place.append(h('div.list', {}, h('h1', {}, _('My games')), list.element, keeping));
  const refresh = () => void list.refresh();
  document.addEventListener('visibilitychange', refresh);
  return () => document.removeEventListener('visibilitychange', refresh);
}

class GameList {
  constructor() {
    /** @type {string|null} */
    this.older = null;
    /** @type {Set<string>} games that are shown; one that goes on in another window may come twice */
    this.shown = new Set();
    this.turn = 0;
    this.hasOlder = false;
    const asked = here().searchParams;
    this.selects = [
      select(
        _('Game'),
        [
          ['', _('All games')],
          ['atoll', 'Atoll · Hex'],
          ['atomorph', 'Atomorph'],
          ['atmalof', 'Atmalof'],
        ],
        asked.get('game'),
      ),
      select(
        _('Show'),
        [
          ['', _('All')],
          ['false', _('In progress')],
          ['true', _('Finished')],
        ],
        asked.get('is_over'),
      ),
    ];
    this.filters = h(
      'div.filters',
      { role: 'search', 'aria-label': _('Filter games'), onchange: () => void this.#choose() },
      ...this.selects.map((each) => each.parentElement),
    );
    this.asked = new Part(_('You are invited'));
    this.invitations = new Part(_('Waiting for an opponent'));
    this.parts = [new Part(_('In progress')), new Part(_('Finished'))];
    this.vacation = new VacationCard();
    this.nothing = h('div', { hidden: true });
    this.notice = h('p.notice', { role: 'alert' });
    this.more = h('button', { type: 'button', hidden: true, onclick: () => void this.#goOn() }, _('Older games'));
    this.element = h(
      'div',
      {},
      this.filters,
      this.asked.element,
      this.invitations.element,
      ...this.parts.map((part) => part.element),
      this.nothing,
      this.notice,
      this.more,
      this.vacation.element,
    );
  }

  /** What is asked for, as it stands in the address. */
  wanted() {
    const chosen = this.selects.map((each, index) => [FILTERS[index], each.value]);
    return new URLSearchParams(chosen.filter(([, value]) => value));
  }

  /** Shows the first page of what is chosen. */
  async load() {
    this.turn += 1;
    const turn = this.turn;
    const wanted = this.wanted();
    const isFiltered = String(wanted) !== '';
    const [page, { challenges }] = await Promise.all([
      api.games(wanted),
      isFiltered ? { challenges: [] } : meeting.challenges().catch(() => ({ challenges: [] })),
    ]);
    if (turn !== this.turn) return;
    this.shown.clear();
    this.hasOlder = false;
    for (const part of [this.asked, this.invitations, ...this.parts]) part.clear();
    const own = challenges.filter((challenge) => challenge.is_mine || challenge.is_for_me);
    for (const each of own) (each.is_mine ? this.invitations : this.asked).add(invitation(each));
    this.#add(page);
    void this.vacation.show(page.games.some((game) => game.speed === 'correspondence' && !game.is_over));
    this.filters.hidden = !isFiltered && !this.shown.size;
    this.nothing.hidden = this.shown.size > 0 || own.length > 0;
    this.nothing.replaceChildren(
      isFiltered
        ? h('p', {}, _('No games match.'))
        : welcome([_('No games yet.')], h('a.button.primary', { href: '/play' }, _('Start one'))),
    );
  }

  /** Shows how things stand when somebody comes back to the page; who has gone on to older games, or is at one, is not disturbed. */
  async refresh() {
    if (document.hidden || this.hasOlder || this.element.contains(document.activeElement)) return;
    await this.#ask(() => this.load());
  }

  /** @param {{games: GameItem[], older: string|null}} page @returns {HTMLElement[]} what has been added */
  #add(page) {
    const fresh = page.games.filter((game) => !this.shown.has(game.id));
    this.older = page.older;
    this.more.hidden = page.older === null;
    return fresh.map((game) => {
      this.shown.add(game.id);
      return this.parts[Number(game.is_over)].add(this.#removable(game));
    });
  }

  /** An entry that can be removed, and brought back where it stood. @param {GameItem} game */
  #removable(game) {
    const item = entry(game);
    const text = _('Remove this game from the list');
    const button = h('button.quiet.remove', { type: 'button', title: text, 'aria-label': text }, icon('bin'));
    button.addEventListener('click', () => void this.#ask(() => this.#remove(game, item)));
    item.append(button);
    return item;
  }

  /** @param {GameItem} game @param {HTMLElement} item */
  async #remove(game, item) {
    await api.removeGame(game.id);
    const undo = h('button', { type: 'button' }, _('Undo'));
    const gone = h('li.card.entry.gone', {}, h('p', { role: 'status' }, _('Game removed.')), undo);
    undo.addEventListener(
      'click',
      () =>
        void this.#ask(async () => {
          await api.restoreGame(game.id);
          gone.replaceWith(item);
          item.querySelector('a')?.focus();
        }),
    );
    item.replaceWith(gone);
    undo.focus();
  }

  async #choose() {
    const wanted = this.wanted();
    replaceAddress(String(wanted) ? `/games?${wanted}` : '/games');
    await this.#ask(async () => {
      await this.load();
      say(ngettext('{count} game', '{count} games', this.shown.size));
    });
  }

  async #goOn() {
    const { turn, older } = this;
    if (older === null) return;
    const wanted = this.wanted();
    wanted.set('after', older);
    await this.#ask(async () => {
      const page = await api.games(wanted);
      if (turn !== this.turn || older !== this.older) return;
      this.hasOlder = true;
      const added = this.#add(page);
      added[0]?.querySelector('a')?.focus();
      say(ngettext('{count} game', '{count} games', this.shown.size));
    });
  }

  /** @param {() => Promise<void>} work */
  async #ask(work) {
    this.notice.textContent = '';
    try {
      await work();
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}

/** A heading with the games under it; hidden as long as there are none. */
class Part {
  /** @param {string} title */
  constructor(title) {
    const id = freshId('games');
    this.list = h('ul.games', { role: 'list', 'aria-labelledby': id });
    this.element = h('section', { hidden: true }, h('h2', { id }, title), this.list);
  }

  clear() {
    this.list.replaceChildren();
    this.element.hidden = true;
  }

  /** @param {HTMLElement} item */
  add(item) {
    this.list.append(item);
    this.element.hidden = false;
    return item;
  }
}

/** @param {string} title @param {[string, string][]} choices @param {string|null} chosen */
function select(title, choices, chosen) {
  const id = freshId('filter');
  const options = choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text));
  const element = /** @type {HTMLSelectElement} */ (h('select', { id }, ...options));
  h('div', {}, h('label', { for: id }, title), element);
  return element;
}

/** A game that waits for somebody. @param {api.Challenge} challenge */
function invitation(challenge) {
  const id = freshId('game');
  const { name, to, is_for_me: isForMe } = challenge;
  const who = isForMe
    ? _('{name} wants to play you', { name: name || _('Guest') })
    : to && _('You invited {name}', { name: to });
  const about = [who, sideText(challenge), clockText(challenge.clock)].filter(Boolean).join(' · ');
  return h(
    'li.card.entry',
    {},
    h('a.title', { href: `/challenge/${challenge.id}`, 'aria-describedby': id }, specText(challenge.spec)),
    h('div.about', { id }, h('p.detail', {}, about)),
  );
}

/** A game in the list: all of it is a link. @param {GameItem} game */
export function entry(game) {
  const id = freshId('game');
  const { seats } = game;
  const [status, kind] = seats ? statusOf(game, seats) : [_('This game cannot be read.'), ''];
  const when = h('time', { datetime: new Date(game.changed_ms).toISOString() }, dateTime(game.changed_ms));
  return h(
    `li.card.entry${kind && `.${kind}`}`,
    {},
    h('a.title', { href: `/play/${game.id}`, 'aria-describedby': id }, specText(game.spec)),
    h(
      'div.about',
      { id },
      h('p.status', {}, status),
      seats && h('p.players', {}, player(game, seats, 0), player(game, seats, 1)),
      h('p.detail', {}, ...details(game), when),
    ),
  );
}

/** How long a game is and how long there is for the next move, each with a point after it. @param {GameItem} game */
function details(game) {
  const left = game.due_ms === null || game.speed !== 'correspondence' ? 0 : game.due_ms - Date.now();
  const texts = [
    game.seats ? ngettext('{count} move', '{count} moves', game.moves) : '',
    game.is_remote ? ratedText(game.rated) : '',
    seriesIn(game),
    left > 0 ? _('{time} left', { time: longTime(left) }) : '',
  ];
  return texts.filter(Boolean).flatMap((text) => [text, ' · ']);
}

/** @param {GameItem} game */
function seriesIn({ score, seat }) {
  const series = seriesOf(score);
  return series ? _('Series: {score}', { score: standingText(series, seat) }) : '';
}

/** @param {GameItem} game @param {[api.Seat, api.Seat]} seats @param {number} person */
function player(game, seats, person) {
  const colour = person ^ Number(game.swapped);
  const name = nameOf(game, seats, person, seatLabel);
  const colourText = colourName(coloursOf(game.spec), colour);
  const kind = `${game.spec.startsWith('atmalof') ? '.piece' : ''}${colour === 0 ? '.first' : '.second'}`;
  const dot = h(`span.marker${kind}`, { 'aria-hidden': 'true' }, h('span.dot'));
  return h('span.seat', {}, dot, name === colourText ? name : _('{name} ({colour})', { name, colour: colourText }));
}

/** @param {GameItem} game @param {[api.Seat, api.Seat]} seats @param {number} person @param {typeof seatName} call */
function nameOf(game, seats, person, call = seatName) {
  const colour = colourName(coloursOf(game.spec), person ^ Number(game.swapped));
  return call(seats, person, colour, isYou(seats, person, game));
}

/**
 * How a game has ended, or who is to move, and what kind of news that is.
 * @param {GameItem} game
 * @param {[api.Seat, api.Seat]} seats
 * @returns {[string, ''|'mine'|'won']}
 */
function statusOf(game, seats) {
  const { result, player } = game;
  if (result) {
    const { winner } = result;
    const isMine = winner !== null && isYou(seats, winner, game);
    return [resultText(result, winner === null ? '' : nameOf(game, seats, winner), isMine), isMine ? 'won' : ''];
  }
  if (player === null || player < 0) return ['', ''];
  if (!isPerson(seats[player])) return [_('{name} to move', { name: _('Computer') }), ''];
  if (game.is_remote && player !== game.seat) return [_('{name} to move', { name: nameOf(game, seats, player) }), ''];
  return [
    isPerson(seats[1 - player]) && !game.is_remote
      ? _('{name} to move', { name: nameOf(game, seats, player) })
      : _('Your turn'),
    'mine',
  ];
}
