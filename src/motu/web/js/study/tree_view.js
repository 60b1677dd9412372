// A tree of variations as text: the main line, and in indented lists what else was tried. Every move is a button, and the
// Tab key stops at one of them: from there the study's keys go on. The text is drawn anew only when the tree has changed;
// to go through a game marks another button.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { glyphWords } from './mark_words.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {(node: Node) => {sign: string, text: string}|null} Remark  what a review says of a move */

export class TreeView {
  /** @param {Tree} tree @param {(node: Node) => void} onChoose @param {Remark} remark */
  constructor(tree, onChoose, remark) {
    this.tree = tree;
    this.onChoose = onChoose;
    this.remark = remark;
    this.element = h('div.tree-place', { role: 'group', 'aria-label': _('Moves') });
    this.version = -1;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement|undefined} */
    this.current = undefined;
    /** Where the Tab key stops: at the current move, or at the first one. @type {HTMLElement|undefined} */
    this.stop = undefined;
  }

  /** Shows the tree with its cursor. */
  show() {
    const hadFocus = this.stop !== undefined && this.stop === document.activeElement;
    if (this.version !== this.tree.version) this.#draw();
    this.current?.removeAttribute('aria-current');
    this.current = this.buttons.get(this.tree.current);
    this.current?.setAttribute('aria-current', 'step');
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = this.current ?? this.buttons.values().next().value;
    if (this.stop) this.stop.tabIndex = 0;
    if (hadFocus) this.stop?.focus();
    if (this.current) bringIntoView(this.element, this.current);
  }

  /** Draws all of it when it is shown next: something beside the moves has changed. */
  forget() {
    this.version = -1;
  }

  #draw() {
    this.version = this.tree.version;
    this.buttons.clear();
    const { root } = this.tree;
    const start = root.comment ? [h('p.comment', {}, root.comment)] : [];
    this.element.replaceChildren(
      ...start,
      root.children.length ? this.#line(root, 0) : h('p.explanation', {}, _('Play on the board to start a line.')),
    );
  }

  /**
   * A line from a node's first child on; where there are other moves, they follow in a list.
   * @param {Node} from
   * @param {number} turns how many turns were played before
   * @returns {HTMLElement}
   */
  #line(from, turns) {
    const line = h('div.line');
    this.#fill(line, from, turns);
    return line;
  }

  /** @param {HTMLElement} line @param {Node} from @param {number} turns */
  #fill(line, from, turns) {
    for (let node = from; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      line.append(...this.#move(main, turns));
      if (others.length) line.append(h('ul.variations', {}, ...others.map((other) => this.#variation(other, turns))));
      turns += Number(main.beginsTurn);
    }
  }

  /** @param {Node} node @param {number} turns */
  #variation(node, turns) {
    return h('li', {}, ...this.#move(node, turns), this.#line(node, turns + Number(node.beginsTurn)));
  }

  /** @param {Node} node @param {number} turns */
  #move(node, turns) {
    const number = node.beginsTurn && turns % 2 === 0 ? `${turns / 2 + 1}. ` : '';
    const remark = this.remark(node);
    const sign = remark?.sign ? h('span.sign', {}, remark.sign) : null;
    const words = glyphWords(node.glyph);
    const button = h(
      node.move[0] === '=' ? 'button.move.roll' : 'button.move',
      {
        type: 'button',
        tabIndex: -1,
        title: [words, remark?.text].filter(Boolean).join('; ') || null,
        'aria-label': words ? [`${number}${node.move}`, words, remark?.text].filter(Boolean).join(', ') : null,
        onclick: () => this.onChoose(node),
      },
      number + node.move + node.glyph,
      sign,
    );
    this.buttons.set(node, button);
    return node.comment ? [button, h('span.comment', {}, node.comment)] : [button];
  }
}

/** Scrolls a box, and nothing else, until a part of it is seen. @param {HTMLElement} box @param {HTMLElement} part */
function bringIntoView(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
