// Puzzles from the errors that a review has found: the server proves where one move alone would have won.

import * as api from '../api.js';
import { busyWith } from '../busy.js';
import { h } from '../dom.js';
import { showRefusal } from '../games/refused.js';
import { _, ngettext } from '../i18n.js';
import { suspects } from './suspects.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./reviews.js').Step} Step */

/**
 * A button for each person who has made errors; pressed, it has puzzles made of them.
 * @param {Tree} tree
 * @param {readonly Step[]} steps
 * @param {[string, string]} names
 * @returns {HTMLElement|null} null where nothing can be found
 */
export function drawOwnPuzzles(tree, steps, names) {
  const persons = [0, 1].filter((person) => suspects(steps, person).length > 0);
  if (tree.setup || tree.board || !persons.length) return null;
  const told = h('p.detail', { role: 'status' });
  /** @type {HTMLElement[]} */
  const buttons = persons.map((person) =>
    h(
      'button',
      { type: 'button', onclick: () => void busyWith(buttons, () => look(person)) },
      person === tree.reader
        ? _('Make puzzles of the wins that you missed')
        : _('Make puzzles of the wins that {name} missed', { name: names[person] }),
    ),
  );
  /** @param {number} person */
  async function look(person) {
    told.textContent = _('The solver is thinking …');
    try {
      told.replaceChildren(...tellFound(await find(tree.spec, steps, person)));
    } catch (error) {
      showRefusal(told, error);
    }
  }
  return h('div.own-puzzles', {}, h('div.buttons', {}, ...buttons), told);
}

/** @param {string} spec @param {readonly Step[]} steps @param {number} person @returns {Promise<number>} how many there are */
async function find(spec, steps, person) {
  const moves = steps.map(({ move }) => move);
  const found = new Set();
  for (const place of suspects(steps, person)) {
    const { puzzle } = await api.missedPuzzle({ spec, moves: moves.slice(0, place), played: moves[place] });
    if (puzzle) found.add(puzzle.id);
  }
  return found.size;
}

/** @param {number} count @returns {(Node|string)[]} */
function tellFound(count) {
  if (!count) return [_('There is no position in which exactly one move was proved to win and another was played.')];
  const text = ngettext('{count} puzzle from this game', '{count} puzzles from this game', count);
  return [h('a', { href: '/puzzles/own' }, text)];
}
