// Why the server refused something, in the language of the page. Its own words are English and say more; where the page is
// in English they stand, as sentences, but where one sentence says it all.

import { _, currentLanguage } from '../i18n.js';
import {
  PLAINER_AMONG_PEOPLE,
  mutedText,
  refusalsAmongPeople,
  renamedText,
  suspendedText,
} from './refusals_among_people.js';

/** What means the same wherever it is said, and is said for people here. */
const PLAINER = new Set([
  'server/no-game',
  'server/no-study',
  'server/not-your-turn',
  'server/over',
  'server/seq',
  ...PLAINER_AMONG_PEOPLE,
]);

/** @param {string} slug @param {string} english @param {{text?: string, legal?: string[]}} [data] what else the server has told */
export function refusalText(slug, english, data = {}) {
  if (slug === 'account/suspended') return suspendedText(data.text ?? '', Number(data.legal?.[0] ?? 0));
  if (slug === 'account/muted') return mutedText(data.text ?? '', Number(data.legal?.[0] ?? 0));
  if (slug === 'account/renamed' && data.legal?.[0]) return renamedText(Number(data.legal[0]));
  const texts = known(data.text ?? '');
  if (currentLanguage() === 'en') return PLAINER.has(slug) ? texts[slug] : sentence(english);
  return texts[slug] ?? texts[slug.split('/')[0]] ?? sentence(english);
}

/** What programs are told in half a sentence, as people read it. @param {string} text */
export function sentence(text) {
  const whole = /[.!?…]$/.test(text) ? text : `${text}.`;
  return text && whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** By slug, or by the first half of one. @param {string} read what could not be done @returns {Record<string, string>} */
function known(read) {
  const impossible = read && _('The move {move} is not possible.', { move: read });
  return {
    rules: _('There is no game with these settings.'),
    spec: _('This is not the name of a game.'),
    board: _('This is not a board.'),
    position: _('This is not a position of this game.'),
    move: impossible || _('This move is not possible here.'),
    'move/game-over': _('The game is over.'),
    record: _('This cannot be read as a game.'),
    'record/fragment': _('This link is damaged or incomplete.'),
    'record/move': impossible || _('One of the moves is not possible.'),
    'record/spec': _('This is not the name of a game.'),
    'record/board': _('This is not a board.'),
    'record/setup': _(
      'The rules do not allow this position: too many pieces, two winning lines, or a mark that does not apply here.',
    ),
    'puzzle/unknown': _('There is no such puzzle.'),
    'puzzle/limits': _('The solver needs too long for this position.'),
    puzzle: _('This cannot be checked.'),
    solve: _('The solver could not answer.'),
    engine: _('The computer could not answer.'),
    'server/no-game': _('There is no such game: it may have been deleted, or the link is incomplete.'),
    'server/no-study': _('There is no such study: it may have been deleted, or the link is incomplete.'),
    'server/not-your-turn': _('It is not your turn.'),
    'server/over': _('The game is over.'),
    'server/seq': _('The game has moved on in the meantime.'),
    'server/take-back': _('This cannot be taken back.'),
    server: _('The server refused this.'),
    http: _('The server refused this.'),
    ...refusalsAmongPeople(),
  };
}
