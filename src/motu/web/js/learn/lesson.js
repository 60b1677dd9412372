// A lesson: one task after another, each a position in which one move is looked for. A try that was not it is answered in
// words, and the board goes back; a right one is explained, and the next task opens.

import * as api from '../api.js';
import { wantsNoMotion } from '../board/stones.js';
import { h } from '../dom.js';
import { hintText } from '../games/words.js';
import { _, currentLanguage } from '../i18n.js';
import { settings } from '../settings.js';
import { say, setGround } from '../shell.js';
import { playSound } from '../sound.js';
import { boardElement } from './diagram.js';
import { firstOpen, keepSolved, solvedOf } from './progress.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {{board: BoardView, move: string, before: PositionView, after: PositionView, ask: (more: string[]) => Promise<PositionView>}} Attempt */
/** @typedef {{isRight: boolean, text: string}} Verdict */
/**
 * @typedef {object} Task
 * @property {string} name      never changes: progress is kept by it
 * @property {string} spec
 * @property {string[]} [moves]  to the position
 * @property {object} [setup]    or a position set by hand
 * @property {Record<string, string>} [marks]  texts on cells
 * @property {number[]} [lit]    islands that are pointed out
 * @property {string} text       what is asked
 * @property {string} solution   a right move
 * @property {string[]} [reply]  what happens after a right move, such as a roll
 * @property {(attempt: Attempt) => Verdict|Promise<Verdict>} judge
 * @property {(cell: string) => string|null} [forbidden]  why a cell that can't be played can't be
 */

const REPLY_MS = 700;

/** Which task was open last, for the same page in another language: by game. @type {Map<string, {index: number, language: string}>} */
const left = new Map();

export class Lesson {
  /** @param {string} game @param {() => Task[]} tasks @param {() => HTMLElement} ending what stands below the last task */
  constructor(game, tasks, ending) {
    this.game = game;
    this.tasks = tasks();
    this.ending = ending;
    const before = left.get(game);
    const isSame = before !== undefined && before.language !== currentLanguage();
    this.index = isSame ? before.index : firstOpen(game, this.tasks);
    this.isDone = false;
    this.isBusy = false;
    /** Moves that were tried. */
    this.turn = 0;
    this.count = h('p.detail');
    this.text = h('p.task');
    this.place = h('div.picture');
    this.verdict = h('p.verdict', { role: 'status' });
    this.buttons = h('div.buttons');
    this.element = h(
      'div.lesson',
      {},
      h('div.intro', {}, this.count, this.text),
      h('section.board-card', { 'aria-label': _('Board') }, this.place),
      h('section.side', { 'aria-label': _('Task') }, this.verdict, this.buttons),
    );
  }

  /** @returns {Task} */
  get task() {
    return this.tasks[this.index];
  }

  /** Shows the task anew. */
  async open() {
    const { task } = this;
    left.set(this.game, { index: this.index, language: currentLanguage() });
    const [board, [position]] = await Promise.all([api.board(task.spec), this.#ask([])]);
    this.board = board;
    this.start = position;
    this.shown = position;
    this.isDone = false;
    this.#showCount();
    this.text.textContent = task.text;
    setGround(board.kind);
    this.#say('', '');
    this.picture = this.#newBoard(board);
    this.place.replaceChildren(this.picture);
    this.#show(position, false);
    this.#showButtons();
  }

  /** @param {BoardView} board */
  #newBoard(board) {
    const element = boardElement(board, this.count.textContent ?? '', () => /** @type {PositionView} */ (this.shown));
    element.addEventListener('motu-move', (event) => void this.attempt(/** @type {CustomEvent} */ (event).detail.move));
    // The board hears of it as well, and has begun a move by then if there is one to begin.
    const touched = (/** @type {Event} */ event) => setTimeout(() => this.#touched(event.target), 0);
    element.addEventListener('click', touched);
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') touched(event);
    });
    return element;
  }

