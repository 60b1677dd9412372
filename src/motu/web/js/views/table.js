// The page of a game that is played: the board and, beside it, who plays, the moves, and what can be done. What is known
// of the game is in table_state.js; here all is put together, and drawn as the game stands. What people do is in
// table_deeds.js, what is heard in telling.js.

import '../board/defined.js';
import { h } from '../dom.js';
import { _, currentLanguage } from '../i18n.js';
import { settings, wantsConfirmation } from '../settings.js';
import { markTurn, say, setGround } from '../shell.js';
import { LiveSocket } from '../socket.js';
import { isSheetBelow, keepHeight, onSheetMoved } from '../narrow.js';
import { useStyle } from '../style.js';
import { Ahead } from '../ahead/ahead.js';
import { goOn } from '../board/begun.js';
import { specText } from '../games/titles.js';
import { heldText, lineText } from '../games/words.js';
import { zoomButtons } from './board_zoom.js';
import { Help } from './help.js';
import { hintOf, marksOf } from './hint_state.js';
import { hintsTaken } from './hints_taken.js';
import { LookingBack } from './looking_back.js';
import { MoveList } from './move_list.js';
import { moveNumbers } from './move_numbers.js';
import { PlayerCard } from './player_card.js';
import { Ratings } from './ratings.js';
import { ResultCard } from './result_card.js';
import { Remote } from './remote.js';
import { Rest } from './rest.js';
import { gameTerms } from './game_terms.js';
import { TableClock } from './table_clock.js';
import { TableDeeds } from './table_deeds.js';
import { TableHands } from './table_hands.js';
import { canMove, isAwaited, isLive, isTurned, newTable, seatBelow, toldGame, viewedPosition } from './table_state.js';
import { greetingText, narrationText, nameOf, proposedText, statusText } from './table_texts.js';
import { Telling } from './telling.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/element.js').MotuBoard} MotuBoard */

/** The goal, and in a first game what happens, in words; without it the game goes on. @param {Table} table */
const openGuide = (table) =>
  import('../guide/guide.js').then(
    ({ guideGame }) => guideGame(table),
    () => {},
  );

await useStyle('table');

/**
 * What was begun on the boards of pages that were left, and what was looked at and asked there, for the same page in another
 * language: by game.
 * @type {Map<string, {begun: import('../board/begun.js').Begun|null, viewed: number, isResigning: boolean, language: string}>}
 */
const left = new Map();

export class Table {
  #closed = new AbortController();

