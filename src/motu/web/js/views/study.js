// The analysis board: /study begins with an empty board or the line of ?spec=…&moves=… (&at=end: at its end), /study/ID
// with a study that the server keeps, /study/game/ID with a game (?review: which is reviewed at once), /study#t1.… with
// what somebody shared. /study/all lists one's own studies.

import { here } from '../address.js';
import * as api from '../api.js';
import { hasServer } from '../house.js';
import { _ } from '../i18n.js';
import { Study } from '../study/study.js';
import { Tree } from '../study/tree.js';
import { replaceAddress, showAgain } from '../shell.js';
import { useStyle } from '../style.js';

/** @typedef {{tree: Tree, complaint: string}} Found  `complaint`: why it is not what the address asks for */

const MAX_KEPT = 20;

/** What has been studied since the page was loaded, by address: going away and coming back loses nothing. @type {Map<string, Tree>} */
const kept = new Map();

const address = () => {
  const { pathname, search, hash } = here();
  return pathname + search + hash;
};

/** @param {Tree} tree @param {string} [at] */
function keep(tree, at = address()) {
  kept.delete(at);
  kept.set(at, tree);
  const old = [...kept].find(([, each]) => !each.isDirty);
  if (old && kept.size > MAX_KEPT) kept.delete(old[0]);
}

/** What outlives the page: loaded at once where an earlier page left something, else beside what is shown. */
const unsaved = async () => {
  const found = await import('../study/unsaved.js');
  await found.begin(kept);
  return found;
};

function isSomethingLeft() {
  try {
    const keys = [...Object.keys(sessionStorage), ...Object.keys(localStorage)];
    return keys.some((key) => /^motu\.study(\.|$)/.test(key));
  } catch {
    return false; // a browser that keeps nothing
  }
}

if (isSomethingLeft()) await unsaved();

await useStyle('study');

/** What the page is, before the server has answered. @param {string[]} parts */
export const heading = ([part]) => (part === 'all' ? _('My studies') : _('Study'));

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  if (parts[0] === 'all') {
    const { renderShelf } = await import('../study/shelf.js');
    await renderShelf(place);
    return undefined;
  }
  const query = here().searchParams;
  const isReviewed = query.has('review');
  if (isReviewed) replaceAddress(here().pathname); // once: a reload does not begin it again
  const { tree, complaint } = await find(parts, here().hash.slice(1), query);
  const board = await (tree.board ? api.customBoard(tree.spec, tree.board) : api.board(tree.spec));
  if (tree.kept?.version) showAddress(tree.kept.id);
  const study = new Study(place, tree, board, keep, (id) => moveTo(tree, id));
  await study.show();
  void unsaved();
  if (complaint) study.complain(complaint);
  if (isReviewed) void study.reviewNow();
  const fresh = hasServer() ? import('../study/fresh.js').then((it) => it.keepFresh(study, showAgain)) : null;
  return () => {
    void fresh?.then((end) => end());
    study.close();
  };
}

/** @param {string} id */
function showAddress(id) {
  replaceAddress(`/study/${id}`);
}

/** The server keeps the study on the page under an address of its own; what it began from is there for another one. @param {Tree} tree @param {string} id */
function moveTo(tree, id) {
  if (here().pathname === `/study/${id}`) return;
  for (const [at, each] of kept) if (each === tree && !at.startsWith('/study/game/')) kept.delete(at);
  showAddress(id);
  keep(tree);
}

/** @param {string[]} parts @param {string} fragment @param {URLSearchParams} query @returns {Promise<Found>} */
async function find(parts, fragment, query) {
  if (kept.has(address())) await (await unsaved()).settled(address());
  const known = kept.get(address());
  if (parts[0] === 'game' && parts[1]) return { tree: await gameTree(parts[1], known), complaint: '' };
  if (parts[0]) return { tree: await treeOfStudy(parts[0], known), complaint: '' };
  if (known) return { tree: known, complaint: '' };
  if (fragment) return treeOfFragment(fragment);
  const tree = new Tree(query.get('spec') ?? 'atoll');
  tree.addLine((query.get('moves') ?? '').split(' ').filter(Boolean));
  const complaint = query.has('moves') ? await cutImpossible(tree) : '';
  if (query.get('at') === 'end') tree.toEnd();
  tree.wasKept(tree.version);
  return { tree, complaint };
}

/** @param {string} id @param {Tree|undefined} known */
const gameTree = async (id, known) => (await import('../study/played.js')).treeOfGame(id, known);

/** @param {Tree} tree */
const cutImpossible = async (tree) => (await import('../study/possible.js')).keepPossible(tree);

/** A broken address takes nothing away: what was studied last stays. @param {string} fragment @returns {Promise<Found>} */
async function treeOfFragment(fragment) {
  try {
    const { fromFragment } = await import('../study/share.js');
    const tree = await fromFragment(fragment);
    await (tree.board ? api.customBoard(tree.spec, tree.board) : api.board(tree.spec));
    const complaint = await cutImpossible(tree);
    tree.wasKept(tree.version);
    return { tree, complaint };
  } catch (error) {
    const last = [...kept.values()].pop() ?? new Tree('atoll');
    replaceAddress('/study');
    return { tree: last, complaint: String(/** @type {Error} */ (error).message) };
  }
}

/**
 * A study that the server keeps; what is here is shown where the server does not answer or knows nothing newer, and where
 * it was changed: then the keeper finds out whether it was changed elsewhere, too.
 * @param {string} id
 * @param {Tree|undefined} known
 */
async function treeOfStudy(id, known) {
  if (known?.isDirty) return known;
  const view = await api.study(id).catch((error) => {
    if (known && error.status === 0) return null;
    throw error;
  });
  if (!view || (known && known.kept?.version === view.version)) return /** @type {Tree} */ (known);
  void unsaved().then(({ heard }) => heard(view));
  const tree = Tree.unpack(view.tree);
  tree.name = view.name;
  if (view.is_mine) tree.kept = { id, version: view.version };
  else tree.isForeign = true;
  if (known) tree.comeTo(known.current.path());
  tree.wasKept(tree.version);
  return tree;
}
