// A game being played: the board and, beside it, who plays, the moves, and what can be done.

import '../board/element.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { change, settings, wantsConfirmation } from '../settings.js';
import { toggleColours } from '../settings_panel.js';
import { go, say } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { cellText, colourName, hintText, lineText, resultText, specText, stepText } from '../games/words.js';
import { playSound } from '../sound.js';
import { drawDie } from '../die.js';
import { MoveList } from './move_list.js';
import { PlayerCard } from './player_card.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */

const ROLL_MS = 600;

export class Table {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {BoardView} board
   */
  constructor(place, game, board) {
    this.game = game;
    this.board = board;
    this.viewed = game.steps.length;
    /** @type {PositionView[]|null} all positions, once somebody looks back */
    this.positions = null;
    this.isBusy = false;
    this.element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
    this.cards = [new PlayerCard(1), new PlayerCard(0)];
    this.moves = new MoveList((step) => void this.look(step));
    this.message = h('p.message', { 'aria-live': 'off' });
    this.die = h('div.die-place', { 'aria-hidden': 'true' });
    this.buttons = h('div.buttons');
    this.notice = h('p.notice', { role: 'alert' });
    const layout = this.#layout();
    layout.addEventListener('motu-colours', toggleColours);
    place.append(layout);
    this.#prepareBoard();
    this.onSettings = () => this.#refresh(false);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    window.addEventListener('motu-settings', this.onSettings);
    document.addEventListener('keydown', this.onKey);
    this.socket = new LiveSocket(`/api/games/${game.id}/live`, (message) => this.#hear(message), (isOpen) => this.#connected(isOpen));
    this.clock = setInterval(() => this.#tick(), 200);
    this.#refresh(false);
  }

  close() {
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
        h('div.turn', {}, this.die, this.message),
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

  /** The position that is looked at. */
  get position() {
    return this.viewed === this.game.steps.length ? this.game.position : this.positions?.[this.viewed] ?? this.game.position;
  }

  get isLive() {
    return this.viewed === this.game.steps.length;
  }

  /** Whether a person at this screen is to move now. */
  get isMyTurn() {
    const { game } = this;
    const { player } = game.position;
    return game.is_mine && !game.result && this.isLive && player >= 0 && (game.created.seats[player].kind ?? 'person') === 'person';
  }

  // --- doing

  /** @param {string} move */
  async play(move) {
    await this.#act(() => api.play(this.game.id, move, this.game.seq));
  }

  /** Takes the last move of a person at this screen back, with all that followed. */
  async takeBack() {
    const { steps, created } = this.game;
    let keep = steps.length - 1;
    while (keep > 0 && (steps[keep][1] < 0 || (created.seats[steps[keep][1]].kind ?? 'person') !== 'person')) keep -= 1;
    await this.#act(() => api.takeBack(this.game.id, keep, this.game.seq));
  }

  async resign() {
    const { position, created } = this.game;
    const mine = created.seats.findIndex((seat) => (seat.kind ?? 'person') === 'person');
    const person = position.player >= 0 && (created.seats[position.player].kind ?? 'person') === 'person' ? position.player : mine;
    await this.#act(() => api.resign(this.game.id, person, this.game.seq));
  }

  async again() {
    const { created, id } = this.game;
    const { spec, clock, setup, board } = created;
    const [first, second] = created.seats;
    const next = await api.begin({ spec, clock: clock ?? null, setup: setup ?? null, board: board ?? null, seats: [second, first], series: id });
    go(`/play/${next.id}`);
  }

  /** @param {() => Promise<api.Update>} action */
  async #act(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.notice.textContent = '';
    try {
      this.#hear(await action());
    } catch (error) {
      this.notice.textContent = error instanceof api.Refusal && error.slug === 'offline' ? _('The server does not answer; the game is kept.') : String(/** @type {Error} */ (error).message);
      if (error instanceof api.Refusal && error.slug === 'server/seq') this.#hear(await api.game(this.game.id));
    } finally {
      this.isBusy = false;
      this.#refresh(false);
    }
  }

  // --- hearing

  /** @param {any} message */
  #hear(message) {
    if (message.type === 'snapshot') {
      this.game = message;
      this.viewed = this.game.steps.length;
      this.positions = null;
      this.#refresh(false);
    } else if (message.type === 'update') this.#update(message);
    else if (message.type === 'notice') this.notice.textContent = _('The machine could not move; it tries again.');
  }

  /** @param {api.Update} update */
  #update(update) {
    if (update.seq <= this.game.seq) return; // the answer to our own move comes twice
    const wasLive = this.isLive;
    const { keep, added, position, clocks, result, seq, secret } = update;
    this.game = { ...this.game, seq, position, clocks, result, secret, steps: [...this.game.steps.slice(0, keep), ...added] };
    this.positions = null;
    if (wasLive || this.viewed > this.game.steps.length) this.viewed = this.game.steps.length;
    this.heardAt = performance.now();
    const roll = added.find(([, person]) => person < 0);
    if (roll) this.#roll(Number(roll[0].slice(1)), added);
    this.#refresh(true);
    this.#report(added);
  }

