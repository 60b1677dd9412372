// Whether scripts are the same program as they are sent as they are in the source: compares their syntax trees.
//
//   node same_syntax.mjs TYPESCRIPT SOURCES SENT
//
// TYPESCRIPT is the folder of the compiler, whose parser reads both; SENT holds the same files as SOURCES.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [compiler, sources, sent] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);

/** All that a program is made of: kinds of nodes in their order, with their texts. */
function syntax(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const found = [];
  const walk = (node) => {
    found.push(node.kind, node.rawText ?? node.text ?? '');
    ts.forEachChild(node, walk);
  };
  ts.forEachChild(file, walk);
  return JSON.stringify(found);
}

const names = readdirSync(sources, { recursive: true }).filter((name) => name.endsWith('.js'));
const different = names.filter((name) => syntax(join(sources, name)) !== syntax(join(sent, name)));
for (const name of different) console.error(`${name}: what is sent is another program than the source`);
console.log(`${names.length - different.length} of ${names.length} scripts are sent as they are written`);
process.exit(different.length || !names.length ? 1 : 0);
