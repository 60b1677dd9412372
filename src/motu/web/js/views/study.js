// The analysis board: /study begins with an empty board or the line of ?spec=…&moves=… (&at=end: at its end), /study/game/ID with a game, /study#t1.… with what somebody shared.

import * as api from '../api.js';
import { playersOf, turnsOf } from '../study/games.js';
import { Study } from '../study/study.js';
import { Tree } from '../study/tree.js';
import { useStyle } from '../style.js';

/** @typedef {{tree: Tree, complaint: string}} Found  `complaint`: why it is not what the address asks for */

const MAX_KEPT = 20;
const KEY = 'motu.study';

/** What has been studied since the page was loaded, by address: going away and coming back loses nothing. @type {Map<string, Tree>} */
const kept = new Map();

const address = () => location.pathname + location.search + location.hash;

/** @param {Tree} tree @param {string} [at] */
function keep(tree, at = address()) {
  kept.delete(at);
  kept.set(at, tree);
  if (kept.size > MAX_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
}

/** What was studied last is kept over a reload as well. */
function save() {
  const [last] = [...kept].slice(-1);
  if (!last) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: last[0], tree: last[1].pack(), ply: last[1].current.path() }));
  } catch {
    // A browser that keeps nothing, or a tree too large for it.
  }
}

function restore() {
  try {
    const { at, tree: packed, ply } = JSON.parse(sessionStorage.getItem(KEY) ?? '');
    if (kept.has(at)) return;
    const tree = Tree.unpack(packed);
    for (const move of ply) tree.current = tree.current.children.find((child) => child.move === move) ?? tree.current;
    kept.set(at, tree);
  } catch {
    // Nothing was kept.
  }
}

restore();
window.addEventListener('pagehide', save);

await useStyle('study');

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const { tree, complaint } = await find(parts, location.hash.slice(1), new URLSearchParams(location.search));
  const board = await (tree.board ? api.customBoard(tree.spec, tree.board) : api.board(tree.spec));
  const study = new Study(place, tree, board, keep);
  await study.show();
  if (complaint) study.complain(complaint);
  if (new URLSearchParams(location.search).has('review')) openReview(place);
  return () => study.close();
}

/** Who comes for the review finds it open. @param {HTMLElement} place */
function openReview(place) {
  const review = place.querySelector('details.review');
  review?.toggleAttribute('open', true);
  review?.scrollIntoView({ block: 'nearest' });
}

/** @param {string[]} parts @param {string} fragment @param {URLSearchParams} query @returns {Promise<Found>} */
async function find(parts, fragment, query) {
  const known = kept.get(address());
  if (parts[0] === 'game' && parts[1]) return { tree: await treeOfGame(parts[1], known), complaint: '' };
  if (known) return { tree: known, complaint: '' };
  if (fragment) return treeOfFragment(fragment);
  const tree = new Tree(query.get('spec') ?? 'atoll');
  tree.addLine((query.get('moves') ?? '').split(' ').filter(Boolean));
  if (query.get('at') === 'end') tree.toEnd();
  return { tree, complaint: '' };
}

/** A broken address takes nothing away: what was studied last stays. @param {string} fragment @returns {Promise<Found>} */
async function treeOfFragment(fragment) {
  try {
    const { fromFragment } = await import('../study/share.js');
    const tree = await fromFragment(fragment);
    await (tree.board ? api.customBoard(tree.spec, tree.board) : api.board(tree.spec));
    return { tree, complaint: '' };
  } catch (error) {
    const last = [...kept.values()].pop() ?? new Tree('atoll');
    history.replaceState(null, '', '/study');
    return { tree: last, complaint: String(/** @type {Error} */ (error).message) };
  }
}

/** @param {string} id @param {Tree|undefined} known what has been added to it before */
async function treeOfGame(id, known) {
  const game = await api.game(id);
  const { spec, setup, board, opening } = game.created;
  const tree = known ?? new Tree(spec, setup ?? null, board ?? null);
  const moves = [...(opening ?? []), ...turnsOf(game).map((turn) => turn.text)];
  tree.addLineFromStart(moves);
  if (!known) tree.toEnd();
  const dice = game.created.dice
    ? { dice: { commitment: game.created.dice, seeds: game.seeds, secret: game.secret } }
    : {};
  tree.about = {
    players: playersOf(game),
    result: game.result ?? { winner: null, reason: 'unfinished' },
    moves,
    ...dice,
  };
  return tree;
}
