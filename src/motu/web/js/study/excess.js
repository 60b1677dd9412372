// What of a tree is more than the server keeps, in words. Whatever else is bounded of it, such as marks and moves, is
// bounded alike where trees are read.

import { _, number } from '../i18n.js';
import { MAX_COMMENT } from './limits.js';

/** Most bytes of a tree, as JSON. */
const MAX_BYTES = 1_000_000;

/** @typedef {import('./tree.js').Node} Node */

/** Why the server would not keep a tree; '' where it would. @param {import('./tree.js').Tree} tree */
export function excessText(tree) {
  const node = [tree.root, ...tree.nodes()].find(({ comment }) => lengthOf(comment) > MAX_COMMENT);
  if (node)
    return _('{place}: a comment of {count} characters; a study keeps at most {most}.', {
      place: placeOf(node),
      count: number(lengthOf(node.comment)),
      most: number(MAX_COMMENT),
    });
  const bytes = new TextEncoder().encode(JSON.stringify(tree.pack())).length;
  if (bytes <= MAX_BYTES) return '';
  return _('The study has {count} bytes; at most {most} are kept.', { count: number(bytes), most: number(MAX_BYTES) });
}

/** As the server counts: an emoji is one. @param {string} text */
const lengthOf = (text) => (text.length > MAX_COMMENT ? [...text].length : text.length);

/** A move with its number, as in the list of moves. @param {Node} node */
function placeOf(node) {
  if (!node.parent) return _('First position');
  const ply = node.line().filter((each) => each.beginsTurn).length;
  return `${Math.ceil(ply / 2)}. ${node.move}`;
}
