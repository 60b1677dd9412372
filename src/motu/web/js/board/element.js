// <motu-board>: shows a board and a position on it, and says what somebody wants to play.
//
//   element.board = …      the board (BoardView); builds the picture
//   element.position = …   the position (PositionView); changes what differs
//   element.configure({…}) how it looks and what it lets people do (Options)
//   event 'motu-move'      detail: an Intent; the move is not on the board until a position says so
//   event 'motu-cell'      detail: {cell, name}; where the keyboard is, for whoever reads it aloud
//
// It knows no rules. Keyboard: arrows follow the cells, Home and End go along a row, Enter plays, letters and digits type
// a cell's name, Escape drops what was begun.

import { ARROWS, boxOf, endOfRow, middleCell, stepFrom } from './geometry.js';
import { cellShape, colourClass, drawGround, drawHeaders, drawLabels } from './ground.js';
import { Intents } from './intent.js';
import { drawOverlay, drawUnderlay } from './marks.js';
import { Stones, drawStone } from './stones.js';
import { moveTo, svg, units } from './svg.js';

/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./intent.js').Intent} Intent */

const TYPING_MS = 1200;
const DRAG_PIXELS = 8;

/** @type {Options} */
const DEFAULTS = {
  coordinates: true, weak: true, active: false, confirm: false, patterns: false, style: 'calm',
  heat: null, labels: null, arrows: [], lineLabels: null,
};

export class MotuBoard extends HTMLElement {
  /** @type {BoardView|null} */ #board = null;
  /** @type {PositionView|null} */ #position = null;
  /** @type {Options} */ #options = { ...DEFAULTS };
  /** @type {Intents|null} */ #intents = null;
  /** @type {SVGElement[]} */ #cells = [];
  /** @type {Map<string, SVGElement>} */ #headers = new Map();
  /** @type {Stones|null} */ #stones = null;
  /** @type {SVGElement|null} */ #root = null;
  #underlay = svg('g');
  #overlay = svg('g');
  #ghosts = svg('g');
  #labels = svg('g');
  #focused = 0;
  #selected = -1;
  /** @type {Intent|null} */ #proposed = null;
  #typed = '';
  #typedAt = 0;
  /** @type {{cell: number, x: number, y: number, isDrag: boolean}|null} */ #press = null;
  /** Says what a cell is, for screen readers; the page that owns the board puts it into words of its language. */
  describeCell = (/** @type {number} */ cell) => this.#board?.names[cell] ?? '';
  /** The board's own name for screen readers. */
  label = 'board';

  get board() {
    return this.#board;
  }

