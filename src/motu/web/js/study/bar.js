// How likely the first colour wins, as a bar.

import { h } from '../dom.js';
import { colourName } from '../games/words.js';
import { _, percent } from '../i18n.js';
import { firstColourShare } from './study_state.js';

/** @param {import('../board/types.js').BoardView} board @param {import('./engine.js').Findings|null} findings */
export function drawBar(board, findings) {
  const share = firstColourShare(findings, board.colour_names[0]);
  const text = share === null ? '–' : percent(share);
  return h(
    'div.bar',
    {
      role: 'img',
      'aria-label': _('{colour}’s chance of winning: {share}', { colour: colourName(board, 0), share: text }),
    },
    h(
      `div.bar-first.${board.kind === 'squares' ? 'piece' : 'stone'}`,
      { style: `inline-size:${share === null ? 50 : 100 * share}%` },
      text,
    ),
  );
}
