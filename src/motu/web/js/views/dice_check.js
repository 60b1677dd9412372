// On the card of a game that is over: a button that checks its dice, here in the browser.

import * as api from '../api.js';
import { rollsOf, verdictOn } from '../dice/proof.js';
import { keptOf } from '../dice/shares.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { button } from './table_buttons.js';
import { proofText } from './dice_texts.js';

/** @typedef {import('./table_state.js').TableState} TableState */

/** @param {TableState} state of a game whose dice were sealed */
export function drawDiceCheck(state) {
  const verdict = h('p.proof', { role: 'status' });
  const check = button(_('Check the dice'), () => void run());
  return h('div.dice-check', {}, check, verdict);

  async function run() {
    verdict.textContent = '';
    verdict.className = 'proof';
    try {
      const found = await checkDice(state);
      verdict.textContent = proofText(found);
      verdict.classList.add(found.kind === 'right' ? 'good' : 'bad');
    } catch (error) {
      verdict.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}

/** @param {TableState} state */
async function checkDice({ game, board }) {
  const { text } = await api.gameRecord(game.id);
  const { dice } = JSON.parse(text);
  const { seals } = typeof game.seat === 'number' ? keptOf(game.id, game.seat) : { seals: [] };
  const facesOf = (/** @type {string} */ line) => (line.startsWith('r') ? board.drop_columns : board.drop_rows);
  return verdictOn(dice, rollsOf(game.steps), facesOf, seals);
}
