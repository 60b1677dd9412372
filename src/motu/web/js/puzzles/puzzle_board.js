// One puzzle on the page: the board, what is asked, and what the judge says. A wrong move is answered on the board by the
// one that refutes it; after a right one the opponent holds out, and whoever likes plays on to the win. The server knows
// the rules and asks the solver.

import * as api from '../api.js';
import { h } from '../dom.js';
import { colourName, specText } from '../games/words.js';
import { _ } from '../i18n.js';
import { boardElement } from '../learn/diagram.js';
import { settings, wantsConfirmation } from '../settings.js';
import { say } from '../shell.js';
import { playSound } from '../sound.js';
import { solved, stumbled } from './progress.js';
import { ownText, repliesText, rulesText, taskText, worthText } from './texts.js';
import { drawWorth } from './worth.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').Equity} Equity */

const REPLY_MS = 700;
const PATIENCE_MS = 900;
/** Nothing is marked. */
const NO_MARKS = { labels: null, lineLabels: null, arrows: [] };

export class PuzzleBoard {
  /** @param {() => void} onProgress something was solved, or a streak is over @param {() => void} onNext */
  constructor(onProgress, onNext) {
    this.onProgress = onProgress;
    this.onNext = onNext;
    /** 'asked': a move is awaited; 'busy'; 'refuted': a wrong move and its answer stand on the board; 'over' */
    this.state = 'busy';
    /** What has been played from the puzzle's position on. @type {string[]} */
    this.line = [];
    this.isHinted = false;
    this.isShown = false;
    this.hasFailed = false;
    this.detail = h('p.detail');
    this.task = h('p.task');
    this.rules = h('p.explanation');
    this.place = h('div.picture');
    this.verdict = h('p.verdict', { role: 'status' });
    this.more = h('div.more');
    this.buttons = h('div.buttons');
    this.element = h(
      'div.lesson.puzzle',
      {},
      h('div.intro', {}, this.detail, this.task, this.rules),
      h('section.card.board-card', { 'aria-label': _('Board') }, this.place),
      h('section.side', { 'aria-label': _('Puzzle') }, this.verdict, this.buttons, this.more),
    );
  }

