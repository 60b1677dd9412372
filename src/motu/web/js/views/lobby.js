// The lobby: a game with anybody at the press of a button, games that wait for somebody, the bots, and games to watch.

import * as api from '../api.js';
import * as meeting from '../games/meeting_api.js';
import { freshId, h, keepOrShow } from '../dom.js';
import { clockText } from '../games/clock_words.js';
import { gameName, specText } from '../games/titles.js';
import { _, ngettext } from '../i18n.js';
import { bestOfText } from '../series/series_texts.js';
import { go, goFrom, say } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { useStyle } from '../style.js';
import { sideText } from './challenge_texts.js';
import { LobbyBoards } from './lobby_boards.js';
import { bots } from './lobby_bots.js';
import { LobbyPeople } from './lobby_people.js';
import { KINDS, PACES, boardsOf, challengesOf, hear, lose, newChallenges, newLobby } from './lobby_state.js';
import { RatedChoice, hasName, ratedText } from './rated_choice.js';
import { button } from './table_buttons.js';
import { lobbyTournaments } from './lobby_tournaments.js';

/** @typedef {import('./lobby_state.js').Pace} Pace */
/** @typedef {import('../api.js').LobbyNews} LobbyNews */

const KEY = 'motu.lobby';
const NO_BOTS = 'motu.lobby.no-bots';

await useStyle('people');
await useStyle('lobby');

/** @type {import('../main.js').Render} */
export function render(place) {
  const lobby = new LobbyPage(place);
  return () => lobby.close();
}

class LobbyPage {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.state = newLobby(localStorage.getItem(KEY), localStorage.getItem(NO_BOTS) === null);
    this.isBusy = false;
    this.here = h('p.detail.here', {}, '\u00a0');
    this.notice = h('p.notice', { role: 'alert' });
    this.pairing = h('div.pairing');
    this.rated = new RatedChoice();
    void hasName().then((isNamed) => this.rated.show(isNamed));
    this.list = h('ul.lobby', { role: 'list' });
    this.nothing = h('p.detail', { hidden: true }, _('Nobody is waiting right now.'));
    this.people = new LobbyPeople();
    this.boards = new LobbyBoards();
    this.bots = bots(
      () => this.state.kind,
      () => this.rated.counts,
    );
    this.bots.hidden = !this.state.hasBots;
    place.append(
      h(
        'div.lobby-page',
        {},
        h('header', {}, h('h1', {}, _('Lobby')), this.here),
        this.#kinds(),
        h(
          'div.lobby-columns',
          {},
          h(
            'div',
            {},
            h(
              'section.card',
              { 'aria-labelledby': 'pairing' },
              h('h2', { id: 'pairing' }, _('Quick pairing')),
              this.pairing,
              this.rated.element,
              this.notice,
            ),
            h(
              'section.card',
              { 'aria-labelledby': 'open' },
              h('h2', { id: 'open' }, _('Open invitations')),
              this.list,
              this.nothing,
              askByName(),
              h('p', {}, h('a.way', { href: '/play' }, _('Custom game'))),
            ),
            this.people.element,
            lobbyTournaments(),
            this.boards.element,
          ),
          h('div', {}, this.#botSwitch(), this.bots),
        ),
      ),
    );
    this.drawn = '';
    this.#drawPairing();
    this.socket = new LiveSocket(
      '/api/lobby/live',
      (message) => this.#hear(message),
      (isOpen) => isOpen || lose(this.state),
    );
  }

  close() {
    this.socket.close();
    this.boards.close();
  }

