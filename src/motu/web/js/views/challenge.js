// A game that waits for somebody: /challenge/ID. Who made it waits there with the link; who opens the link sees what is
// offered, and plays. Both go to the board as soon as it is taken.

import '../board/defined.js';
import * as api from '../api.js';
import * as meeting from '../games/meeting_api.js';
import { hasLinks } from '../dice/duty.js';
import { promiseText } from '../dice/promise.js';
import { freshId, h } from '../dom.js';
import { clockText } from '../games/clock_words.js';
import { specText } from '../games/titles.js';
import { _, dateTime } from '../i18n.js';
import { settings } from '../settings.js';
import { bestOfText } from '../series/series_texts.js';
import { goFrom, say, setTitle } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { useStyle } from '../style.js';
import { button } from './table_buttons.js';
import { goneText, sideText } from './challenge_texts.js';
import { aboutChallenge, hasName } from './rated_choice.js';

/** @typedef {import('../api.js').Challenge} Challenge */

/** Of a name, as the server has it. */
const MOST_LETTERS = 40;

await useStyle('people');

/** What the page is, before the server has answered. */
export const heading = () => _('Invitation');

/** @type {import('../main.js').Render} */
export async function render(place, [id]) {
  const [challenge, isNamed] = await Promise.all([meeting.challenge(id), hasName()]);
  const view = new ChallengePage(place, challenge, isNamed);
  return () => view.close();
}

/** What a guest is told who is about to play for weeks. */
const namelessForDays = () => [
  _('Without a name you only find this game again in this browser.'),
  ' ',
  h('a', { href: '/account' }, _('Claim a name')),
];

class ChallengePage {
  /** @param {HTMLElement} place @param {Challenge} challenge @param {boolean} isNamed whether whoever is here has a name */
  constructor(place, challenge, isNamed) {
    this.challenge = challenge;
    this.isNamed = isNamed;
    this.isBusy = false;
    this.notice = h('p.notice', { role: 'alert' });
    this.title = h('h1');
    this.body = h('div.body');
    this.terms = h('ul.terms');
    this.picture = h('div.picture');
    place.append(
      h(
        'article.challenge',
        {},
        h('div.card.invitation', {}, this.title, this.#terms(), this.body, this.notice),
        this.picture,
      ),
    );
    this.#draw();
    void this.#drawBoard().catch(() => undefined); // without it the page says what it says all the same
    this.socket = new LiveSocket(`/api/challenges/${challenge.id}/live`, (message) => this.#hear(message));
  }

  close() {
    this.socket.close();
  }

  #title() {
    const { state, is_mine: isMine, is_for_me: isForMe, name, to } = this.challenge;
    if (state !== 'waiting') return heading();
    if (to && !isMine && !isForMe) return _('{name} wants to play {other}', { name: name || _('Somebody'), other: to });
    if (isMine && to) return _('Waiting for {name}', { name: to });
    if (isMine) return _('Waiting for an opponent');
    return name ? _('{name} wants to play you', { name }) : _('Someone wants to play you');
  }

  #terms() {
    const { challenge } = this;
    this.terms = h(
      'ul.terms',
      {},
      h('li', {}, h('strong', {}, specText(challenge.spec))),
      h('li', {}, sideText(challenge)),
      h('li', {}, clockText(challenge.clock)),
      challenge.best_of ? h('li', {}, bestOfText(challenge.best_of)) : null,
      h('li.rated', {}, ...aboutChallenge(challenge, this.isNamed)),
      challenge.clock?.kind === 'correspondence' && !this.isNamed ? h('li.detail', {}, ...namelessForDays()) : null,
      h('li', {}, h('a', { href: `/learn/${challenge.spec.split('(')[0]}` }, _('Rules'))),
    );
    return this.terms;
  }

