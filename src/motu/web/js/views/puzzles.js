// Puzzles: /puzzles goes on where somebody was, /puzzles/GAME with a game, /puzzles/ID with one puzzle.

import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _ } from '../i18n.js';
import { keepProgress, progress } from '../puzzles/progress.js';
import { PuzzleBoard } from '../puzzles/puzzle_board.js';
import { setGround } from '../shell.js';
import { useStyle } from '../style.js';

/** @typedef {import('../api.js').Puzzle} Puzzle */

const GAMES = ['atoll', 'atomorph', 'atmalof'];
const DIFFICULTIES = [1, 2, 3, 4, 5];

await useStyle('learn');

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const page = new PuzzlesPage(await api.puzzles());
  place.append(page.element);
  await page.begin(parts[0] ?? '');
  return () => page.close();
}

class PuzzlesPage {
  /** @param {Puzzle[]} all */
  constructor(all) {
    this.all = all;
    this.count = h('p.detail');
    this.board = new PuzzleBoard(
      () => this.#showCount(),
      () => void this.#next(),
    );
    this.choice = h('div.puzzle-choice');
    this.element = h(
      'div.lesson-page',
      {},
      h('h1', {}, _('Puzzles')),
      h('div.puzzle-top', {}, this.choice, this.count),
      this.board.element,
    );
  }

  close() {
    this.board.close();
  }

  /** @param {string} wanted a game, a puzzle's id or nothing */
  async begin(wanted) {
    const named = this.all.find(({ id }) => id === wanted);
    if (wanted && !named && !GAMES.includes(wanted)) throw new Error(_('There is no puzzle of this name.'));
    if (named && !this.#chosen().includes(named)) keepProgress({ game: named.game, difficulty: 0 });
    if (!named && wanted) keepProgress({ game: wanted });
    this.#showChoice();
    await this.#open(named ?? this.#firstOpen());
  }

  /** The puzzles that are chosen. */
  #chosen() {
    const { game, difficulty } = progress();
    const found = this.all.filter(
      (each) => (!game || each.game === game) && (!difficulty || each.difficulty === difficulty),
    );
    return found.length ? found : this.all;
  }

  /** The first one after another that is not solved; where all are, the one behind it. @param {Puzzle} [after] */
  #firstOpen(after) {
    const chosen = this.#chosen();
    const begin = after ? chosen.indexOf(after) + 1 : 0;
    const turned = [...chosen.slice(begin), ...chosen.slice(0, begin)];
    const done = new Set(progress().solved);
    return turned.find(({ id }) => !done.has(id) && id !== after?.id) ?? turned[0];
  }

  async #next() {
    await this.#open(this.#firstOpen(this.board.state.puzzle ?? undefined));
    this.board.focus();
  }

  /** @param {Puzzle} puzzle */
  async #open(puzzle) {
    const chosen = this.#chosen();
    history.replaceState(null, '', `/puzzles/${puzzle.id}`);
    this.#showCount();
    const board = await this.board.open(
      puzzle,
      _('{number} of {count}', { number: chosen.indexOf(puzzle) + 1, count: chosen.length }),
    );
    if (board) setGround(board.kind);
  }

  #showCount() {
    const { solved, streak, best } = progress();
    const done = new Set(solved);
    const chosen = this.#chosen();
    const texts = [
      _('{solved} of {count} solved', { solved: chosen.filter(({ id }) => done.has(id)).length, count: chosen.length }),
    ];
    if (streak > 1) texts.push(_('{count} in a row', { count: streak }));
    if (best > Math.max(1, streak)) texts.push(_('the longest row: {count}', { count: best }));
    this.count.textContent = texts.join(' · ');
  }

  #showChoice() {
    const { game, difficulty } = progress();
    const games = [['', _('All games')], ...GAMES.map((each) => [each, gameName(each)])];
    const levels = [
      ['0', _('All difficulties')],
      ...DIFFICULTIES.map((each) => [String(each), _('Difficulty {number}', { number: each })]),
    ];
    this.choice.replaceChildren(
      select(_('Game'), games, game, (value) => this.#choose({ game: value })),
      select(_('Difficulty'), levels, String(difficulty), (value) => this.#choose({ difficulty: Number(value) })),
    );
  }

  /** @param {Partial<import('../puzzles/progress.js').Progress>} change */
  #choose(change) {
    keepProgress(change);
    void this.#open(this.#firstOpen()).then(() => this.board.announce());
  }
}

/** @param {string} name @param {string[][]} options @param {string} value @param {(value: string) => void} choose */
function select(name, options, value, choose) {
  const id = freshId();
  const element = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      { id, onchange: () => choose(element.value) },
      ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
    )
  );
  return h('div.choice-of', {}, h('label', { for: id }, name), element);
}
