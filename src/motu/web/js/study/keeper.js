// Keeps a study on the server as somebody works at it: some seconds after a change, and at once when he leaves. A server
// that does not answer is asked again; what was changed elsewhere as well is not written over: this one is then kept as a
// study of its own.

import * as api from '../api.js';
import { gameName } from '../games/titles.js';
import { _, day } from '../i18n.js';
import { MAX_NAME } from './limits.js';
import { Tree } from './tree.js';

const WAIT_MS = 2000;
const AGAIN_MS = 5000;
/** How many bytes browsers send for a page that is being left. */
const MAX_LAST_WORDS = 60_000;

/** @typedef {{text: string, isTrouble: boolean, other?: string}} Told  `other`: the id of the study that was changed elsewhere */
/** @typedef {{onTold: (told: Told) => void, onKept: (id: string) => void}} KeeperHands  what the page does */

/** @type {WeakMap<Tree, Keeper>} */
const keepers = new WeakMap();

/** The one keeper of a tree. @param {Tree} tree */
export function keeperOf(tree) {
  let found = keepers.get(tree);
  if (!found) {
    found = new Keeper(tree);
    keepers.set(tree, found);
  }
  return found;
}

/** What is said of a study that belongs to somebody else. */
export const foreignText = () => _('This is someone else’s study: your changes are saved as a copy.');

export class Keeper {
  /** @param {Tree} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {KeeperHands|null} */
    this.hands = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** What the page calls the game; it knows all of its spec. */
    this.title = gameName(tree.spec.split('(')[0]);
    this.isBusy = false;
    /** What was sent last; its answer may be lost. */
    this.sent = '';
    /** Whether nobody knows if that was heard: the page was left meanwhile. */
    this.isUnsure = false;
    /** @type {Told} */
    this.told = { text: '', isTrouble: false };
  }

  /** What a study is called that nobody has called anything. */
  get usualName() {
    return `${this.title}, ${day(Date.now())}`.slice(0, MAX_NAME);
  }

  /** The page shows the study and tells what becomes of it. @param {KeeperHands} hands */
  begin(hands) {
    this.hands = hands;
    window.addEventListener('online', this.#atOnce);
    document.addEventListener('visibilitychange', this.#onHidden);
    window.addEventListener('pagehide', this.#leave);
    this.touched();
  }

  /** The page goes on to something else. */
  end() {
    this.#leave();
    this.hands = null;
    window.removeEventListener('online', this.#atOnce);
    document.removeEventListener('visibilitychange', this.#onHidden);
    window.removeEventListener('pagehide', this.#leave);
  }

  #atOnce = () => void this.#save();
  #leave = () => void this.#save(true);
  #onHidden = () => {
    if (document.hidden) void this.#save(true);
  };

  /** Something may have changed. */
  touched() {
    if (!this.tree.isDirty) return;
    this.tree.kept ??= { id: freshStudyId(), version: 0 };
    if (this.timer === undefined && !this.isBusy) this.#saveIn(WAIT_MS);
  }

  /** The study was left with this on its way. */
  goOn() {
    this.sent = JSON.stringify(this.tree.pack());
    this.isUnsure = true;
    this.tree.wasKept(-1);
    this.touched();
  }

  /** @param {number} ms */
  #saveIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.#save(), ms);
  }

  /** @param {boolean} [isLeaving] */
  async #save(isLeaving = false) {
    const { tree } = this;
    if (!tree.isDirty || this.isBusy) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.isBusy = true;
    const version = tree.version;
    const sent = this.#send(isLeaving).then(
      () => tree.wasKept(version),
      (error) => this.#missed(error),
    );
    const again = await sent.finally(() => (this.isBusy = false));
    if (!tree.isDirty) {
      announce('kept', tree);
      this.#tell({ text: _('Saved'), isTrouble: false });
    } else if (again !== false) this.#saveIn(again ?? WAIT_MS);
  }

  /** @param {boolean} isLeaving */
  async #send(isLeaving) {
    const { tree } = this;
    tree.kept ??= { id: freshStudyId(), version: 0 };
    if (this.isUnsure) await this.#wasHeard(tree.kept.id);
    const what = { name: tree.name || this.usualName, tree: tree.pack() };
    this.sent = JSON.stringify(what.tree);
    const isLast = isLeaving && new Blob([this.sent]).size < MAX_LAST_WORDS;
    const { id, version } = tree.kept;
    const kept = version ? api.changeStudy(id, { ...what, version }, isLast) : api.keepStudy({ ...what, id }, isLast);
    tree.kept.version = (await kept).version;
    tree.name ||= what.name;
    this.hands?.onKept(id);
  }

  /** @param {Error} error @returns {Promise<number|false>} after how many milliseconds to try again; false: when it has changed again */
  async #missed(error) {
    if (!(error instanceof api.Refusal)) throw error;
    if (error.status === 0 || error.status >= 500 || error.slug === 'server/busy') {
      this.#tell({ text: _('Not saved: the server is not responding.'), isTrouble: true });
      announce('missed', this.tree);
      return AGAIN_MS;
    }
    if (['server/study-version', 'server/no-study'].includes(error.slug)) return this.#part();
    if (error.slug === 'server/not-yours') return this.#copy();
    const { excessText } = await import('./excess.js');
    const reason = excessText(this.tree) || error.message;
    this.#tell({ text: _('Not saved: {reason}', { reason }), isTrouble: true });
    return false;
  }

  /** Whoever is here now, logged in or out since, is not whose it is. @returns {number} */
  #copy() {
    const { tree } = this;
    const { id } = /** @type {{id: string}} */ (tree.kept);
    tree.kept = null;
    this.#tell({ text: foreignText(), isTrouble: true, other: id });
    return 0;
  }

  /** The server has another version, or none any more. @returns {Promise<number>} */
  async #part() {
    const { tree } = this;
    const { id } = /** @type {{id: string}} */ (tree.kept);
    if (await this.#wasHeard(id)) return 0;
    const view = await api.study(id).catch(() => null);
    tree.kept = null;
    if (view) {
      tree.setName(_('{name} (2)', { name: view.name }).slice(0, MAX_NAME));
      this.#tell({ text: _('Also changed elsewhere: this is now a separate study.'), isTrouble: true, other: id });
    }
    return 0;
  }

  /** Whether what was sent last is what the server has: then only its answer was lost. @param {string} id */
  async #wasHeard(id) {
    this.isUnsure = false;
    const view = await api.study(id).catch(() => null);
    const isOurs = view?.is_mine && JSON.stringify(Tree.unpack(view.tree).pack()) === this.sent;
    if (isOurs) this.tree.kept = { id, version: view.version };
    return Boolean(isOurs);
  }

  /** @param {Told} told */
  #tell(told) {
    if (!told.isTrouble && this.told.other) return; // what has become of it stays in sight
    this.told = told;
    this.hands?.onTold(told);
  }
}

/** Tells what has become of a tree on its way to the server. @param {'kept'|'missed'} what @param {Tree} tree */
const announce = (what, tree) => window.dispatchEvent(new CustomEvent(`motu-study-${what}`, { detail: tree }));

/** An id that nobody can guess. */
function freshStudyId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
