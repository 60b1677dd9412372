// Dates in words. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';
import { dateText, speak } from '../../src/motu/web/js/texts.js';

const MEDIUM = /** @type {const} */ ({ dateStyle: 'medium' });

/** @param {string} language @param {number} day */
function december(language, day) {
  speak(language, null);
  const text = dateText(new Date(2026, 11, day), MEDIUM);
  speak('en', null);
  return text;
}

test('the first of a month is counted in French, no other day is, and nowhere else', () => {
  assert.match(december('fr', 1), /^1er\s/);
  assert.match(december('fr', 11), /^11\s/);
  assert.match(december('fr', 21), /^21\s/);
  for (const language of ['en', 'de']) assert.doesNotMatch(december(language, 1), /1er/);
});

test('the time of day stays as it is', () => {
  speak('fr', null);
  const text = dateText(new Date(2026, 0, 1, 1, 1), { dateStyle: 'medium', timeStyle: 'short' });
  speak('en', null);
  assert.match(text, /^1er\s.*01:01$/);
});
