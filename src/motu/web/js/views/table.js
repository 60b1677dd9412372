// The page of a game that is played: the board and, beside it, who plays, the moves, and what can be done. What is known
// of the game is in table_state.js; here it is drawn, and the server, sounds and timers are here.

import '../board/defined.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _, currentLanguage } from '../i18n.js';
import { settings, wantsConfirmation } from '../settings.js';
import { go, markTurn, say, setGround } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { playSound } from '../sound.js';
import { isSheetBelow, onSheetMoved } from '../narrow.js';
import { useStyle } from '../style.js';
import { Ahead } from '../ahead/ahead.js';
import { goOn } from '../board/begun.js';
import { wantsNoMotion } from '../board/stones.js';
import { showRefusal } from '../games/refused.js';
import { isBetweenPeople } from '../games/seats.js';
import { specText } from '../games/titles.js';
import { heldText, lineText } from '../games/words.js';
import { nextSpec } from '../guide/memory.js';
import { zoomButtons } from './board_zoom.js';
import { Help } from './help.js';
import { hintOf, marksOf } from './hint_state.js';
import { hintsTaken } from './hints_taken.js';
import { insist, isLate } from './late.js';
import { MoveList } from './move_list.js';
import { moveNumbers } from './move_numbers.js';
import { PlayerCard } from './player_card.js';
import { Ratings } from './ratings.js';
import { ResultCard } from './result_card.js';
import { Remote } from './remote.js';
import { Rest } from './rest.js';
import { gameTerms } from './game_terms.js';
import { TableHands } from './table_hands.js';
import * as table from './table_state.js';
import { greetingText, narrationText, nameOf, proposedText, reportText, statusText, toldStep } from './table_texts.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */

const ROLL_MS = 600;
const CLOCK_MS = 100;
/** The goal, and in a first game what happens, in words; without it the game goes on. @param {Table} table */
const openGuide = (table) =>
  import('../guide/guide.js').then(
    ({ guideGame }) => guideGame(table),
    () => {},
  );

await useStyle('table');

/**
 * What was begun on the boards of pages that were left, and what was looked at there, for the same page in another language:
 * by game.
 * @type {Map<string, {begun: import('../board/begun.js').Begun|null, viewed: number, language: string}>}
 */
const left = new Map();

