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
      h(
        'p',
        {},
        _('When two people play at different screens, neither need trust the other, nor the house that rolls.'),
      ),
      h('h2', {}, _('What happens')),
      h('ol', {}, ...steps().map((text) => h('li', {}, text))),
      h('h2', {}, _('Who can do what')),
      powers(),
      h('h2', {}, _('How to check it')),
      h('ul', {}, ...checks().map((text) => h('li', {}, text))),
      h('p', {}, _('On one computer, with a record that you have downloaded:')),
      h('pre', {}, h('code', {}, "motu verify-dice game.jsonl --receipt 'six words'")),
    ),
  );
}

function steps() {
  return [
    _(
      'Before the game the house seals a secret number, and each of the two browsers a number of its own: it tells its hash, not the number.',
    ),
    _(
      'When all three are sealed, the browsers open theirs. All rolls follow from the three numbers together, from the turn and from the announced line, by a formula that everybody knows.',
    ),
    _(
      'With a clock, each browser has also sealed a chain of numbers. After every announcement the browser of the one who does not roll tells its next number, and that goes into the roll. It does so by itself; who closes the page then loses his own time.',
    ),
    _('When the game ends, the house opens its secret in the same moment, and everybody can work out every roll.'),
    _('Nothing is taken back over a roll.'),
  ];
}

function powers() {
  const rows = [
    [
      _('One player alone'),
      _('not seal in time: then the game does not begin, and that is counted'),
      _('choose a roll, or know one beforehand'),
    ],
    [
      _('The house alone'),
      _('without a clock: know rolls beforehand; drop games before the first move, which shows in its public count'),
      _('choose a roll; with a clock, know one before its line is announced'),
    ],
    [
      _('The house together with one player'),
      _(
        'without a clock: tell that player; with one: know what the other rolls for a line, but not what he himself rolls',
      ),
      _('choose a roll; know what that player rolls before his line is announced, with a clock'),
    ],
    [
      _('The house at the end'),
      _('keep its secret: then the record says that nothing is proved'),
      _('open another secret than it has sealed'),
    ],
  ];
  const head = [_('Who'), _('can'), _('cannot')].map((text) => h('th', { scope: 'col' }, text));
  const body = rows.map(([who, can, cannot]) =>
    h('tr', {}, h('th', { scope: 'row' }, who), h('td', {}, can), h('td', {}, cannot)),
  );
  return h(
    'div.scrolls',
    { tabindex: '0', role: 'region', 'aria-label': _('Who can do what') },
    h('table', {}, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...body)),
  );
}

function checks() {
  return [
    _(
      'On the card of a finished game, press Check the dice: your browser works out every roll itself, and compares what was sealed with what it was told then.',
    ),
    _(
      'Beside the board, under Sealed dice, stand six words. Both players see the same ones; read them to each other, if you like. They are the hash of all that was sealed.',
    ),
    _(
      'Who plays on in another browser than before has not its numbers there. He can ask to seal the dice anew; that happens when the other agrees, and stays in the record.',
    ),
  ];
}
