// A game being played: the board and, beside it, who plays, the moves, and what can be done.

import '../board/element.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _, currentLanguage } from '../i18n.js';
import { change, settings, wantsConfirmation } from '../settings.js';
import { toggleColours } from '../settings_panel.js';
import { go, say } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { cellText, colourName, hintText, lineText, resultText, specText, stepText } from '../games/words.js';
import { isPerson, isYou, seatLabel, seatName } from '../games/seats.js';
import { playSound } from '../sound.js';
import { drawDie } from '../die.js';
import { landingCells } from '../board/ghosts.js';
import { wantsNoMotion } from '../board/stones.js';
import { svg } from '../board/svg.js';
import { zoomButtons } from './board_zoom.js';
import { MoveList } from './move_list.js';
import { PlayerCard } from './player_card.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */

const ROLL_MS = 600;

/** What was looked at when a page was left, for the same page in another language. @type {{id: string, viewed: number, language: string}|null} */
let left = null;

export class Table {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {BoardView} board
   */
  constructor(place, game, board) {
    this.game = game;
    this.board = board;
    this.language = currentLanguage();
    this.viewed = game.steps.length;
    /** @type {PositionView[]|null} all positions, once somebody looks back */
    this.positions = null;
    /** @type {object|null} what the server has been asked to do and has not done yet */
    this.errand = null;
    this.isResigning = false;
    this.heardAt = performance.now();
    /** @type {{game: Game, timer: ReturnType<typeof setTimeout>, added: api.Step[]}|null} the die is in the air */
    this.rolling = null;
    /** @type {api.Update[]} what was heard while it was */
    this.unheard = [];
    this.element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
    const below = this.#seatBelow();
    this.cards = [new PlayerCard(1 - below), new PlayerCard(below)];
    this.moves = new MoveList((step) => void this.look(step));
    this.message = h('p.message', { 'aria-live': 'off' });
    this.die = h('div.die-place', { 'aria-hidden': 'true' });
    this.buttons = h('div.buttons');
    this.notice = h('p.notice', { role: 'alert' });
    this.layout = this.#layout();
    this.layout.addEventListener('motu-colours', toggleColours);
    place.append(this.layout);
    this.#prepareBoard();
    this.onSettings = () => this.#refresh(false);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    window.addEventListener('motu-settings', this.onSettings);
    document.addEventListener('keydown', this.onKey);
    this.socket = new LiveSocket(
      `/api/games/${game.id}/live`,
      (message) => this.#hear(message),
      (isOpen) => this.#connected(isOpen),
    );
    this.clock = setInterval(() => this.#tick(), 200);
    this.#refresh(false);
    if (left?.id === game.id && left.language !== currentLanguage() && left.viewed < game.steps.length)
      void this.look(left.viewed);
    left = null;
  }

  close() {
    left = { id: this.game.id, viewed: this.isLive ? Infinity : this.viewed, language: this.language };
    clearTimeout(this.rolling?.timer);
    this.socket.close();
    clearInterval(this.clock);
    window.removeEventListener('motu-settings', this.onSettings);
    document.removeEventListener('keydown', this.onKey);
  }

  #layout() {
    return h(
      'div.table',
      {},
      h('section.board-card.card', { 'aria-label': _('Board') }, this.element),
      h(
        'section.side',
        { 'aria-label': _('Game') },
        h('h1', {}, specText(this.board.spec)),
        this.cards[0].element,
        this.moves.element,
        this.cards[1].element,
        h('div.turn', {}, this.die, this.message, zoomButtons(this.element)),
        this.notice,
        this.buttons,
      ),
    );
  }

  #prepareBoard() {
    const { element } = this;
    element.label = specText(this.board.spec);
    element.describeCell = (cell) => cellText(this.board, this.position, cell);
    element.describeLine = lineText;
    element.board = this.board;
    element.addEventListener('motu-move', (event) => void this.play(/** @type {CustomEvent} */ (event).detail.move));
    element.addEventListener('motu-propose', (event) => this.#proposed(/** @type {CustomEvent} */ (event).detail));
  }

