// Panels beside the page: one at a time, nothing is blocked by them, Escape closes them and the keyboard goes back.

import { h } from './dom.js';
import { _ } from './i18n.js';

/** @type {{name: string, element: HTMLElement, origin: Element|null}|null} */
let open = null;

/**
 * Opens a panel, or closes it where it is open.
 * @param {string} name
 * @param {string} title
 * @param {() => Node[]} content
 */
export function togglePanel(name, title, content) {
  const wasOpen = open?.name === name;
  closePanel();
  if (wasOpen) return;
  const heading = h('h2', { tabindex: '-1' }, title);
  const element = h(
    'div.panel.card',
    { role: 'dialog', 'aria-label': title },
    h(
      'div.panel-top',
      {},
      heading,
      h(
        'button.quiet',
        { type: 'button', 'aria-label': _('Close'), title: _('Close'), onclick: () => closePanel() },
        '✕',
      ),
    ),
    ...content(),
  );
  open = { name, element, origin: document.activeElement };
  document.body.append(element);
  heading.focus();
}

export function closePanel() {
  if (!open) return;
  const { element, origin } = open;
  const hadFocus = element.contains(document.activeElement);
  open = null;
  element.remove();
  if (hadFocus && origin instanceof HTMLElement && origin.isConnected) origin.focus();
  else if (hadFocus && origin instanceof SVGElement && origin.isConnected) origin.focus();
}

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !open) return;
  event.preventDefault(); // one thing at a time
  closePanel();
});
