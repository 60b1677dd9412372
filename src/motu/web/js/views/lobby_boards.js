// Games that everybody may watch, as small boards, each with its latest move marked; the one shown large stays till its end.

import '../board/defined.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { specText } from '../games/titles.js';
import { faceOf } from '../games/clock_face.js';
import { timeText } from '../games/clock_words.js';
import { resultText, seatName } from '../games/words.js';
import { _, ngettext } from '../i18n.js';
import { seriesOf, standingText } from '../series/series_state.js';
import { settings } from '../settings.js';
import { withHeld } from './lobby_state.js';
import { ratedText } from './rated_choice.js';

/** @typedef {import('../api.js').RunningGame} RunningGame */
/** @typedef {{element: HTMLElement, update: (game: RunningGame) => void, tick: () => void, end: () => Promise<boolean>}} Shown  `end`: shows how it ended, if it did */

/** So many boards are drawn; further games would be too small to see anything. */
const MOST = 7;
/** So long the one that was shown large stays when it is over, in ms. */
const HELD_MS = 8000;
const CLOCK_MS = 500;

export class LobbyBoards {
  constructor() {
    this.large = h('div.featured');
    this.small = h('ul.boards', { role: 'list' });
    this.nothing = h(
      'p.detail',
      {},
      _('No games to watch right now. Games from quick pairing and open invitations appear here.'),
    );
    this.element = h(
      'section.card.watching',
      { 'aria-labelledby': 'watching' },
      h('h2', { id: 'watching' }, _('Games to watch')),
      this.nothing,
      this.large,
      this.small,
    );
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {{large: RunningGame|null, others: RunningGame[]}} */
    this.boards = { large: null, others: [] };
    /** @type {RunningGame|null} that was shown large, and is over */
    this.held = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.clock = setInterval(() => this.#tick(), CLOCK_MS);
  }

  close() {
    clearInterval(this.clock);
    clearTimeout(this.timer);
  }

  #tick() {
    const large = this.held ?? this.boards.large;
    if (large) this.shown.get(large.id)?.tick();
  }

  /** @param {{large: RunningGame|null, others: RunningGame[]}} boards */
  show(boards) {
    const before = this.boards.large;
    const goesOn = [boards.large, ...boards.others].some((game) => game?.id === before?.id);
    this.boards = boards;
    if (before && !goesOn && !this.held) void this.#hold(before);
    this.#draw();
  }

  /** Leaves a game that is over for a while. @param {RunningGame} game */
  async #hold(game) {
    this.held = game;
    const isOver = await this.shown
      .get(game.id)
      ?.end()
      .catch(() => false);
    this.timer = setTimeout(() => this.#release(), isOver ? HELD_MS : 0);
  }

  #release() {
    this.held = null;
    this.#draw();
  }

  #draw() {
    const { large, others } = withHeld(this.boards, this.held);
    const games = [...(large ? [large] : []), ...others].slice(0, MOST);
    this.nothing.hidden = games.length > 0;
    for (const id of this.shown.keys()) if (!games.some((game) => game.id === id)) this.shown.delete(id);
    for (const game of games) {
      if (!this.shown.has(game.id)) this.shown.set(game.id, shownGame());
      if (game !== this.held) this.shown.get(game.id)?.update(game);
    }
    const elements = games.map(({ id }) => /** @type {Shown} */ (this.shown.get(id)).element);
    fill(this.large, large ? elements.slice(0, 1) : []);
    fill(this.small, large ? elements.slice(1) : elements);
  }
}

/** The keyboard stays where it is as long as nothing has changed. @param {HTMLElement} place @param {HTMLElement[]} elements */
function fill(place, elements) {
  const wanted = elements.map((each) => (place.tagName === 'UL' ? (each.closest('li') ?? h('li', {}, each)) : each));
  const isSame = wanted.length === place.children.length && wanted.every((each, at) => each === place.children[at]);
  if (!isSame) place.replaceChildren(...wanted);
}

/** @returns {Shown} */
function shownGame() {
  const picture = h('span.picture', { 'aria-hidden': 'true' });
  const title = h('span.title');
  const about = h('span.detail');
  const clocks = h('span.clocks', { 'aria-hidden': 'true' });
  const element = h('a.running', {}, picture, h('span.words', {}, title, clocks, about));
  /** @type {api.Game|null} */
  let heard = null;
  let heardAt = 0;
  let seq = -1;
  /** @type {import('../board/element.js').MotuBoard|null} */
  let board = null;

  /** @param {string} id */
  async function draw(id) {
    const game = await api.game(id);
    [heard, heardAt] = [game, performance.now()];
    if (!board) {
      board = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
      board.setAttribute('inert', '');
      board.board = await api.boardOf(game);
      board.configure({ coordinates: false, weak: settings().weak });
      picture.append(board);
    }
    board.show(game.position, false);
    tick();
  }

  /** The clocks go on between two moves. */
  function tick() {
    const passed = performance.now() - heardAt;
    const faces = [0, 1].map((person) => (heard && !heard.result ? faceOf(heard, person, passed) : null));
    const text = faces.map((face) => (face ? timeText(face.ms) : '')).join(' – ');
    clocks.textContent = faces[0] ? text : '';
  }

  return {
    element,
    tick,
    async end() {
      if (!heard) return false;
      await draw(heard.id);
      const { result } = heard;
      if (!result) return false;
      const { winner } = result;
      const name = winner === null ? '' : seatName(heard.created.seats, winner, _('Guest'), false);
      about.textContent = resultText(result, name);
      return true;
    },
    update(game) {
      element.setAttribute('href', `/play/${game.id}`);
      title.textContent = [0, 1].map((person) => seatName(game.seats, person, _('Guest'), false)).join(' – ');
      about.textContent = [
        specText(game.spec),
        ratedText(game.rated),
        scoreText(game.score),
        movesText(game.moves),
        watchersText(game.looking_on),
      ]
        .filter(Boolean)
        .join(' · ');
      if (game.seq === seq) return;
      seq = game.seq;
      void draw(game.id).catch(() => undefined); // without it the words are there all the same
    },
  };
}

/** @param {import('../api.js').SeriesScore|null} told */
function scoreText(told) {
  const series = seriesOf(told);
  return series ? _('Series: {score}', { score: standingText(series, null) }) : '';
}

/** @param {number} count */
const movesText = (count) => ngettext('{count} move', '{count} moves', count);

/** @param {number} count */
const watchersText = (count) => (count ? ngettext('{count} watching', '{count} watching', count) : '');
