// The headers of a board's lines, where lines are announced: what stands on them, and who may press them.

import { drawHeaders, drawPips } from './ground.js';
import { headerRow } from './grid.js';

/** @typedef {import('./types.js').Announcement} Announcement */
/** @typedef {import('./types.js').BoardView} BoardView */
/** @typedef {import('./types.js').Options} Options */
/** @typedef {import('./types.js').PositionView} PositionView */
/** @typedef {(line: string, announcement: Announcement|null) => string} Describe */

export class Headers {
  /** @type {BoardView} */ #board;
  /** @type {Map<string, SVGElement>} */ #elements;

  /** @param {BoardView} board */
  constructor(board) {
    this.#board = board;
    this.#elements = new Map(drawHeaders(board).map(({ line, element }) => [line, element]));
  }

  /** The lines that have one. */
  get lines() {
    return [...this.#elements.keys()];
  }

  /** What is put on the board, or nothing. */
  row() {
    return this.#elements.size ? headerRow([...this.#elements.values()]) : '';
  }

  /** Puts the keyboard on one. @param {string} line */
  focus(line) {
    this.#elements.get(line)?.focus();
  }

  /** Those of some lines have a class, the others have not. @param {string} name @param {(string|undefined)[]} lines */
  mark(name, lines) {
    for (const [line, element] of this.#elements) element.classList.toggle(name, lines.includes(line));
  }

  /**
   * @param {PositionView} position
   * @param {Options} options
   * @param {Map<string, Announcement>|undefined} announcements what can be announced
   * @param {Describe} describe says it to screen readers
   */
  show(position, options, announcements, describe) {
    for (const [line, element] of this.#elements) {
      const announcement = announcements?.get(line);
      const isOpen = options.active && announcement !== undefined;
      element.classList.toggle('open', isOpen);
      element.setAttribute('aria-disabled', String(!isOpen));
      element.setAttribute('aria-label', describe(line, announcement ?? null));
      element.querySelector('.pips')?.replaceChildren(...drawPips(this.#board, position.stones, line));
      showFigures(element, options.lineLabels?.get(line), options.lineHeat?.get(line));
    }
    this.mark('announced', [position.announced ?? undefined]);
    this.mark('hinted', options.hintLines);
  }
}

/** What the engine says of a line. @param {SVGElement} element @param {string|undefined} label @param {import('./types.js').Heat|undefined} heat */
function showFigures(element, label, heat) {
  element.classList.toggle('labelled', label !== undefined);
  element.classList.toggle('ranked', Boolean(heat?.rank));
  element.dataset.grade = heat?.grade ?? '';
  const [odds, rank] = [element.querySelector('.odds'), element.querySelector('.rank')];
  if (rank) rank.textContent = heat?.rank ?? '';
  if (odds) odds.textContent = label ?? '';
}
