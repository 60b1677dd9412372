// What the server has not heard of studies is kept in the browser, each by itself, and dropped when it was heard. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { holds, isHeard, isSame } from '../../src/motu/web/js/study/compare.js';
import * as slots from '../../src/motu/web/js/study/slots.js';
import { Tree } from '../../src/motu/web/js/study/tree.js';

/** A browser's store with room for so many characters, which throws where there is no more. @param {number} room */
function store(room) {
  /** @type {Map<string, string>} */
  const items = new Map();
  const proxy = new Proxy(
    {
      getItem: (/** @type {string} */ key) => items.get(key) ?? null,
      removeItem: (/** @type {string} */ key) => void items.delete(key),
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
        const others = [...items].filter(([each]) => each !== key);
        if (others.reduce((sum, [, each]) => sum + each.length, text.length) > room) throw new Error('full');
        items.set(key, text);
      },
    },
    {
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  Object.defineProperty(globalThis, 'localStorage', { value: proxy, configurable: true });
  return items;
}

let now = 0;
Date.now = () => (now += 1);

/** @type {Map<string, string>} */
let items;
beforeEach(() => {
  items = store(5_000_000);
});

const texts = () => slots.readSlots().map(({ text }) => JSON.parse(text).text);

test('each has a slot of its own', () => {
  const [one, other] = [slots.freshName(), slots.freshName()];
  assert.ok(slots.writeSlot(one, { text: 'a' }));
  assert.ok(slots.writeSlot(other, { text: 'b' }));
  assert.ok(slots.writeSlot(one, { text: 'c' }));
  assert.deepEqual(texts(), ['b', 'c']);
  slots.dropSlot(other);
  assert.deepEqual(texts(), ['c']);
});

test('what else the site keeps is no slot; that of older versions is', () => {
  items.set('motu.study-view', '{}');
  items.set('motu.study', '{"text":"old"}');
  assert.deepEqual(texts(), ['old']);
});

test('there are only so many, and the oldest goes', () => {
  for (let count = 0; count < slots.MAX_SLOTS + 2; count += 1) slots.writeSlot(`.${count}`, { text: count });
  assert.equal(texts().length, slots.MAX_SLOTS);
  assert.equal(texts()[0], 2);
});

test('where there is no room the oldest goes, and nothing that is too large for all of it', () => {
  items = store(1000);
  assert.ok(slots.writeSlot('.a', { text: 'a'.repeat(400) }));
  assert.ok(slots.writeSlot('.b', { text: 'b'.repeat(400) }));
  assert.ok(slots.writeSlot('.c', { text: 'c'.repeat(400) }));
  assert.deepEqual(
    texts().map((text) => text[0]),
    ['b', 'c'],
  );
  assert.ok(!slots.writeSlot('.d', { text: 'd'.repeat(slots.MAX_LETTERS) }));
  assert.equal(texts().length, 2);
});

test('a browser that keeps nothing is no error', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('not allowed');
    },
    configurable: true,
  });
  assert.ok(!slots.writeSlot('.a', { text: 'a' }));
  assert.deepEqual(slots.readSlots(), []);
  slots.dropSlot('.a');
});

/** @param {string[]} moves @param {string} [comment] on the last of them */
function line(moves, comment = '') {
  const tree = new Tree('hex(size=5)');
  for (const move of moves) tree.play(move);
  tree.current.comment = comment;
  return tree;
}

test('a tree holds another one', () => {
  const tree = line(['a1', 'b2', 'c3'], 'good');
  assert.ok(holds(tree, line(['a1', 'b2'])));
  assert.ok(holds(tree, line(['a1', 'b2', 'c3'])));
  assert.ok(!holds(tree, line(['a1', 'b2', 'c3'], 'bad')));
  assert.ok(!holds(tree, line(['a1', 'c3'])));
  assert.ok(!holds(tree, new Tree('hex(size=6)')));
  const marked = line(['a1']);
  marked.setMarks(marked.current, ['circle a1']);
  assert.ok(!holds(tree, marked));
});

test('what the server has, or has gone on from, was heard', () => {
  const copy = Object.assign(line(['a1', 'b2']), { name: 'Mine', kept: { id: 'x', version: 3 } });
  /** @param {number} version @param {Tree} tree @param {string} [name] */
  const answer = (version, tree, name = 'Mine') => ({ version, name, tree: tree.pack() });
  assert.ok(isSame(answer(4, line(['a1', 'b2'])), copy));
  assert.ok(isHeard(answer(4, line(['a1', 'b2'])), copy));
  assert.ok(isHeard(answer(5, line(['a1', 'b2', 'c3'])), copy));
  assert.ok(!isHeard(answer(3, line(['a1', 'b2', 'c3'])), copy)); // c3 was taken out, and nobody has heard that
  assert.ok(!isHeard(answer(4, line(['a1', 'c3'])), copy));
  assert.ok(!isHeard(answer(5, line(['a1', 'b2', 'c3']), 'Other'), copy));
});
