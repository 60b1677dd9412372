// What can be done with a study as a whole: buttons under the board, each of which opens its part where it is in view at
// once: beside the board, on a phone under it. Parts are loaded when somebody opens them.

import { freshId, h } from '../dom.js';
import { _ } from '../i18n.js';

/**
 * @typedef {object} Part
 * @property {string} name  a class
 * @property {string} text
 * @property {() => Promise<HTMLElement[]>} load
 * @property {boolean} [isFresh]  whether it is drawn anew each time
 */

export class Toolbar {
  /** @param {(Part|HTMLElement)[]} items parts, and buttons that do something at once @param {(name: string) => void} [onTurn] another part was opened; '': none any more */
  constructor(items, onTurn = () => {}) {
    this.onTurn = onTurn;
    const id = freshId('part');
    this.title = h('h2', { id: `${id}-title`, tabindex: '-1' });
    this.inside = h('div');
    const close = h('button.quiet', { type: 'button', onclick: () => this.close() }, _('Close'));
    this.place = h(
      'section.part.card',
      { id, hidden: true, 'aria-labelledby': this.title.id },
      h('div.part-head', {}, this.title, close),
      this.inside,
    );
    /** @type {Map<Part, HTMLElement>} */
    this.buttons = new Map();
    /** @type {Map<Part, HTMLElement[]>} */
    this.drawn = new Map();
    /** @type {Part|null} */
    this.open = null;
    this.element = h(
      'div.toolbar',
      { role: 'group', 'aria-label': _('This study') },
      ...items.map((item) => (item instanceof HTMLElement ? item : this.#button(item, id))),
    );
  }

  /** @param {Part} part @param {string} id */
  #button(part, id) {
    const button = h(
      'button',
      {
        type: 'button',
        'aria-expanded': 'false',
        'aria-controls': id,
        onclick: () => (this.open === part ? this.close() : void this.show(part)),
      },
      part.text,
    );
    this.buttons.set(part, button);
    return button;
  }

  /** Opens a part for who comes for it. @param {string} name */
  async showNamed(name) {
    const part = [...this.buttons.keys()].find((each) => each.name === name);
    if (part) await this.show(part);
  }

  /** @param {Part} part */
  async show(part) {
    this.open = part;
    this.#mark();
    this.place.className = `part card ${part.name}`;
    this.title.textContent = part.text;
    this.inside.replaceChildren();
    this.place.hidden = false;
    this.onTurn(part.name);
    const elements = await this.#load(part);
    if (this.open !== part) return;
    this.inside.replaceChildren(...elements);
    this.title.focus({ preventScroll: true });
    this.place.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Part} part @returns {Promise<HTMLElement[]>} */
  async #load(part) {
    const known = part.isFresh ? undefined : this.drawn.get(part);
    if (known) return known;
    try {
      const elements = await part.load();
      this.drawn.set(part, elements);
      return elements;
    } catch (error) {
      return [h('p.notice', { role: 'alert' }, String(/** @type {Error} */ (error).message))]; // the next opening tries again
    }
  }

  /** Closes what is open; returns whether anything was. */
  close() {
    const part = this.open;
    if (!part) return false;
    const hadFocus = this.place.contains(document.activeElement);
    this.open = null;
    this.place.hidden = true;
    this.#mark();
    this.onTurn('');
    if (hadFocus) this.buttons.get(part)?.focus();
    return true;
  }

  #mark() {
    for (const [part, button] of this.buttons) button.setAttribute('aria-expanded', String(part === this.open));
  }
}
