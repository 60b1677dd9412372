// One tournament: /tournaments/ID. It is read again when something has changed, and leads whoever plays to his next game.

import * as cups from './tournaments_api.js';
import { h, keepOrShow } from '../dom.js';
import { accountName } from '../games/account_names.js';
import { longTime, timeText } from '../games/clock_words.js';
import { _, dateTime, ngettext } from '../i18n.js';
import { goFrom, say } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { button } from '../views/table_buttons.js';
import { levelsChooser } from './levels_chooser.js';
import { bracket, crossTableOf, gameLists, roundLists, standingsTable } from './tables.js';
import { leftMs, newTournament, ownGames, take } from './tournament_state.js';
import { absenceText, nextGameText, rulesText, standText, termsText, waitingText } from './tournament_texts.js';

/** @typedef {import('../api.js').TournamentView} TournamentView */

/** So long is waited for more news before it is read again. */
const SOON_MS = 400;
/** So often it is read again where no news come. */
const ANYWAY_MS = 20_000;
const HOUR_MS = 3_600_000;

export class TournamentPage {
  /** @param {HTMLElement} place @param {TournamentView} view */
  constructor(place, view) {
    this.state = newTournament(view, Date.now());
    this.id = view.about.id;
    this.isBusy = false;
    this.notice = h('p.notice', { role: 'alert' });
    this.when = h('p.when', { role: 'timer', 'aria-live': 'off' });
    this.buttons = h('p.buttons');
    this.levels = h('div.levels-place');
    this.detail = h('p.detail');
    this.body = h('div.body');
    this.drawn = '';
    /** What was pressed once, and is done when it is pressed again; '' for nothing. */
    this.sure = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    place.append(this.#head(view), this.levels, this.body);
    this.#draw();
    this.socket = new LiveSocket(`/api/tournaments/${this.id}/live`, () => this.#soon());
    this.clock = setInterval(() => this.#tick(), 500);
    this.anyway = setInterval(() => void this.#read(), ANYWAY_MS);
  }

  close() {
    this.socket.close();
    clearTimeout(this.timer);
    clearInterval(this.clock);
    clearInterval(this.anyway);
  }

  /** @param {TournamentView} view */
  #head(view) {
    const { about, maker } = view;
    return h(
      'header.card.head',
      {},
      h('h1', {}, about.name),
      h('p.terms', {}, termsText(about)),
      this.detail,
      this.when,
      this.buttons,
      this.notice,
      h(
        'details',
        {},
        h('summary', {}, _('Format')),
        h('p', {}, rulesText(view)),
        h('p', {}, absenceText(view)),
        h('p', {}, maker ? _('Created by {name}', { name: maker }) : ''),
      ),
    );
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#read(), SOON_MS);
  }

  async #read() {
    if (this.isBusy) return;
    try {
      this.#take(await cups.tournament(this.id));
    } catch {
      // What is shown stays; the next news bring it up to date.
    }
  }

  /** @param {TournamentView} view */
  #take(view) {
    const { state: before } = this.state.view.about;
    const mine = take(this.state, view, Date.now());
    if (mine) {
      goFrom(this.body, `/play/${mine}`);
      return;
    }
    if (view.about.state !== before) say(standText(view.about));
    this.#draw();
  }

  #draw() {
    const { view } = this.state;
    const { now_ms: _now, ...shown } = view;
    const drawn = JSON.stringify(shown);
    this.#tick();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.detail.textContent = standText(view.about);
    if (!view.may.some((each) => each === this.sure)) this.sure = '';
    const focused = document.activeElement?.closest('.buttons')?.contains(document.activeElement);
    const { id } = document.activeElement ?? {};
    keepOrShow(this.buttons, this.#ways());
    const chooser = view.may.includes('levels') ? levelsChooser(view, (wanted) => void this.#setLevels(wanted)) : '';
    this.levels.replaceChildren(chooser);
    if (focused) (document.getElementById(id ?? '') ?? this.buttons.querySelector('button, a'))?.focus();
    const top = window.scrollY;
    this.body.replaceChildren(...this.#parts());
    window.scrollTo(0, top);
  }

  #parts() {
    const { view } = this.state;
    if (!view.games.length && view.about.state !== 'running') return [this.#joined()];
    if (view.about.system === 'knock-out') return [bracket(view), standingsTable(view)];
    if (view.about.system === 'arena') return [standingsTable(view), gameLists(view)];
    return [standingsTable(view), crossTableOf(view), roundLists(view)];
  }

  /** Before it begins: who has joined. */
  #joined() {
    const { view } = this.state;
    if (!view.players.length) return h('p', {}, _('Nobody has joined yet.'));
    return h(
      'section.card',
      {},
      h('h2', {}, _('Players')),
      h(
        'ul.pairs',
        { role: 'list' },
        ...view.players.map(({ name, rating, kind }) =>
          h(
            'li',
            {},
            name ? h('a', { href: `/people/${encodeURIComponent(name)}` }, accountName(name)) : _('deleted account'),
            h('span.stand', {}, [String(rating), kind === 'person' ? '' : _('bot')].filter(Boolean).join(' · ')),
          ),
        ),
      ),
    );
  }

  /** What whoever is here may do. */
  #ways() {
    const { may, my_game: mine, about } = this.state.view;
    const isRunning = about.state === 'running';
    const act = (
      /** @type {Exclude<import('../api.js').TournamentAct, 'levels'>} */ name,
      /** @type {string} */ text,
      isPrimary = false,
    ) => {
      if (!may.includes(name)) return null;
      const made = button(this.sure === name ? this.#question(name) : text, () => void this.#act(name), isPrimary);
      made.id = `tournament-${name}`;
      return made;
    };
    return [
      mine ? h('a.button.primary', { href: `/play/${mine}` }, _('Go to your game')) : null,
      act('enter', isRunning ? _('Join and play') : _('Join'), true),
      act('begin', _('Start now')),
      act('leave', isRunning ? _('Leave the tournament') : _('Leave')),
      act('cancel', _('Cancel the tournament')),
      this.sure ? button(_('Not now'), () => this.#askSure('')) : null,
      h('a.button', { href: '/tournaments' }, _('All tournaments')),
    ].filter((each) => each !== null);
  }

  /** @param {Exclude<import('../api.js').TournamentAct, 'levels'>} name */
  async #act(name) {
    if (this.#isSure(name)) await this.#do(() => cups.actInTournament(this.id, name));
  }

  /** @param {{levels: number[], strongest: boolean}} wanted */
  async #setLevels(wanted) {
    await this.#do(() => cups.setLevels(this.id, wanted));
  }

  /** @param {() => Promise<TournamentView>} work */
  async #do(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      this.#take(await work());
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      this.isBusy = false;
    }
  }

