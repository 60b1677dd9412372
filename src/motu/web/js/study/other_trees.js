// From one study to another: each has its tree and an address of its own, and nothing of the first one is lost.

import { here } from '../address.js';
import { go } from '../shell.js';
import { Tree } from './tree.js';

/** @typedef {(tree: Tree, at?: string) => void} Keep  remembers a tree for the address of the page, or another one */

/** Studies another tree. @param {Tree} tree @param {Keep} keep */
export function openTree(tree, keep) {
  if (tree.setup) tree.wasKept(-1); // a position set up by hand is worth keeping
  keep(tree, '/study');
  go('/study');
}

/** An empty tree, which leads back to this one: that stays as it is at its own address. @param {Tree} tree @param {Keep} keep */
export function beginAnew(tree, keep) {
  const { pathname, search, hash } = here();
  const at = tree.kept ? `/study/${tree.kept.id}` : pathname + search + hash;
  const anew = new Tree(tree.spec, null, tree.board);
  keep(tree, at);
  anew.before = at === '/study' ? tree.before : at; // there was nothing yet
  openTree(anew, keep);
}
