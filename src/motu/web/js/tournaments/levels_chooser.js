// Which of the computer's levels play in a tournament of one's own: pressed ones do.

import { h } from '../dom.js';
import { levelsAmong } from '../games/account_levels.js';
import { accountName } from '../games/account_names.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').TournamentView} TournamentView */
/** @typedef {ReturnType<typeof levelsAmong>} Levels */

const NAMES = [...Array.from({ length: 10 }, (_each, at) => `level-${at + 1}`), 'strongest'];

/** @param {TournamentView} view @param {(wanted: Levels) => void} choose hears which are to play from now on */
export function levelsChooser(view, choose) {
  const playing = new Set(
    view.players.filter(({ kind, is_out: isOut }) => kind === 'house' && !isOut).map(({ name }) => name),
  );
  const press = (/** @type {string} */ name) => {
    const wanted = new Set(playing);
    if (!wanted.delete(name)) wanted.add(name);
    choose(levelsAmong([...wanted]));
  };
  const buttons = NAMES.map((name) =>
    h(
      'button',
      {
        type: 'button',
        id: `tournament-${name}`,
        'aria-pressed': String(playing.has(name)),
        'aria-label': accountName(name),
        onclick: () => press(name),
      },
      name === 'strongest' ? accountName(name) : name.replace('level-', ''),
    ),
  );
  return h(
    'section.card.levels',
    { 'aria-labelledby': 'levels' },
    h('h2', { id: 'levels' }, _('Computer levels')),
    h('p.detail', {}, _('They answer at once. Press a level to add or remove it.')),
    h('div.buttons', {}, ...buttons),
  );
}
