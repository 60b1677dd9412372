// The chat beside a game of two people at different screens: folded until somebody unfolds it, with a mark for what is
// unread. What comes is said to people who listen; what was there before is not.

import * as talk from './chat_api.js';
import { freshId, h } from '../dom.js';
import { _, dateTime, ngettext } from '../i18n.js';
import { blockButtons } from '../blocks/block_buttons.js';
import { change, settings } from '../settings.js';
import { say } from '../shell.js';
import { useStyle } from '../style.js';
import { button } from '../views/table_buttons.js';
import { nameOf } from '../views/table_texts.js';
import {
  circlesHere,
  hearLines,
  markRead,
  newChat,
  readOf,
  shownLines,
  takeCircles,
  takeView,
  unread,
  unreadIn,
  withRead,
} from './chat_state.js';
import { circleName, phrases, saidText } from './chat_texts.js';

/** @typedef {import('../api.js').ChatLine} ChatLine */
/** @typedef {import('../api.js').Circle} Circle */

const KEY = 'motu.chat';
const MOST_LETTERS = 200;
/** So long it is said why something was not sent. */
const NOTICE_MS = 10_000;

await useStyle('chat');

export class ChatPanel {
  /** @param {import('../views/table_state.js').TableState} table */
  constructor(table) {
    this.table = table;
    this.state = newChat(readOf(localStorage.getItem(KEY), table.game.id));
    this.isClosed = false;
    /** Whether what was said before has been asked for. */
    this.isLoaded = false;
    this.drawn = '';
    /** Whether phrases are shown to somebody who has words of his own. */
    this.hasPhrases = false;
    const id = freshId('chat');
    this.mark = h('span.unread', { hidden: true });
    this.fold = h(
      'button.fold',
      { type: 'button', 'aria-expanded': 'false', 'aria-controls': id, onclick: () => this.#unfold() },
      h('span', {}, _('Chat')),
      this.mark,
    );
    this.circles = h('div.circles', { role: 'group', 'aria-label': _('Chat'), hidden: true });
    this.list = h('ol.lines', { role: 'list', tabindex: '0', 'aria-label': _('Chat messages') });
    this.nothing = h('p.detail', {}, _('No messages yet.'));
    this.notice = h('p.notice', { role: 'alert' });
    this.words = this.#wordsForm();
    const phrasesId = freshId('phrases');
    this.phrases = h('div.phrases', { id: phrasesId, role: 'group', 'aria-label': _('Quick messages') });
    this.words.more.setAttribute('aria-controls', phrasesId);
    this.off = h('button.link', { type: 'button', hidden: true, onclick: () => this.#turnOff() }, _('Turn chat off'));
    this.body = h(
      'div.chat-body',
      { id, hidden: true },
      this.circles,
      this.list,
      this.nothing,
      this.words.form,
      this.phrases,
      this.notice,
    );
    this.element = h(
      'section.chat',
      { 'aria-label': _('Chat'), hidden: true },
      h('div.head', {}, this.fold, this.off),
      this.body,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.state.isOpen) return;
      event.preventDefault();
      this.#unfold(false);
    });
    window.addEventListener('motu-settings', this.onSettings);
    this.show();
  }

  close() {
    this.isClosed = true;
    window.removeEventListener('motu-settings', this.onSettings);
  }

  onSettings = () => {
    this.show();
    if (settings().chat && !this.isLoaded) void this.#load();
  };

  /** Takes what the game's socket brings. @param {any} message */
  hear(message) {
    if (message.type === 'chat') this.#tell(hearLines(this.state, message.lines));
    else if (message.type === 'snapshot' || (message.type === 'update' && message.result && !this.#isKnownOver()))
      void this.#load();
  }

  #isKnownOver() {
    return this.state.circles.includes('spectators');
  }

  /** What has been said so far; after a lost connection, what came meanwhile. */
  async #load() {
    if (!settings().chat || !this.table.game.is_remote) return;
    try {
      const view = await talk.chat(this.table.game.id);
      if (this.isClosed) return;
      const fresh = takeView(this.state, view);
      this.#tell(this.isLoaded ? fresh : []);
      this.isLoaded = true;
      this.show();
    } catch {
      // The next snapshot brings it.
    }
  }

  /** @param {ChatLine[]} fresh what others have just said */
  #tell(fresh) {
    if (settings().chat && fresh.length) say(fresh.map((line) => `${this.#nameIn(line)}: ${saidText(line)}`).join(' '));
    this.show();
  }

  /** As it stands. */
  show() {
    const { state, table } = this;
    takeCircles(state, circlesHere(table.game));
    this.element.hidden = !settings().chat || state.circle === null;
    if (this.element.hidden) return;
    if (markRead(state)) localStorage.setItem(KEY, withRead(localStorage.getItem(KEY), table.game.id, state.read));
    this.#drawMark();
    const { lines, circle, circles, hasWords, isOpen } = state;
    const drawn = JSON.stringify([lines.map(({ seq }) => seq), circle, circles, hasWords, isOpen, this.hasPhrases]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.#drawCircles();
    this.#drawLines();
    this.words.form.hidden = !state.hasWords;
    this.phrases.hidden = state.hasWords && !this.hasPhrases;
    this.words.more.setAttribute('aria-expanded', String(this.hasPhrases));
    this.words.field.setAttribute(
      'aria-label',
      _('Message to {circle}', { circle: circleName(state.circle ?? 'players') }),
    );
    if (!this.phrases.children.length && state.isOpen) this.#drawPhrases();
  }

  #drawMark() {
    const count = unread(this.state);
    this.mark.hidden = count === 0;
    this.mark.textContent = count ? ngettext('{count} new', '{count} new', count) : '';
  }

