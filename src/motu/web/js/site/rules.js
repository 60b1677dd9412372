// The rules in this page: the engine says what may be played and what has become of it, the files of the site how boards
// look. What the pages ask first of all was worked out when the site was written, so that nobody waits for the engine.

import { Refused } from './refusing.js';
import { viewOf } from './position_view.js';
import { deviceGameOf, numbersOf } from '../engine/line.js';

/** @typedef {import('../engine/core.js').Core} Core */
/** @typedef {import('../engine/core.js').Game} Game */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./chain_lines.js').BoardData} BoardData */
/** @typedef {import('./position_view.js').Facts} Facts */
/** @typedef {{spec: string, moves?: string[], setup?: any, board?: any}} Line */

export class Rules {
  /** @param {Core} core @param {(spec: string) => BoardData} board of a spec in full; it has been fetched */
  constructor(core, board) {
    this.core = core;
    this.board = board;
    /** The game that the core has now. @type {{spec: string, game: Game}|null} */
    this.begun = null;
  }

  /** What a game is. @param {string} spec @returns {Game} */
  game(spec) {
    this.begun = { spec, game: this.core.game(spec) };
    return this.begun.game;
  }

  /** @param {Line} line @returns {Facts} */
  facts(line) {
    this.#putUp(line);
    return this.core.position();
  }

  /** @param {Line} line @returns {PositionView} */
  view(line) {
    const facts = this.facts(line);
    return viewOf(facts, this.board(this.game(line.spec).spec));
  }

  /** All positions of a line, from the first on. @param {Line} line @returns {PositionView[]} */
  views({ moves = [], ...start }) {
    const board = this.board(this.#putUp(start).spec);
    const views = [viewOf(this.core.position(), board)];
    for (const move of moves) {
      this.core.play([move]);
      views.push(viewOf(this.core.position(), board));
    }
    return views;
  }

  /** Refuses a move that is none, or not legal. @param {Line} line @param {string} move */
  check(line, move) {
    this.#putUp(line);
    this.core.play([move]);
  }

  /** What wins at once. @param {Line} line @returns {{wins: string[], threats: string[]}} */
  threats(line) {
    this.#putUp(line);
    return this.core.threats();
  }

  /**
   * What an engine elsewhere needs to know of a game, as a server tells it (motu.server.device_game).
   * @param {string} spec
   * @param {any} setup
   * @param {string[]} files of weights that there are
   * @returns {import('../engine/protocol.js').DeviceGame}
   */
  device(spec, setup, files) {
    return deviceGameOf(spec, this.game(spec), { board: null, setup, files });
  }

  /** @param {Line} line */
  #putUp({ spec, moves = [], setup = null, board = null }) {
    if (board) throw new Refused('site/house', 'boards of your own need a house');
    const game = this.game(spec);
    if (setup) this.core.setUp(numbersOf(setup, game.colours, game.cells));
    this.core.play(moves);
    return game;
  }
}
