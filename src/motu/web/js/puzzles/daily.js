// The puzzle of the day on the first page: the same for everybody, solved on the spot.

import * as desk from './puzzles_api.js';
import { h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { go } from '../shell.js';
import { useStyle } from '../style.js';
import { daysInARow, keepSolvedDay, solvedDays } from './days.js';
import { progress } from './progress.js';
import { PuzzleBoard } from './puzzle_board.js';

/** @returns {Promise<{element: HTMLElement, close: () => void}>} what stands on the page, and what leaves it */
export async function drawDaily() {
  const [{ day, puzzle }] = await Promise.all([desk.puzzleOfTheDay(), useStyle('learn')]);
  const count = h('p.detail', { role: 'status' });
  const board = new PuzzleBoard(
    () => {
      if (!progress().solved.includes(puzzle.id)) return;
      keepSolvedDay(day);
      count.textContent = countText([...solvedDays(), day], day);
    },
    () => go('/puzzles'),
  );
  count.textContent = countText(solvedDays(), day);
  const head = h(
    'div.daily-head',
    {},
    h('h2', {}, _('Puzzle of the day')),
    count,
    h('a', { href: `/learn/${puzzle.game}` }, _('How to play')),
    h('a', { href: '/puzzles' }, _('More puzzles')),
  );
  await board.open(puzzle);
  return { element: h('section.daily', {}, head, board.element), close: () => board.close() };
}

/** What is solved, and how many days in a row. @param {readonly string[]} days @param {string} today */
function countText(days, today) {
  const count = daysInARow(days, today);
  const row = count > 1 ? ngettext('{count} day in a row', '{count} days in a row', count) : '';
  return [days.includes(today) && `✓ ${_('Solved today')}`, row].filter(Boolean).join(' · ');
}
