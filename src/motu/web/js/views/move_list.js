// The moves of a game, a column for each player and a button for each move, which shows the position after it; an
// announcement with its roll is one. What a player does at a turn stands in one cell: a stone put back, then a move. The
// Tab key stops once in it, at the move that is shown; from there arrows go through the game.

import { h } from '../dom.js';
import { icon } from '../icons.js';
import { _ } from '../i18n.js';
import { beginsRow, turnsOf } from './turns.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('./turns.js').Turn} Turn */

export class MoveList {
  /** @param {(step: number) => void} onChoose gets how many steps to show */
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.list = h('ol.moves');
    this.element = h('nav.moves-card.card', { 'aria-label': _('Moves') }, this.list, this.#controls());
    this.length = 0;
    this.viewed = 0;
    /** @type {(Turn & {button: HTMLElement})[]} */
    this.turns = [];
    /** Where the Tab key stops. @type {HTMLElement|undefined} */
    this.stop = undefined;
    /** Where the list was scrolled to last, in pixels, and whether that still holds: its reader may have moved it since. */
    this.top = 0;
    this.isFollowed = true;
    this.list.addEventListener('scroll', () => this.#notice(), { passive: true });
    this.list.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.isFollowed && this.#follow()).observe(this.list);
  }

  #controls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => number} */ target) =>
      h(
        'button.quiet',
        { type: 'button', title: name, 'aria-label': name, onclick: () => this.onChoose(target()) },
        icon(sign),
      );
    return h(
      'div.jump',
      {},
      button('first', _('First position'), () => 0),
      button('previous', _('One step back'), () => this.viewed - 1),
      button('next', _('One step forward'), () => this.viewed + 1),
      button('last', _('Last position'), () => this.length),
    );
  }

  /**
   * @param {Game} game
   * @param {number} viewed
   * @param {Set<number>} hinted how many steps had been made when hints were taken
   */
  show(game, viewed, hinted) {
    const hadFocus = this.list.contains(document.activeElement);
    this.length = game.steps.length;
    this.viewed = viewed;
    const turns = turnsOf(game);
    const same = this.turns.findIndex(
      ({ text, end }, index) => text !== turns[index]?.text || end !== turns[index].end,
    );
    this.#keep(same < 0 ? this.turns.length : same);
    for (const turn of turns.slice(this.turns.length)) this.#add(turn);
    this.#mark();
    this.#markHinted(hinted);
    this.#stop(hadFocus);
  }

  /** The Tab key comes to the move that is shown, else to the first one after the position; who is in the list goes along. @param {boolean} hadFocus */
  #stop(hadFocus) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = (this.turns.find(({ end }) => end >= this.viewed) ?? this.turns.at(-1))?.button;
    if (this.stop) this.stop.tabIndex = 0;
    if (hadFocus) this.stop?.focus({ preventScroll: true });
  }

  /** Up and down lead to the same player's move in the row beside; all other keys are the table's. @param {KeyboardEvent} event */
  #key(event) {
    const [cell, row] = ['.cell', 'li'].map((name) => /** @type {Element} */ (event.target).closest(name));
    const beside = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
    if (beside === undefined || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const column = [...(cell.parentElement?.children ?? [])].indexOf(cell);
    const button = beside?.querySelectorAll('.cell')[column].querySelector('button');
    const turn = this.turns.find((each) => each.button === button);
    if (turn) this.onChoose(turn.end);
  }

  /** Only so many turns stay; what stays isn't touched, so that the keyboard may rest on it. @param {number} count */
  #keep(count) {
    for (const { button } of this.turns.splice(count)) {
      const row = button.closest('li');
      button.remove();
      if (!row?.querySelector('button')) row?.remove();
    }
  }

  /** @param {Turn} turn */
  #add({ text, end, person }) {
    const button = h('button.move', { type: 'button', tabIndex: -1, onclick: () => this.onChoose(end) }, text);
    if (beginsRow(this.turns[this.turns.length - 1]?.person, person))
      this.list.append(h('li', {}, h('span.row', {}, h('span.cell'), h('span.cell'))));
    this.list.lastElementChild?.querySelectorAll('.cell')[person]?.append(button);
    this.turns.push({ text, end, person, button });
  }

  /** @param {Set<number>} hinted */
  #markHinted(hinted) {
    this.turns.forEach(({ button }, index) => {
      const isHinted = hinted.has(this.turns[index - 1]?.end ?? 0);
      if (isHinted === button.classList.contains('hinted')) return;
      button.classList.toggle('hinted', isHinted);
      button.title = isHinted ? _('after a hint') : '';
    });
  }

  #mark() {
    for (const { end, button } of this.turns) {
      const isCurrent = end === this.viewed;
      if (isCurrent === button.hasAttribute('aria-current')) continue;
      if (isCurrent) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      if (isCurrent) this.#follow();
    }
  }

  get #current() {
    return this.turns.find(({ end }) => end === this.viewed)?.button;
  }

  /** Has the move that is shown in sight, however high the list is by now. */
  #follow() {
    const current = this.#current;
    if (current) scrollTo(this.list, current);
    this.top = this.list.scrollTop;
    this.isFollowed = true;
  }

  /** Whoever scrolls to other moves stays there until another one is shown. */
  #notice() {
    if (Math.abs(this.list.scrollTop - this.top) < 2) return;
    const current = this.#current;
    this.isFollowed = !current || isSeen(this.list, current);
  }
}

/** @param {HTMLElement} list @param {HTMLElement} entry */
function isSeen(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  return inner.bottom < outer.bottom + 1 && inner.top > outer.top - 1;
}

/** Brings an entry of a list into view, and moves nothing but the list. @param {HTMLElement} list @param {HTMLElement} entry */
function scrollTo(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
}