  set board(board) {
    this.#board = board;
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

  /** What has been begun but not confirmed. */
  get proposed() {
    return this.#proposed;
  }

  /**
   * Shows a position.
   * @param {PositionView|null} position
   * @param {boolean} isAnimated false where somebody jumps through a game
   */
  show(position, isAnimated) {
    if (!this.#board || !position) return;
    const isFirst = this.#position === null;
    this.#position = position;
    this.#forget();
    this.#intents = new Intents(this.#board, position);
    this.#stones?.show(position, isAnimated && !isFirst);
    this.#refresh();
  }

  /** @param {Partial<Options>} options */
  configure(options) {
    const before = this.#options;
    this.#options = { ...before, ...options };
    if (before.coordinates !== this.#options.coordinates) this.#fit();
    this.#refresh();
  }

  /** Plays what has been proposed. */
  confirm() {
    const intent = this.#proposed;
    if (intent) this.#send(intent);
  }

  /** Drops what has been begun. */
  cancel() {
    this.#forget();
    this.#refresh();
  }

  /** Puts the keyboard on the board. */
  focusBoard() {
    /** @type {SVGElement|undefined} */ (this.#cells[this.#focused])?.focus();
  }

  connectedCallback() {
    this.addEventListener('keydown', (event) => this.#onKey(event));
    this.addEventListener('pointerdown', (event) => this.#onPress(event));
    this.addEventListener('pointermove', (event) => this.#onPointer(event));
    this.addEventListener('pointerup', (event) => this.#onRelease(event));
    this.addEventListener('pointercancel', () => this.#endPress());
    this.addEventListener('pointerleave', () => this.#hover(null));
    this.addEventListener('focusin', (event) => this.#onFocus(event));
  }

  // --- building

  /** @param {BoardView} board */
  #build(board) {
    this.#stones = new Stones(board);
    this.#focused = middleCell(board);
    this.#cells = board.names.map((_, cell) => this.#buildCell(board, cell));
    const headers = drawHeaders(board);
    this.#headers = new Map(headers.map(({ line, element }) => [line, element]));
    this.#labels = drawLabels(board);
    this.#root = svg(
      'svg',
      { role: 'grid', 'aria-label': this.label, focusable: 'false' },
      drawGround(board),
      svg('g', { class: 'cells', role: 'presentation' }, ...rowsOf(board, this.#cells)),
      this.#underlay,
      headers.length ? headerRow(headers.map(({ element }) => element)) : '',
      this.#stones.layer,
      this.#ghosts,
      this.#overlay,
      this.#labels,
    );
    for (const layer of [this.#underlay, this.#overlay, this.#ghosts]) layer.setAttribute('aria-hidden', 'true');
    this.#underlay.setAttribute('class', 'underlay');
    this.#overlay.setAttribute('class', 'overlay');
    this.#ghosts.setAttribute('class', 'ghosts');
    this.dataset.game = board.game;
    this.dataset.kind = board.kind;
    this.replaceChildren(this.#root);
    this.#fit();
  }

  /** @param {BoardView} board @param {number} cell */
  #buildCell(board, cell) {
    return svg(
      'g',
      { class: 'cell', role: 'gridcell', 'data-cell': cell, tabindex: cell === this.#focused ? 0 : -1, transform: moveTo(board.centres[cell]) },
      cellShape(board, cell),
    );
  }

  #fit() {
    if (!this.#board || !this.#root) return;
    const box = boxOf(this.#board, this.#options.coordinates);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    this.#root.setAttribute('viewBox', [box.left, box.top, width, height].map(units).join(' '));
    this.style.setProperty('--aspect', String(width / height));
    this.#labels.classList.toggle('hidden', !this.#options.coordinates);
  }

  // --- showing

  #refresh() {
    const [board, position, options] = [this.#board, this.#position, this.#options];
    if (!board || !position) return;
    this.classList.toggle('active', options.active);
    this.classList.toggle('patterns', options.patterns);
    this.dataset.style = options.style;
    this.dataset.toMove = colourClass(position.to_move);
    this.#underlay.replaceChildren(...drawUnderlay(board, position, options));
    this.#overlay.replaceChildren(...drawOverlay(board, position, options));
    this.#showHeaders(position);
    this.#showGhosts();
    this.#describe();
  }

  /** @param {PositionView} position */
  #showHeaders(position) {
    for (const [line, element] of this.#headers) {
      const announcement = this.#intents?.lines.get(line);
      const isOpen = this.#options.active && announcement !== undefined;
      element.classList.toggle('open', isOpen);
      element.classList.toggle('announced', position.announced === line);
      element.setAttribute('aria-disabled', String(!isOpen));
      element.setAttribute('tabindex', isOpen ? '0' : '-1');
      const odds = element.querySelector('.odds');
      const label = this.#options.lineLabels?.get(line);
      element.classList.toggle('labelled', label !== undefined);
      if (odds) odds.textContent = label ?? (announcement ? `${announcement.hits}/${announcement.faces}` : '');
      element.setAttribute('aria-label', this.describeLine(line, announcement ?? null));
    }
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
    if (!board || !position) return;
    const parts = [];
    const proposed = this.#proposed;
    if (proposed && proposed.cell >= 0) {
      const colour = proposed.kind === 'put_back' && position.waiting != null ? position.waiting : position.to_move;
      const ghost = drawStone(board, colour, 'ghost proposed');
      ghost.setAttribute('transform', moveTo(board.centres[proposed.to ?? proposed.cell]));
      parts.push(ghost);
    }
    if (this.#selected >= 0) {
      parts.push(markAt(board, this.#selected, svg('circle', { class: 'selected', r: 41 })));
      for (const to of this.#intents?.targets(this.#selected) ?? []) {
        parts.push(markAt(board, to, svg('circle', { class: 'target', r: 13 })));
      }
    }
    this.#ghosts.replaceChildren(...parts);
  }

  #describe() {
    this.#root?.setAttribute('aria-label', this.label);
    this.#cells.forEach((element, cell) => {
      const text = this.describeCell(cell);
      if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
      const isOpen = this.#options.active && (this.#intents?.at(cell) != null || this.#intents?.canStep(cell));
      element.classList.toggle('open', Boolean(isOpen));
    });
  }

  /** @param {number|null} cell */
  #hover(cell) {
    const position = this.#position;
    const intent = cell === null || !this.#options.active ? null : this.#intents?.at(cell);
    this.#cells.forEach((element) => element.classList.remove('hovered'));
    if (!intent || !position || cell === null) return;
    this.#cells[cell].classList.add('hovered');
  }

  // --- what people do

  /** @param {PointerEvent} event */
  #onPress(event) {
    if (event.button !== 0) return;
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.#press = { cell, x: event.clientX, y: event.clientY, isDrag: false };
    if (this.#options.active && this.#intents?.canStep(cell)) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const press = this.#press;
    if (!press) {
      this.#hover(event.pointerType === 'mouse' ? cellOf(event.target) : null);
      return;
    }
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.isDrag && distance > DRAG_PIXELS && this.#options.active && this.#intents?.canStep(press.cell)) {
      press.isDrag = true;
      this.#select(press.cell);
      this.setPointerCapture(event.pointerId);
    }
    if (press.isDrag) this.#dragTo(event);
  }

  /** @param {PointerEvent} event */
  #dragTo(event) {
    const element = this.#selected >= 0 ? this.#stones?.elements.get(this.#selected) : null;
    if (!element || !this.#root || !this.#board) return;
    const matrix = /** @type {SVGSVGElement} */ (this.#root).getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    element.classList.add('dragged');
    element.setAttribute('transform', `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
  }

  /** @param {PointerEvent} event */
  #onRelease(event) {
    const press = this.#press;
    this.#endPress();
    const line = lineOf(event.target);
    if (line !== null && !press) {
      this.#announce(line);
      return;
    }
    if (!press) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).map(cellOf).find((cell) => cell !== null);
    if (press.isDrag) this.#dropOn(under ?? -1);
    else if (under === press.cell) this.#touch(press.cell);
  }

  #endPress() {
    const wasDrag = this.#press?.isDrag;
    this.#press = null;
    if (!wasDrag || this.#selected < 0 || !this.#board) return;
    const element = this.#stones?.elements.get(this.#selected);
    element?.classList.remove('dragged');
    element?.setAttribute('transform', moveTo(this.#board.centres[this.#selected]));
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
    const step = this.#selected >= 0 ? this.#intents.step(this.#selected, cell) : null;
    const intent = step ?? this.#intents.at(cell);
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
    this.#forget();
    this.#selected = cell;
    this.#showGhosts();
  }

  /**
   * What is wanted a second time, or needs no confirmation, is played.
   * @param {Intent} intent
   */
  #want(intent) {
    if (!this.#options.confirm || this.#proposed?.move === intent.move) {
      this.#send(intent);
      return;
    }
    this.#forget();
    this.#proposed = intent;
    this.#showGhosts();
    this.dispatchEvent(new CustomEvent('motu-propose', { detail: intent, bubbles: true }));
  }

  /** @param {Intent} intent */
  #send(intent) {
    this.#forget();
    this.#showGhosts();
    this.dispatchEvent(new CustomEvent('motu-move', { detail: intent, bubbles: true }));
  }

  #forget() {
    this.#selected = -1;
    this.#proposed = null;
  }

  // --- keyboard

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#board) return;
    const isName = /^[a-z0-9]$/i.test(event.key);
    if (!isName) this.#typed = ''; // what is done with a name ends it
    const line = lineOf(event.target);
    if (line !== null && (event.key === 'Enter' || event.key === ' ')) this.#announce(line);
    else if (event.key in ARROWS) this.#focusOn(stepFrom(this.#board, this.#focused, ARROWS[event.key]), true);
    else if (event.key === 'Home' || event.key === 'End') this.#focusOn(endOfRow(this.#board, this.#focused, event.key === 'End'), true);
    else if (event.key === 'Enter' || event.key === ' ') this.#touch(this.#focused);
    else if (event.key === 'Escape') this.cancel();
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
    const now = performance.now();
    const typed = (now - this.#typedAt < TYPING_MS ? this.#typed : '') + key;
    this.#typedAt = now;
    const names = this.#board?.names ?? [];
    const isBegun = names.some((name) => name.startsWith(typed)) || [...this.#headers.keys()].some((line) => line.startsWith(typed));
    this.#typed = isBegun ? typed : key;
    const cell = names.indexOf(this.#typed);
    if (cell >= 0) this.#focusOn(cell, true);
    else this.#headers.get(this.#typed)?.focus();
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    this.#focusOn(cell, false);
    this.dispatchEvent(new CustomEvent('motu-cell', { detail: { cell, name: this.#board?.names[cell] }, bubbles: true }));
  }

  /** @param {number} cell @param {boolean} isMoved whether the focus goes there, too */
  #focusOn(cell, isMoved) {
    this.#cells[this.#focused]?.setAttribute('tabindex', '-1');
    this.#focused = cell;
    this.#cells[cell]?.setAttribute('tabindex', '0');
    if (isMoved) this.focusBoard();
  }
}

/** @param {EventTarget|null} target @returns {number|null} */
function cellOf(target) {
  const element = target instanceof Element ? target.closest('[data-cell]') : null;
  return element ? Number(element.getAttribute('data-cell')) : null;
}

/** @param {EventTarget|null} target @returns {string|null} */
function lineOf(target) {
  const element = target instanceof Element ? target.closest('[data-line]') : null;
  return element ? element.getAttribute('data-line') : null;
}

/** The cells in rows, as a grid for screen readers has them. @param {BoardView} board @param {SVGElement[]} cells */
function rowsOf(board, cells) {
  /** @type {Map<number, SVGElement[]>} */
  const rows = new Map();
  cells.forEach((element, cell) => {
    const row = board.coordinates[cell][1];
    rows.set(row, [...(rows.get(row) ?? []), element]);
  });
  return [...rows.values()].map((row) => svg('g', { role: 'row' }, ...row));
}

/** @param {SVGElement[]} headers */
function headerRow(headers) {
  for (const header of headers) header.setAttribute('role', 'columnheader');
  return svg('g', { class: 'headers', role: 'row' }, ...headers);
}

/** @param {BoardView} board @param {number} cell @param {SVGElement} mark */
function markAt(board, cell, mark) {
  return svg('g', { transform: moveTo(board.centres[cell]) }, mark);
}

customElements.define('motu-board', MotuBoard);