  #drawCircles() {
    const { circle: shown, circles } = this.state;
    this.circles.hidden = circles.length < 2;
    const hadFocus = this.circles.contains(document.activeElement);
    this.circles.replaceChildren(
      ...circles.map((circle) => {
        const count = unreadIn(this.state, circle);
        const text = count ? `${circleName(circle)} (${count})` : circleName(circle);
        const pressed = String(circle === shown);
        return h('button', { type: 'button', 'aria-pressed': pressed, onclick: () => this.#choose(circle) }, text);
      }),
    );
    if (hadFocus) /** @type {HTMLElement|null} */ (this.circles.querySelector('[aria-pressed="true"]'))?.focus();
  }

  #drawLines() {
    const lines = shownLines(this.state);
    this.nothing.hidden = lines.length > 0;
    this.list.hidden = lines.length === 0;
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.replaceChildren(...lines.map((line) => this.#line(line)));
    if (isAtEnd || lines.at(-1)?.is_mine) this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {ChatLine} line */
  #line(line) {
    const name = this.#nameIn(line);
    return h(
      `li${line.is_mine ? '.own' : ''}`,
      { title: dateTime(line.at_ms) },
      h('span.who', {}, name),
      ' ',
      h('span.what', { dir: 'auto' }, saidText(line)),
      line.is_mine ? null : this.#about(line, name),
    );
  }

  /** What can be done about somebody who has said something. @param {ChatLine} line @param {string} name */
  #about(line, name) {
    const label = _('About {name}', { name });
    const more = h('button.quiet.about', {
      type: 'button',
      'aria-expanded': 'false',
      'aria-label': label,
      title: label,
    });
    more.addEventListener('click', () => {
      const open = more.nextElementSibling;
      more.setAttribute('aria-expanded', String(!open));
      if (open) open.remove();
      else
        more.after(
          blockButtons({ game: this.table.game.id, line: line.seq }, name, { onDone: () => void this.#forget() }),
        );
    });
    return more;
  }

  /** Somebody is heard no longer: what he has said goes, too. */
  async #forget() {
    this.state.lines = [];
    await this.#load();
    this.fold.focus();
  }

  /** @param {ChatLine} line */
  #nameIn({ is_mine: isMine, name, seat }) {
    if (isMine) return _('You');
    return seat === null ? name || _('Guest') : nameOf(this.table, seat);
  }

  #wordsForm() {
    const field = /** @type {HTMLInputElement} */ (
      h('input', { type: 'text', maxlength: String(MOST_LETTERS), autocomplete: 'off', enterkeyhint: 'send' })
    );
    const more = button(_('Quick messages'), () => {
      this.hasPhrases = !this.hasPhrases;
      this.show();
    });
    const form = h(
      'form.words',
      {
        hidden: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#say({ text: field.value });
        },
      },
      field,
      h('button.primary', { type: 'submit' }, _('Send')),
      more,
    );
    return { field, form, more };
  }

  #drawPhrases() {
    this.phrases.replaceChildren(
      ...Object.entries(phrases()).map(([phrase, text]) => button(text, () => void this.#say({ phrase }))),
    );
  }

  // --- what is done

  /** @param {boolean} [isOpen] */
  #unfold(isOpen = !this.state.isOpen) {
    this.state.isOpen = isOpen;
    this.fold.setAttribute('aria-expanded', String(isOpen));
    this.body.hidden = !isOpen;
    this.off.hidden = !isOpen;
    this.show();
    this.list.scrollTop = this.list.scrollHeight;
    if (!isOpen) {
      this.fold.focus();
      return;
    }
    this.element.scrollIntoView({ block: 'nearest' });
    if (this.state.hasWords && matchMedia('(pointer: fine)').matches) this.words.field.focus();
  }

  /** @param {Circle} circle */
  #choose(circle) {
    this.state.circle = circle;
    this.show();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {{text?: string, phrase?: string}} what */
  async #say(what) {
    const { circle } = this.state;
    if (circle === null || what.text?.trim() === '') return;
    this.notice.textContent = '';
    try {
      const line = await talk.sayInChat(this.table.game.id, { circle, ...what });
      if (what.text !== undefined) this.words.field.value = '';
      hearLines(this.state, [line]);
      this.show();
    } catch (error) {
      const text = String(/** @type {Error} */ (error).message);
      this.notice.textContent = text;
      // By then it holds no longer that one has been too fast.
      setTimeout(() => this.notice.textContent === text && this.notice.replaceChildren(), NOTICE_MS);
    }
  }

  #turnOff() {
    change({ chat: false });
    say(_('Chat is off. You can turn it on again in the settings.'));
  }
}
