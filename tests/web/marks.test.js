// What people draw and say of moves: texts there and back, drawn once more is taken away. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as marks from '../../src/motu/web/js/study/marks.js';

/** @param {string} text @returns {marks.Mark} */
const mark = (text) => /** @type {marks.Mark} */ (marks.parseMark(text));

test('a mark has one text', () => {
  for (const text of ['circle c3', 'cross r1c1 red', 'label d4 A', 'label d4 red blue', 'arrow a1 b2 yellow'])
    assert.equal(marks.markText(mark(text)), text);
  assert.equal(marks.markText(mark('circle c3 green')), 'circle c3');
});

test('what is no mark is none', () => {
  const wrong = ['', 'circle', 'circle  a1', 'arrow a1', 'arrow a1 a1', 'label a1', 'label a1 ABCDE', 'circle a1 pink'];
  for (const text of [...wrong, 'spiral a1', 'circle a1 red x', 5, null, ['circle a1']])
    assert.equal(marks.parseMark(text), null, String(text));
  assert.deepEqual(marks.rightMarks(['circle a1', 5, 'x', 'arrow a1 b2']), ['circle a1', 'arrow a1 b2']);
  assert.equal(marks.rightMarks(Array(300).fill('circle a1')).length, marks.MAX_MARKS);
});

test('drawn once more is taken away', () => {
  const once = marks.toggled(['label c3 A'], mark('circle c3'));
  assert.deepEqual(once, ['label c3 A', 'circle c3']);
  assert.deepEqual(marks.toggled(once ?? [], mark('circle c3')), ['label c3 A']);
});

test('another shape or colour takes the place', () => {
  assert.deepEqual(marks.toggled(['circle c3', 'circle d4'], mark('circle c3 red')), ['circle d4', 'circle c3 red']);
  assert.deepEqual(marks.toggled(['circle c3'], mark('cross c3')), ['cross c3']);
  assert.deepEqual(marks.toggled(['arrow a1 b2'], mark('arrow b2 a1')), ['arrow a1 b2', 'arrow b2 a1']);
  assert.deepEqual(marks.toggled(['arrow a1 b2'], mark('arrow a1 b2 blue')), ['arrow a1 b2 blue']);
});

test('a letter goes as it came, and keeps its sign in another colour', () => {
  assert.deepEqual(marks.toggled(['label c3 A'], mark('label c3 B')), []);
  assert.deepEqual(marks.toggled(['label c3 A'], mark('label c3 B red')), ['label c3 A red']);
});

test('letters follow one another, and numbers them', () => {
  assert.equal(marks.nextLabel([]), 'A');
  assert.equal(marks.nextLabel(['label a1 A', 'label b1 C', 'circle c1']), 'B');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => `label r1c${index} ${letter}`);
  assert.equal(marks.nextLabel(letters), '1');
  assert.equal(marks.nextLabel([...letters, 'label a1 1', 'label a2 2']), '3');
});

test('there is a bound', () => {
  const many = Array.from({ length: marks.MAX_MARKS }, (_unused, index) => `circle a${index}`);
  assert.equal(marks.toggled(many, mark('circle b1')), null);
  assert.equal(marks.toggled(many, mark('circle a1'))?.length, marks.MAX_MARKS - 1);
  assert.equal(marks.toggled(many, mark('circle a1 red'))?.length, marks.MAX_MARKS);
});

test('only what stands on the board is shown', () => {
  assert.deepEqual(marks.marksOn(['a1', 'b1'], ['arrow a1 b1 red', 'circle z9', 'label b1 X']), [
    { kind: 'arrow', cells: [0, 1], colour: 'red', text: '' },
    { kind: 'label', cells: [1], colour: 'green', text: 'X' },
  ]);
});

test('keys choose the colour', () => {
  const keys = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };
  const colour = (/** @type {Partial<typeof keys>} */ pressed) => marks.colourOfKeys({ ...keys, ...pressed });
  assert.deepEqual(
    [colour({}), colour({ shiftKey: true }), colour({ ctrlKey: true }), colour({ altKey: true })],
    ['green', 'red', 'red', 'blue'],
  );
  assert.equal(colour({ altKey: true, shiftKey: true }), 'yellow');
});
