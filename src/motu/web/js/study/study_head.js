// What stands over a study: the game, what the study is called, whether it is kept, who played.

import { h } from '../dom.js';
import { specText } from '../games/titles.js';
import { _ } from '../i18n.js';
import { focusPage, say } from '../shell.js';
import { foreignText, keeperOf } from './keeper.js';
import { MAX_NAME } from './limits.js';

/** @typedef {import('./keeper.js').Told} Told */
/** @typedef {import('./tree.js').Tree} Tree */

export class StudyHead {
  /** @param {Tree} tree @param {string} spec the whole one @param {(id: string) => void} onKept */
  constructor(tree, spec, onKept) {
    this.tree = tree;
    this.keeper = keeperOf(tree);
    this.keeper.title = specText(spec);
    this.name = /** @type {HTMLInputElement} */ (
      h('input.study-name', {
        type: 'text',
        'aria-label': _('Name of this study'),
        maxLength: MAX_NAME,
        spellcheck: 'false',
        oninput: () => this.#rename(),
        onchange: () => this.show(),
        // the keyboard goes on with the study, and that of a phone gives the room back
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && focusPage(),
      })
    );
    this.saved = h('span.saved');
    this.players = h('p.detail');
    const all = h('a', { href: '/study/all' }, _('My studies'));
    this.element = h(
      'div.study-head',
      {},
      h('h1', {}, specText(spec)),
      this.name,
      h('p.detail.keeping', {}, this.saved, all),
      this.players,
    );
    this.keeper.begin({
      onTold: (told) => this.#tell(told),
      onKept: (id) => {
        tree.isForeign = false;
        onKept(id);
      },
    });
    if (tree.isForeign) this.saved.textContent = foreignText();
    else this.#tell(this.keeper.told);
  }

  #rename() {
    this.tree.setName(this.name.value.trim());
    this.keeper.touched();
  }

  show() {
    const { tree } = this;
    if (this.name !== document.activeElement) this.name.value = tree.name || this.keeper.usualName;
    this.players.textContent = playersText(tree);
    this.players.hidden = !this.players.textContent;
    this.keeper.touched();
  }

  /** @param {Told} told */
  #tell({ text, isTrouble, other }) {
    if (isTrouble && this.saved.textContent !== text) say(text);
    this.saved.classList.toggle('trouble', isTrouble);
    this.saved.replaceChildren(
      text,
      ...(other ? [' ', h('a', { href: `/study/${other}` }, _('The other version'))] : []),
    );
    if (other) this.show();
  }

  close() {
    this.keeper.end();
  }
}

/** Who plays, in a line; '' where nobody is named. @param {Pick<import('./tree.js').Tree, 'about'|'reader'>} tree what a record says, and who reads it */
function playersText({ about, reader }) {
  const { players } = /** @type {any} */ (about ?? {});
  const names = (Array.isArray(players) ? players : []).map(
    (/** @type {any} */ player, /** @type {number} */ person) =>
      person === reader ? _('You') : String(player?.name ?? ''),
  );
  return names.some(Boolean) ? names.map((/** @type {string} */ name) => name || '?').join(' – ') : '';
}
