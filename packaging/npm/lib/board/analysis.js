// The line of an analysis below a board: the best moves and how good they are, for the position that is shown.

import { h } from '../../js/dom.js';
import { _, number } from '../../js/texts.js';

/** @typedef {import('../engine.js').Engine} Engine */
/** @typedef {import('../engine.js').Position} Position */
/** @typedef {import('../engine.js').MoveInfo} MoveInfo */

const MOVES = 3;
const PLIES = 6;
/** An analysis ends by itself: a page that nobody reads any more is not to warm a room. */
const VISITS = 50_000;

export class AnalysisLine {
  /** @param {{engine: () => Engine, onToggle: () => void, onFault: (error: Error) => void}} hands */
  constructor({ engine, onToggle, onFault }) {
    this.engine = engine;
    this.onFault = onFault;
    this.isOn = false;
    /** @type {AbortController|null} */
    this.stopping = null;
    this.button = h('button', { type: 'button', 'aria-pressed': 'false' }, _('Engine'));
    this.button.addEventListener('click', () => {
      this.isOn = !this.isOn;
      this.button.setAttribute('aria-pressed', String(this.isOn));
      onToggle();
    });
    this.list = h('ol.found');
    this.element = h('div.analysis', { part: 'analysis' }, this.button, this.list);
  }

  /** Thinks about a position, no longer about the one before. @param {Position|null} position null: about none */
  async think(position) {
    this.stop();
    this.list.replaceChildren();
    if (!this.isOn || !position) return;
    const stopping = (this.stopping = new AbortController());
    const show = (/** @type {{moveInfos: MoveInfo[]}} */ { moveInfos }) => {
      if (stopping === this.stopping) this.list.replaceChildren(...moveInfos.map(entry));
    };
    try {
      const bounds = { maxVisits: VISITS, maxMoves: MOVES };
      show(await this.engine().analyze({ ...position, ...bounds }, { signal: stopping.signal, onReport: show }));
    } catch (error) {
      if (stopping !== this.stopping) return;
      this.onFault(/** @type {Error} */ (error));
      this.list.replaceChildren(h('li', {}, /** @type {Error} */ (error).message));
    }
  }

  stop() {
    this.stopping?.abort();
    this.stopping = null;
  }
}

/** A move, how likely it wins, and what is expected after it. @param {MoveInfo} info */
function entry({ move, winrate, pv }) {
  const share = number(winrate, { style: 'percent', maximumFractionDigits: 0 });
  return h('li', {}, h('b', {}, move), ` ${share} `, h('span.pv', {}, pv.slice(1, PLIES).join(' ')));
}
