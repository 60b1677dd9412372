// Puzzles: /puzzles goes on where somebody was, /puzzles/GAME with a game, /puzzles/ID with one puzzle.

import * as desk from '../puzzles/puzzles_api.js';
import { freshId, h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _, ngettext, number } from '../i18n.js';
import { chosenOf, nextOf, OWN, themesOf } from '../puzzles/choice.js';
import { keepProgress, NEAR, progress, solved } from '../puzzles/progress.js';
import { namedThemes } from '../puzzles/themes.js';
import { PuzzleBoard } from '../puzzles/puzzle_board.js';
import { pushAddress, replaceAddress, setGround } from '../shell.js';
import { useStyle } from '../style.js';

/** @typedef {import('../puzzles/choice.js').PuzzleItem} PuzzleItem */
/** @typedef {import('../api.js').PuzzleProgress} PuzzleProgress */
/** @typedef {import('../api.js').Counted} Counted */

const GAMES = ['atoll', 'atomorph', 'atmalof'];
const DIFFICULTIES = [1, 2, 3, 4, 5];
/** A rating that is known less surely is told as a rough one. */
const ROUGH = 110;

await useStyle('learn');

/** What the page is, before the server has answered. */
export const heading = () => _('Puzzles');

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const [shipped, own, person] = await Promise.all([desk.puzzles(), desk.ownPuzzles(), desk.puzzleProgress()]);
  const page = new PuzzlesPage([...shipped, ...own.map((each) => ({ ...each, isOwn: true }))], person);
  place.append(page.element);
  await page.begin(parts[0] ?? '');
  return () => page.close();
}

class PuzzlesPage {
  /** @param {PuzzleItem[]} all @param {PuzzleProgress} person */
  constructor(all, person) {
    this.all = all;
    this.person = person;
    solved(...person.solved);
    /** @type {PuzzleItem|null} */
    this.open = null;
    this.count = h('p.detail');
    this.rating = h('p.rating', { role: 'status' });
    this.board = new PuzzleBoard(
      ({ id, game }, counted) => this.#counted(id, game, counted),
      () => void this.#next(),
    );
    this.choice = h('div.puzzle-choice');
    this.element = h(
      'div.lesson-page',
      {},
      h('h1', {}, _('Puzzles')),
      h('div.puzzle-top', {}, this.choice, this.rating, this.count),
      this.board.element,
    );
  }

  close() {
    this.board.close();
  }

  /** @param {string} wanted a game, a puzzle's id or nothing */
  async begin(wanted) {
    const named = this.all.find(({ id }) => id === wanted);
    if (wanted && !named && ![...GAMES, OWN].includes(wanted)) throw new Error(_('There is no such puzzle.'));
    if (named && !this.#chosen().includes(named))
      keepProgress({ game: named.isOwn ? OWN : named.game, difficulty: NEAR, theme: '' });
    if (!named && wanted) keepProgress({ game: wanted, theme: '' });
    if (wanted === OWN) keepProgress({ difficulty: 0 });
    this.#showChoice();
    await this.#show(named ?? this.#firstOpen());
  }

  /** The puzzles that are chosen. */
  #chosen() {
    return chosenOf(this.all, progress());
  }

  /** The one that comes next. @param {PuzzleItem|null} [after] */
  #firstOpen(after) {
    const missed = progress().difficulty === NEAR ? this.person.missed : [];
    const done = new Set([...progress().solved, ...missed]);
    return nextOf(this.#chosen(), progress(), done, this.person.ratings, after?.id);
  }

  async #next() {
    await this.#show(this.#firstOpen(this.open));
    this.board.focus();
  }

  /** @param {PuzzleItem} puzzle */
  async #show(puzzle) {
    const chosen = this.#chosen();
    const isFirst = this.open === null || this.open === puzzle;
    this.open = puzzle;
    (isFirst ? replaceAddress : pushAddress)(`/puzzles/${puzzle.id}`);
    this.#showCount();
    this.#showRating(puzzle.game);
    const board = await this.board.open(
      puzzle,
      _('{number} of {count}', { number: chosen.indexOf(puzzle) + 1, count: chosen.length }),
    );
    if (board) setGround(board.kind);
  }

  /** Something was solved, and perhaps counted. @param {string} id @param {string} game @param {Counted|null} counted */
  #counted(id, game, counted) {
    if (counted) {
      const { before, after, streak } = counted;
      this.person.ratings[game] = after;
      this.person.streak = streak;
      if (after.rating < before.rating) this.person.missed.push(id);
      this.#showRating(game, after.rating - before.rating);
    }
    this.#showCount();
  }

  /** @param {string} game @param {number} [change] what the last answer has changed */
  #showRating(game, change) {
    const { rating, deviation } = this.person.ratings[game];
    const values = { game: gameName(game), rating: number(rating, { useGrouping: false }) };
    const told =
      deviation > ROUGH
        ? _('Your rating in {game}: about {rating}', values)
        : _('Your rating in {game}: {rating}', values);
    this.rating.textContent =
      change === undefined ? told : `${told} (${number(change, { signDisplay: 'exceptZero' })})`;
  }

  #showCount() {
    const { streak } = this.person;
    const done = new Set(progress().solved);
    const chosen = this.#chosen();
    const texts = [
      _('{solved} of {count} solved', { solved: chosen.filter(({ id }) => done.has(id)).length, count: chosen.length }),
    ];
    if (streak.row > 1) texts.push(_('{count} in a row', { count: streak.row }));
    if (streak.longest_row > Math.max(1, streak.row))
      texts.push(_('longest streak: {count}', { count: streak.longest_row }));
    if (streak.days > 1)
      texts.push(ngettext('{count} day in a row', '{count} days in a row', streak.days, { count: streak.days }));
    this.count.textContent = texts.join(' · ');
  }

  #showChoice() {
    const { game, difficulty } = progress();
    const games = [['', _('All games')], ...GAMES.map((each) => [each, gameName(each)])];
    if (this.all.some(({ isOwn }) => isOwn)) games.push([OWN, _('From my own games')]);
    const levels = [
      [String(NEAR), _('Near my rating')],
      ['0', _('All difficulties')],
      ...DIFFICULTIES.map((each) => [String(each), _('Difficulty {number}', { number: each })]),
    ];
    this.choice.replaceChildren(
      select(_('Game'), games, game, (value) => this.#choose({ game: value })),
      select(_('Difficulty'), levels, String(difficulty), (value) => this.#choose({ difficulty: Number(value) })),
      this.#themeChoice(),
    );
  }

  #themeChoice() {
    const { game, theme } = progress();
    const themes = [['', _('All themes')], ...namedThemes(themesOf(this.all, game))];
    return select(_('Solved by'), themes, theme, (value) => this.#choose({ theme: value }));
  }

  /** Another game has other themes. */
  #changeThemes() {
    const { game, theme } = progress();
    if (!themesOf(this.all, game).has(theme)) keepProgress({ theme: '' });
    const old = this.choice.lastElementChild;
    old?.replaceWith(this.#themeChoice());
  }

  /** @param {Partial<import('../puzzles/progress.js').Progress>} change */
  #choose(change) {
    keepProgress(change);
    if (change.game !== undefined) this.#changeThemes();
    void this.#show(this.#firstOpen()).then(() => this.board.announce());
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
