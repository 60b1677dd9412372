// <motu-board> in anybody's page: a diagram, a record to click through, or a game against a level. It knows no rules: the
// core of this page says what a position is, the picture what a hand on it means.
//
//   attributes   attributes.js, and docs/embed.md of motu
//   element.moves, element.at      what is played, how many moves are on the board
//   element.go(at)                 shows another position
//   event 'motu-change'            detail: {moves, at, winner}: another position is shown

import { MotuBoard as Picture } from '../../js/board/element.js';
import { wantsNoMotion } from '../../js/board/stones.js';
import { h } from '../../js/dom.js';
import { cellText, colourName, hintText, lineText, moveText, resultText } from '../../js/games/words.js';
import { viewOf } from '../../js/site/position_view.js';
import { _ } from '../../js/texts.js';
import { EngineError, startEngine } from '../../index.js';
import { AnalysisLine } from './analysis.js';
import { OF_GAME, OF_LOOK, engineOn, personOn, placeOn, shownOn } from './attributes.js';
import { add, goTo, isAtEnd, keepMoves, lastOf, leftAfterTakingBack, whoActs, withRoll } from './board_state.js';
import { GameButtons, Steps } from './controls.js';
import { boardFor } from './drawings.js';
import { speakLike } from './languages.js';
import { marksOf } from './record.js';
import { openCore, play, positionAfter } from './rules.js';
import { sheet } from './style.js';

/** @typedef {import('../../js/site/chain_lines.js').BoardData} BoardData */
/** @typedef {import('../../js/board/intent.js').Intent} Intent */
/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('./board_state.js').BoardState} BoardState */
/** @typedef {import('./record.js').Shown} Shown */
/** @typedef {import('../../js/board/types.js').DrawnMark} DrawnMark */
/** @typedef {{shown: Shown, drawn: Map<number, DrawnMark[]>, board: BoardData, state: BoardState}} Loaded  `drawn` by the number of the move */

const PICTURE = 'motu-board-picture';
const ROLL_MS = 700;
/** @type {Record<string, (at: number, last: number) => number>} */
const KEYS = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: (_at, last) => last };

if (!customElements.get(PICTURE)) customElements.define(PICTURE, Picture);

export class MotuBoard extends HTMLElement {
  static observedAttributes = [...OF_GAME, ...OF_LOOK];