  /** Whoever wants to play people alone sees them alone. */
  #botSwitch() {
    const id = freshId('bots');
    const onchange = (/** @type {Event} */ event) => {
      this.state.hasBots = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
      if (this.state.hasBots) localStorage.removeItem(NO_BOTS);
      else localStorage.setItem(NO_BOTS, 'true');
      this.bots.hidden = !this.state.hasBots;
      this.#drawList();
      this.boards.show(boardsOf(this.state));
      say(this.state.hasBots ? _('Bots are shown.') : _('Bots are hidden.'));
    };
    const box = h('input', { type: 'checkbox', id, checked: this.state.hasBots, onchange });
    return h('div.field.switch', {}, box, h('label', { for: id }, _('Show bots and their games')));
  }

  /** Which game, for pairing and for the bots. */
  #kinds() {
    const choices = KINDS.map((kind) =>
      h(
        'label.choice',
        {},
        h('input', {
          type: 'radio',
          name: 'kind',
          value: kind,
          checked: kind === this.state.kind,
          onchange: () => {
            this.state.kind = kind;
            localStorage.setItem(KEY, kind);
          },
        }),
        h('span', {}, gameName(kind)),
      ),
    );
    return h('div.field.choices', { role: 'radiogroup', 'aria-label': _('Game') }, ...choices);
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'paired') {
      goFrom(this.notice, `/play/${message.game}`);
      return;
    }
    if (message.type !== 'lobby') return;
    const { news: before } = this.state;
    const isNew = new Set(newChallenges(before, message));
    if (hear(this.state, message)) void this.#press(this.state.wish);
    const others = challengesOf(this.state).filter((each) => isNew.has(each));
    if (others.length) say(ngettext('{count} new open invitation.', '{count} new open invitations.', others.length));
    this.here.textContent = ngettext('{count} player online.', '{count} players online.', message.here);
    this.people.show(message.people);
    this.#drawPairing();
    this.#drawList();
    this.boards.show(boardsOf(this.state));
  }

  #drawPairing() {
    const { wish } = this.state;
    if (this.drawn === `at ${wish}`) return;
    this.drawn = `at ${wish}`;
    const hadFocus = this.pairing.contains(document.activeElement);
    this.pairing.replaceChildren(...(wish ? this.#waiting(wish) : this.#paces()));
    if (hadFocus) /** @type {HTMLElement|null} */ (this.pairing.querySelector('button'))?.focus();
  }

  #paces() {
    const buttons = PACES.map((pace) =>
      h(
        'button.pace',
        { type: 'button', onclick: () => void this.#press(`${this.state.kind}.${pace}`) },
        h('strong', {}, paceName(pace)),
        h('span.detail', {}, paceText(pace)),
      ),
    );
    return [
      h('p.detail', {}, _('You are paired with whoever has waited longest for the same game.')),
      h('div.paces', {}, ...buttons),
    ];
  }

  /** @param {string} wish */
  #waiting(wish) {
    const [kind, pace] = wish.split('.');
    return [
      h(
        'p.in-line',
        { role: 'status' },
        _('Looking for an opponent: {game}, {pace}…', {
          game: gameName(kind),
          pace: paceText(/** @type {Pace} */ (pace)),
        }),
      ),
      h(
        'p.detail',
        {},
        pace === 'days'
          ? _('You can leave this page: you will be notified when the game starts.')
          : _('Stay on this page: the game starts automatically.'),
      ),
      button(_('Cancel'), () => void this.#withdraw()),
    ];
  }

  /** @param {string} wish */
  async #press(wish) {
    if (this.isBusy) return;
    const [game, pace] = wish.split('.');
    await this.#do(async () => {
      const { game: begun } = await meeting.press(game, pace, nameKept(), this.rated.wanted);
      if (begun) goFrom(this.notice, `/play/${begun}`);
      else this.state.wish = wish;
    });
  }

  async #withdraw() {
    await this.#do(async () => {
      await meeting.withdraw();
      this.state.wish = '';
      say(_('Search cancelled.'));
    });
  }

  /** @param {() => Promise<void>} work */
  async #do(work) {
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      await work();
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      this.isBusy = false;
    }
    this.#drawPairing();
  }

  #drawList() {
    const challenges = challengesOf(this.state);
    const focused = document.activeElement?.closest('.lobby li')?.getAttribute('data-id');
    keepOrShow(
      this.list,
      challenges.map((each) => this.#item(each)),
    );
    this.nothing.hidden = challenges.length > 0;
    if (focused) /** @type {HTMLElement|null} */ (this.list.querySelector(`[data-id="${focused}"] button`))?.focus();
  }

  /** @param {api.Challenge} challenge */
  #item(challenge) {
    const { id, is_mine: isMine, is_for_me: isForMe, spec } = challenge;
    const act = isMine ? () => meeting.cancelChallenge(id) : () => this.#accept(id);
    return h(
      `li${isForMe ? '.own.for-me' : isMine ? '.own' : ''}`,
      { 'data-id': id },
      h(
        'span.words',
        {},
        h('a', { href: `/challenge/${id}` }, `${whoText(challenge)}: ${specText(spec)}`),
        h(
          'span.detail',
          {},
          [
            sideText(challenge),
            clockText(challenge.clock),
            bestOfText(challenge.best_of),
            ratedText(challenge.may_count),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
      ),
      button(isMine ? _('Withdraw') : _('Play'), () => void this.#do(async () => void (await act())), !isMine),
      isForMe && button(_('Decline'), () => void this.#do(async () => void (await api.declineChallenge(challenge.id)))),
    );
  }

  /** @param {string} id */
  async #accept(id) {
    const taken = await meeting.acceptChallenge(id, nameKept());
    if (taken.game) goFrom(this.notice, `/play/${taken.game}`);
  }
}

/** Somebody is asked by his name, on terms that are chosen next. */
function askByName() {
  const id = freshId('ask');
  const name = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', id, maxlength: '40', autocomplete: 'off', spellcheck: 'false', required: true })
  );
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.value.trim()) go(`/play?to=${encodeURIComponent(name.value.trim())}`);
  };
  const choose = h('button', { type: 'submit' }, _('Choose a game'));
  return h('form.ask-by-name', { onsubmit }, h('label', { for: id }, _('Invite a player by name')), name, choose);
}

/** What one was called last in New game; who has an account has its name. */
function nameKept() {
  try {
    return String(JSON.parse(localStorage.getItem('motu.new-game') ?? '{}').name ?? '');
  } catch {
    return '';
  }
}

/** Who waits. @param {api.Challenge} challenge */
function whoText({ is_mine: isMine, is_for_me: isForMe, name, to, is_bot: isBot }) {
  if (isBot) return _('{name} (bot)', { name });
  if (isMine && to) return _('You invited {name}', { name: to });
  if (isForMe) return _('{name} wants to play you', { name: name || _('Guest') });
  return isMine ? _('You') : name || _('Guest');
}

/** @param {Pace} pace */
function paceName(pace) {
  return { fast: _('Blitz'), medium: _('Rapid'), slow: _('Classical'), days: _('Correspondence') }[pace];
}

const DAY_MS = 86_400_000;
/** @type {Record<Pace, api.Clock>} as the server has them */
const CLOCKS = {
  fast: { initial_ms: 180_000, increment_ms: 2000 },
  medium: { initial_ms: 600_000, increment_ms: 5000 },
  slow: { initial_ms: 1_800_000, increment_ms: 20_000 },
  days: { kind: 'correspondence', initial_ms: 3 * DAY_MS, increment_ms: DAY_MS },
};

/** @param {Pace} pace */
const paceText = (pace) => clockText(CLOCKS[pace]);
