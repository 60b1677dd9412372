// The element of a board, <motu-board>: shows a board and a position on it, and says what somebody wants to play.
//
//   element.board = …      the board (BoardView); builds the picture
//   element.position = …   the position (PositionView); changes what differs
//   element.configure({…}) how it looks and what it lets people do (Options)
//   event 'motu-move'      detail: an Intent; the move is not on the board until a position says so
//   event 'motu-drop'      what was proposed is not wanted any more
//   event 'motu-hold'      detail: {cell, targets}; a piece is picked up, and the cells that it can go to
//   event 'motu-cell'      detail: {cell, name}; where the keyboard is, for whoever reads it aloud
//   event 'motu-zoom'      another part of the board is seen, or its cells have another size
//
// It knows no rules. What it looks like is in picture.js, what keys do in keyboard.js, what a hand does in hand.js: two
// fingers enlarge, one moves what is enlarged.

import { Hand } from './hand.js';
import { Intents, isSame } from './intent.js';
import { Keyboard } from './keyboard.js';
import { colourClass } from './kit.js';
import { BoardPicture } from './picture.js';
import { SCALE } from './svg.js';
import { STEP, Zoom } from './zoom.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./intent.js').Intent} Intent */

/** @type {Options} */
const DEFAULTS = {
  coordinates: true,
  weak: true,
  active: false,
  confirm: false,
  patterns: false,
  style: 'lagoon',
  heat: null,
  labels: null,
  arrows: [],
  lineLabels: null,
  lineHeat: null,
  numbers: null,
  lit: [],
  hints: [],
  hintLines: [],
  crosshair: false,
  turned: false,
  circles: [],
  drawn: [],
  die: null,
};

