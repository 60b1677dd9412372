// What was played in the position at the cursor, in the collection of the house; nothing where it has none of this game.

import * as api from '../api.js';
import { h } from '../dom.js';
import { errorParts } from '../games/refused.js';
import { _, ngettext, number, percent } from '../i18n.js';
import { asks, missMoves, newCollection, rowsOf, takeGames, takeMoves } from './collection_state.js';

/** @typedef {import('./study_state.js').StudyState} StudyState */
/** @typedef {import('./collection_state.js').Row} Row */

export class CollectionPanel {
  /** @param {StudyState} study @param {{spec: string, games: number}[]} games  what there is @param {(moves: string[]) => void} onPlay */
  constructor(study, games, onPlay) {
    this.study = study;
    this.onPlay = onPlay;
    this.state = newCollection();
    this.place = h('div.collected', { role: 'group', tabindex: '-1', 'aria-label': _('What was played') });
    this.element = h(
      'details.card.collection',
      { hidden: true, ontoggle: () => this.#toggled() },
      h('summary', {}, _('What was played')),
      this.place,
    );
    takeGames(this.state, games, study.board.spec);
    this.element.hidden = !this.state.isThere;
    this.show();
  }

  #toggled() {
    this.state.isOpen = /** @type {HTMLDetailsElement} */ (this.element).open;
    this.show();
  }

  /** Shows what is known of the position at the cursor, and asks where nothing is. */
  show() {
    const { state, study } = this;
    const node = study.tree.current;
    if (asks(state, node)) void this.#ask(node);
    const rows = rowsOf(state, node);
    if (state.isOpen && rows) this.place.replaceChildren(...this.#content(rows));
  }

  /** @param {import('./tree.js').Node} node */
  async #ask(node) {
    const { spec, setup, board } = this.study.tree;
    try {
      takeMoves(this.state, node, (await api.collectedMoves({ spec, setup, board, moves: node.path() })).moves);
      this.show();
    } catch (error) {
      missMoves(this.state, node);
      if (node === this.study.tree.current) this.place.replaceChildren(h('p.detail', {}, ...errorParts(error)));
    }
  }

  /** @param {Row[]} rows */
  #content(rows) {
    if (!rows.length) return [h('p.detail', {}, _('Nobody has moved here.'))];
    const total = rows.reduce((sum, row) => sum + row.games, 0);
    const heads = [_('Move'), _('Games'), _('Scores'), _('Last played')];
    return [
      h('p.detail', {}, ngettext('{count} game', '{count} games', total)),
      h(
        'table.findings',
        {},
        h('caption.visually-hidden', {}, _('What was played')),
        h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, ...rows.map((row) => this.#row(row))),
      ),
    ];
  }

  /** The keyboard stays here: the move's own button goes. @param {string} move */
  #play(move) {
    this.place.focus();
    this.onPlay([move]);
  }

  /** @param {Row} row */
  #row({ move, games, score, last }) {
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('button.move', { type: 'button', onclick: () => this.#play(move) }, move)),
      h('td', {}, number(games)),
      h('td', {}, score === null ? '–' : percent(score)),
      h('td', {}, last),
    );
  }
}
