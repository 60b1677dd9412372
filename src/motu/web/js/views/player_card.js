// Who plays one side: colour, name, clock, and what is left to play with.

import { h } from '../dom.js';
import { _, ngettext, number } from '../i18n.js';
import { colourName } from '../games/words.js';

/** @typedef {import('../api.js').Game} Game */

/** Under so much time tenths of a second are shown. */
const TENTHS_MS = 20_000;

export class PlayerCard {
  /** @param {number} seat the person: 0 begins */
  constructor(seat) {
    this.seat = seat;
    this.marker = h('button.marker', { type: 'button' }, h('span.dot'));
    this.name = h('span.name');
    this.detail = h('span.detail');
    this.rating = h('span.rating', { hidden: true });
    this.time = h('span.time', { role: 'timer', 'aria-live': 'off' });
    this.element = h(
      'div.player.card',
      {},
      this.marker,
      h('span.who', {}, this.name, this.rating, this.detail),
      this.time,
    );
    this.marker.addEventListener('click', () =>
      this.element.dispatchEvent(new CustomEvent('motu-colours', { bubbles: true })),
    );
  }

  /**
   * @param {import('../board/types.js').BoardView} board
   * @param {Game} game
   * @param {string} name
   * @param {number} hints how many were taken
   */
  show(board, game, name, hints) {
    const colour = this.seat ^ Number(game.position.swapped ?? false);
    const isToMove = game.position.player === this.seat && !game.result;
    this.marker.className = `marker ${board.kind === 'squares' ? 'piece ' : ''}${colour === 0 ? 'first' : 'second'}`;
    this.marker.setAttribute(
      'aria-label',
      _('{colour}; change how the colours look', { colour: colourName(board, colour) }),
    );
    this.name.textContent = name;
    this.detail.textContent = [
      ...this.#details(board, game, colour, name),
      ...(hints ? [ngettext('{count} hint', '{count} hints', hints)] : []),
      ...(isToMove ? [_('to move')] : []),
    ].join(' · ');
    this.element.classList.toggle('to-move', isToMove);
    this.element.classList.toggle('has-won', game.result?.winner === this.seat);
  }

  /**
   * @param {import('../board/types.js').BoardView} board
   * @param {Game} game
   * @param {number} colour
   * @param {string} name
   */
  #details(board, game, colour, name) {
    const parts = colourName(board, colour) === name ? [] : [colourName(board, colour)];
    const { pieces, short_lines: lines } = game.position;
    if (pieces) {
      const left = board.pieces - pieces[colour];
      parts.push(ngettext('{count} piece left', '{count} pieces left', left));
      if (left <= 4 && lines)
        parts.push(
          ngettext('{count} row of {length}', '{count} rows of {length}', lines[colour], { length: board.line - 1 }),
        );
    }
    return parts;
  }

  /** @param {string} text @param {string} title what it means for the game @param {string} name whose page says more */
  showRating(text, title, name) {
    this.rating.hidden = !text;
    this.rating.replaceChildren(h('a', { href: `/people/${encodeURIComponent(name)}` }, text));
    this.rating.title = title;
  }

  /** @param {Game} game @param {number} passed milliseconds since the clocks were read */
  tick(game, passed) {
    if (!game.clocks) {
      this.time.textContent = '';
      return;
    }
    const { left, running } = game.clocks;
    const now = Math.max(0, left[this.seat] - (running === this.seat ? passed : 0));
    this.time.textContent = clockText(now);
    this.element.classList.toggle('short-of-time', now < TENTHS_MS && running === this.seat);
  }
}

/** @param {number} ms */
function clockText(ms) {
  if (ms < TENTHS_MS) return number(Math.floor(ms / 100) / 10, { minimumFractionDigits: 1 });
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return minutes >= 60
    ? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
