// Does for the dice of a game what a browser does by itself: makes up a share and seals it, opens it when both have sealed,
// tells the next link when the other one has announced a line.

import * as api from '../api.js';
import * as shares from './dice_api.js';
import { dutyOf } from './duty.js';
import { chainOf, freshNumber, sealOf } from './scheme.js';
import { keepSeal, keepShare, keptOf } from './shares.js';

/** @typedef {import('../api.js').Dice} Dice */

const AGAIN_MS = 1500;

export class Sealer {
  /**
   * @param {import('../api.js').Game} game
   * @param {(update: import('../api.js').Update|import('../api.js').Game) => void} onHeard gets what the server answers
   * @param {() => void} onDuty is told when there is something else to do
   */
  constructor(game, onHeard, onDuty) {
    this.id = game.id;
    this.seat = typeof game.seat === 'number' ? game.seat : -1;
    this.onHeard = onHeard;
    this.onDuty = onDuty;
    this.seq = -1;
    /** @type {Dice|null} as heard last, also where the page shows something older as yet */
    this.dice = null;
    /** @type {import('./duty.js').Duty['kind']} */
    this.duty = 'nothing';
    this.isBusy = false;
    this.isClosed = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** The chain of a share, once it has been worked out. @type {{last: string, links: string[]}|null} */
    this.chain = null;
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** The game as it stands, or what has changed. @param {import('../api.js').Update|import('../api.js').Game} heard */
  hear({ seq, dice, result }) {
    if (seq < this.seq) return;
    this.seq = seq;
    this.dice = dice && !result ? dice : null;
    void this.#run();
  }

  async #run() {
    clearTimeout(this.timer);
    if (this.isBusy || this.isClosed || this.seat < 0) return;
    this.isBusy = true;
    try {
      let seq = -2;
      // What was done changes the game; where it doesn't, somebody else was quicker, and the socket will say so.
      while (this.dice && seq !== this.seq && !this.isClosed) {
        seq = this.seq;
        await this.#do(this.dice);
      }
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {unknown} error */
  async #failed(error) {
    if (this.isClosed) return;
    const isRefused = error instanceof api.Refusal && error.slug !== 'offline';
    // Perhaps another tab was quicker: then the game has gone on.
    const game = isRefused ? await api.game(this.id).catch(() => null) : null;
    if (game && game.seq >= this.seq) {
      this.seq = game.seq;
      this.dice = game.dice && !game.result ? game.dice : null;
      this.onHeard(game);
    }
    this.timer = setTimeout(() => void this.#run(), AGAIN_MS);
  }

  /** @param {Dice} dice */
  async #do(dice) {
    const duty = dutyOf(dice, this.seat, keptOf(this.id, this.seat).shares);
    if (duty.kind !== this.duty) {
      this.duty = duty.kind;
      this.onDuty();
    }
    if (duty.kind === 'seal') await this.#seal(dice);
    else if (duty.kind === 'open') await this.#open(dice, duty.share);
    else if (duty.kind === 'link') this.#heard(await shares.tellLink(this.id, await this.#nextLink(dice, duty.share)));
  }

  /** @param {import('../api.js').Update} update */
  #heard(update) {
    if (this.isClosed) return;
    if (update.seq > this.seq) {
      this.seq = update.seq;
      this.dice = update.dice && !update.result ? update.dice : null;
    }
    this.onHeard(update);
  }

  /** What was made up is kept before it is sealed, and used again where nobody has heard of it. @param {Dice} dice */
  async #seal(dice) {
    const { house, sealing, links } = dice;
    const known = keptOf(this.id, this.seat).shares.find((each) => each.sealing === sealing && each.house === house);
    const [opening, last] = known ? [known.opening, known.last] : [freshNumber(), links ? freshNumber() : ''];
    const commitment = await sealOf(this.id, this.seat, opening);
    const chain = last ? (await this.#linksOf(last))[0] : '';
    if (!known) keepShare(this.id, this.seat, { opening, last, commitment, house, sealing });
    this.#heard(await shares.sealShare(this.id, commitment, chain));
  }

  /** What both have sealed is kept before anything is opened. @param {Dice} dice @param {import('./shares.js').Share} share */
  async #open({ sealing, commitments, told, links }, share) {
    keepSeal(this.id, this.seat, sealing, links ? { commitments, chains: told } : { commitments });
    this.#heard(await shares.openShare(this.id, share.opening));
  }

  /** @param {Dice} dice @param {import('./shares.js').Share} share */
  async #nextLink(dice, share) {
    const links = await this.#linksOf(share.last);
    return links[links.indexOf(dice.told[this.seat]) + 1];
  }

  /** @param {string} last */
  async #linksOf(last) {
    if (this.chain?.last !== last) this.chain = { last, links: await chainOf(this.id, this.seat, last) };
    return this.chain.links;
  }
}