  /** Says when the page is left: what listens to more than the page ends with it. */
  get left() {
    return this.#closed.signal;
  }

  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {BoardView} board
   */
  constructor(place, game, board) {
    this.state = newTable(board, game, performance.now());
    this.state.hintsTaken = hintsTaken(game.id);
    this.language = currentLanguage();
    this.notice = h('p.notice', { role: 'alert' });
    this.deeds = new TableDeeds(this.state, this.notice, {
      premove: (move) => this.ahead.take(move),
      onAsked: () => this.rest.during(() => this.#showBegun()),
      onDone: () => this.#refresh(false),
      hear: (message) => this.#hear(message),
    });
    this.telling = new Telling(this.state, {
      during: (change) => this.rest.during(change),
      show: (isAnimated) => this.#refresh(isAnimated),
      onUpdate: (update, before) => {
        this.remote.hear(update, before);
        this.ahead.hear(update);
      },
      sayProposed: () => this.#sayProposed(),
    });
    this.lookingBack = new LookingBack(this.state, {
      show: () => this.#refresh(false),
      dropQuestion: () => this.hands.dropQuestion(),
      complain: (error) => this.deeds.complain(error),
    });
    this.help = new Help(this.state, {
      onHint: () => this.#hinted(),
      onError: (error) => this.deeds.complain(error),
    });
    this.element = /** @type {MotuBoard} */ (document.createElement('motu-board'));
    const below = seatBelow(game);
    this.cards = [new PlayerCard(1 - below), new PlayerCard(below)];
    this.moves = new MoveList((step) => void this.lookingBack.look(step));
    this.result = new ResultCard((level) => void this.deeds.again(level));
    this.narration = h('p.narration', { 'aria-live': 'off' });
    this.message = h('p.message', { 'aria-live': 'off' });
    this.hands = new TableHands(
      this.state,
      this.element,
      {
        back: () => void this.lookingBack.look(this.state.game.steps.length),
        'give-up': () => void this.deeds.resign(),
        swap: () => void this.deeds.play('swap'),
        'take-back': () => void this.deeds.takeBack(),
        hint: () => void this.help.hint(),
        'ask-take-back': () => void this.deeds.ask('take_back'),
        'offer-draw': () => void this.deeds.ask('draw'),
        'ask-cancel': () => void this.deeds.ask('cancel'),
      },
      () => this.#refresh(false),
      () => this.ahead.finishText(),
    );
    this.remote = new Remote(
      this.state,
      (action) => this.deeds.act(action),
      () => this.element.focusBoard(),
      (heard) => this.#hear(heard),
    );
    this.remote.onPresence = (person, isHere) => {
      const isShown = !game.created.seats[person].is_bot; // programs have no board before them
      this.cards.find(({ seat }) => seat === person)?.showPresence(isShown ? isHere : null);
    };
    this.ratings = new Ratings(game, this.cards);
    this.ahead = new Ahead(this.state, {
      act: async (action) => void (await this.deeds.act(action)),
      refresh: () => this.rest.during(() => this.#refresh(false)),
      tell: (text) => {
        this.notice.textContent = text;
      },
    });
    this.clock = new TableClock(this.state, (passed) => this.#showClocks(passed));
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
    this.turn = h('div.turn', {}, h('div.told', {}, this.narration, this.message), zoomButtons(this.element));
    this.layout = this.#layout();
    place.append(this.layout);
    this.#placeCards();
    onSheetMoved(this.left, () => this.#placeCards());
    for (const each of [this.turn, ...this.cards.map((card) => card.element)]) keepHeight(each, this.left);
    this.#prepareBoard();
    this.#listen();
    this.#refresh(false);
    say(greetingText(this.state));
    this.#sayProposed();
    const before = left.get(game.id);
    left.delete(game.id);
    if (before && before.language !== this.language) {
      if (before.viewed < game.steps.length) void this.lookingBack.look(before.viewed);
      if (before.isResigning && !game.result) this.hands.askResign(true);
    }
    void openGuide(this);
  }

  close() {
    const { game, viewed, isResigning } = this.state;
    const { begun } = this.element;
    left.set(game.id, { begun, viewed: isLive(this.state) ? Infinity : viewed, isResigning, language: this.language });
    this.telling.close();
    this.lookingBack.close();
    markTurn(false);
    this.socket?.close();
    this.help.close();
    this.hands.close();
    this.remote.close();
    this.result.close();
    this.ahead.close();
    this.clock.close();
    this.#closed.abort();
  }

  // --- the page

  #layout() {
    const { board } = this.state;
    return h(
      'div.table',
      {},
      h('section.board-card', { 'aria-label': _('Board') }, this.help.bar.element, this.element, this.turn),
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
    element.addEventListener(
      'motu-move',
      (event) => void this.deeds.play(/** @type {CustomEvent} */ (event).detail.move),
    );
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

  #listen() {
    this.layout.addEventListener('motu-colours', () => void this.#openColours());
    window.addEventListener('motu-settings', () => this.#refresh(false), { signal: this.left });
    this.socket = new LiveSocket(
      `/api/games/${this.state.game.id}/live`,
      (message) => this.#hear(message),
      (isOpen) => {
        const lost = _('Connection lost; reconnecting …');
        if (!isOpen) this.notice.textContent = lost;
        else if (this.notice.textContent === lost) this.notice.textContent = '';
      },
    );
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

  #hinted() {
    this.#refresh(false);
    if (this.state.hint) say(narrationText(this.state));
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
    if (message.type === 'snapshot') this.telling.take(message);
    else if (message.type === 'update') this.telling.follow(message);
    else if (message.type === 'presence') this.remote.hearPresence(message);
    else if (message.type === 'notice')
      this.notice.textContent =
        message.slug === 'server/waiting'
          ? _('The computer is busy with other games.')
          : _('The computer could not move and is trying again.');
  }

  // --- showing

  /** @param {boolean} isAnimated */
  #refresh(isAnimated) {
    const { state, element } = this;
    const { coordinates, weak, patterns, style, crosshair, turnBoard, numbers } = settings();
    const told = toldGame(state);
    this.ahead.show();
    const ahead = this.ahead.position();
    const shown = ahead ?? viewedPosition(state);
    const marked = [...(hintOf(state)?.moves ?? []), ...this.ahead.marks()];
    element.configure({
      active: canMove(state) || ahead !== null,
      coordinates,
      weak,
      patterns,
      style,
      crosshair,
      turned: isTurned(state, turnBoard),
      numbers: numbers ? this.#numbers() : null,
      confirm: wantsConfirmation(),
      die: this.telling.dieOnBoard(),
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
    markTurn(isAwaited(state));
    this.#showBegun();
    this.layout.classList.toggle('weighed', this.help.weigh());
    this.clock.tick();
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
    const told = toldGame(state)
      .steps.slice(0, state.viewed)
      .map(([text]) => text);
    const moves = [...(state.game.created.opening ?? []), ...told];
    return moveNumbers(state.board, viewedPosition(state).stones, moves);
  }

  /** @param {number} passed milliseconds since the clocks were heard */
  #showClocks(passed) {
    for (const card of this.cards) card.tick(this.state.game, passed);
    this.remote.tick(passed);
  }
}
