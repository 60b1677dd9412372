// The page of a puzzle: the board, what is asked, and what the judge says. A wrong move is answered on the board by the
// one that refutes it; after a right one the opponent holds out, and whoever likes plays on to the win. answers.js knows
// who judges; puzzle_state.js has what is known here.

import * as api from '../api.js';
import { h } from '../dom.js';
import { specText } from '../games/titles.js';
import { _ } from '../i18n.js';
import { boardElement } from '../learn/diagram.js';
import { settings, wantsConfirmation } from '../settings.js';
import { say } from '../shell.js';
import { playSound } from '../sound.js';
import * as answers from './answers.js';
import { solved } from './progress.js';
import * as model from './puzzle_state.js';
import * as desk from './puzzles_api.js';
import { answerText, blameText, praiseText, repliesText, rulesText, taskText } from './texts.js';
import { themesText } from './themes.js';
import { drawWorth } from './worth.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../api.js').Puzzle} Puzzle */
/** @typedef {import('../api.js').Verdict} Verdict */
/** @typedef {import('../api.js').Counted} Counted */

const REPLY_MS = 700;
const PATIENCE_MS = 900;

export class PuzzleBoard {
  /**
   * @param {(puzzle: Puzzle, counted: Counted|null) => void} onProgress a puzzle was solved, or a first answer counted
   * @param {() => void} onNext
   */
  constructor(onProgress, onNext) {
    this.state = model.newPuzzle();
    this.onProgress = onProgress;
    this.onNext = onNext;
    this.detail = h('p.detail');
    this.task = h('p.task');
    this.rules = h('p.explanation');
    this.place = h('div.picture');
    this.verdict = h('p.verdict', { role: 'status' });
    this.more = h('div.more');
    this.buttons = h('div.buttons');
    this.themes = '';
    this.element = h(
      'div.lesson.puzzle',
      {},
      h('div.intro', {}, this.detail, this.task, this.rules),
      h('section.board-card', { 'aria-label': _('Board') }, this.place),
      h('section.side', { 'aria-label': _('Puzzle') }, this.verdict, this.buttons, this.more),
    );
  }

  /**
   * Shows a puzzle.
   * @param {import('../api.js').PuzzleItem} item
   * @param {string} [number] which of how many it is
   * @returns {Promise<BoardView|null>} its board; null where another one has been opened meanwhile
   */
  async open({ id, themes }, number = '') {
    const { state } = this;
    const opening = model.openPuzzle(state, null);
    const puzzle = await desk.puzzle(id);
    if (!model.isSamePuzzle(state, opening)) return null;
    const opened = model.openPuzzle(state, puzzle);
    const [board, position] = await Promise.all([api.board(puzzle.spec), answers.positionAfter(puzzle, [])]);
    if (!model.isSamePuzzle(state, opened)) return null;
    model.begin(state, board, position);
    this.detail.textContent = [
      specText(puzzle.spec),
      _('difficulty {number} of 5', { number: puzzle.difficulty }),
      number,
    ]
      .filter(Boolean)
      .join(' · ');
    this.task.textContent = taskText(puzzle, board, position);
    this.rules.textContent = rulesText(puzzle, board);
    this.themes = themesText(themes);
    this.more.replaceChildren();
    this.#say('', '');
    this.picture = this.#makeBoard(board);
    this.place.replaceChildren(this.picture);
    this.#show(false);
    this.#showButtons();
    return board;
  }

  /** What is still on its way finds nothing to show. */
  close() {
    model.openPuzzle(this.state, null);
    answers.rest();
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

  /** @param {BoardView} board */
  #makeBoard(board) {
    const { state } = this;
    const label = this.task.textContent ?? '';
    const picture = boardElement(board, label, () => /** @type {PositionView} */ (state.shown));
    const moveOf = (/** @type {Event} */ event) => /** @type {CustomEvent} */ (event).detail.move;
    picture.addEventListener('motu-move', (event) => void this.attempt(moveOf(event)));
    picture.addEventListener('motu-propose', (event) => this.#proposed(moveOf(event)));
    picture.addEventListener('motu-drop', () => this.#dropped());
    return picture;
  }

  // --- a move

  /** A move that waits for being confirmed. @param {string} move */
  #proposed(move) {
    const finish = _('Finish turn');
    this.#say(_('{move}: choose it again or press {button}.', { move, button: finish }), '');
    this.buttons.replaceChildren(
      button(finish, () => this.picture?.confirm(), true),
      button(_('Cancel'), () => this.picture?.cancel()),
    );
  }

  #dropped() {
    const hadFocus = this.buttons.contains(document.activeElement);
    this.#say('', '');
    this.#showButtons();
    if (hadFocus) this.picture?.focusBoard();
  }