  /** Who sits on the near side: the person who plays the machine, else whoever began. */
  #seatBelow() {
    const people = this.game.created.seats.flatMap((seat, index) => (isPerson(seat) ? [index] : []));
    return people.length === 1 ? people[0] : 0;
  }

  /** The position that is looked at. */
  get position() {
    if (this.rolling && this.isLive) return this.rolling.game.position;
    return this.viewed === this.game.steps.length
      ? this.game.position
      : (this.positions?.[this.viewed] ?? this.game.position);
  }

  get isLive() {
    return this.viewed === this.game.steps.length;
  }

  /** Whether a person at this screen is to move now. */
  get isMyTurn() {
    const { game } = this;
    const { player } = game.position;
    return (
      game.is_mine &&
      !game.result &&
      !this.rolling &&
      this.isLive &&
      player >= 0 &&
      isPerson(game.created.seats[player])
    );
  }

  // --- doing

  /** @param {string} move */
  async play(move) {
    await this.#act(() => api.play(this.game.id, move, this.game.seq));
  }

  /** Takes the last move of a person at this screen back, with all that followed. */
  async takeBack() {
    await this.#act(() => api.takeBack(this.game.id, this.#kept(), this.game.seq));
  }

  /** How many steps stay when a move is taken back. */
  #kept() {
    const { steps, created } = this.game;
    let keep = steps.length - 1;
    while (keep > 0 && (steps[keep][1] < 0 || !isPerson(created.seats[steps[keep][1]]))) keep -= 1;
    return keep;
  }

  /** Whether a take-back would go over a roll between two people, which stays. */
  #hasRolled() {
    const { steps, created } = this.game;
    return created.seats.every(isPerson) && steps.slice(this.#kept()).some(([, person]) => person < 0);
  }

  async resign() {
    const { position, created } = this.game;
    const mine = created.seats.findIndex((seat) => isPerson(seat));
    const person = position.player >= 0 && isPerson(created.seats[position.player]) ? position.player : mine;
    await this.#act(() => api.resign(this.game.id, person, this.game.seq));
  }

  async again() {
    const { created, id } = this.game;
    const { spec, clock, setup, board } = created;
    const [first, second] = created.seats;
    const next = await api.begin({
      spec,
      clock: clock ?? null,
      setup: setup ?? null,
      board: board ?? null,
      seats: [second, first],
      series: id,
    });
    go(`/play/${next.id}`);
  }

  /** @param {() => Promise<api.Update>} action */
  async #act(action) {
    if (this.errand) return;
    const errand = {};
    this.errand = errand;
    this.notice.textContent = '';
    try {
      this.#hear(await action());
    } catch (error) {
      this.notice.textContent =
        error instanceof api.Refusal && error.slug === 'offline'
          ? _('The server does not answer; the game is kept.')
          : String(/** @type {Error} */ (error).message);
      if (error instanceof api.Refusal && error.slug === 'server/seq') this.#hear(await api.game(this.game.id));
    } finally {
      if (this.errand === errand) this.errand = null;
      this.#refresh(false);
    }
  }

  // --- hearing

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'snapshot') {
      this.#hearSnapshot(message);
    } else if (message.type === 'update' && this.rolling) this.unheard.push(message);
    else if (message.type === 'update') this.#update(message);
    else if (message.type === 'notice')
      this.notice.textContent =
        message.slug === 'server/waiting'
          ? _('The machine thinks about other games first.')
          : _('The machine could not move; it tries again.');
    if (message.type === 'update') this.notice.textContent = '';
  }

  /** @param {Game} game */
  #hearSnapshot(game) {
    const wasLive = this.isLive;
    const isNews = game.seq !== this.game.seq;
    this.game = game;
    this.heardAt = performance.now();
    if (isNews) {
      this.unheard = [];
      this.#settle();
      this.positions = null;
      if (wasLive || this.viewed > game.steps.length) this.viewed = game.steps.length;
    }
    this.#refresh(false);
  }

  /** @param {api.Update} update */
  #update(update) {
    if (update.seq <= this.game.seq) return; // the answer to our own move comes twice
    this.errand = null; // done, though its own answer may still be on the way
    const wasLive = this.isLive;
    const before = this.game.position;
    const { keep, added, position, clocks, result, seq, secret } = update;
    this.game = {
      ...this.game,
      seq,
      position,
      clocks,
      result,
      secret,
      steps: [...this.game.steps.slice(0, keep), ...added],
    };
    this.positions = null;
    this.isResigning = false;
    if (wasLive || this.viewed > this.game.steps.length) this.viewed = this.game.steps.length;
    this.heardAt = performance.now();
    const roll = added.findIndex(([, person]) => person < 0);
    if (roll > 0) this.#roll(before, added, roll);
    else this.#report(added);
    this.#refresh(true);
  }

  /** @param {api.Step[]} added */
  #report(added) {
    const texts = added.map(([text, person]) => this.#stepText(text, person));
    if (added.length && this.game.position.missed) texts.push(_('The square is occupied: the turn is lost.'));
    texts.push(this.statusText());
    say(texts.join(' '));
    const isRolled = added.some(([, person]) => person < 0);
    if (added.length && (this.game.result || !isRolled)) playSound(this.game.result ? 'end' : 'stone');
  }

  /**
   * The line has been announced; what the die shows is known here, but it rolls first.
   * @param {PositionView} before
   * @param {api.Step[]} added
   * @param {number} roll which of the steps it is
   */
  #roll(before, added, roll) {
    const line = added[roll - 1][0];
    const ms = wantsNoMotion() ? 0 : ROLL_MS;
    this.die.replaceChildren(drawDie(Number(added[roll][0].slice(1)), ms), h('span.die-line', {}, line));
    playSound('die');
    if (!ms) {
      this.#report(added);
      return;
    }
    const nothing = { announce: [], steps: [], last: [], trail: null, missed: false };
    const position = {
      ...before,
      ...nothing,
      player: -1,
      announced: line,
      landing: landingCells(this.board, before.stones, line),
    };
    const steps = this.game.steps.slice(0, roll - added.length); // the face isn't told yet
    this.rolling = {
      game: { ...this.game, position, steps, result: null },
      added,
      timer: setTimeout(() => this.#land(), ms),
    };
  }

  /** The die lies still, and what has happened since is shown. */
  #land() {
    this.#settle();
    this.#refresh(true);
    while (!this.rolling && this.unheard.length) this.#update(/** @type {api.Update} */ (this.unheard.shift()));
  }

  #settle() {
    if (!this.rolling) return;
    const { timer, added } = this.rolling;
    clearTimeout(timer);
    this.rolling = null;
    this.#report(added);
  }

  /** @param {boolean} isOpen */
  #connected(isOpen) {
    this.notice.textContent = isOpen ? '' : _('Connection lost; trying again …');
  }

  // --- showing

  /** @param {boolean} isAnimated */
  #refresh(isAnimated) {
    const chosen = settings();
    this.element.configure({
      active: this.isMyTurn && !this.errand,
      coordinates: chosen.coordinates,
      weak: chosen.weak,
      patterns: chosen.patterns,
      style: chosen.style,
      confirm: wantsConfirmation(),
    });
    this.element.show(this.position, isAnimated);
    const told = this.rolling?.game ?? this.game;
    for (const card of this.cards) card.show(this.board, told, this.nameOf(card.seat, seatLabel));
    this.moves.show(told, Math.min(this.viewed, told.steps.length));
    this.message.textContent = this.statusText();
    this.layout.classList.toggle('over', Boolean(told.result));
    this.#showButtons(this.#buttons());
    this.#tick();
  }

  /** @param {number} person @param {typeof seatName} call */
  nameOf(person, call = seatName) {
    if (person < 0) return '';
    const colour = colourName(this.board, person ^ Number(this.game.position.swapped ?? false));
    return call(this.game.created.seats, person, colour, this.game.is_mine);
  }

  /** Whether somebody is the one person at this screen. @param {number} person */
  #isYou(person) {
    return this.game.is_mine && isYou(this.game.created.seats, person);
  }

  /** @param {string} text @param {number} person */
  #stepText(text, person) {
    return stepText(this.board, text, person, this.nameOf(person), person >= 0 && this.#isYou(person));
  }

  statusText() {
    const { result, position } = this.game;
    if (this.rolling) return hintText(this.board, this.rolling.game.position);
    if (result) {
      const { winner } = result;
      return resultText(result, winner === null ? '' : this.nameOf(winner), winner !== null && this.#isYou(winner));
    }
    if (this.isMyTurn) return hintText(this.board, position);
    return position.player >= 0 ? _('{name} is thinking …', { name: this.nameOf(position.player) }) : '';
  }

  /** @param {import('../board/intent.js').Intent} intent */
  #proposed(intent) {
    this.message.textContent = _('{move}: press it again, or finish the turn.', { move: intent.move });
    say(this.message.textContent);
    this.#showButtons([
      h('button.primary', { type: 'button', onclick: () => this.element.confirm() }, _('Finish turn')),
      h(
        'button',
        {
          type: 'button',
          onclick: () => {
            this.element.cancel();
            this.#refresh(false);
          },
        },
        _('Cancel'),
      ),
    ]);
  }

  /** Other buttons; the keyboard stays where it was, or goes back to the board. @param {HTMLElement[]} buttons */
  #showButtons(buttons) {
    const focused = this.buttons.contains(document.activeElement) ? nameOfButton(document.activeElement) : null;
    this.buttons.replaceChildren(...buttons);
    if (focused === null || focused === undefined) return;
    const same = buttons.find((button) => nameOfButton(button) === focused);
    if (same) same.focus();
    else if (this.isResigning) buttons[0].focus();
    else this.element.focusBoard();
  }

  /** @param {boolean} isResigning */
  #askResign(isResigning) {
    this.isResigning = isResigning;
    this.#refresh(false);
  }

  #buttons() {
    const { game } = this;
    if (!this.isLive) return [button(_('Back to the game'), () => void this.look(game.steps.length), true)];
    if (this.isResigning)
      return [
        button(_('Play on'), () => this.#askResign(false)),
        button(_('Give the game up'), () => void this.resign()),
      ];
    const hasMoved = game.steps.some(([, person]) => person >= 0 && isPerson(game.created.seats[person]));
    const buttons = [];
    if (game.result && !this.rolling)
      buttons.push(button(_('Play again, colours changed'), () => void this.again(), true));
    if (this.isMyTurn && game.position.can_swap) buttons.push(button(_('Swap colours'), () => void this.play('swap')));
    if (game.is_mine && hasMoved && !game.secret && !this.#hasRolled())
      buttons.push(button(_('Take back'), () => void this.takeBack()));
    if (game.is_mine && !game.result) buttons.push(button(_('Resign'), () => this.#askResign(true)));
    buttons.push(h('a.button', { href: `/study/game/${game.id}` }, _('Study')));
    buttons.push(soundButton());
    return buttons;
  }

  #tick() {
    const passed = performance.now() - this.heardAt;
    for (const card of this.cards) card.tick(this.game, passed);
  }

  /** Looks at the position after so many steps. @param {number} step */
  async look(step) {
    const last = this.game.steps.length;
    const wanted = Math.max(0, Math.min(last, step));
    if (wanted !== last && !this.positions) this.positions = await api.gamePositions(this.game.id);
    this.viewed = wanted;
    this.#refresh(false);
    const [text, person] = this.game.steps[wanted - 1] ?? ['', -1];
    say(text ? this.#stepText(text, person) : _('First position'));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea, motu-board')
    )
      return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) void this.look(this.viewed + step);
    else if (event.key === 'Home') void this.look(0);
    else if (event.key === 'End') void this.look(this.game.steps.length);
    else return;
    event.preventDefault();
  }
}

/** @param {string} text @param {() => void} onclick @param {boolean} [isPrimary] */
function button(text, onclick, isPrimary = false) {
  return h(isPrimary ? 'button.primary' : 'button', { type: 'button', onclick }, text);
}

/** @param {Element|null} button */
function nameOfButton(button) {
  return button?.getAttribute('aria-label') ?? button?.textContent;
}

function soundButton() {
  const isOn = settings().sound;
  const text = _('Sound');
  const waves = isOn ? 'M16 9q2 3 0 6M18.5 6.5q4 5.5 0 11' : 'M16.5 9.5l5 5M21.5 9.5l-5 5';
  const icon = svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' },
    svg('path', { d: 'M3 9h4l5-4v14l-5-4H3Z' }),
    svg('path', { class: 'waves', d: waves }),
  );
  return h(
    'button.sound',
    {
      type: 'button',
      title: text,
      'aria-label': text,
      'aria-pressed': String(isOn),
      onclick: () => change({ sound: !isOn }),
    },
    icon,
  );
}
