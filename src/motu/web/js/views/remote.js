// Beside a game of two people at different screens: what one asks of the other, whether the other is there, how many look
// on, and the way to the rematch. In all other games it stays hidden.

import * as api from '../api.js';
import { h } from '../dom.js';
import { isPerson } from '../games/seats.js';
import { _ } from '../i18n.js';
import { reportButton } from '../order/report_form.js';
import { putAway, tell } from '../news.js';
import { goFrom, say } from '../shell.js';
import { useStyle } from '../style.js';
import { button } from './table_buttons.js';
import { ChatPanel } from '../chat/chat_panel.js';
import { countdownText, seriesText } from '../series/series_texts.js';
import { DiceCard } from './dice_card.js';
import { nameOf } from './table_texts.js';
import { answerText, lookingOnText, offerText, presenceText } from './remote_texts.js';

/** @typedef {import('./table_state.js').TableState} TableState */
/** @typedef {(action: (game: import('../api.js').Game) => Promise<import('../api.js').Update>) => Promise<unknown>} Act */

await useStyle('people');

/** Who is away for a shorter time loads the page anew. */
const AWAY_MS = 4000;
const MOST_TRIES = 3;
/** The game into whose dice this window has mixed its seed. */
const SEEDED = 'motu.seeded';

export class Remote {
  /**
   * @param {TableState} state
   * @param {Act} act does something at the table
   * @param {() => void} leave takes the keyboard from buttons that go
   * @param {(heard: any) => void} onHeard gets what the server answers to what the browser does by itself
   */
  constructor(state, act, leave, onHeard) {
    this.state = state;
    this.act = act;
    this.leave = leave;
    this.text = h('p.asked');
    this.countdown = h('p.countdown', { role: 'timer', 'aria-live': 'off', hidden: true });
    this.buttons = h('div.buttons');
    /** Stands elsewhere, where it is always in sight. */
    this.offer = h('div.offer-card', { hidden: true }, this.text, this.countdown, this.buttons);
    this.there = h('p.detail.there');
    this.series = h('p.series', { hidden: true });
    this.dice = new DiceCard(state, act, onHeard);
    this.chat = new ChatPanel(state);
    this.element = h(
      'div.remote',
      { hidden: !state.game.is_remote },
      this.series,
      this.dice.element,
      this.there,
      this.chat.element,
    );
    /** Stands below everything else. */
    this.report = state.game.is_remote ? report(state) : null;
    /** @type {import('../api.js').Presence|null} */
    this.presence = null;
    /** @type {boolean|null} whether the other one is there, as it was told last */
    this.isHere = null;
    /** Shows whether somebody is at the board. @type {(person: number, isHere: boolean) => void} */
    this.onPresence = () => undefined;
    /** Whether what was said last is shown at the edge of the page. */
    this.isTold = false;
    /** What was said to what was asked, until the next move. */
    this.said = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    if (state.game.is_remote) void this.#mixSeed();
  }

  close() {
    this.dice.close();
    this.chat.close();
    clearTimeout(this.timer);
  }

