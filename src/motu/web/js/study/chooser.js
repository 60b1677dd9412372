// Another board to study: any game, board and variant, chosen as for a new game.

import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { SpecForm } from '../views/spec_form.js';

/**
 * @param {(spec: string) => void} onSpec
 * @returns {Promise<HTMLElement[]>}
 */
export async function drawChooser(onSpec) {
  const form = new SpecForm(await api.catalogue(), 'atoll', {});
  const notice = h('p.notice', { role: 'alert' });
  const choose = async () => {
    notice.textContent = '';
    try {
      onSpec((await api.board(form.spec())).spec);
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  return [
    form.element,
    h('button.primary.wide', { type: 'button', onclick: () => void choose() }, _('Study this board')),
    notice,
  ];
}