export class MotuBoard extends HTMLElement {
  /** @type {BoardView|null} */ #board = null;
  /** @type {PositionView|null} */ #position = null;
  /** @type {Options} */ #options = { ...DEFAULTS };
  /** @type {Intents|null} */ #intents = null;
  /** @type {BoardPicture|null} */ #picture = null;
  #sizes = new ResizeObserver(() => this.#measure());
  /** The cell that the hand or the keyboard is on; -1: none. */
  #pointed = -1;
  #selected = -1;
  /** What waits to be confirmed. @type {import('./begun.js').Begun|null} */ #proposed = null;
  /** @type {Intent|null} */ #hovered = null;
  /** @type {string|null} */ #line = null;
  #zoom = new Zoom(() => this.#zoomed());
  /** What hands and keys do. */
  #hands = {
    canStep: (/** @type {number} */ cell) => this.#options.active && Boolean(this.#intents?.canStep(cell)),
    held: () => this.#held(),
    point: (/** @type {number|null} */ cell, /** @type {string|null} */ line) => this.#hover(cell, line),
    pickUp: (/** @type {number} */ cell) => this.#select(cell),
    dropOn: (/** @type {number} */ cell) => this.#dropOn(cell),
    touch: (/** @type {number} */ cell) => this.#touch(cell),
    announce: (/** @type {string} */ line) => this.#announce(line),
    isTurned: () => this.#options.turned,
    onLine: (/** @type {string|null} */ line) => this.#onLine(line),
    onCell: (/** @type {number} */ cell) => this.#point(cell),
  };
  #hand = new Hand(this, this.#zoom, this.#hands);
  #keyboard = new Keyboard(this, this.#zoom, this.#hands);
  /** Says what a cell is, for screen readers; the page that owns the board puts it into words of its language. */
  describeCell = (/** @type {number} */ cell) => this.#board?.names[cell] ?? '';
  /** What becomes of what waits to be confirmed; replaced where it may outlive a position. @type {typeof import('./begun.js').goOn} */
  goOn = (begun, position) => (begun && isSame(begun.position, position) ? begun : null);
  /** The board's own name for screen readers. */
  label = 'board';

  get board() {
    return this.#board;
  }

  set board(board) {
    this.#board = board;
    this.#pointed = -1;
    this.#position = null;
    this.#forget();
    this.#picture = null;
    if (board) this.#build(board);
  }

  get position() {
    return this.#position;
  }

  set position(position) {
    this.show(position, true);
  }

  /** What has been begun but not confirmed; where nothing can be done at the moment, it waits unseen. */
  get proposed() {
    return this.#options.active ? (this.#proposed?.intent ?? null) : null;
  }

  /** The same with its position, for a board that is drawn anew: there it goes on as it would when that one is shown. */
  get begun() {
    return this.#proposed;
  }

  set begun(begun) {
    this.#proposed = begun;
  }

  /**
   * Shows a position. What a hand has begun on the same one goes on.
   * @param {PositionView|null} position
   * @param {boolean} isAnimated false where somebody jumps through a game
   */
  show(position, isAnimated) {
    if (!this.#board || !position) return;
    const isFirst = this.#position === null;
    if (!isSame(this.#position, position)) this.#letGo();
    this.#position = position;
    this.#intents = new Intents(this.#board, position);
    this.#proposed = this.goOn(this.#proposed, position, this.#intents);
    this.#picture?.stones.show(position, isAnimated && !isFirst);
    this.#refresh();
  }

  /** @param {Partial<Options>} options */
  configure(options) {
    const before = this.#options;
    this.#options = { ...before, ...options };
    if (before.coordinates !== this.#options.coordinates) this.#fit();
    if (!this.#options.active) this.#letGo();
    this.#refresh();
  }

  /** Plays what has been proposed. */
  confirm() {
    const intent = this.proposed;
    if (intent) this.#send(intent);
  }

  /** Drops what has been begun. */
  cancel() {
    this.#drop();
    this.#refresh();
  }

  /** How many pixels lie between neighbouring cells. */
  get cellPixels() {
    return SCALE / this.#zoom.unitsPerPixel;
  }

  get isZoomed() {
    return this.#zoom.scale > 1;
  }

  /** Shows the board larger (+1), smaller (-1) or whole (0). @param {number} way */
  zoom(way) {
    this.#zoom.by(way === 0 ? 0 : STEP ** way);
  }

  /** Names of columns and rows are as large on every board: the style sheet asks how many units a pixel has. */
  #measure() {
    this.style.setProperty('--unit', this.#zoom.unitsPerPixel.toFixed(3));
  }

  #zoomed() {
    this.#measure();
    this.classList.toggle('zoomed', this.isZoomed);
    this.dispatchEvent(new CustomEvent('motu-zoom', { bubbles: true }));
  }

  /** Puts the keyboard on the board. */
  focusBoard() {
    this.#keyboard.focus();
  }

  /** It hears itself alone, from its making on: however often it is put into a page, once. */
  constructor() {
    super();
    this.#keyboard.listen();
    this.#hand.listen();
  }

  /** Whatever a hand was doing to it has ended: nobody says so to what has left the page. */
  disconnectedCallback() {
    this.#hand.leave();
    this.#keyboard.leave();
    this.#hover(null, null);
  }

  // --- building

  /** @param {BoardView} board */
  #build(board) {
    this.#picture = new BoardPicture(board, this.label);
    this.#keyboard.begin(this.#picture);
    this.dataset.game = board.game;
    this.dataset.kind = board.kind;
    this.replaceChildren(this.#picture.ground, this.#picture.root);
    this.#sizes.observe(this);
    this.#fit();
  }

  #fit() {
    if (!this.#picture) return;
    this.style.setProperty('--aspect', String(this.#picture.fit(this.#zoom, this.#options.coordinates)));
  }

  // --- showing

  #refresh() {
    const [picture, position, options] = [this.#picture, this.#position, this.#options];
    if (!picture || !position) return;
    this.classList.toggle('active', options.active);
    this.classList.toggle('patterns', options.patterns);
    this.classList.toggle('turned', options.turned);
    this.#zoom.isTurned = options.turned;
    this.#showGuides();
    this.dataset.style = options.style;
    this.dataset.toMove = colourClass(position.to_move);
    if (this.#line !== null && !(options.active && this.#intents?.lines.has(this.#line))) this.#line = null;
    picture.show(position, options, this.#intents, (line, found) => this.describeLine(line, found));
    this.#showGhosts();
    this.#describe();
  }

  /**
   * Says what a line is; replaced by the page that knows the language.
   * @param {string} line
   * @param {import('./types.js').Announcement|null} announcement
   */
  describeLine(line, announcement) {
    return announcement ? `${line}, ${announcement.hits} of ${announcement.faces}` : line;
  }

  #showGhosts() {
    const [picture, position] = [this.#picture, this.#position];
    if (!picture || !position) return;
    const { proposed } = this;
    const line = proposed?.kind === 'announce' ? proposed.move : this.#line;
    picture.showGhosts(position, this.#intents, { proposed, hovered: this.#hovered, selected: this.#selected, line });
  }

  #describe() {
    const intents = this.#options.active ? this.#intents : null;
    this.#picture?.describe(this.label, this.describeCell, (cell) => Boolean(intents?.isOpen(cell)));
  }

  /** @param {number} cell */
  #point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    if (this.#options.crosshair) this.#showGuides();
  }

  #showGuides() {
    this.#picture?.showGuides(this.#options.crosshair ? this.#pointed : -1);
  }

  /** @param {number|null} cell @param {string|null} line */
  #hover(cell, line) {
    this.#point(cell ?? -1);
    this.#onLine(line);
    const hovered = cell === null || !this.#options.active ? null : this.#meant(cell);
    if (hovered?.move === this.#hovered?.move) return;
    this.#hovered = hovered;
    this.#showGhosts();
  }

  /** The line whose header the hand or the keyboard is on. @param {string|null} line */
  #onLine(line) {
    const open = this.#options.active && line !== null && this.#intents?.lines.has(line) ? line : null;
    if (open === this.#line) return;
    this.#line = open;
    this.#showGhosts();
  }

  /** What a click on a cell would do. @param {number} cell @returns {Intent|null} */
  #meant(cell) {
    const step = this.#selected >= 0 ? this.#intents?.step(this.#selected, cell) : null;
    return step ?? this.#intents?.at(cell) ?? null;
  }

  // --- what people do

  /** The piece that has been picked up. */
  #held() {
    const element = this.#selected >= 0 ? this.#picture?.stones.elements.get(this.#selected) : null;
    return element && this.#board ? { element, home: this.#board.centres[this.#selected] } : null;
  }

  /** @param {number} cell */
  #dropOn(cell) {
    const intent = this.#intents?.step(this.#selected, cell);
    if (intent) this.#want(intent);
    else this.cancel();
  }

  /**
   * A click, a tap or Enter on a cell.
   * @param {number} cell
   */
  #touch(cell) {
    this.#keyboard.focusOn(cell, false);
    if (!this.#options.active || !this.#intents) return;
    const intent = this.#meant(cell);
    if (intent) this.#want(intent);
    else if (this.#intents.canStep(cell) && cell !== this.#selected) this.#select(cell);
    else this.cancel();
  }

  /** @param {string} line */
  #announce(line) {
    const intent = this.#options.active ? this.#intents?.announcement(line) : null;
    if (intent) this.#want(intent);
  }

  /** @param {number} cell */
  #select(cell) {
    this.#drop();
    this.#selected = cell;
    this.#showGhosts();
    const targets = this.#intents?.targets(cell) ?? [];
    this.dispatchEvent(new CustomEvent('motu-hold', { detail: { cell, targets }, bubbles: true }));
  }

  /**
   * What is wanted a second time, or needs no confirmation, is played.
   * @param {Intent} intent
   */
  #want(intent) {
    const position = this.#position;
    if (!position || !this.#options.confirm || this.proposed?.move === intent.move) {
      this.#send(intent);
      return;
    }
    this.#forget();
    this.#proposed = { intent, position };
    this.#showGhosts();
    this.dispatchEvent(new CustomEvent('motu-propose', { detail: intent, bubbles: true }));
  }

  /** @param {Intent} intent */
  #send(intent) {
    this.#forget();
    this.#showGhosts();
    this.dispatchEvent(new CustomEvent('motu-move', { detail: intent, bubbles: true }));
  }

  /** Forgets what has been begun; whoever shows that it waits to be confirmed is told. */
  #drop() {
    const wasProposed = this.#proposed !== null;
    this.#forget();
    if (wasProposed) this.dispatchEvent(new CustomEvent('motu-drop', { bubbles: true }));
  }

  #forget() {
    this.#letGo();
    this.#proposed = null;
  }

  /** What a hand holds or points at. */
  #letGo() {
    this.#selected = -1;
    this.#hovered = null;
  }
}
