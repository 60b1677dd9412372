// How somebody's rated games agree with the engine, and his time, beside others of his strength: numbers for a moderator, who
// decides; nothing here is a verdict.

import { h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _, ngettext, number, percent } from '../i18n.js';
import { examineFairPlay, fairPlay } from './fair_play_api.js';
import { LEAST_MOVES, canCompare, canExamine, movesOf, rowsOf } from './fair_play_state.js';

/** @typedef {import('./fair_play_api.js').FairFigure} FairFigure */
/** @typedef {import('./fair_play_api.js').FairPlay} FairPlay */
/** @typedef {import('./fair_play_state.js').Measure} Measure */

const AGAIN_MS = 4000;

/** A part that is filled when it is opened, and again as long as games wait. @param {string} name */
export function fairPlayPart(name) {
  const tables = h('div.tables');
  const told = h('p.detail', { role: 'status' });
  const button = /** @type {HTMLButtonElement} */ (
    h('button', { type: 'button' }, _('Examine the latest rated games'))
  );
  const part = /** @type {HTMLDetailsElement} */ (
    h(
      'details.fair',
      {},
      h('summary', {}, _('Fair play')),
      h(
        'p.detail',
        {},
        _(
          'Numbers, not a verdict: strong players often agree with the engine, and so does anyone when there is little to choose. Look at the games before you decide.',
        ),
      ),
      tables,
      told,
      h('p.buttons', {}, button),
    )
  );
  /** @type {string} */
  let shown = '';
  const show = (/** @type {FairPlay} */ found) => {
    const what = JSON.stringify(found.games);
    if (what !== shown) tables.replaceChildren(...found.games.map(tableOf));
    shown = what;
    told.textContent = stateText(found);
    button.disabled = !canExamine(found);
    if (found.waiting) setTimeout(() => void look(fairPlay), AGAIN_MS);
  };
  const look = async (/** @type {(name: string) => Promise<FairPlay>} */ ask) => {
    if (!part.isConnected || !part.open) return;
    try {
      show(await ask(name));
    } catch (error) {
      told.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  part.addEventListener('toggle', () => void look(fairPlay));
  button.addEventListener('click', () => void look(examineFairPlay));
  return part;
}

/** @param {FairPlay} found */
function stateText({ rated, examined, waiting, failed }) {
  if (!rated) return _('No rated games.');
  const parts = [
    ngettext('{examined} of {count} rated game examined', '{examined} of {count} rated games examined', rated, {
      examined,
    }),
  ];
  if (waiting) parts.push(ngettext('{count} waiting', '{count} waiting', waiting));
  if (failed) parts.push(ngettext('{count} could not be read', '{count} could not be read', failed));
  return parts.join(' · ');
}

/** @param {import('./fair_play_api.js').FairGame} game */
function tableOf(game) {
  const { his, others, rating } = game;
  const kind = gameName(game.game);
  const about = [
    ngettext('{count} game', '{count} games', his.games),
    ngettext('{count} move where there was a choice', '{count} moves where there was a choice', movesOf(his)),
    _('rated about {rating}', { rating: Math.round(rating) }),
  ].join(' · ');
  return h(
    'div.kind',
    {},
    h('h3', {}, kind),
    h('p.detail', {}, about),
    h(
      'div.rows',
      { tabindex: '0', role: 'region', 'aria-label': _('Fair play: {game}', { game: kind }) },
      h(
        'table',
        {},
        h('caption.visually-hidden', {}, kind),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...[_('What'), _('This player'), _('Others of similar strength')].map((text) =>
              h('th', { scope: 'col' }, text),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          ...rowsOf(game).map((row) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, measureText(row.measure)),
              h('td', {}, figureText(row.measure, row.his)),
              h('td', {}, row.others === null ? '–' : figureText(row.measure, row.others)),
            ),
          ),
        ),
      ),
    ),
    h(
      'p.detail',
      {},
      canCompare(others)
        ? ngettext(
            'Others: {moves} moves of {count} person',
            'Others: {moves} moves of {count} people',
            others.people,
            {
              moves: movesOf(others),
            },
          )
        : _('Fewer than {count} moves of others have been examined: too few to compare with.', { count: LEAST_MOVES }),
    ),
  );
}

/** @param {Measure} measure */
function measureText(measure) {
  return {
    first_choices: _('Moves that are the engine’s first choice'),
    loss: _('Equity lost per move'),
    middle_ms: _('Median time per move'),
    spread: _('Typical factor between a time and the median'),
    by_openness: _('Correlation of times with how open the position is (–1 to 1)'),
  }[measure];
}

/** @param {Measure} measure @param {FairFigure|number|null} figure */
function figureText(measure, figure) {
  if (figure === null) return '–';
  if (typeof figure === 'number')
    return _('{seconds} s', { seconds: number(figure / 1000, { maximumFractionDigits: 1 }) });
  const text = (/** @type {number} */ value) => {
    if (measure === 'first_choices') return percent(value, 0);
    return number(value, measure === 'loss' ? { maximumFractionDigits: 3 } : { maximumFractionDigits: 2 });
  };
  return _('{value} ({low} to {high})', { value: text(figure.value), low: text(figure.low), high: text(figure.high) });
}
