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
  ['a glyph', (tree) => tree.setGlyph(tree.current, '!?')],
  ['a mark', (tree) => tree.setMarks(tree.current, ['circle a1', 'arrow a1 b2 red'])],
  ['a mark on the start', (tree) => tree.setMarks(tree.root, ['cross a1'])],
  ['a variation that goes', (tree) => tree.remove(tree.root.children[0].children[0])],
  ['a new main line', (tree) => tree.promote(tree.nodes().at(-1) ?? tree.root)],
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

test('glyphs and marks travel in the packed tree, and old ones are read', () => {
  const tree = grown();
  const [first] = tree.root.children;
  tree.setGlyph(first, '??');
  tree.setMarks(first.children[0], ['label c3 A red']);
  tree.setMarks(tree.root, ['circle a1']);
  tree.setComment(first.children[1], 'hm');
  const packed = tree.pack();
  assert.deepEqual(packed.m, ['circle a1']);
  assert.deepEqual(packed.n, ['a1', ['', '??'], 'b2', ['', '', 'label c3 A red'], 'c3', 1, 'd4', ['hm']]);
  assert.deepEqual(Tree.unpack(packed).pack(), packed);
  const old = { s: 'hex(size=5)', c: 'start', n: ['a1', ['good'], 'b2', 1, 'd4'] };
  assert.deepEqual(Tree.unpack(old).pack(), old);
});

test('glyphs and marks go to the server with the moves and come back', () => {
  const tree = new Tree('atmalof');
  tree.addLine(['r4', '=6', 'c2']);
  tree.toEnd();
  tree.setGlyph(tree.root.children[0].children[0], '!');
  tree.setMarks(tree.root.children[0].children[0], ['circle r4c6']);
  assert.deepEqual(tree.rows(), [
    ['r4', 0, '', '!'],
    ['=6', 1, '', '', ['circle r4c6']],
    ['c2', 2],
  ]);
  const back = Tree.fromGame({
    spec: 'atmalof',
    moves: [],
    marks: ['cross r1c1'],
    nodes: [
      ['r4=6', 0, '', '!', ['circle r4c6']],
      ['c2', 1, '', '', []],
    ],
  });
  assert.deepEqual(back.rows(), tree.rows());
  assert.deepEqual(back.root.marks, ['cross r1c1']);
});

test('nobody says something of the start or of a roll', () => {
  const tree = new Tree('atmalof');
  tree.setGlyph(tree.root, '!');
  assert.ok(!tree.undo());
  tree.play('r4=6');
  tree.setGlyph(tree.current, '?');
  assert.deepEqual([tree.root.children[0].glyph, tree.current.glyph], ['?', '']);
});

test('what is no mark in an address is passed over, and cells that the board has not got', () => {
  const tree = Tree.unpack({ s: 'hex', m: ['x', 'circle a1'], n: ['a1', ['', 'great', 'circle z9', 5, 'cross a1']] });
  assert.deepEqual([tree.root.marks, tree.root.children[0].glyph], [['circle a1'], '']);
  tree.keepMarks(['a1']);
  assert.deepEqual(tree.root.children[0].marks, ['cross a1']);
});
