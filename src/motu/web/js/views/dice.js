// How the dice of two people at different screens are sealed, who can do what, and how to check it: /dice.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** @type {import('../main.js').Render} */
export function render(place) {
  place.append(
    h(
      'article.prose',
      {},
      h('h1', {}, _('Sealed dice')),
      h('p', {}, _('When two people play online, neither has to trust the other, or the server that rolls the dice.')),
      h('h2', {}, _('What happens')),
      h('ol', {}, ...steps().map((text) => h('li', {}, text))),
      h('h2', {}, _('Who can do what')),
      powers(),
      h('h2', {}, _('How to check it')),
      h('ul', {}, ...checks().map((text) => h('li', {}, text))),
      h('p', {}, _('On your own computer, with a record that you have downloaded:')),
      h('pre', {}, h('code', {}, "motu verify-dice game.jsonl --receipt 'six words'")),
    ),
  );
}

function steps() {
  return [
    _(
      'Before the game the server seals a secret number, and each of the two browsers one of its own: it reveals its hash, not the number.',
    ),
    _(
      'When all three are sealed, the browsers reveal theirs. All rolls follow from the three numbers together, from the turn and from the announced line, by a public formula.',
    ),
    _(
      'With a clock, each browser has also sealed a chain of numbers. After every announcement the browser of the player who is not rolling reveals its next number, and that goes into the roll. This happens automatically; a player who closes the page then loses their own time.',
    ),
    _('When the game ends, the server reveals its secret at the same moment, and anyone can work out every roll.'),
    _('Moves cannot be taken back past a roll.'),
  ];
}

function powers() {
  const rows = [
    [
      _('One player alone'),
      _('not seal in time: then the game does not start, and that is counted'),
      _('choose a roll, or know one in advance'),
    ],
    [
      _('The server alone'),
      _('without a clock: know rolls in advance; drop games before the first move, which shows in its public count'),
      _('choose a roll; with a clock, know one before its line is announced'),
    ],
    [
      _('The server together with one player'),
      _(
        'without a clock: tell that player; with one: know what the other will roll for a line, but not what this player will roll',
      ),
      _('choose a roll; with a clock, know what that player will roll before the line is announced'),
    ],
    [
      _('The server at the end'),
      _('keep its secret: then the record says that nothing is proved'),
      _('reveal a different secret from the one it sealed'),
    ],
  ];
  const heads = [_('Who'), _('can'), _('cannot')];
  // Narrow screens show each row as a block of its own, with the heads before its cells: the roles keep it a table there.
  const cell = (/** @type {string} */ text, /** @type {number} */ column) =>
    column
      ? h('td', { role: 'cell', 'data-head': heads[column] }, text)
      : h('th', { scope: 'row', role: 'rowheader' }, text);
  return h(
    'table',
    { role: 'table', 'aria-label': _('Who can do what') },
    h(
      'thead',
      { role: 'rowgroup' },
      h('tr', { role: 'row' }, ...heads.map((text) => h('th', { scope: 'col', role: 'columnheader' }, text))),
    ),
    h('tbody', { role: 'rowgroup' }, ...rows.map((row) => h('tr', { role: 'row' }, ...row.map(cell)))),
  );
}

function checks() {
  return [
    _(
      'On the card of a finished game, press Check the dice: your browser works out every roll itself, and compares what was sealed with what it was told at the time.',
    ),
    _(
      'Beside the board, under Sealed dice, there are six words. Both players see the same ones; read them to each other if you like. They stand for the hash of all that was sealed.',
    ),
    _(
      'If you continue in another browser, your numbers are missing there. You can ask to reseal the dice; that happens when your opponent agrees, and stays in the record.',
    ),
  ];
}
