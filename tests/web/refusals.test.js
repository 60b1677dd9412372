// Whatever the server refuses is told in the language of the page. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const ENGLISH = 'What the server says.';
const documentElement = { dataset: { languages: '{"en":"English","xx":"X"}' }, lang: '' };
Object.assign(globalThis, { document: { documentElement }, location: { search: '' } });
const { refusalText } = await import('../../src/motu/web/js/games/refusals.js');
const { speak } = await import('../../src/motu/web/js/texts.js');

/** The refusals in docs/http.md: rows of a table that have a slug, or several, and the status of an answer. */
const lines = readFileSync(new URL('../../docs/http.md', import.meta.url), 'utf8').split('\n');
const slugs = lines
  .filter((line) => /^\| `[a-z]+\/[a-z-]+`.* \| \d{3} \|/.test(line))
  .flatMap((line) => [...line.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, slug]) => slug));

test('every refusal is told in a sentence of the page', () => {
  assert.ok(slugs.length > 80);
  assert.ok(slugs.includes('tournament/none'));
  speak('xx', null);
  assert.deepEqual(
    slugs.filter((slug) => refusalText(slug, ENGLISH) === ENGLISH),
    [],
  );
});

test('what is not there is told in plain words in English, too', () => {
  speak('en', null);
  for (const slug of ['server/no-game', 'server/no-study', 'server/no-person', 'tournament/none', 'record/format'])
    assert.notEqual(refusalText(slug, ENGLISH), ENGLISH);
  for (const slug of ['server/seq', 'server/over', 'server/not-your-turn'])
    assert.doesNotMatch(refusalText(slug, 'its next event is 6, not 5'), /event/);
  assert.equal(refusalText('move/illegal', ENGLISH), ENGLISH);
});

test('what only programs are told is a sentence where people read it', () => {
  speak('en', null);
  assert.equal(refusalText('tournament/terms', 'only an arena has minutes'), 'Only an arena has minutes.');
  assert.equal(refusalText('move/illegal', "'a1' is taken; choose another"), "'a1' is taken; choose another.");
  for (const slug of ['account/name', 'account/password', 'server/fair-play'])
    assert.match(refusalText(slug, 'a name has 2 to 20 characters'), /^[A-Z].*\.$/);
});

test('who has chosen his name lately is told from when on he can choose another', () => {
  speak('en', null);
  assert.match(refusalText('account/renamed', 'not yet', { legal: [String(Date.UTC(2031, 4, 9))] }), /2031/);
});

test('a move that cannot be played is named', () => {
  speak('xx', null);
  for (const slug of ['move/invalid', 'record/move']) assert.match(refusalText(slug, ENGLISH, { text: 'zz' }), /zz/);
  assert.doesNotMatch(refusalText('move/illegal', ENGLISH), /[{}]/);
});