  /** @param {api.Step[]} added */
  #report(added) {
    const texts = added.map(([text, person]) => this.#stepText(text, person));
    if (added.length && this.game.position.missed) texts.push(_('The square is occupied: the turn is lost.'));
    texts.push(this.statusText());
    say(texts.join(' '));
    if (added.length) playSound(this.game.result ? 'end' : added.some(([, person]) => person < 0) ? 'die' : 'stone');
  }

  /** @param {number} face @param {api.Step[]} added */
  #roll(face, added) {
    const line = added.find(([, person]) => person >= 0)?.[0] ?? '';
    this.die.replaceChildren(drawDie(face, ROLL_MS), h('span.die-line', {}, line));
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
      active: this.isMyTurn && !this.isBusy, coordinates: chosen.coordinates, weak: chosen.weak, patterns: chosen.patterns,
      style: chosen.style, confirm: wantsConfirmation(),
    });
    this.element.show(this.position, isAnimated);
    for (const card of this.cards) card.show(this.board, this.game, this.nameOf(card.seat));
    this.moves.show(this.board, this.game, this.viewed);
    this.message.textContent = this.statusText();
    this.buttons.replaceChildren(...this.#buttons());
    this.#tick();
  }

  /** @param {number} person */
  nameOf(person) {
    if (person < 0) return '';
    const seat = this.game.created.seats[person];
    if (seat.name) return seat.name;
    if (seat.kind === 'level') return _('Level {level}', { level: seat.level ?? 1 });
    return this.#isYou(person) ? _('You') : colourName(this.board, person ^ Number(this.game.position.swapped ?? false));
  }

  /** Whether somebody is the one person at this screen. @param {number} person */
  #isYou(person) {
    const { created, is_mine: isMine } = this.game;
    const seat = created.seats[person];
    return isMine && seat !== undefined && !seat.name && seat.kind !== 'level' && created.seats[1 - person].kind === 'level';
  }

  /** @param {string} text @param {number} person */
  #stepText(text, person) {
    return stepText(this.board, text, person, this.nameOf(person), person >= 0 && this.#isYou(person));
  }

  statusText() {
    const { result, position } = this.game;
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
    this.buttons.replaceChildren(
      h('button.primary', { type: 'button', onclick: () => this.element.confirm() }, _('Finish turn')),
      h('button', { type: 'button', onclick: () => { this.element.cancel(); this.#refresh(false); } }, _('Cancel')),
    );
  }

  #buttons() {
    const { game } = this;
    if (!this.isLive) return [h('button.primary', { type: 'button', onclick: () => void this.look(game.steps.length) }, _('Back to the game'))];
    const hasMoved = game.steps.some(([, person]) => person >= 0 && (game.created.seats[person].kind ?? 'person') === 'person');
    const buttons = [];
    if (game.result) buttons.push(h('button.primary', { type: 'button', onclick: () => void this.again() }, _('Play again, colours changed')));
    if (this.isMyTurn && game.position.can_swap) buttons.push(h('button', { type: 'button', onclick: () => void this.play('swap') }, _('Swap colours')));
    if (game.is_mine && hasMoved && !game.secret) buttons.push(h('button', { type: 'button', onclick: () => void this.takeBack() }, _('Take back')));
    if (game.is_mine && !game.result) buttons.push(h('button', { type: 'button', onclick: () => void this.resign() }, _('Resign')));
    buttons.push(h('a.button', { href: `/study/game/${game.id}` }, _('Study')));
    buttons.push(soundButton());
    return buttons;
  }

  #tick() {
    const passed = this.heardAt === undefined ? 0 : performance.now() - this.heardAt;
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
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, motu-board')) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) void this.look(this.viewed + step);
    else if (event.key === 'Home') void this.look(0);
    else if (event.key === 'End') void this.look(this.game.steps.length);
    else return;
    event.preventDefault();
  }
}

function soundButton() {
  const isOn = settings().sound;
  return h('button', { type: 'button', 'aria-pressed': String(isOn), onclick: () => change({ sound: !isOn }) }, isOn ? _('Sound on') : _('Sound off'));
}