  /** @param {string} move @param {boolean} [isGiven] whether it is the solution's */
  async attempt(move, isGiven = false) {
    const { state } = this;
    const { puzzle } = state;
    const attempt = model.beginAttempt(state, move, isGiven);
    if (!puzzle || !attempt) return;
    this.#showButtons();
    const slow = setTimeout(() => this.#askForPatience(attempt), PATIENCE_MS);
    try {
      const person = /** @type {PositionView} */ (state.start).player;
      const answered = Promise.all([
        answers.positionAfter(puzzle, attempt.line),
        answers.judge(puzzle, attempt.line, person),
      ]);
      const [after, verdict] = await answered.finally(() => clearTimeout(slow));
      if (model.isSamePuzzle(state, attempt)) await this.#judged(puzzle, attempt, after, verdict);
    } catch (error) {
      if (!model.isSamePuzzle(state, attempt)) return;
      this.#say(String(/** @type {Error} */ (error).message), 'wrong');
      model.dropAttempt(state, attempt);
      this.#show(false);
      this.#showButtons();
    }
  }

  /** @param {model.Attempt} attempt */
  #askForPatience(attempt) {
    if (model.isSamePuzzle(this.state, attempt)) this.#say(_('The solver is thinking …'), '');
  }

  /** @param {Puzzle} puzzle @param {model.Attempt} attempt @param {PositionView} after @param {Verdict} verdict */
  async #judged(puzzle, attempt, after, verdict) {
    const { state } = this;
    const isFound = model.takeVerdict(state, attempt, after, verdict);
    this.#show(true);
    if (isFound) solved(puzzle.id);
    if (isFound || verdict.counted) this.onProgress(puzzle, verdict.counted);
    const wasOnBoard = this.picture?.contains(document.activeElement);
    playSound('stone');
    if (verdict.replies.length) await this.#reply(puzzle, attempt, verdict.replies);
    if (!model.isSamePuzzle(state, attempt)) return;
    model.endAttempt(state, attempt, verdict);
    if (verdict.is_right && attempt.length === 0) this.#showMore(attempt.move, verdict);
    if (state.phase === 'over') playSound('end');
    this.#show(false);
    this.#showButtons();
    this.#say(this.#told(attempt, after, verdict), attempt.isGiven ? 'given' : verdict.is_right ? 'right' : 'wrong');
    if (!verdict.is_right && wasOnBoard) this.again?.focus();
  }

  /** What is told of a puzzle that is solved. @param {string} move @param {Verdict} verdict */
  #showMore(move, { equities }) {
    this.more.replaceChildren(
      ...(this.themes ? [h('p.detail.themes', {}, this.themes)] : []),
      ...(equities.length ? [drawWorth(equities, move)] : []),
    );
  }

  /** Plays what the opponent answers. @param {Puzzle} puzzle @param {model.Attempt} attempt @param {string[]} replies */
  async #reply(puzzle, attempt, replies) {
    const { state } = this;
    await new Promise((done) => setTimeout(done, REPLY_MS));
    if (!model.isSamePuzzle(state, attempt)) return;
    const last = await answers.positionAfter(puzzle, [...attempt.line, ...replies]);
    if (!model.isSamePuzzle(state, attempt)) return;
    model.takeReplies(state, replies, last);
    this.#show(true);
    playSound('stone');
  }

  /** What is said of a move. @param {model.Attempt} attempt @param {PositionView} after @param {Verdict} verdict */
  #told(attempt, after, verdict) {
    const { board, start } = this.state;
    if (!board || !start) return '';
    const { move, length } = attempt;
    const { replies, equities } = verdict;
    const opponent = 1 - start.to_move;
    if (!verdict.is_right) return blameText(board, move, opponent, verdict);
    const told = [attempt.isGiven ? answerText(move, equities) : praiseText(board, move, length === 0, equities)];
    if (replies.length) told.push(repliesText(board, replies, opponent));
    if (verdict.is_over && after.result) told.push(_('The game is won.'));
    if (!verdict.is_over && length === 0) told.push(_('Play on until you win, or go to the next puzzle.'));
    return told.join(' ');
  }

  // --- help

  #tryAgain() {
    if (!model.tryAgain(this.state)) return;
    this.#say('', '');
    this.#show(false);
    this.#showButtons();
    this.picture?.focusBoard();
  }

  async #hint() {
    const { state } = this;
    const { puzzle } = state;
    const asked = model.askHint(state);
    if (!puzzle || !asked) return;
    try {
      const { moves, counted } = await desk.puzzleHint(puzzle.id);
      this.onProgress(puzzle, counted);
      if (!model.takeHint(state, asked, moves)) return;
      this.#say(_('One of these is right: {moves}.', { moves: moves.join(', ') }), '');
      this.#configure();
      this.#showButtons();
      this.picture?.focusBoard();
    } catch (error) {
      if (model.isSamePuzzle(state, asked)) this.#say(String(/** @type {Error} */ (error).message), 'wrong');
    }
  }

  async #solution() {
    const { state } = this;
    const { puzzle } = state;
    const asked = model.askSolution(state);
    if (!puzzle || !asked) return;
    this.#tryAgain();
    try {
      const { move, counted } = await answers.solution(puzzle, state.line);
      if (counted) this.onProgress(puzzle, counted);
      if (model.isSameMoment(state, asked)) await this.attempt(move, true);
    } catch (error) {
      if (model.isSamePuzzle(state, asked)) this.#say(String(/** @type {Error} */ (error).message), 'wrong');
    }
  }

  // --- what is shown

  /** @param {boolean} isAnimated */
  #show(isAnimated) {
    const { shown } = this.state;
    this.#configure();
    if (shown && this.picture?.position !== shown) this.picture?.show(shown, isAnimated);
  }

  #configure() {
    const { coordinates, patterns, style, weak } = settings();
    this.picture?.configure({
      active: this.state.phase === 'asked',
      confirm: wantsConfirmation(),
      coordinates,
      patterns,
      style,
      weak,
      ...model.marksOf(this.state),
    });
  }

  /** @param {string} text @param {''|'right'|'wrong'|'given'} kind */
  #say(text, kind) {
    const sign = { '': '', right: '✓ ', wrong: '✗ ', given: '' }[kind];
    this.verdict.replaceChildren(h('span', { 'aria-hidden': 'true' }, sign), text);
    this.verdict.dataset.kind = kind;
  }

  #showButtons() {
    const { state } = this;
    const hadFocus = this.buttons.contains(document.activeElement);
    const drawn = model.offersOf(state).map((offer) => ({ offer, element: this.#drawOffer(offer) }));
    const find = (/** @type {model.Offer} */ wanted) => drawn.find(({ offer }) => offer === wanted)?.element ?? null;
    this.again = find('again');
    this.buttons.replaceChildren(...drawn.map(({ element }) => element), this.#studyLink());
    if (hadFocus && !this.buttons.contains(document.activeElement)) (this.again ?? find('next'))?.focus();
  }

  /** @param {model.Offer} offer */
  #drawOffer(offer) {
    const isSolved = model.isSolved(this.state);
    if (offer === 'again') return button(_('Try again'), () => this.#tryAgain(), true);
    if (offer === 'hint') return button(_('Hint'), () => void this.#hint());
    if (offer === 'next') return button(_('Next puzzle'), this.onNext, isSolved && this.state.phase !== 'refuted');
    return button(isSolved ? _('Show a winning move') : _('Show the solution'), () => void this.#solution());
  }

  #studyLink() {
    const { puzzle, line } = this.state;
    const { spec, moves } = /** @type {Puzzle} */ (puzzle);
    const query = new URLSearchParams({ spec, moves: [...moves, ...line].join(' '), at: 'end' });
    return h('a.button', { href: `/study?${query}` }, _('Open in the analysis board'));
  }
}

/** @param {string} text @param {() => void} onclick @param {boolean} [isMain] */
function button(text, onclick, isMain = false) {
  return h(isMain ? 'button.primary' : 'button', { type: 'button', onclick }, text);
}