  /** Shows a puzzle. @param {Puzzle} puzzle @param {string} number which of how many it is */
  async open(puzzle, number) {
    this.puzzle = puzzle;
    this.state = 'busy';
    this.line = [];
    this.isHinted = this.isShown = this.hasFailed = false;
    const [board, [position]] = await Promise.all([api.board(puzzle.spec), this.#ask([])]);
    if (puzzle !== this.puzzle) return;
    this.board = board;
    this.start = position;
    this.detail.textContent = [
      specText(puzzle.spec),
      _('difficulty {number} of 5', { number: puzzle.difficulty }),
      number,
    ].join(' · ');
    this.task.textContent = taskText(puzzle, board, position);
    this.rules.textContent = rulesText(puzzle, board);
    this.more.replaceChildren();
    this.#say('', '');
    this.picture = boardElement(board, this.task.textContent, () => /** @type {PositionView} */ (this.shown));
    this.picture.addEventListener(
      'motu-move',
      (event) => void this.attempt(/** @type {CustomEvent} */ (event).detail.move),
    );
    this.picture.addEventListener('motu-propose', (event) =>
      this.#proposed(/** @type {CustomEvent} */ (event).detail.move),
    );
    this.place.replaceChildren(this.picture);
    this.#await(position, false);
  }

  /** To the board with the keyboard, and what is asked is read aloud. */
  focus() {
    this.picture?.focusBoard();
    this.announce();
  }

  /** What is asked is read aloud. */
  announce() {
    say(this.task.textContent ?? '');
  }

  /** @param {string[]} line @returns {Promise<PositionView[]>} */
  #ask(line) {
    const { spec, moves } = /** @type {Puzzle} */ (this.puzzle);
    return api.positions({ spec, moves: [...moves, ...line] });
  }

  // --- a move

  /** A move that waits for being confirmed. @param {string} move */
  #proposed(move) {
    this.#say(_('{move}: press it again, or finish the turn.', { move }), '');
    this.buttons.replaceChildren(
      h('button.primary', { type: 'button', onclick: () => this.picture?.confirm() }, _('Finish turn')),
      h('button', { type: 'button', onclick: () => this.#drop() }, _('Cancel')),
    );
  }

  #drop() {
    this.picture?.cancel();
    this.#say('', '');
    this.#showButtons();
    this.picture?.focusBoard();
  }

  /** @param {string} move */
  async attempt(move) {
    const { puzzle, board, position } = this;
    if (this.state !== 'asked' || !puzzle || !board || !position) return;
    this.state = 'busy';
    this.#showButtons();
    const slow = setTimeout(() => this.#say(_('The solver is thinking …'), ''), PATIENCE_MS);
    try {
      const line = [...this.line, move];
      const [[after], verdict] = await Promise.all([this.#ask(line), api.tryPuzzle(puzzle.id, line)]);
      if (puzzle !== this.puzzle) return;
      clearTimeout(slow);
      this.#show(after, true);
      await (verdict.is_right ? this.#right(move, after, verdict) : this.#wrong(move, after, verdict));
    } catch (error) {
      if (puzzle !== this.puzzle) return;
      this.#say(String(/** @type {Error} */ (error).message), 'wrong');
      this.#await(position, false);
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {string} move @param {PositionView} after @param {import('../api.js').Verdict} verdict */
  async #right(move, after, verdict) {
    const isFirst = this.line.length === 0;
    this.line.push(move);
    if (isFirst) this.#count();
    const told = [this.#praise(move, isFirst, verdict.equities)];
    const last = await this.#play(verdict.replies, after);
    if (!last) return;
    if (verdict.equities.length) this.more.replaceChildren(drawWorth(verdict.equities, move));
    told.push(...this.#replied(verdict.replies));
    if (verdict.is_over) {
      if (after.result) told.push(_('The game is won.'));
      this.state = 'over';
      playSound('end');
      this.#showButtons();
    } else {
      told.push(isFirst ? _('Play on until you have won, or take the next puzzle.') : '');
      this.#await(last, false);
    }
    this.#say(told.filter(Boolean).join(' '), 'right');
  }

  /** Solved with the first move, unless the solution was shown. */
  #count() {
    if (this.isShown || !this.puzzle) return;
    solved(this.puzzle.id, !this.isHinted && !this.hasFailed);
    this.onProgress();
  }

  /** @param {string} move @param {boolean} isFirst @param {readonly Equity[]} equities @returns {string} */
  #praise(move, isFirst, equities) {
    const [best, second] = equities;
    if (best && second)
      return _('Right: this is worth {worth}, and the next best move {other}.', {
        worth: worthText(best),
        other: worthText(second),
      });
    const played = this.board ? ownText(this.board, move) : '';
    return [isFirst ? _('Right, and nothing else wins.') : _('Right.'), played].join(' ');
  }

  /** @param {readonly string[]} replies */
  #replied(replies) {
    return this.board && this.start && replies.length ? [repliesText(this.board, replies, 1 - this.start.to_move)] : [];
  }

  /** @param {string} move @param {PositionView} after @param {import('../api.js').Verdict} verdict */
  async #wrong(move, after, verdict) {
    this.hasFailed = true;
    stumbled();
    this.onProgress();
    const wasOnBoard = this.picture?.contains(document.activeElement);
    const length = this.line.length;
    this.line.push(move);
    if (!(await this.#play(verdict.replies, after))) return;
    this.line.length = length; // back to where a right move is to be found
    this.state = 'refuted';
    this.#configure();
    this.#showButtons();
    this.#say(this.#blame(move, verdict), 'wrong');
    if (wasOnBoard) this.again?.focus();
  }

  /** @param {string} move @param {import('../api.js').Verdict} verdict */
  #blame(move, verdict) {
    const { board, start } = this;
    if (!board || !start) return '';
    const [worth] = verdict.equities;
    const played = ownText(board, move);
    if (worth)
      return [played, _('This is worth {worth}; another move is worth more.', { worth: worthText(worth) })].join(' ');
    const colour = colourName(board, 1 - start.to_move);
    const end = verdict.replies.length
      ? _('Now {colour} wins, whatever you play.', { colour })
      : _('That does not win.');
    return [played, ...this.#replied(verdict.replies), end].join(' ');
  }

  /** Plays what the opponent answers; returns the last position, or nothing when another puzzle is shown by then.
   * @param {readonly string[]} replies @param {PositionView} after */
  async #play(replies, after) {
    const { puzzle } = this;
    playSound('stone');
    if (!replies.length) return after;
    await new Promise((done) => setTimeout(done, REPLY_MS));
    if (puzzle !== this.puzzle) return null;
    this.line.push(...replies);
    const [last] = await this.#ask(this.line);
    if (puzzle !== this.puzzle) return null;
    this.#show(last, true);
    playSound('stone');
    return last;
  }

  // --- help

  #tryAgain() {
    if (this.state !== 'refuted' || !this.position) return;
    this.#say('', '');
    this.#await(this.position, false);
    this.picture?.focusBoard();
  }

  #hint() {
    if (this.isHinted || this.state !== 'asked' || !this.puzzle) return;
    this.isHinted = true;
    stumbled();
    this.onProgress();
    this.#say(_('One of these is right: {moves}.', { moves: this.puzzle.hint.join(', ') }), '');
    this.#configure();
    this.#showButtons();
    this.picture?.focusBoard();
  }

  async #solution() {
    const { puzzle } = this;
    if (!puzzle || this.state === 'busy' || this.state === 'over') return;
    if (this.state === 'refuted') this.#tryAgain();
    this.isShown = true;
    stumbled();
    this.onProgress();
    try {
      const { move } = await api.puzzleSolution(puzzle.id, this.line);
      if (puzzle === this.puzzle) await this.attempt(move);
    } catch (error) {
      this.#say(String(/** @type {Error} */ (error).message), 'wrong');
    }
  }

  // --- what is shown

  /** Shows a position in which a move is awaited. @param {PositionView} position @param {boolean} isAnimated */
  #await(position, isAnimated) {
    this.position = position;
    this.state = 'asked';
    if (this.shown !== position) this.#show(position, isAnimated);
    else this.#configure();
    this.#showButtons();
  }

  /** @param {PositionView} position @param {boolean} isAnimated */
  #show(position, isAnimated) {
    this.shown = position;
    this.#configure();
    this.picture?.show(position, isAnimated);
  }

