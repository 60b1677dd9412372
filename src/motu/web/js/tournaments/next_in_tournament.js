// At the end of a tournament's game: when the next one starts, to which this page leads as the tournament's own does.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { goFrom } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { newTournament, playsOn, take } from './tournament_state.js';
import { nextGameText, waitingText } from './tournament_texts.js';
import * as cups from './tournaments_api.js';

/** So often it is read again where no news come. */
const ANYWAY_MS = 20_000;

export class NextInTournament {
  /** @param {string} id the tournament's @param {string} game that has ended here @param {(playsOn: boolean) => void} onKnown hears whether there may be another one */
  constructor(id, game, onKnown) {
    this.id = id;
    this.game = game;
    this.onKnown = onKnown;
    this.element = h('p.next-in-tournament', { role: 'timer', 'aria-live': 'off' });
    /** @type {import('./tournament_state.js').TournamentState|null} */
    this.state = null;
    this.socket = new LiveSocket(`/api/tournaments/${id}/live`, () => void this.#read());
    this.clock = setInterval(() => this.#draw(), 500);
    this.anyway = setInterval(() => void this.#read(), ANYWAY_MS);
    void this.#read();
  }

  close() {
    this.socket.close();
    clearInterval(this.clock);
    clearInterval(this.anyway);
  }

  async #read() {
    const view = await cups.tournament(this.id).catch(() => null); // the next news bring it up to date
    if (!view) return;
    const mine = this.state ? take(this.state, view, Date.now()) : '';
    this.state ??= newTournament(view, Date.now());
    if (mine) {
      goFrom(this.element, `/play/${mine}`);
      return;
    }
    this.onKnown(playsOn(view));
    this.#draw();
  }

  #draw() {
    if (!this.state) return;
    const { view } = this.state;
    const going = view.my_game && view.my_game !== this.game ? view.my_game : ''; // it had begun before this page was opened
    const text = going ? '' : nextGameText(this.state, Date.now()) || waitingText(view);
    if (going && !this.element.querySelector('a'))
      this.element.replaceChildren(h('a.button.primary', { href: `/play/${going}` }, _('Go to your game')));
    if (!going && this.element.textContent !== text) this.element.textContent = text;
    this.element.hidden = !going && !text;
  }
}
