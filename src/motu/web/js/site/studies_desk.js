// The studies in this browser.

import { wholeSpec } from './files.js';
import { Refused } from './refusing.js';
import { allKept, alone, keep, kept } from './store.js';

/** @typedef {{id: string, name: string, spec: string, version: number, created_ms: number, changed_ms: number, removed_ms: number|null, tree: any}} Study */

const PAGE = 50;

/** @param {Study} study */
const told = ({ id, version, changed_ms }) => ({ id, version, changed_ms });

/** @param {string} id @returns {Promise<Study>} */
async function find(id) {
  const found = /** @type {Study|undefined} */ (await kept('studies', id));
  if (!found) throw new Refused('study/unknown', `there is no study '${id}'`, id);
  return found;
}

/** @param {{id: string, name: string, tree: any}} study */
export const create = ({ id, name, tree }) =>
  alone(id, async () => {
    const known = await kept('studies', id);
    if (known) return told(known); // it was sent twice
    const now = Date.now();
    const times = { created_ms: now, changed_ms: now, removed_ms: null };
    const study = { id, name, spec: await wholeSpec(tree.s), version: 1, ...times, tree };
    await keep('studies', study);
    return told(study);
  });

/** @param {string} id @param {{name: string, tree: any, version: number}} change */
export const change = (id, { name, tree, version }) =>
  alone(id, async () => {
    const before = await find(id);
    if (before.version !== version) throw new Refused('study/version', 'the study was changed in another window', id);
    const study = { ...before, name, tree, version: version + 1, changed_ms: Date.now(), removed_ms: null };
    await keep('studies', study);
    return told(study);
  });

/** @param {string} id */
export async function read(id) {
  const { removed_ms: _removed, ...study } = await find(id);
  return { ...study, is_mine: true };
}

/** @param {string} id @param {boolean} isRemoved */
export async function remove(id, isRemoved) {
  await keep('studies', { ...(await find(id)), removed_ms: isRemoved ? Date.now() : null });
}

/** Some of them, the one changed last first. @param {URLSearchParams} wanted */
export async function list(wanted) {
  const all = /** @type {Study[]} */ (await allKept('studies')).filter((each) => each.removed_ms === null);
  all.sort((one, other) => other.changed_ms - one.changed_ms);
  const from = Number(wanted.get('after') ?? 0);
  const listed = all.slice(from, from + PAGE).map(({ tree: _tree, removed_ms: _removed, ...study }) => study);
  return { studies: listed, older: all.length > from + PAGE ? String(from + PAGE) : null };
}
