// A part of the page that is loaded when somebody opens it: most people never need all of them.

import { h } from '../dom.js';

/**
 * @param {string} name a class
 * @param {string} title
 * @param {() => Promise<HTMLElement[]>} load
 * @returns {HTMLElement}
 */
export function openLater(name, title, load) {
  const notice = h('p.notice', { role: 'alert' });
  const inside = h('div', {}, notice);
  let isLoading = false;
  const open = async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      inside.replaceChildren(...(await load()));
    } catch (error) {
      isLoading = false; // the next opening tries again
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  return h(`details.card.${name}`, { ontoggle: () => void open() }, h('summary', {}, title), inside);
}
