// A tree of variations: every change can be taken back, one after the other, and the cursor returns. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Tree } from '../../src/motu/web/js/study/tree.js';

/** @param {Tree} tree */
const told = (tree) => [JSON.stringify(tree.pack()), tree.current.path().join(' ')];

/** @returns {Tree} */
function grown() {
  const tree = new Tree('hex(size=5)');
  tree.addLine(['a1', 'b2', 'c3']);
  tree.addLine(['a1', 'd4']);
  return Tree.unpack(tree.pack());
}

/** @type {[string, (tree: Tree) => void][]} */
const CHANGES = [
  ['a move', (tree) => tree.play('e5')],
  ['a comment', (tree) => tree.setComment(tree.root, 'the start')],
  ['a variation that goes', (tree) => tree.remove(tree.root.children[0].children[0])],
  ['a new main line', (tree) => tree.promote(tree.nodes().at(-1) ?? tree.root)],
  ['everything', (tree) => tree.reset()],
];

for (const [name, change] of CHANGES)
  test(`taken back: ${name}`, () => {
    const tree = grown();
    tree.toEnd();
    const before = told(tree);
    change(tree);
    assert.notDeepEqual(told(tree), before);
    assert.ok(tree.undo());
    assert.deepEqual(told(tree), before);
    assert.ok(!tree.undo());
  });

test('all changes are taken back in their order', () => {
  const tree = grown();
  const states = [told(tree)];
  for (const [, change] of CHANGES) {
    change(tree);
    states.push(told(tree));
  }
  while (states.length > 1) {
    assert.deepEqual(told(tree), states.pop());
    assert.ok(tree.undo());
  }
  assert.deepEqual(told(tree), states[0]);
});

test('a comment that is typed is one change', () => {
  const tree = grown();
  for (const text of ['g', 'go', 'good']) tree.setComment(tree.root, text);
  tree.undo();
  assert.equal(tree.root.comment, '');
});

test('a move that the rules forbid does not come back', () => {
  const tree = grown();
  const before = told(tree);
  tree.discard(tree.play('z9'));
  assert.deepEqual(told(tree), before);
  tree.undo();
  assert.deepEqual(told(tree), before);
});

test('a position set up by hand and the players come back with the rest', () => {
  const tree = new Tree('hex(size=5)', { black: ['a1'] });
  tree.about = { players: [{ name: 'Ada' }] };
  tree.reset();
  assert.deepEqual([tree.setup, tree.about], [null, null]);
  tree.undo();
  assert.deepEqual([tree.setup, tree.about], [{ black: ['a1'] }, { players: [{ name: 'Ada' }] }]);
});
