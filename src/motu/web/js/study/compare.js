// Whether one copy of a study has all that another has.

import { Tree } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{version: number, name: string, tree: import('./tree.js').PackedTree}} Answer  what the server has */

/** The one form of a tree: as it is written once it was read. @param {import('./tree.js').PackedTree} packed */
const written = (packed) => JSON.stringify(Tree.unpack(packed).pack());

/** Whether the server has a tree just as it is. @param {Answer} answer @param {Tree} tree */
export function isSame(answer, tree) {
  return isNamed(answer, tree) && written(answer.tree) === written(tree.pack());
}

/**
 * Whether the server has heard what is in a copy that was left with changes on their way: it has just that, or has gone on
 * since, and has all of it.
 * @param {Answer} answer
 * @param {Tree} tree the copy
 */
export function isHeard(answer, tree) {
  if (isSame(answer, tree)) return true;
  const isOlder = answer.version > (tree.kept?.version ?? 0);
  return isOlder && isNamed(answer, tree) && holds(Tree.unpack(answer.tree), tree);
}

/** @param {Answer} answer @param {Tree} tree */
const isNamed = (answer, tree) => !tree.name || tree.name === answer.name;

/** Whether a tree has every move, comment, glyph and mark of another one. @param {Tree} tree @param {Tree} other */
export function holds(tree, other) {
  const starts = (/** @type {Tree} */ { spec, setup, board }) => JSON.stringify([spec, setup, board]);
  if (starts(tree) !== starts(other)) return false;
  const waiting = [[tree.root, other.root]];
  for (const [node, less] of waiting) {
    if (!says(node, less)) return false;
    for (const child of less.children) {
      const found = node.children.find(({ move }) => move === child.move);
      if (!found) return false;
      waiting.push([found, child]);
    }
  }
  return true;
}

/** @param {Node} node @param {Node} less */
function says(node, less) {
  return (
    [node.comment, ''].includes(less.comment) &&
    [node.glyph, ''].includes(less.glyph) &&
    less.marks.every((mark) => node.marks.includes(mark))
  );
}