  /** @param {string[]} more @returns {Promise<PositionView[]>} */
  #ask(more) {
    const { spec, moves = [], setup } = this.task;
    return api.positions({ spec, moves: [...moves, ...more], setup: setup ?? null });
  }

  /**
   * Of moves that are made while the server is asked the last one counts.
   * @param {string} move
   * @param {boolean} [isGiven] whether it is the solution's, and nobody's own
   */
  async attempt(move, isGiven = false) {
    if (this.isDone || !this.board || !this.start) return;
    const turn = (this.turn += 1);
    this.isBusy = true;
    const { board, start, task } = this;
    const isLast = () => turn === this.turn && task === this.task;
    try {
      const [after] = await this.#ask([move]);
      const ask = async (/** @type {string[]} */ more) => (await this.#ask([move, ...more]))[0];
      const verdict = await task.judge({ board, move, before: start, after, ask });
      if (!isLast()) return;
      if (verdict.isRight) await this.#succeed(move, after, verdict.text, isGiven);
      else this.#fail(verdict.text);
    } catch (error) {
      if (isLast()) this.#fail(String(/** @type {Error} */ (error).message));
    } finally {
      if (turn === this.turn) this.isBusy = false;
    }
  }

  /** What was only shown earns no praise, and does not count. @param {string} move @param {PositionView} after @param {string} text @param {boolean} isGiven */
  async #succeed(move, after, text, isGiven) {
    const { task } = this;
    this.isDone = true;
    this.#show(after, true);
    const roll = (task.reply ?? []).find((each) => each.startsWith('='));
    const die =
      roll && move[0] !== '=' ? { line: move, face: Number(roll.slice(1)), isRolling: !wantsNoMotion() } : null;
    this.picture?.configure({ die });
    if (task.reply) {
      await new Promise((done) => setTimeout(done, REPLY_MS));
      const [last] = await this.#ask([move, ...task.reply]);
      if (task !== this.task) return;
      this.picture?.configure({ die: die && { ...die, isRolling: false } });
      this.#show(last, true);
    }
    playSound(this.shown?.result ? 'end' : 'stone');
    this.#say(
      [isGiven ? _('The answer is {move}.', { move }) : _('Right.'), text].join(' '),
      isGiven ? 'given' : 'right',
    );
    if (!isGiven) keepSolved(this.game, task.name);
    this.#showCount();
    this.#showButtons();
  }

  /** @param {string} text */
  #fail(text) {
    this.#say(text, 'wrong'); // a piece that has been picked up since then stays in the hand
  }

  /** A hand on a cell where nothing can be played. @param {EventTarget|null} target */
  #touched(target) {
    const { board, start } = this;
    const element = target instanceof Element ? target.closest('[data-cell]') : null;
    if (!element || !board || !start || this.isBusy || this.isDone) return;
    const cell = Number(element.getAttribute('data-cell'));
    const isOpen =
      [start.place, start.flip, start.put_back].some((cells) => cells?.includes(cell)) ||
      start.steps?.some(([from]) => from === cell);
    const text = isOpen ? null : this.task.forbidden?.(board.names[cell]);
    if (text) this.#say(text, 'wrong');
  }

  /** @param {PositionView} position @param {boolean} isAnimated */
  #show(position, isAnimated) {
    this.shown = position;
    const { coordinates, patterns, style } = settings();
    const marks = Object.entries(this.task.marks ?? {}).map(
      ([cell, text]) => /** @type {[number, string]} */ ([this.board?.names.indexOf(cell) ?? -1, text]),
    );
    const lit = this.task.lit ?? [];
    this.picture?.configure({
      active: !this.isDone,
      coordinates,
      patterns,
      style,
      weak: true,
      labels: new Map(marks),
      lit,
    });
    this.picture?.show(position, isAnimated);
  }

  #showCount() {
    const count = this.tasks.length;
    this.count.textContent = [
      _('Task {number} of {count}', { number: this.index + 1, count }),
      _('{solved} of {count} solved', { solved: solvedOf(this.game, this.tasks), count }),
    ].join(' · ');
  }

  /** @param {string} text @param {''|'right'|'wrong'|'given'} kind */
  #say(text, kind) {
    const sign = { '': '', right: '✓ ', wrong: '✗ ', given: '' }[kind];
    this.verdict.replaceChildren(h('span', { 'aria-hidden': 'true' }, sign), text);
    this.verdict.dataset.kind = kind;
  }

  /** The keyboard goes on with what comes next. */
  #showButtons() {
    const hadFocus = this.buttons.contains(document.activeElement);
    const isLast = this.index === this.tasks.length - 1;
    const { task } = this;
    const back = h(
      'button',
      { type: 'button', 'aria-disabled': String(this.index === 0), onclick: () => void this.#turn(-1) },
      _('Previous task'),
    );
    if (!this.isDone) {
      const hint = this.board && this.start ? hintText(this.board, this.start) : '';
      this.buttons.replaceChildren(
        back,
        h('button', { type: 'button', onclick: () => void this.attempt(task.solution, true) }, _('Show me')),
        h('p.explanation', {}, hint),
      );
    } else if (isLast) this.buttons.replaceChildren(back, this.ending());
    else
      this.buttons.replaceChildren(
        back,
        h('button.primary', { type: 'button', onclick: () => void this.#turn(1) }, _('Next task')),
      );
    if (hadFocus) /** @type {HTMLElement} */ (this.buttons.querySelector('.primary') ?? back).focus();
  }

  /** @param {number} by */
  async #turn(by) {
    const wanted = this.index + by;
    if (wanted < 0 || wanted >= this.tasks.length) return;
    this.index = wanted;
    await this.open();
    this.picture?.focusBoard();
    say(`${this.count.textContent} ${this.task.text}`);
  }
}
