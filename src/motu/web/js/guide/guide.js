// A guide in a first game: the goal and the way to the rules beside every board, and in a person's first game of a kind a
// short card that says at the right moment what happens. Which hint comes when is in guide_state.js.

import * as api from '../api.js';
import { h } from '../dom.js';
import { gameName } from '../games/titles.js';
import { _ } from '../i18n.js';
import { isSheetBelow, onSheetMoved } from '../narrow.js';
import { change } from '../settings.js';
import { say } from '../shell.js';
import { isLive } from '../views/table_state.js';
import { nameOf } from '../views/table_texts.js';
import { follow, isAgainstMachine, newGuide, seenBy } from './guide_state.js';
import { goalText, hintText } from './guide_texts.js';
import { isGuided, keep, toldIn } from './memory.js';

/** @typedef {import('../views/table.js').Table} Table */

const GAMES = ['atoll', 'atomorph', 'atmalof'];

/** @param {Table} table the page of a game */
export function guideGame({ state, layout, element, left }) {
  const { board, game } = state;
  if (!layout.isConnected || !GAMES.includes(board.game)) return;
  const goal = goalLine(board);
  layout.querySelector('.side h1')?.after(goal);
  if (!isAgainstMachine(game) || game.result) return;
  const guide = new GameGuide(state, layout, element, goal);
  layout.addEventListener('motu-shown', () => guide.follow());
  onSheetMoved(left, () => guide.place());
  guide.follow();
}

/** @param {import('../board/types.js').BoardView} board */
function goalLine(board) {
  const rules = h('a', { href: `/learn/${board.game}` }, _('The rules of {game}', { game: gameName(board.game) }));
  return h('p.goal.detail', {}, goalText(board), ' ', rules);
}

class GameGuide {
  /**
   * @param {Table['state']} state
   * @param {HTMLElement} layout
   * @param {Table['element']} element
   * @param {HTMLElement} goal where the card stands below
   */
  constructor(state, layout, element, goal) {
    this.state = state;
    this.layout = layout;
    this.element = element;
    this.goal = goal;
    const { board, game } = state;
    this.guide = newGuide(toldIn(board.game, game.id));
    /** @type {{seq: number, threats: import('./guide_state.js').Threats|null}} what was asked last */
    this.asked = { seq: -1, threats: null };
    this.text = h('p.guide-text');
    this.links = h('div.guide-links');
    const off = h('button.quiet', { type: 'button', onclick: () => this.#turnOff() }, _('Turn off hints'));
    this.card = h('section.guide', { 'aria-label': _('Guide') }, this.text, h('div.guide-ways', {}, this.links, off));
  }

  #turnOff() {
    change({ guide: 'never' });
    this.element.focusBoard();
  }

  /** The card stands in the sheet, or above the board where the sheet lies below it. */
  place() {
    if (!this.card.isConnected) return;
    if (isSheetBelow()) this.layout.prepend(this.card);
    else this.goal.after(this.card);
  }

  /** The game has changed, or another position of it is looked at. */
  follow() {
    const { state, card } = this;
    if (!isGuided(state.board.game, state.game.id)) {
      card.remove();
      this.#point(null);
    } else if (!isLive(state)) this.#point(null);
    else if (!state.rolling) this.#tell();
  }

  #tell() {
    const { state, guide, card } = this;
    const { board, game } = state;
    if (!card.isConnected) {
      this.goal.after(card);
      this.place();
    }
    const isKnown = this.asked.seq === game.seq;
    const seen = seenBy(board, game, isKnown ? this.asked.threats : null);
    if (seen.isMine && !isKnown) void this.#ask(game.seq);
    if (follow(guide, seen)) this.#write(seen);
    if (seen.own > 0) keep(board.game, game.id, guide.told);
    this.#point(guide.hint);
  }

  /** Asks what wins at once; a guide that hears nothing says nothing of it. @param {number} seq */
  async #ask(seq) {
    this.asked = { seq, threats: null };
    const threats = await api.threats(this.state.game.id).catch(() => null);
    if (this.asked.seq !== seq || this.state.game.seq !== seq || !this.layout.isConnected) return;
    this.asked = { seq, threats };
    this.follow();
  }

  /** @param {import('./guide_state.js').Seen} seen */
  #write(seen) {
    const { hint } = this.guide;
    const text = hint ? hintText(hint, seen, nameOf(this.state, 1 - seen.person)) : '';
    this.text.textContent = text || goalText(seen.board);
    this.card.classList.toggle('idle', !text);
    this.links.replaceChildren(...(hint?.kind === 'end' ? this.#ways() : []));
    if (text) say(text);
  }

  /** What one could do after a first game. */
  #ways() {
    const { board, game } = this.state;
    const name = gameName(board.game);
    return [
      h('a', { href: `/study/game/${game.id}` }, _('Study')),
      h('a', { href: `/learn/${board.game}/lesson` }, _('A lesson in {game}', { game: name })),
      h('a', { href: `/puzzles/${board.game}` }, _('Puzzles')),
    ];
  }

  /** @param {import('./guide_state.js').Hint|null} hint */
  #point(hint) {
    this.element.configure({ lit: hint?.islands ?? [], circles: hint?.cells ?? [] });
  }
}
