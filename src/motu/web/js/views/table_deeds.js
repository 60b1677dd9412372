// What people at this screen do in a game: the server is asked for one thing at a time, and what it refuses is told.

import * as api from '../api.js';
import { _ } from '../i18n.js';
import { goFrom } from '../shell.js';
import { showRefusal } from '../games/refused.js';
import { isBetweenPeople } from '../games/seats.js';
import { nextSpec } from '../guide/memory.js';
import { insist, isLate } from './late.js';
import { beginErrand, canStillResign, endErrand, isOnlyAnswered } from './table_errands.js';
import { keptSteps, personResigning, rematchOf } from './table_offers.js';

/** @typedef {import('../api.js').Game} Game */
/**
 * @typedef {object} Hands
 * @property {(move: string) => boolean} premove  takes a move that is made before it is one's turn; whether it is one
 * @property {() => void} onAsked  the server is asked for something
 * @property {() => void} onDone  it has answered, and what it told is heard
 * @property {(message: any) => void} hear  hears what it tells
 */

export class TableDeeds {
  /** The move that is on its way, and whether it was made. @type {Promise<boolean>|null} */
  #moving = null;

  /**
   * @param {import('./table_state.js').TableState} state
   * @param {HTMLElement} notice where it stands what is refused
   * @param {Hands} hands
   */
  constructor(state, notice, hands) {
    this.state = state;
    this.notice = notice;
    this.hands = hands;
  }

  /** @param {string} move */
  async play(move) {
    this.state.isResigning = false; // who moves plays on
    if (this.hands.premove(move)) return;
    this.#moving = this.act(({ id, seq }) => api.play(id, move, seq));
    await this.#moving;
    this.#moving = null;
  }

  /** Takes the last move of a person at this screen back, with all that followed. */
  async takeBack() {
    this.state.isResigning = false;
    if (this.#moving && this.state.errand !== null && !(await this.#moving)) return; // that move is meant, none before it
    await this.act((game) => api.takeBack(game.id, keptSteps(game), game.seq), isOnlyAnswered);
  }

  async resign() {
    await this.act((game) => api.resign(game.id, personResigning(game), game.seq), canStillResign);
  }

  /** @param {number|null} level the machine's in the next game, where it is to be another one */
  async again(level) {
    const { is_remote: isRemote, offer, seat, created } = this.state.game;
    if (isRemote && isBetweenPeople(created.seats)) {
      if (offer?.kind === 'rematch' && offer.person !== seat)
        await this.act((game) => api.answer(game.id, true, game.seq));
      else await this.ask('rematch');
      return;
    }
    try {
      const { board, game } = this.state;
      const next = await api.begin(rematchOf(game, level, nextSpec(board.game, game.id)));
      goFrom(this.notice, `/play/${next.id}`);
    } catch (error) {
      this.complain(error);
    }
  }

  /** Asks the person at the other screen for something. @param {api.OfferKind} kind */
  async ask(kind) {
    await this.act(({ id, seq }) => api.offer(id, kind, seq));
  }

  /**
   * @param {(game: Game) => Promise<api.Update>} action
   * @param {(before: Game, now: Game) => boolean} [isMeantStill] whether it is meant in the game as it is now, too
   * @returns {Promise<boolean>} whether it was done
   */
  async act(action, isMeantStill) {
    const errand = beginErrand(this.state);
    if (errand === null) return false;
    const before = this.state.game;
    this.notice.textContent = '';
    this.hands.onAsked();
    try {
      for (const message of await insist(this.state, action, isMeantStill)) this.hands.hear(message);
      return true;
    } catch (error) {
      await this.#refused(error, before);
      return false;
    } finally {
      endErrand(this.state, errand);
      this.hands.onDone();
    }
  }

  /** What came too late is told with what has happened meanwhile, unless that says it all. @param {unknown} error @param {Game} before as it was known when it was asked for */
  async #refused(error, before) {
    const game = isLate(error) ? await api.game(before.id).catch(() => null) : null;
    if (game) this.hands.hear(game);
    if (game?.next_game && game.is_mine) goFrom(this.notice, `/play/${game.next_game}`);
    else if (!game?.result || before.result) this.complain(error);
  }

  /** Tells why something was not done. @param {unknown} error */
  complain(error) {
    if (error instanceof api.Refusal && error.slug === 'offline')
      this.notice.textContent = _('The server is not responding; your game is saved.');
    else showRefusal(this.notice, error);
  }
}
