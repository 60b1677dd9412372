// What scripts keep in the browser is told on the privacy page. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const SOURCES = new URL('../../src/motu/web/js/', import.meta.url);
const PRIVACY = 'views/privacy.js';

/** What a server hands out; a site without one keeps everything in the browser, and its page about motu says so. @type {[string, string][]} */
const scripts = readdirSync(SOURCES, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.js') && !name.startsWith('site/'))
  .map((name) => [name, readFileSync(new URL(name, SOURCES), 'utf8')]);

const KEEPS = /(?:local|session)Storage\s*\.\s*(?:get|set|remove)Item\(\s*([^,)]+)/g;
const NAMED = /^const (\w+) = '(motu\.[\w.-]+)';/gm;

/** The keys that a script uses, or how they begin. @param {string} source */
function keysOf(source) {
  const named = new Map([...source.matchAll(NAMED)].map(([, name, key]) => [name, key]));
  return [...source.matchAll(KEEPS)].map(([, key]) => named.get(key.split(' + ')[0]) ?? key.replaceAll("'", ''));
}

test('every key that a script keeps something under is told, and no other', () => {
  const used = new Set(scripts.flatMap(([, source]) => keysOf(source)));
  const page = scripts.find(([name]) => name === PRIVACY)?.[1] ?? '';
  const told = new Set([...page.matchAll(/'(motu\.[\w.-]+)': _\(/g)].map(([, key]) => key));
  assert.ok(used.size >= 10);
  assert.deepEqual([...told].sort(), [...used].sort());
});

test('nothing is kept in any other way', () => {
  const others =
    /indexedDB|document\.cookie|(?<!Object\.keys\()(?:local|session)Storage(?!\s*\.\s*(?:get|set|remove)Item\()/;
  const found = scripts.filter(([, source]) => others.test(source.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')));
  assert.deepEqual(
    found.map(([name]) => name),
    [],
  );
});
