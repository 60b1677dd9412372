// The moves of a game in two columns, each a button that shows the position after it; an announcement with its roll is one.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** @typedef {import('../api.js').Game} Game */

export class MoveList {
  /** @param {(step: number) => void} onChoose gets how many steps to show */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.list = h('ol.moves');
    this.element = h('nav.moves-card.card', { 'aria-label': _('Moves') }, this.list, this.#controls());
    this.length = 0;
    this.viewed = 0;
  }

  #controls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ target) =>
      h('button.quiet', { type: 'button', title: name, 'aria-label': name, onclick: () => this.onChoose(target()) }, sign);
    return h(
      'div.jump',
      {},
      button('|◀', _('First position'), () => 0),
      button('◀', _('One step back'), () => this.viewed - 1),
      button('▶', _('One step forward'), () => this.viewed + 1),
      button('▶|', _('Last position'), () => this.length),
    );
  }

  /**
   * @param {import('../board/types.js').BoardView} board
   * @param {Game} game
   * @param {number} viewed
   */
  show(board, game, viewed) {
    this.length = game.steps.length;
    this.viewed = viewed;
    const turns = turnsOf(game);
    const items = [];
    for (let index = 0; index < turns.length; index += 2) {
      items.push(h('li', {}, ...turns.slice(index, index + 2).map((turn) => this.#turn(turn))));
    }
    this.list.replaceChildren(...items);
    this.list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {{text: string, end: number}} turn */
  #turn({ text, end }) {
    const isCurrent = end === this.viewed;
    return h('button.move', { type: 'button', 'aria-current': isCurrent ? 'step' : null, onclick: () => this.onChoose(end) }, text);
  }
}

/**
 * Steps as turns: what is written down, and how many steps lead there.
 * @param {Game} game
 * @returns {{text: string, end: number}[]}
 */
export function turnsOf(game) {
  /** @type {{text: string, end: number}[]} */
  const turns = [];
  game.steps.forEach(([text, person], index) => {
    const last = turns[turns.length - 1];
    if (person < 0 && last) {
      last.text += text;
      last.end = index + 1;
    } else turns.push({ text, end: index + 1 });
  });
  return turns;
}