  #draw() {
    const { state, game, is_mine: isMine } = this.challenge;
    this.title.textContent = this.#title();
    if (state === 'waiting') this.body.replaceChildren(...(isMine ? this.#waiting() : this.#offered()));
    else
      this.body.replaceChildren(
        h('p', { role: 'status' }, goneText(this.challenge)),
        h(
          'p.buttons',
          {},
          game ? h('a.button', { href: `/play/${game}` }, _('Go to the game')) : null,
          h('a.button', { href: '/play' }, _('New game')),
        ),
      );
  }

  // --- for whoever made it

  #waiting() {
    if (this.challenge.to) return this.#asked();
    const { link } = this.challenge;
    const field = /** @type {HTMLInputElement} */ (
      h('input', { type: 'text', id: freshId('link'), readonly: true, value: link, onfocus: () => field.select() })
    );
    const share = typeof navigator.share === 'function' ? button(_('Share'), () => void this.#share(link)) : null;
    return [
      h('p', {}, _('Send this link to the person you want to play. The game starts when they open and accept it.')),
      h('div.field.link', {}, h('label', { for: field.id }, _('Link')), field),
      h(
        'div.buttons',
        {},
        button(_('Copy link'), () => void this.#copy(field), true),
        share,
      ),
      isLocal(link)
        ? h(
            'p.detail',
            {},
            _(
              'This link only works on this computer. To play with others, start motu with motu serve --host 0.0.0.0 and open the address that it names.',
            ),
          )
        : null,
      h('img.qr', {
        src: `/api/challenges/${this.challenge.id}/qr.svg`,
        alt: _('The link as a QR code'),
        width: '180',
        height: '180',
      }),
      h('p.detail', { role: 'status' }, this.#waitingText()),
      this.#withdraw(),
    ].filter((each) => each !== null);
  }

  /** Whoever is asked by his name is told of it; there is no link to send. */
  #asked() {
    const { to, to_person: toPerson } = this.challenge;
    return [
      h(
        'p',
        {},
        toPerson
          ? _('{name} has been notified. The game starts when they accept.', { name: to })
          : _('The bot has been asked. The game starts when it accepts.'),
      ),
      h('p.detail', { role: 'status' }, this.#waitingText()),
      this.#withdraw(),
    ];
  }

  #withdraw() {
    return h(
      'p',
      {},
      button(_('Withdraw'), () => void this.#do(() => meeting.cancelChallenge(this.challenge.id))),
    );
  }

  #waitingText() {
    const { is_open: isOpen, expires_ms: expires } = this.challenge;
    const until = _('Open until {time}.', { time: dateTime(expires) });
    return [
      _('You can leave this page: the game will be in My games.'),
      isOpen && _('Everyone can see it in the lobby.'),
      until,
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** @param {HTMLInputElement} field */
  async #copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      say(_('Link copied.'));
      this.notice.textContent = _('Link copied.');
    } catch {
      field.focus(); // copied by hand
    }
  }

  /** @param {string} url */
  async #share(url) {
    // Who closes the menu has changed his mind.
    await navigator.share({ title: specText(this.challenge.spec), url }).catch(() => undefined);
  }

  // --- for whoever opens the link

  #offered() {
    const { to, is_for_me: isForMe } = this.challenge;
    if (to && !isForMe) return [h('p', {}, _('This invitation is only for {name}.', { name: to }))];
    const id = freshId('name');
    const name = /** @type {HTMLInputElement} */ (
      h('input', { type: 'text', id, maxlength: String(MOST_LETTERS), autocomplete: 'off' })
    );
    return [
      h('div.field', { hidden: this.isNamed }, h('label', { for: id }, _('Your name (optional)')), name),
      h(
        'p.buttons',
        {},
        button(
          _('Play'),
          () => void this.#do(() => meeting.acceptChallenge(this.challenge.id, name.value.trim())),
          true,
        ),
        isForMe && button(_('Decline'), () => void this.#do(() => api.declineChallenge(this.challenge.id))),
      ),
      h(
        'p.detail',
        {},
        isForMe ? _('The game starts at once.') : _('Free, no account needed. The game starts at once.'),
      ),
    ];
  }

  /** What a button does; what is heard meanwhile, the answer says, too. @param {() => Promise<Challenge>} work */
  async #do(work) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      this.#take(await work());
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
      this.#take(await meeting.challenge(this.challenge.id).catch(() => this.challenge), false);
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {Challenge} challenge @param {boolean} [isOurs] whether its game is one's own */
  #take(challenge, isOurs = true) {
    if (challenge.state === this.challenge.state) return;
    if (isOurs && challenge.game) goFrom(this.notice, `/play/${challenge.game}`);
    else this.#show(challenge);
  }

  /** @param {Challenge} challenge */
  #show(challenge) {
    this.challenge = challenge;
    this.#draw();
    setTitle(this.title.textContent);
  }

  /** @param {{type: string, state: Challenge['state'], game: string|null}} news */
  #hear({ type, state, game }) {
    if (type === 'challenge_news' && !this.isBusy)
      this.#take({ ...this.challenge, state, game }, this.challenge.is_mine);
  }

  async #drawBoard() {
    const { spec } = this.challenge;
    const [board, [position]] = await Promise.all([api.board(spec), api.positions({ spec, moves: [] })]);
    const element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
    element.setAttribute('inert', '');
    element.setAttribute('aria-hidden', 'true');
    element.board = board;
    element.configure({ coordinates: false, weak: settings().weak });
    element.show(position, false);
    this.picture.append(element);
    const { is_bot: isBots, to, to_person: toPerson } = this.challenge;
    if (!board.drop_rows || isBots || (to && !toPerson)) return; // programs seal no dice
    const promise = [promiseText(hasLinks(this.challenge.clock)), ' ', h('a', { href: '/dice' }, _('What this means'))];
    this.terms.append(h('li', {}, ...promise));
  }
}

/** Whether nobody at another machine can open it. @param {string} link */
function isLocal(link) {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(link).hostname);
}
