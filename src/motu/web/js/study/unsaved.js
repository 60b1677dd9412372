// What the server has not heard yet of studies outlives the page: each is in a slot of its own (slots.js) until the server
// has it. What a page left behind is taken over by the next one, which asks the server first what has become of it. The tab
// remembers what was studied last, with the place in it, also when everything is saved.

import * as api from '../api.js';
import { _ } from '../i18n.js';
import { isHeard, isSame } from './compare.js';
import { keeperOf } from './keeper.js';
import { dropSlot, freshName, readSlots, writeSlot } from './slots.js';
import { Tree } from './tree.js';

/** What was studied last in this tab. */
const LAST = 'motu.study';
/** Where nobody knows whether a page is gone that did not say so, its slot is its own for so long; each failed attempt to save renews it. */
const OWN_MS = 120_000;

/** @typedef {Map<string, Tree>} Trees  what the page knows, by address */

/** The page's own slots. @type {Map<Tree, string>} */
const names = new Map();
/** What was taken over, as long as it is asked what has become of it. @type {Map<Tree, Promise<void>>} */
const asked = new Map();
/** @type {Trees} */
let trees = new Map();
/** @type {Promise<void>|undefined} */
let beginning;
/** What other tabs left. @type {Set<Tree>} */
const others = new Set();

/** Takes over what was left, once, and keeps from now on what is not saved when the page is left. @param {Trees} known is filled */
export const begin = (known) => (beginning ??= start(known));

/** @param {Trees} known */
async function start(known) {
  trees = known;
  window.addEventListener('pagehide', leave);
  window.addEventListener('motu-study-missed', (event) => keep(/** @type {CustomEvent<Tree>} */ (event).detail, false));
  window.addEventListener('motu-study-kept', (event) => forget(/** @type {CustomEvent<Tree>} */ (event).detail));
  const last = read(lastText());
  await takeLeft(last);
  if (last) takeUp(last);
  setTimeout(() => void takeLeft(), OWN_MS + 1000);
}

/** Waits until it is known what has become of what is known at an address; what the server has heard is known no more. @param {string} at */
export async function settled(at) {
  const tree = trees.get(at);
  if (tree) await asked.get(tree);
}

/** The server has a study: what other pages left of it is dropped where it was heard. @param {import('./compare.js').Answer & {id: string}} answer */
export function heard(answer) {
  const own = [...names.values()];
  for (const { name: slot, text } of readSlots()) {
    const found = own.includes(slot) ? null : read(text);
    if (found?.tree.kept?.id === answer.id && isHeard(answer, found.tree)) dropSlot(slot);
  }
}

// --- leaving

/** @param {Tree} tree */
const addressOf = (tree) => [...trees].findLast(([, each]) => each === tree)?.[0] ?? '';

/** @param {Tree} tree @param {boolean} isLeft */
function describe(tree, isLeft) {
  const { name, kept, isForeign, isDirty } = tree;
  const ply = tree.current.path();
  return { at: addressOf(tree), tree: tree.pack(), ply, name, kept, isForeign, isDirty, isLeft };
}

/** @param {Tree} tree @param {boolean} isLeft whether the page goes, and another one may take it over */
function keep(tree, isLeft) {
  const slot = names.get(tree) ?? freshName();
  if (!names.has(tree)) claim(slot);
  names.set(tree, slot);
  writeSlot(slot, describe(tree, isLeft));
}

/** @param {Tree} tree */
function forget(tree) {
  const slot = names.get(tree);
  if (slot) dropSlot(slot);
  claims.get(slot ?? '')?.();
  names.delete(tree);
}

/** What ends the claim to a slot. @type {Map<string, () => void>} */
const claims = new Map();

/** Others see that a slot is somebody's as long as this page lives; browsers let only safe connections say so. @param {string} slot */
function claim(slot) {
  const held = () => new Promise((resolve) => claims.set(slot, () => resolve(null)));
  void navigator.locks?.request(slot, held).catch(() => {});
}

/** The slots whose pages live, as far as that is known. @returns {Promise<{claimed: Set<string|undefined>, isKnown: boolean}>} */
async function livingSlots() {
  const found = await navigator.locks?.query().catch(() => null);
  return { claimed: new Set(found?.held?.map(({ name }) => name)), isKnown: Boolean(found) };
}

function leave() {
  for (const tree of new Set([...names.keys(), ...trees.values()])) if (tree.isDirty) keep(tree, true);
  const last = [...trees.values()].pop();
  if (!last) return;
  try {
    sessionStorage.setItem(LAST, JSON.stringify({ ...describe(last, true), slot: names.get(last) }));
  } catch {
    // A browser that keeps nothing, or a tree too large for it.
  }
}

// --- coming back

/** @typedef {{tree: Tree, at: string, isDirty: boolean, isLeft: boolean, slot?: string}} Found  `slot`: where this tab has left the same */

/** @param {string} text @returns {Found|null} */
function read(text) {
  try {
    const { at, tree: packed, ply, name, kept, isForeign, isDirty, isLeft = true, slot } = JSON.parse(text);
    const tree = Object.assign(Tree.unpack(packed), { name, kept, isForeign });
    tree.comeTo(ply);
    tree.wasKept(isDirty ? -1 : tree.version);
    return { tree, at, isDirty, isLeft, slot };
  } catch {
    return null;
  }
}

/** Takes over what pages left that are gone; of two copies of one study the one written last is shown. @param {Found|null} [last] what this tab showed: its slot may be newer */
async function takeLeft(last = null) {
  const { claimed, isKnown } = await livingSlots();
  const own = [...names.values()];
  for (const { name: slot, text, time } of readSlots().reverse()) {
    const found = own.includes(slot) ? null : read(text);
    const isOurs = last !== null && last.slot === slot;
    const isGone = isKnown ? !claimed.has(slot) : Date.now() - time > OWN_MS;
    if (!found || !(isOurs || found.isLeft || isGone)) continue;
    dropSlot(slot);
    if (isOurs) last.tree = found.tree;
    else {
      others.add(found.tree);
      if (found.at && !trees.has(found.at)) trees.set(found.at, found.tree);
      take(found.tree);
    }
  }
}

/** Goes on with what this tab showed last. @param {Found} last */
function takeUp({ tree, at, isDirty }) {
  trees.delete(at);
  trees.set(at, tree);
  if (isDirty) take(tree);
}

function lastText() {
  try {
    return sessionStorage.getItem(LAST) ?? '';
  } catch {
    return ''; // a browser that keeps nothing
  }
}

/** @param {Tree} tree has changes that the server may not have heard */
function take(tree) {
  keep(tree, false);
  asked.set(
    tree,
    settle(tree).finally(() => asked.delete(tree)),
  );
}

/** It is no longer known here. @param {Tree} tree */
function drop(tree) {
  for (const [at, each] of trees) if (each === tree) trees.delete(at);
  tree.wasKept(tree.version);
  forget(tree);
}

/** Asks what has become of a study that was left with changes on their way: what the server has not heard goes there now. @param {Tree} tree */
async function settle(tree) {
  const isAsked = tree.kept && (tree.kept.version > 0 || others.has(tree)); // a reload overtakes what it sends at last
  const view = isAsked && tree.kept && (await api.study(tree.kept.id).catch(() => null));
  if (!view || !isHeard(view, tree)) keeperOf(tree).goOn();
  else if (others.has(tree) || !view.is_mine || !isSame(view, tree)) drop(tree);
  else {
    tree.kept = { id: view.id, version: view.version };
    tree.wasKept(tree.version);
    keeperOf(tree).told = { text: _('Saved'), isTrouble: false };
    forget(tree);
  }
}
