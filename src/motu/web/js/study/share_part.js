// The addresses of a study: the one under which the server keeps it, and the one that holds all of it.

import { addressOf } from '../address.js';
import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';
import { isCopied, toAddress } from './share.js';

/** @param {import('./tree.js').Tree} tree @returns {Promise<HTMLElement[]>} */
export async function drawShare(tree) {
  const ours = tree.kept?.version ? addressOf(`/study/${tree.kept.id}`).href : null;
  return [
    ...(ours ? field(_('This study: anyone with the link sees your changes, and changes a copy'), ours) : []),
    ...(await toAddress(tree).then(
      ({ href }) => field(_('A snapshot: the link itself contains everything that is here now'), href),
      (error) => [h('p.notice', { role: 'alert' }, String(error.message))],
    )),
  ];
}

/** @param {string} text @param {string} address */
function field(text, address) {
  const id = freshId('address');
  const input = /** @type {HTMLInputElement} */ (h('input', { type: 'text', id, readOnly: true, value: address }));
  input.addEventListener('focus', () => input.select());
  const told = h('span.detail');
  const copy = h('button', { type: 'button', 'aria-describedby': id }, _('Copy'));
  copy.addEventListener('click', async () => {
    told.textContent = (await isCopied(address))
      ? _('Copied.')
      : _('This browser does not let pages copy; select it and copy it.');
    say(told.textContent);
    input.focus();
  });
  return [h('label.label', { for: id }, text), h('div.address', {}, input, copy, told)];
}