export class Table {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {BoardView} board
   */
  constructor(place, game, board) {
    this.state = table.newTable(board, game, performance.now());
    this.state.hintsTaken = hintsTaken(game.id);
    this.help = new Help(this.state, {
      onHint: () => this.#hinted(),
      onError: (error) => this.#complain(error),
    });
    /** @type {ReturnType<typeof table.runningHere>} the clock that runs here, as it was seen last */
    this.running = null;
    this.language = currentLanguage();
    /** The move that is on its way, and whether it was made. @type {Promise<boolean>|null} */
    this.moving = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} of the die in the air */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} until the next change that waits is shown */
    this.waiting = undefined;
    this.element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
    const below = table.seatBelow(game);
    this.cards = [new PlayerCard(1 - below), new PlayerCard(below)];
    this.moves = new MoveList((step) => void this.look(step));
    this.result = new ResultCard((level) => void this.again(level));
    this.narration = h('p.narration', { 'aria-live': 'off' });
    this.message = h('p.message', { 'aria-live': 'off' });
    /** @type {(import('../board/die_mark.js').Die & {step: number})|null} the last roll, and how many steps there were after it */
    this.die = null;
    this.hands = new TableHands(
      this.state,
      this.element,
      {
        back: () => void this.look(this.state.game.steps.length),
        'give-up': () => void this.resign(),
        swap: () => void this.play('swap'),
        'take-back': () => void this.takeBack(),
        hint: () => void this.help.hint(),
        'ask-take-back': () => void this.ask('take_back'),
        'offer-draw': () => void this.ask('draw'),
        'ask-cancel': () => void this.ask('cancel'),
      },
      () => this.#refresh(false),
      () => this.ahead.finishText(),
    );
    this.notice = h('p.notice', { role: 'alert' });
    this.remote = new Remote(
      this.state,
      (action) => this.#act(action),
      () => this.element.focusBoard(),
      (heard) => this.#hear(heard),
    );
    this.remote.onPresence = (person, isHere) => {
      const isShown = !game.created.seats[person].is_bot; // programs have no board before them
      this.cards.find(({ seat }) => seat === person)?.showPresence(isShown ? isHere : null);
    };
    this.ratings = new Ratings(game, this.cards);
    this.ahead = new Ahead(this.state, {
      act: async (action) => void (await this.#act(action)),
      refresh: () => this.rest.during(() => this.#refresh(false)),
      tell: (text) => {
        this.notice.textContent = text;
      },
    });
    this.atHand = h(
      'div.at-hand',
      {},
      this.remote.dice.news,
      this.remote.offer,
      this.result.element,
      this.ahead.chosen,
      this.notice,
      this.hands.element,
    );
    this.rest = new Rest(this.atHand);
    this.layout = this.#layout();
    place.append(this.layout);
    this.#placeCards();
    onSheetMoved(this.layout, () => this.#placeCards());
    this.#prepareBoard();
    this.#listen();
    this.#refresh(false);
    say(greetingText(this.state));
    this.#sayProposed();
    const before = left.get(game.id);
    left.delete(game.id);
    if (before && before.language !== this.language && before.viewed < game.steps.length) void this.look(before.viewed);
    void openGuide(this);
  }

  close() {
    const { game, viewed } = this.state;
    const { begun } = this.element;
    left.set(game.id, { begun, viewed: table.isLive(this.state) ? Infinity : viewed, language: this.language });
    clearTimeout(this.timer);
    clearTimeout(this.waiting);
    markTurn(false);
    this.socket?.close();
    this.help.close();
    this.hands.close();
    this.remote.close();
    this.result.close();
    this.ahead.close();
    clearInterval(this.clock);
    window.removeEventListener('motu-settings', this.onSettings);
    document.removeEventListener('keydown', this.onKey);
  }

  // --- the page

  #layout() {
    const { board } = this.state;
    return h(
      'div.table',
      {},
      h(
        'section.board-card',
        { 'aria-label': _('Board') },
        this.help.bar.element,
        this.element,
        h('div.turn', {}, h('div.told', {}, this.narration, this.message), zoomButtons(this.element)),
      ),
      h(
        'section.side',
        { 'aria-label': _('Game') },
        h('h1', {}, specText(board.spec)),
        gameTerms(this.state.game),
        this.cards[0].element,
        this.moves.element,
        this.cards[1].element,
        this.remote.element,
        this.ahead.element,
        // in sight whatever else there is: what waits for an answer, and what can be done
        this.atHand,
        this.remote.report,
      ),
    );
  }

  /** Who plays stands with the clocks in the sheet, or above and below the board where the sheet lies below that. */
  #placeCards() {
    const [above, below] = this.cards.map((card) => card.element);
    if (isSheetBelow()) {
      this.element.before(above);
      this.element.after(below);
    } else {
      this.moves.element.before(above);
      this.moves.element.after(below);
    }
  }

  #prepareBoard() {
    const { element, state } = this;
    element.label = specText(state.board.spec);
    element.describeCell = (cell) => this.ahead.cellText(cell);
    element.describeLine = lineText;
    element.goOn = goOn;
    element.board = state.board;
    element.begun = left.get(state.game.id)?.begun ?? null;
    setGround(state.board.kind, true);
    element.addEventListener('motu-move', (event) => void this.play(/** @type {CustomEvent} */ (event).detail.move));
    element.addEventListener('motu-hold', (event) => {
      const { cell, targets } = /** @type {CustomEvent} */ (event).detail;
      say(heldText(state.board, cell, targets));
    });
    element.addEventListener('motu-propose', () => {
      this.rest.end(); // who has begun a turn may finish it at once
      this.#sayProposed();
      this.#refresh(false);
    });
    element.addEventListener('motu-drop', () => this.#refresh(false));
  }

  onSettings = () => this.#refresh(false);
  onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  #listen() {
    this.layout.addEventListener('motu-colours', () => void this.#openColours());
    window.addEventListener('motu-settings', this.onSettings);
    document.addEventListener('keydown', this.onKey);
    this.socket = new LiveSocket(
      `/api/games/${this.state.game.id}/live`,
      (message) => this.#hear(message),
      (isOpen) => {
        const lost = _('Connection lost; reconnecting …');
        if (!isOpen) this.notice.textContent = lost;
        else if (this.notice.textContent === lost) this.notice.textContent = '';
      },
    );
    this.clock = setInterval(() => this.#tick(), CLOCK_MS);
  }

  /** Only display: the game goes on as before. */
  async #openColours() {
    try {
      const { toggleColours } = await import('../settings_panel.js');
      toggleColours();
    } catch {
      this.notice.textContent = _('The server is not responding.');
    }
  }

  // --- doing

  /** @param {string} move */
  async play(move) {
    this.state.isResigning = false; // who moves plays on
    if (this.ahead.take(move)) return;
    this.moving = this.#act(({ id, seq }) => api.play(id, move, seq));
    await this.moving;
    this.moving = null;
  }

  /** Takes the last move of a person at this screen back, with all that followed. */
  async takeBack() {
    this.state.isResigning = false;
    if (this.moving && this.state.errand !== null && !(await this.moving)) return; // that move is meant, none before it
    await this.#act((game) => api.takeBack(game.id, table.keptSteps(game), game.seq), table.isOnlyAnswered);
  }

  async resign() {
    await this.#act((game) => api.resign(game.id, table.personResigning(game), game.seq), table.canStillResign);
  }

  /** @param {number|null} level the machine's in the next game, where it is to be another one */
  async again(level) {
    const { is_remote: isRemote, offer, seat, created } = this.state.game;
    if (isRemote && isBetweenPeople(created.seats)) {
      if (offer?.kind === 'rematch' && offer.person !== seat)
        await this.#act((game) => api.answer(game.id, true, game.seq));
      else await this.ask('rematch');
      return;
    }
    try {
      const { board, game } = this.state;
      const next = await api.begin(table.rematchOf(game, level, nextSpec(board.game, game.id)));
      go(`/play/${next.id}`);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Asks the person at the other screen for something. @param {api.OfferKind} kind */
  async ask(kind) {
    await this.#act(({ id, seq }) => api.offer(id, kind, seq));
  }

  #hinted() {
    this.#refresh(false);
    if (this.state.hint) say(narrationText(this.state));
  }

  /**
   * @param {(game: Game) => Promise<api.Update>} action
   * @param {(before: Game, now: Game) => boolean} [isMeantStill] whether it is meant in the game as it is now, too
   * @returns {Promise<boolean>} whether it was done
   */
  async #act(action, isMeantStill) {
    const errand = table.beginErrand(this.state);
    if (errand === null) return false;
    const before = this.state.game;
    this.notice.textContent = '';
    this.rest.during(() => this.#showBegun());
    try {
      for (const message of await insist(this.state, action, isMeantStill)) this.#hear(message);
      return true;
    } catch (error) {
      await this.#refused(error, before);
      return false;
    } finally {
      table.endErrand(this.state, errand);
      this.#refresh(false);
    }
  }

  /** What came too late is told with what has happened meanwhile, unless that says it all. @param {unknown} error @param {Game} before as it was known when it was asked for */
  async #refused(error, before) {
    const game = isLate(error) ? await api.game(before.id).catch(() => null) : null;
    if (game) this.#hear(game);
    if (game?.next_game && game.is_mine) go(`/play/${game.next_game}`);
    else if (!game?.result || before.result) this.#complain(error);
  }

  /** @param {unknown} error */
  #complain(error) {
    if (error instanceof api.Refusal && error.slug === 'offline')
      this.notice.textContent = _('The server is not responding; your game is saved.');
    else showRefusal(this.notice, error);
  }

  // --- hearing

  /** @param {any} message */
  #hear(message) {
    this.rest.during(() => this.#take(message));
  }

  /** @param {any} message */
  #take(message) {
    this.remote.overhear(message);
    // What was refused before is done with; what tells of it once more is no news.
    if (message.seq > this.state.game.seq) this.notice.textContent = '';
    if (message.type === 'snapshot') {
      this.#perform(table.hearSnapshot(this.state, message, performance.now()));
      this.#refresh(false);
    } else if (message.type === 'update') {
      table.overtake(this.state, message);
      if (this.#isCalm() && table.mustWait(this.state, message, performance.now())) {
        this.state.unheard.push(message);
        this.#catchUp();
      } else this.#update(message);
    } else if (message.type === 'presence') this.remote.hearPresence(message);
    else if (message.type === 'notice')
      this.notice.textContent =
        message.slug === 'server/waiting'
          ? _('The computer is busy with other games.')
          : _('The computer could not move and is trying again.');
  }

  /** @param {api.Update} update */
  #update(update) {
    const before = this.state.game.offer;
    const effects = table.hearUpdate(this.state, update, performance.now(), !wantsNoMotion());
    if (!effects) return;
    this.#perform(effects);
    this.remote.hear(update, before);
    this.ahead.hear(update);
    this.#refresh(true);
    if (effects.length) this.#sayProposed(); // it is one's turn by now
  }

  /** The die lies still, and what has happened since is shown. */
  #land() {
    this.#perform(table.settle(this.state, performance.now()));
    if (this.die) this.die = { ...this.die, isRolling: false, step: this.state.game.steps.length };
    this.#refresh(true);
    this.#sayProposed();
    this.#catchUp();
  }

  /** Shows what waits as far as it need not wait any longer. */
  #catchUp() {
    clearTimeout(this.waiting);
    const { state } = this;
    while (state.unheard.length && !state.rolling) {
      const ms = this.#isCalm() ? table.restLeft(state, state.unheard[0], performance.now()) : 0;
      if (ms > 0) {
        this.waiting = setTimeout(() => this.rest.during(() => this.#catchUp()), ms);
        return;
      }
      const next = table.nextUnheard(state);
      if (next) this.#update(next);
    }
  }

  /** Whether one thing is shown after the other: not against a clock, which runs meanwhile. */
  #isCalm() {
    return settings().pace === 'calm' && !wantsNoMotion() && !this.state.game.clocks;
  }

  /** @param {table.Effect[]} effects */
  #perform(effects) {
    const { state } = this;
    for (const effect of effects) {
      if (effect.kind === 'roll') this.#roll(effect.line, effect.face);
      else {
        clearTimeout(this.timer);
        say(reportText(state, effect.added, effect.removed));
        const isCall = document.hidden && table.isAwaited(state);
        const sound = isCall ? 'turn' : table.soundOf(state.game, effect.added);
        if (sound) playSound(sound);
      }
    }
  }

  /** @param {string} line @param {number} face */
  #roll(line, face) {
    const ms = this.state.rolling ? ROLL_MS : 0;
    this.die = { line, face, isRolling: ms > 0, step: this.state.game.steps.length };
    playSound('die');
    if (ms) this.timer = setTimeout(() => this.rest.during(() => this.#land()), ms);
  }

  // --- showing

  /** @param {boolean} isAnimated */
  #refresh(isAnimated) {
    const { state, element } = this;
    const { coordinates, weak, patterns, style, crosshair, turnBoard, numbers } = settings();
    const told = table.toldGame(state);
    this.ahead.show();
    const ahead = this.ahead.position();
    const shown = ahead ?? table.viewedPosition(state);
    const marked = [...(hintOf(state)?.moves ?? []), ...this.ahead.marks()];
    element.configure({
      active: table.canMove(state) || ahead !== null,
      coordinates,
      weak,
      patterns,
      style,
      crosshair,
      turned: table.isTurned(state, turnBoard),
      numbers: numbers ? this.#numbers() : null,
      confirm: wantsConfirmation(),
      die: this.#dieOnBoard(),
      ...marksOf(state.board, shown.stones, marked),
    });
    element.show(shown, isAnimated);
    for (const card of this.cards) {
      const hints = state.hintsTaken.filter(([, person]) => person === card.seat).length;
      card.show(state.board, told, nameOf(state, card.seat), hints);
    }
    const hinted = new Set(state.hintsTaken.map(([step]) => step));
    this.moves.show(told, Math.min(state.viewed, told.steps.length), hinted);
    this.narration.textContent = narrationText(state);
    this.layout.classList.toggle('over', Boolean(told.result));
    this.result.show(state);
    this.remote.show();
    void this.ratings.show(Boolean(told.result));
    markTurn(table.isAwaited(state));
    this.#showBegun();
    this.layout.classList.toggle('weighed', this.help.weigh());
    this.#tick();
    this.layout.dispatchEvent(new Event('motu-shown'));
  }

  /** What waits to be confirmed, or what can be done. */
  #showBegun() {
    const { proposed } = this.element;
    this.message.textContent = proposed ? this.#proposedText(proposed) : statusText(this.state);
    this.hands.show();
  }

  /** @param {import('../board/intent.js').Intent} intent */
  #proposedText(intent) {
    return proposedText(intent, this.ahead.finishText());
  }

  #sayProposed() {
    const { proposed } = this.element;
    if (proposed) say(this.#proposedText(proposed));
  }

  #numbers() {
    const { state } = this;
    const told = table
      .toldGame(state)
      .steps.slice(0, state.viewed)
      .map(([text]) => text);
    const moves = [...(state.game.created.opening ?? []), ...told];
    return moveNumbers(state.board, table.viewedPosition(state).stones, moves);
  }

  /** The die lies there until the next turn, and not beside older positions. */
  #dieOnBoard() {
    const { state, die } = this;
    if (!die || !table.isLive(state) || wantsNoDie(state, die)) return null;
    return die;
  }

  #tick() {
    const now = performance.now();
    const running = table.runningHere(this.state, now);
    if (table.becomesShort(this.running, running)) playSound('short');
    this.running = running;
    const passed = now - this.state.heardAt;
    for (const card of this.cards) card.tick(this.state.game, passed);
    this.remote.tick(passed);
  }

  // --- looking back

  /** Looks at the position after so many steps. @param {number} step */
  async look(step) {
    const { state } = this;
    try {
      while (table.needsPositions(state, step)) {
        const { id, seq } = state.game;
        table.takePositions(state, seq, await api.gamePositions(id));
      }
    } catch (error) {
      this.#complain(error);
      return;
    }
    const last = table.lookAt(state, step);
    this.#refresh(false);
    say(last ? toldStep(state, state.viewed) : _('First position'));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('input, select, textarea')
    )
      return;
    if (event.key === 'Escape' && this.hands.dropQuestion()) {
      event.preventDefault();
      return;
    }
    const { viewed, game } = this.state;
    const step = { ArrowLeft: viewed - 1, ArrowRight: viewed + 1, Home: 0, End: game.steps.length }[event.key];
    if (step === undefined) return;
    void this.look(step);
    event.preventDefault();
  }
}

/** Whether turns have been taken since a die was rolled. @param {table.TableState} state @param {{step: number}} die */
function wantsNoDie(state, die) {
  return !state.rolling && state.game.steps.length > die.step;
}
