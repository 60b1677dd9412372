// A tree of variations as text: the main line, and in indented lists what else was tried. Every move is a button.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */

/**
 * @param {Tree} tree
 * @param {(node: Node) => void} onChoose
 * @returns {HTMLElement}
 */
export function drawTree(tree, onChoose) {
  if (!tree.root.children.length) return h('p.explanation', {}, _('Play on the board to begin a line.'));
  return drawLine(tree, tree.root, onChoose);
}

/**
 * A line from a node's first child on; where there are other moves, they follow in a list.
 * @param {Tree} tree
 * @param {Node} from
 * @param {(node: Node) => void} onChoose
 */
function drawLine(tree, from, onChoose) {
  const line = h('div.line');
  for (let node = from; node.children.length; node = node.children[0]) {
    const [main, ...others] = node.children;
    line.append(drawMove(tree, main, onChoose), ...drawComment(main));
    if (others.length) {
      line.append(h('ul.variations', {}, ...others.map((other) => h('li', {}, drawMove(tree, other, onChoose), ...drawComment(other), drawLine(tree, other, onChoose)))));
    }
  }
  return line;
}

/** @param {Tree} tree @param {Node} node @param {(node: Node) => void} onChoose */
function drawMove(tree, node, onChoose) {
  const isCurrent = node === tree.current;
  const number = node.ply % 2 === 1 ? `${(node.ply + 1) / 2}. ` : '';
  return h('button.move', { type: 'button', 'aria-current': isCurrent ? 'step' : null, onclick: () => onChoose(node) }, `${number}${node.move}`);
}

/** @param {Node} node */
function drawComment(node) {
  return node.comment ? [h('span.comment', {}, node.comment)] : [];
}