  /** Who leaves loses what is left, and is asked first: the button is pressed twice. @param {string} name */
  #isSure(name) {
    const isGrave = name === 'cancel' || (name === 'leave' && this.state.view.about.state === 'running');
    if (!isGrave || this.sure === name) return true;
    this.#askSure(name);
    return false;
  }

  /** @param {string} name what is asked whether it is meant; '' for nothing */
  #askSure(name) {
    const before = this.sure;
    this.sure = name;
    this.notice.textContent =
      name === 'leave' && this.state.view.about.system !== 'arena'
        ? _('Your remaining games are lost, or none of your games count.')
        : '';
    keepOrShow(this.buttons, this.#ways());
    document.getElementById(`tournament-${name || before}`)?.focus();
  }

  /** @param {string} name */
  #question(name) {
    return name === 'cancel' ? _('Really cancel it?') : _('Really leave?');
  }

  #tick() {
    const text = this.#whenText();
    if (this.when.textContent !== text) this.when.textContent = text;
    this.when.hidden = !text;
  }

  #whenText() {
    const { view } = this.state;
    const { about } = view;
    const now = Date.now();
    if (about.state === 'open') {
      const left = leftMs(this.state, about.starts_ms, now);
      return left > HOUR_MS
        ? _('Starts in {time}', { time: longTime(left) })
        : _('Starts in {time}', { time: timeText(Math.ceil(left / 1000) * 1000 || 1000) });
    }
    if (about.state !== 'running') return about.state === 'over' ? this.#winnersText() : '';
    const soon = nextGameText(this.state, now);
    if (soon) return soon;
    if (about.ends_ms)
      return _('{time} left', {
        time: timeText(Math.max(1000, Math.ceil(leftMs(this.state, about.ends_ms, now) / 1000) * 1000)),
      });
    if (view.speed === 'correspondence') return this.#ownText();
    return waitingText(view);
  }

  /** By correspondence nobody waits on this page. */
  #ownText() {
    const { view } = this.state;
    const own = ownGames(view).length;
    return own
      ? ngettext('You have {count} game in progress: see Games.', 'You have {count} games in progress: see Games.', own)
      : '';
  }

  #winnersText() {
    const { standings, players, over_ms: over } = this.state.view;
    const names = standings.filter(({ place }) => place === 1).map(({ player }) => accountName(players[player].name));
    const day = over === null ? '' : dateTime(over);
    return names.length ? _('Won by {names}, {day}', { names: names.filter(Boolean).join(', '), day }) : '';
  }
}