  /** Both of the two have a share in dice of the older kind. */
  async #mixSeed() {
    let { game } = this.state;
    const isOpen = () => !game.dice && !game.steps.length && !game.result;
    const mayMix = () => typeof game.seat === 'number' && game.created.dice && isOpen();
    if (sessionStorage.getItem(SEEDED) === game.id) return;
    for (let tries = 0; tries < MOST_TRIES && mayMix() && game.seeds.length < 2; tries += 1) {
      try {
        await api.mixSeed(game);
        sessionStorage.setItem(SEEDED, game.id);
        return;
      } catch (error) {
        if (!(error instanceof api.Refusal) || error.slug !== 'server/seq') return;
        game = await api.game(game.id).catch(() => game);
      }
    }
  }

  /** Whatever the server says, before anything is made of it. @param {any} message */
  overhear(message) {
    this.dice.hear(message);
    this.chat.hear(message);
  }

  /** @param {import('../api.js').Presence} presence */
  hearPresence(presence) {
    this.presence = presence;
    clearTimeout(this.timer);
    const other = this.#other();
    if (other === null) for (const person of [0, 1]) this.onPresence(person, presence.here[person]);
    else if (presence.here[other]) this.#tell(other, true);
    else this.timer = setTimeout(() => this.#tell(other, false), AWAY_MS);
    this.show();
  }

  #other() {
    const { seat } = this.state.game;
    return typeof seat === 'number' ? 1 - seat : null;
  }

  /** @param {number} other @param {boolean} isHere */
  #tell(other, isHere) {
    const isNews = this.isHere !== null ? this.isHere !== isHere : !isHere;
    this.isHere = isHere;
    this.onPresence(other, isHere);
    if (isNews) say(presenceText(this.state, other, isHere));
    this.show();
  }

  /**
   * A change has been heard: says what was asked or answered, and goes to the rematch.
   * @param {import('../api.js').Update} update
   * @param {import('../api.js').PendingOffer|null|undefined} before what waited before it
   */
  hear(update, before) {
    const { game } = this.state;
    if (!game.is_remote) return;
    const said = update.events.map((event) => answerText(this.state, event, before)).filter(Boolean);
    this.said = said.join(' ');
    const asked = game.offer && game.offer !== before ? offerText(this.state) : '';
    const series = update.result ? seriesText(this.state) : '';
    const news = [this.said, series, asked].filter(Boolean).join(' ');
    if (this.isTold) putAway();
    this.isTold = Boolean(news) && !this.#isSeen();
    if (this.isTold) void tell(news);
    else if (news) say(news);
    if (game.next_game && game.is_mine && update.events.some(({ what }) => what.game))
      goFrom(this.offer, `/play/${game.next_game}`);
  }

  /** Whether what is asked is in view; on a narrow screen it stands below the board. */
  #isSeen() {
    this.show();
    const { top, bottom } = this.text.getBoundingClientRect();
    return !this.offer.hidden && top >= 0 && bottom <= window.innerHeight;
  }

  /** What is asked and who is there, as it stands. */
  show() {
    const { game } = this.state;
    if (!game.is_remote) return;
    this.dice.show();
    this.series.textContent = seriesText(this.state);
    this.series.hidden = !this.series.textContent;
    this.chat.show();
    const { offer, is_mine: isMine, next_game: nextGame } = game;
    this.text.textContent = offer ? offerText(this.state) : this.said;
    const buttons = offer && isMine ? this.#answers(offer.person === game.seat) : [];
    if (nextGame) buttons.push(h('a.button', { href: `/play/${nextGame}` }, _('Go to the rematch')));
    const isSame = this.buttons.children.length === buttons.length && this.buttons.dataset.kind === this.#kind();
    const hadFocus = this.buttons.contains(document.activeElement);
    if (!isSame) this.buttons.replaceChildren(...buttons);
    if (hadFocus && !this.buttons.contains(document.activeElement)) this.leave();
    this.buttons.dataset.kind = this.#kind();
    this.offer.hidden = !this.text.textContent && !buttons.length;
    this.offer.classList.toggle('awaited', Boolean(offer) && isMine && offer?.person !== game.seat);
    const other = this.#other();
    const away = other !== null && this.isHere === false ? presenceText(this.state, other, false) : '';
    this.there.textContent = [away, lookingOnText(this.presence?.looking_on ?? 0)].filter(Boolean).join(' · ');
  }

  /** How long it is till the next game of a series. @param {number} passed milliseconds since the game was heard */
  tick(passed) {
    const text = countdownText(this.state, this.isHere !== false, passed);
    if (this.countdown.textContent !== text) this.countdown.textContent = text;
    this.countdown.hidden = !text;
  }

  /** What the buttons are about: they are drawn anew when that changes, and else the keyboard may rest on them. */
  #kind() {
    const { offer, next_game: nextGame } = this.state.game;
    return `${offer?.person ?? ''}${offer?.kind ?? ''}${nextGame ?? ''}`;
  }

  /** @param {boolean} isOwn */
  #answers(isOwn) {
    const answer = (/** @type {boolean} */ isAccepted) => () =>
      void this.act(({ id, seq }) => api.answer(id, isAccepted, seq));
    if ((this.state.game.offer?.person ?? 0) < 0)
      return [button(_('Next game'), answer(true), true), button(_('Not now'), answer(false))];
    if (isOwn) return [button(_('Withdraw'), answer(false))];
    return [button(_('Accept'), answer(true), true), button(_('Decline'), answer(false))];
  }
}

/** The way to report the other one; whoever looks on says whom. @param {TableState} state */
function report(state) {
  const { id, seat, created } = state.game;
  const others = [0, 1].filter((person) => person !== seat && isPerson(created.seats[person]));
  if (!others.length) return null;
  return reportButton({ game: id, people: others.map((person) => ({ person, called: nameOf(state, person) })) });
}
