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
// It knows no rules. Keyboard: arrows lead to the next cell, Home and End go along a row, Enter plays, letters and digits type
// a cell's name, Escape drops what was begun, + - and 0 enlarge. Two fingers enlarge, one moves what is enlarged.

import { Cells } from './cells.js';
import { drawGuides, headersOf, labelsOf } from './crosshair.js';
import { boxOf, middleCell } from './geometry.js';
import { drawGhosts } from './ghosts.js';
import { cellOf, lineOf } from './grid.js';
import { DieMark } from './die_mark.js';
import { drawLabels } from './ground.js';
import { Hand } from './hand.js';
import { Headers } from './headers.js';
import { Intents, isSame } from './intent.js';
import { Kit, colourClass } from './kit.js';
import { drawOverlay, drawUnderlay, joinedIslands } from './marks.js';
import { Stones } from './stones.js';
import { SCALE, svg, units } from './svg.js';
import { Typing } from './typing.js';
import { ARROWS, STEPS, Walk, endOfRow, fromHeader, turnedKey } from './walk.js';
import { STEP, Zoom } from './zoom.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./intent.js').Intent} Intent */

/** @type {Record<string, number>} */
const ZOOM_KEYS = { '+': 1, '=': 1, '-': -1, 0: 0 };

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
  /** @type {Cells|null} */ #cells = null;
  /** @type {Headers|null} */ #headers = null;
  /** @type {Kit|null} */ #kit = null;
  /** @type {Stones|null} */ #stones = null;
  /** The picture of the ground, which lies under that of all the rest. @type {SVGElement|null} */ #ground = null;
  #die = new DieMark();
  #sizes = new ResizeObserver(() => this.#measure());
  /** @type {SVGElement|null} */ #root = null;
  #underlay = svg('g', { class: 'underlay', 'aria-hidden': 'true' });
  #overlay = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
  #ghosts = svg('g', { class: 'ghosts', 'aria-hidden': 'true' });
  #guides = svg('g', { class: 'guides', 'aria-hidden': 'true' });
  #labels = svg('g');
  #focused = 0;
  /** Whether a hand has put the keyboard where it is: then the arrows are the page's, which steps through the game. */
  #isByHand = false;
  /** The cell that the hand or the keyboard is on; -1: none. */
  #pointed = -1;
  #selected = -1;
  /** What waits to be confirmed. @type {import('./begun.js').Begun|null} */ #proposed = null;
  /** @type {Intent|null} */ #hovered = null;
  /** @type {string|null} */ #line = null;
  #typing = new Typing();
  #walk = new Walk();
  #zoom = new Zoom(() => this.#zoomed());
  #hand = new Hand(this, this.#zoom, {
    canStep: (cell) => this.#options.active && Boolean(this.#intents?.canStep(cell)),
    held: () => this.#held(),
    point: (cell, line) => this.#hover(cell, line),
    pickUp: (cell) => this.#select(cell),
    dropOn: (cell) => this.#dropOn(cell),
    touch: (cell) => this.#touch(cell),
    announce: (line) => this.#announce(line),
  });
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
    this.#stones?.show(position, isAnimated && !isFirst);
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
    this.#cells?.focus(this.#focused);
  }

  connectedCallback() {
    this.addEventListener('keydown', (event) => this.#onKey(event));
    this.addEventListener('pointerdown', () => (this.#isByHand = true));
    this.addEventListener('focusin', (event) => this.#onFocus(event));
    this.addEventListener('focusout', (event) => this.#onBlur(event));
    this.#hand.listen();
  }

  // --- building

  /** @param {BoardView} board */
  #build(board) {
    const kit = new Kit(board);
    this.#kit = kit;
    this.#ground = svg('svg', { class: 'under', 'aria-hidden': 'true', focusable: 'false' }, kit.ground());
    this.#stones = new Stones(board, kit);
    this.#focused = middleCell(board);
    this.#walk = new Walk();
    this.#cells = new Cells(board, this.#focused);
    this.#headers = new Headers(board);
    this.#labels = drawLabels(board);
    this.#root = svg(
      'svg',
      { role: 'grid', 'aria-label': this.label, focusable: 'false' },
      svg('g', { class: 'cells', role: 'presentation' }, ...this.#cells.rows),
      this.#underlay,
      this.#guides,
      this.#headers.row(),
      this.#stones.layer,
      this.#ghosts,
      this.#overlay,
      this.#labels,
      this.#die.layer,
    );
    this.dataset.game = board.game;
    this.dataset.kind = board.kind;
    this.replaceChildren(this.#ground, this.#root);
    this.#sizes.observe(this);
    this.#fit();
  }

  #fit() {
    if (!this.#board || !this.#root || !this.#ground) return;
    const { left, top, right, bottom } = boxOf(this.#board, this.#options.coordinates);
    const [width, height] = [right - left, bottom - top];
    this.#zoom.fit(/** @type {SVGSVGElement[]} */ ([this.#ground, this.#root]), {
      x: units(left),
      y: units(top),
      width: units(width),
      height: units(height),
    });
    this.style.setProperty('--aspect', String(width / height));
    this.#labels.classList.toggle('hidden', !this.#options.coordinates);
  }

  // --- showing

  #refresh() {
    const [board, position, options] = [this.#board, this.#position, this.#options];
    if (!board || !position) return;
    this.classList.toggle('active', options.active);
    this.classList.toggle('patterns', options.patterns);
    this.classList.toggle('turned', options.turned);
    this.#zoom.isTurned = options.turned;
    this.#showGuides();
    this.dataset.style = options.style;
    this.dataset.toMove = colourClass(position.to_move);
    if (this.#line !== null && !(options.active && this.#intents?.lines.has(this.#line))) this.#line = null;
    this.#underlay.replaceChildren(...drawUnderlay(board, position, options));
    if (this.#kit) this.#overlay.replaceChildren(...drawOverlay(this.#kit, position, options));
    this.#showIslands([...joinedIslands(board, position), ...options.lit]);
    this.#die.show(board, options.die);
    this.#headers?.show(position, options, this.#intents?.lines, (line, found) => this.describeLine(line, found));
    this.#showGhosts();
    this.#describe();
  }

  /** Islands that are joined or pointed out have a golden rim. @param {number[]} islands */
  #showIslands(islands) {
    const rimmed = new Set(islands.map(String));
    for (const island of this.#ground?.querySelectorAll('.motu-island') ?? [])
      island.classList.toggle('rimmed', rimmed.has(island.getAttribute('data-island') ?? ''));
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
    const [board, position] = [this.#board, this.#position];
    if (!board || !position || !this.#kit) return;
    const { proposed } = this;
    const line = proposed?.kind === 'announce' ? proposed.move : this.#line;
    const begun = { proposed, hovered: this.#hovered, selected: this.#selected, line };
    this.#ghosts.replaceChildren(...drawGhosts(this.#kit, position, this.#intents, begun));
    this.#headers?.mark('proposed', [proposed?.move]);
  }

  #describe() {
    this.#root?.setAttribute('aria-label', this.label);
    const intents = this.#options.active ? this.#intents : null;
    this.#cells?.describe(this.describeCell, (cell) => Boolean(intents?.isOpen(cell)));
  }

  /** @param {number} cell */
  #point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    if (this.#options.crosshair) this.#showGuides();
  }

  #showGuides() {
    const board = this.#board;
    if (!board) return;
    const cell = this.#options.crosshair ? this.#pointed : -1;
    const [labels, lines] = cell < 0 ? [[], []] : [labelsOf(board, cell), headersOf(board, cell)];
    this.#guides.replaceChildren(...(cell < 0 ? [] : drawGuides(board, cell)));
    [...this.#labels.children].forEach((label, index) => label.classList.toggle('pointed', labels.includes(index)));
    this.#headers?.mark('pointed', lines);
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
    const element = this.#selected >= 0 ? this.#stones?.elements.get(this.#selected) : null;
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
    this.#focusOn(cell, false);
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

  // --- keyboard

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#board) return;
    if (this.#isByHand && STEPS.includes(event.key)) return;
    this.#isByHand = false;
    const isZoom = event.key in ZOOM_KEYS && !this.#typing.goesOn(event.key);
    const isName = !isZoom && /^[a-z0-9]$/i.test(event.key);
    if (!isName) this.#typing.end();
    const key = this.#options.turned ? turnedKey(event.key) : event.key;
    const line = lineOf(event.target);
    if (line !== null && (event.key === 'Enter' || event.key === ' ')) this.#announce(line);
    else if (key in ARROWS)
      this.#go(line === null ? this.#walk.step(this.#board, this.#focused, key) : fromHeader(this.#board, line, key));
    else if (key === 'Home' || key === 'End') this.#focusOn(endOfRow(this.#board, this.#focused, key === 'End'), true);
    else if (event.key === 'Enter' || event.key === ' ') this.#touch(this.#focused);
    else if (event.key === 'Escape') this.cancel();
    else if (isZoom) this.zoom(ZOOM_KEYS[event.key]);
    else if (isName) this.#type(event.key.toLowerCase());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Letters and digits name a cell; on a board of squares r4 and c2 are lines as well.
   * @param {string} key
   */
  #type(key) {
    const names = this.#board?.names ?? [];
    const typed = this.#typing.add(key, [...names, ...(this.#headers?.lines ?? [])]);
    const cell = names.indexOf(typed);
    this.#go(cell >= 0 ? cell : typed);
  }

  /** The keyboard goes to a cell, or to a line's header. @param {number|string} place */
  #go(place) {
    if (typeof place === 'number') this.#focusOn(place, true);
    else this.#headers?.focus(place);
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    this.#onLine(lineOf(event.target));
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.#point(cell);
    this.#focusOn(cell, false);
    this.dispatchEvent(
      new CustomEvent('motu-cell', { detail: { cell, name: this.#board?.names[cell] }, bubbles: true }),
    );
  }

  /** @param {FocusEvent} event */
  #onBlur(event) {
    this.#hover(null, null);
    if (!this.contains(/** @type {Node|null} */ (event.relatedTarget))) this.#isByHand = false;
  }

  /** @param {number} cell @param {boolean} isMoved whether the focus goes there, too */
  #focusOn(cell, isMoved) {
    this.#cells?.turnTo(this.#focused, cell);
    this.#focused = cell;
    if (!isMoved) return;
    const [x, y] = this.#board?.centres[cell] ?? [0, 0];
    this.#zoom.reveal(units(x), units(y));
    this.focusBoard();
  }
}
