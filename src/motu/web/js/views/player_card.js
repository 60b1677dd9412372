// Who plays one side: colour, name, clock, and what is left to play with.

import { h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { faceOf } from '../games/clock_face.js';
import { TENTHS_MS, besideClock, isLong, timeText } from '../games/clock_words.js';
import { colourName } from '../games/words.js';

/** @typedef {import('../api.js').Game} Game */

export class PlayerCard {
  /** @param {number} seat the person: 0 begins */
  constructor(seat) {
    this.seat = seat;
    this.about = '';
    this.marker = h('button.marker', { type: 'button' }, h('span.dot'));
    this.name = h('span.name');
    this.presence = h('span.presence', { hidden: true });
    this.detail = h('span');
    this.rating = h('span.rating', { hidden: true });
    this.time = h('span.time', { role: 'timer', 'aria-live': 'off' });
    this.element = h(
      'div.player.card',
      {},
      this.marker,
      h('span.who', {}, this.name, this.rating, h('span.detail', {}, this.presence, this.detail)),
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
    this.about = [
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
    const { kind, seconds } = game.created.seats[this.seat];
    const parts = colourName(board, colour) === name ? [] : [colourName(board, colour)];
    if (kind === 'strongest') parts.push(_('{seconds} s per move', { seconds: seconds ?? 1 }));
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

  /** Whether who plays is at the board, in another window; null: that is not shown. @param {boolean|null} isHere */
  showPresence(isHere) {
    this.presence.hidden = isHere === null;
    this.presence.classList.toggle('away', isHere === false);
    const word = isHere === null ? '' : isHere ? _('here') : _('away');
    if (this.presence.textContent !== word) this.presence.textContent = word;
  }

  /** @param {string} text @param {string} title what it means for the game @param {string} name whose page says more */
  showRating(text, title, name) {
    this.rating.hidden = !text;
    this.rating.replaceChildren(h('a', { href: `/people/${encodeURIComponent(name)}` }, text));
    this.rating.title = title;
  }

  /** @param {Game} game @param {number} passed milliseconds since the clocks were read */
  tick(game, passed) {
    const face = game.result ? faceOf(game, this.seat, 0) : faceOf(game, this.seat, passed);
    const { clock } = game.created;
    const beside = face && !game.result ? besideClock(clock, face) : '';
    const away = game.clocks?.away?.[this.seat] && !game.result ? _('on vacation') : '';
    const detail = [this.about, beside, away].filter(Boolean).join(' · ');
    if (this.detail.textContent !== detail) this.detail.textContent = detail;
    const text = face ? timeText(face.ms) : '';
    if (this.time.textContent !== text) this.time.textContent = text;
    this.element.classList.toggle('days', face !== null && isLong(face.ms));
    const isRunning = face !== null && game.clocks?.running === this.seat && !face.standing;
    this.element.classList.toggle('short-of-time', isRunning && face.ms < TENTHS_MS);
  }
}