  #configure() {
    const { coordinates, patterns, style, weak } = settings();
    const marks = this.isHinted && this.line.length === 0 && this.state === 'asked' ? this.#marks() : NO_MARKS;
    this.picture?.configure({
      active: this.state === 'asked',
      confirm: wantsConfirmation(),
      coordinates,
      patterns,
      style,
      weak,
      ...marks,
    });
  }

  /** The moves of the hint on the board. */
  #marks() {
    const { board, puzzle } = this;
    if (!board || !puzzle) return NO_MARKS;
    const cellOf = (/** @type {string} */ name) => board.names.indexOf(name);
    const labels = new Map();
    const lineLabels = new Map();
    const arrows = [];
    for (const move of puzzle.hint) {
      const [from, to] = move.split('-').map(cellOf);
      if (move.includes('-')) arrows.push({ from, to, weight: 0.5 });
      else if (board.kind === 'squares') lineLabels.set(move, '?');
      else labels.set(from >= 0 ? from : cellOf(move.slice(1)), '?');
    }
    return { labels, lineLabels, arrows };
  }

  /** @param {string} text @param {''|'right'|'wrong'} kind */
  #say(text, kind) {
    const sign = { '': '', right: '✓ ', wrong: '✗ ' }[kind];
    this.verdict.replaceChildren(h('span', { 'aria-hidden': 'true' }, sign), text);
    this.verdict.dataset.kind = kind;
  }

  #showButtons() {
    const hadFocus = this.buttons.contains(document.activeElement);
    const isSolved = this.line.length > 0;
    const button = (/** @type {string} */ text, /** @type {() => void} */ action, isMain = false) =>
      h(isMain ? 'button.primary' : 'button', { type: 'button', onclick: action }, text);
    this.again = this.state === 'refuted' ? button(_('Try again'), () => this.#tryAgain(), true) : null;
    const hint = this.state === 'asked' && !isSolved && !this.isHinted ? button(_('Hint'), () => this.#hint()) : null;
    const solution =
      this.state === 'over'
        ? null
        : button(isSolved ? _('Show a winning move') : _('Show the solution'), () => void this.#solution());
    const next = button(_('Next puzzle'), this.onNext, isSolved && this.state !== 'refuted');
    this.buttons.replaceChildren(
      ...[this.again, hint, solution, next].filter((each) => each !== null),
      this.#studyLink(),
    );
    if (hadFocus && !this.buttons.contains(document.activeElement)) (this.again ?? next).focus();
  }

  #studyLink() {
    const { spec, moves } = /** @type {Puzzle} */ (this.puzzle);
    const query = new URLSearchParams({ spec, moves: [...moves, ...this.line].join(' '), at: 'end' });
    return h('a.button', { href: `/study?${query}` }, _('Open in the analysis board'));
  }
}