  /** @type {Loaded|null} */ #loaded = null;
  /** @type {Engine|null} */ #engine = null;
  /** @type {AnalysisLine|null} */ #analysis = null;
  /** @type {GameButtons|null} */ #buttons = null;
  /** @type {Steps|null} */ #steps = null;
  /** Each load, and each turn of a game, has a number: what comes for another is too late. */
  #load = 0;
  #turn = 0;
  #isLoading = false;
  /** Whether what is loaded is what the attributes say. */
  #isCurrent = false;
  /** Whether the level has been asked in vain. */
  #isMute = false;
  #picture = /** @type {Picture} */ (document.createElement(PICTURE));
  #title = h('p.title', { part: 'title' });
  #comment = h('p.comment', { part: 'comment' });
  #status = h('p.status', { role: 'status', part: 'status' });
  #fault = h('p.fault', { role: 'alert', part: 'fault' });
  #below = h('div.below');
  #frame = h('div.motu', {}, this.#title, this.#picture, this.#below, this.#fault, h('slot'));
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #onDark = () => this.#look();

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet()];
    root.append(this.#frame);
    this.#picture.addEventListener('motu-move', (event) => {
      event.stopPropagation();
      this.#onMove(/** @type {CustomEvent<Intent>} */ (event).detail);
    });
    this.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** What comes back as it was, such as a board that is moved in its page, goes on. */
  connectedCallback() {
    this.#dark.addEventListener('change', this.#onDark);
    if (this.#isCurrent) this.#resume();
    else this.#reload();
  }

  disconnectedCallback() {
    this.#dark.removeEventListener('change', this.#onDark);
    this.#rest();
  }

  /** @param {string} name @param {string|null} before @param {string|null} after */
  attributeChangedCallback(name, before, after) {
    if (before === after && this.#isCurrent) return; // what has been played stays
    const isOfGame = OF_GAME.includes(name);
    if (!this.isConnected) this.#isCurrent &&= !isOfGame;
    else if (isOfGame) this.#reload();
    else this.#look();
  }

  /** The moves of the game; an announcement with its roll is one. */
  get moves() {
    return [...(this.#loaded?.state.moves ?? [])];
  }

  /** How many moves are on the board. */
  get at() {
    return this.#loaded?.state.at ?? 0;
  }

  /** Shows another position. @param {number} at how many moves are to be on the board */
  go(at) {
    const loaded = this.#loaded;
    if (!loaded) return;
    const isStep = at === loaded.state.at + 1;
    if (goTo(loaded.state, at)) this.#show(isStep);
  }

  // --- loading

  /** Attributes that change together are read together. */
  #reload() {
    this.#isCurrent = false;
    if (this.#isLoading) return;
    this.#isLoading = true;
    queueMicrotask(() => {
      this.#isLoading = false;
      if (this.isConnected) void this.#read();
    });
  }

  async #read() {
    const id = (this.#load += 1);
    this.#rest();
    try {
      const { level, hasAnalysis } = engineOn(this);
      const [shown, core] = await Promise.all([shownOn(this), openCore(), speakLike(this)]);
      const { game, facts } = play(core, shown);
      const board = await boardFor(game, this);
      if (id !== this.#load || !this.isConnected) return;
      const { moves } = shown;
      const state = { moves: [...moves], facts, at: placeOn(this, moves.length), level, person: personOn(this) };
      const { names } = board.view;
      const drawn = new Map([...shown.marks].map(([ply, marks]) => [ply, marksOf(marks, names)]));
      this.#loaded = { shown, drawn, board, state };
      this.#isCurrent = true;
      this.#build(hasAnalysis);
      this.#show(false);
      this.#goOn();
    } catch (error) {
      if (id === this.#load) this.#refuse(/** @type {Error} */ (error));
    }
  }

  /** Says what is wrong, in place of a board. @param {Error} error */
  #refuse({ message }) {
    this.#loaded = null;
    this.#isCurrent = false;
    this.#frame.classList.remove('ready');
    this.#setFault(message);
  }

  /** @param {boolean} hasAnalysis */
  #build(hasAnalysis) {
    const { board, shown, state } = /** @type {Loaded} */ (this.#loaded);
    this.#setFault('');
    this.#title.textContent = shown.title;
    const isGame = state.level !== null;
    this.#steps = new Steps((target) => this.go(target), !isGame);
    const hands = { swap: () => this.#play('swap'), takeBack: () => this.#takeBack(), begin: () => this.#reload() };
    this.#buttons = isGame ? new GameButtons(hands) : null;
    const thinking = { engine: () => this.#thinker(), onToggle: () => this.#analyze(), onFault: this.#onFault };
    this.#analysis = hasAnalysis ? new AnalysisLine(thinking) : null;
    const parts = [this.#steps.element, this.#buttons?.element, this.#analysis?.element];
    this.#below.replaceChildren(...parts.flatMap((part) => part ?? []), this.#comment, this.#status);
    this.#picture.describeCell = (cell) => cellText(board.view, this.#view(), cell, this.#isReadersTurn());
    this.#picture.describeLine = lineText;
    this.#picture.board = board.view;
    this.#frame.classList.add('ready');
    this.#look();
  }

  #look() {
    const theme = this.getAttribute('theme') ?? 'auto';
    const isDark = theme === 'dark' || (theme === 'auto' && this.#dark.matches);
    this.#frame.dataset.theme = isDark ? 'dark' : 'light';
    this.#picture.label = this.getAttribute('label') || _('Board');
    const look = this.getAttribute('look');
    this.#picture.configure({
      style: look === 'plain' || look === 'bold' ? look : 'lagoon',
      coordinates: this.getAttribute('coordinates') !== 'no',
    });
  }

  // --- showing

  /** The position that is shown. */
  #view(at = this.at) {
    const { board, state } = /** @type {Loaded} */ (this.#loaded);
    return viewOf(state.facts[at], board);
  }

  /** Another position. @param {boolean} isAnimated */
  #show(isAnimated) {
    this.#draw(isAnimated);
    this.#analyze();
    const { result } = this.#view();
    const detail = { moves: this.moves, at: this.at, winner: result ? result.colour : null };
    this.dispatchEvent(new CustomEvent('motu-change', { detail, bubbles: true }));
  }

  /** Back in a page: the position is the one before, and what ended when it was taken out begins again. */
  #resume() {
    this.#setFault('');
    this.#look();
    this.#draw(false);
    this.#analyze();
    this.#goOn();
  }

  /** @param {boolean} isAnimated */
  #draw(isAnimated) {
    const { drawn, shown, state } = /** @type {Loaded} */ (this.#loaded);
    const { at, moves } = state;
    const isReaders = this.#isReadersTurn();
    const view = this.#view();
    this.#picture.configure({
      active: isReaders,
      drawn: this.#isAsWritten(at) ? (drawn.get(at) ?? []) : [],
      die: null,
    });
    this.#picture.show(view, isAnimated);
    this.#steps?.show(at, moves.length, state.level === null ? this.#lastMove() : '');
    this.#buttons?.show({
      canSwap: isReaders && Boolean(view.can_swap),
      canTakeBack: leftAfterTakingBack(state) !== null,
    });
    this.#comment.textContent = this.#isAsWritten(at) ? (shown.comments.get(at) ?? '') : '';
    this.#tell(this.#statusText());
  }

  /** Whether the game came so far as it was written down. @param {number} at */
  #isAsWritten(at) {
    const { shown, state } = /** @type {Loaded} */ (this.#loaded);
    return at <= shown.moves.length && shown.moves.slice(0, at).every((move, place) => move === state.moves[place]);
  }

  /** The last move, in words, with the sign that says how good it was. */
  #lastMove() {
    const { board, shown, state } = /** @type {Loaded} */ (this.#loaded);
    const { at, moves } = state;
    if (at === 0) return '';
    const glyph = this.#isAsWritten(at) ? (shown.glyphs.get(at) ?? '') : '';
    return [moveText(board.view, moves[at - 1], this.#view(at - 1)), glyph].filter(Boolean).join(' ');
  }

  /** What there is to say of a game: how it ended, whose turn it is. */
  #statusText() {
    const { board, state } = /** @type {Loaded} */ (this.#loaded);
    const view = this.#view();
    if (view.result) {
      const { colour, winner } = view.result;
      const isYou = state.level !== null && winner === state.person;
      return resultText(view.result, colour === null ? '' : colourName(board.view, colour), isYou);
    }
    if (!isAtEnd(state)) return '';
    const acts = whoActs(state);
    if (acts === 'level' && this.#isMute) return '';
    if (acts === 'level') return _('{name} is thinking …', { name: _('Level {level}', { level: state.level ?? 1 }) });
    if (acts === 'die') return _('The die is rolling.');
    return acts === 'reader' ? `${_('Your turn')}. ${hintText(board.view, view)}` : '';
  }

  /** @param {string} text is read aloud when it is another one */
  #tell(text) {
    const said = this.#loaded?.state.level === null ? text : [this.#lastMove(), text].filter(Boolean).join(' ');
    if (this.#status.textContent !== said) this.#status.textContent = said;
  }

  // --- playing

  #isReadersTurn() {
    const state = this.#loaded?.state;
    return Boolean(state && isAtEnd(state) && whoActs(state) === 'reader');
  }

  /** @param {Intent} intent */
  #onMove({ move }) {
    if (this.#isReadersTurn()) void this.#play(move);
  }

  /** @param {string} move */
  async #play(move) {
    const turn = (this.#turn += 1);
    const { shown, state } = /** @type {Loaded} */ (this.#loaded);
    const core = await openCore();
    if (turn !== this.#turn) return;
    const isRoll = whoActs(state) === 'die';
    const before = isRoll ? state.moves.slice(0, -1) : state.moves;
    add(state, move, positionAfter(core, { ...shown, moves: [...before, move] }));
    this.#show(true);
    this.#goOn();
  }

  /** Lets the die roll, or the level think, where it is their turn. */
  #goOn() {
    const { state } = /** @type {Loaded} */ (this.#loaded);
    const acts = whoActs(state);
    if (acts === 'die') void this.#roll();
    else if (acts === 'level') void this.#answer();
  }

  async #roll() {
    const turn = (this.#turn += 1);
    const { announced, landing } = lastOf(/** @type {Loaded} */ (this.#loaded).state);
    const line = announced ?? '';
    const [random] = crypto.getRandomValues(new Uint32Array(1));
    const face = 1 + Math.floor((random / 2 ** 32) * (landing?.[line]?.length ?? 6));
    this.#picture.configure({ die: { line, face, isRolling: !wantsNoMotion() } });
    await new Promise((resolve) => setTimeout(resolve, wantsNoMotion() ? 0 : ROLL_MS));
    if (turn === this.#turn) await this.#play(withRoll(line, face));
  }

  async #answer() {
    const turn = (this.#turn += 1);
    const { state } = /** @type {Loaded} */ (this.#loaded);
    try {
      const { move } = await this.#thinker().choose({
        ...this.#line(state.moves.length),
        level: state.level ?? 1,
        gameId: 'board',
      });
      if (turn === this.#turn && move !== null) await this.#play(move);
    } catch (error) {
      if (turn === this.#turn) this.#fail(/** @type {Error} */ (error));
    }
  }

  /** The level can't be asked: that is said, and whoever asks next asks another engine. @param {Error} error */
  #fail({ message }) {
    this.#engine?.close();
    this.#engine = null;
    this.#setFault(message);
    this.#tell(this.#statusText());
  }

  /** @param {string} message why the level does not answer; '' if it may */
  #setFault(message) {
    this.#isMute = message !== '';
    this.#fault.textContent = message && `motu: ${message}`;
  }

  #takeBack() {
    const { state } = /** @type {Loaded} */ (this.#loaded);
    const left = leftAfterTakingBack(state);
    if (left === null) return;
    this.#turn += 1;
    this.#setFault('');
    keepMoves(state, left);
    this.#show(false);
  }

  // --- thinking

  #thinker() {
    return (this.#engine ??= startEngine());
  }

  /** An engine that has died is asked no more; one that has refused a question goes on. @param {Error} error */
  #onFault = (error) => {
    if (error instanceof EngineError) return;
    this.#engine?.close();
    this.#engine = null;
  };

  /** The game and its moves, for the engine. @param {number} count how many moves */
  #line(count) {
    const { shown, state } = /** @type {Loaded} */ (this.#loaded);
    const { spec, setup, board } = shown;
    return { spec, moves: state.moves.slice(0, count), ...(setup && { setup }), ...(board && { board }) };
  }

  #analyze() {
    const isOver = Boolean(this.#view().result);
    void this.#analysis?.think(isOver ? null : this.#line(this.at));
  }

  /** Everything that goes on ends. */
  #rest() {
    this.#turn += 1;
    this.#analysis?.stop();
    this.#engine?.close();
    this.#engine = null;
  }

  /** Arrows that the board itself has no use for go through the moves. @param {KeyboardEvent} event */
  #onKey(event) {
    const target = KEYS[event.key];
    if (!target || !this.#loaded || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(target(this.at, this.#loaded.state.moves.length));
  }
}
