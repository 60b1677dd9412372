// Setting a position up by hand: stones of both colours, who is to move, and what else the game remembers. Whether the
// rules allow it is asked after every change; the board is the same one that is played on.

import * as api from '../api.js';
import { h } from '../dom.js';
import { colourName, resultText } from '../games/words.js';
import { _ } from '../i18n.js';
import { say } from '../shell.js';

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */

const BAN = 1;
const TO_RETURN = 2;
const EMPTY = '.';

export class Editor {
  /**
   * @param {{spec: string, board: object|null}} tree
   * @param {BoardView} board
   * @param {PositionView} position where it begins
   * @param {{onChange: () => void, onDone: (setup: object) => void, onCancel: () => void}} hands
   */
  constructor(tree, board, position, hands) {
    this.tree = tree;
    this.board = board;
    this.hands = hands;
    this.stones = [...position.stones];
    this.tool = '0';
    this.asked = 0;
    /** What the server says of the stones as they stand. @type {PositionView|null} */
    this.checked = null;
    this.message = h('p.message', { role: 'status' });
    this.notice = h('p.notice', { role: 'alert' });
    this.count = h('p.detail');
    this.flags = [];
    const parts = [
      h('h2', { tabindex: '-1' }, _('Set up a position')),
      h(
        'p.explanation',
        {},
        _(
          'Choose what to place, then cells; the same again removes it. On the board Enter does the same, Delete empties a cell, * switches colour.',
        ),
      ),
      this.#choices(
        'tool',
        _('To place'),
        [
          ['0', colourName(board, 0)],
          ['1', colourName(board, 1)],
          [EMPTY, _('nothing (remove)')],
        ],
        '0',
        (value) => {
          this.tool = value;
        },
      ),
      this.#choices(
        'to-move',
        _('To move'),
        [
          ['0', colourName(board, 0)],
          ['1', colourName(board, 1)],
        ],
        String(position.to_move),
        () => void this.check(),
      ),
      ...this.#flags(position),
      this.count,
      this.message,
      this.notice,
      h(
        'div.buttons',
        {},
        h('button.primary', { type: 'button', onclick: () => void this.finish() }, _('Study this position')),
        h('button', { type: 'button', onclick: () => this.clear() }, _('Empty the board')),
        h('button', { type: 'button', onclick: () => hands.onCancel() }, _('Cancel')),
      ),
    ];
    this.element = h('section.card.editor', { 'aria-label': _('Set up a position') }, ...parts);
    this.#showCount();
    void this.check();
  }

  focus() {
    this.element.querySelector('h2')?.focus();
  }

  /** @param {string} name @param {string} title @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} onChoose */
  #choices(name, title, choices, chosen, onChoose) {
    const marker = (/** @type {string} */ value) =>
      value === EMPTY
        ? null
        : h(
            `span.marker${this.board.kind === 'squares' ? '.piece' : ''}${value === '1' ? '.second' : ''}`,
            { 'aria-hidden': 'true' },
            h('span.dot'),
          );
    const buttons = choices.map(([value, text]) =>
      h(
        'label.choice',
        {},
        h('input', {
          type: 'radio',
          name: `setup-${name}`,
          value,
          checked: value === chosen,
          onchange: () => onChoose(value),
        }),
        marker(value),
        h('span', {}, text),
      ),
    );
    return h('div.field.choices', { role: 'radiogroup', 'aria-label': title }, h('span.label', {}, title), ...buttons);
  }

  /** @param {PositionView} position */
  #flags(position) {
    const { spec } = this.board;
    if (this.board.game !== 'atomorph') return [];
    const found = [];
    if (!spec.includes('contested=never'))
      found.push(this.#flag(BAN, _('Contested stones may not be flipped now'), position.banned ?? false));
    if (spec.includes('return_stone=true'))
      found.push(
        this.#flag(TO_RETURN, _('The player to move first puts a flipped stone back'), position.waiting != null),
      );
    return found;
  }

  /** @param {number} bit @param {string} text @param {boolean} isSet */
  #flag(bit, text, isSet) {
    return h(
      'label.choice',
      {},
      h('input', {
        type: 'checkbox',
        name: 'setup-flag',
        value: String(bit),
        checked: isSet,
        onchange: () => void this.check(),
      }),
      h('span', {}, text),
    );
  }

  /** What the board shows meanwhile: every cell can be clicked. @returns {PositionView} */
  get position() {
    const stones = this.stones.join('');
    const known = this.checked?.stones === stones ? this.checked : null;
    const all = this.stones.map((_stone, cell) => cell);
    return {
      ply: 0,
      to_move: this.tool === '1' ? 1 : 0,
      player: 0,
      stones,
      place: all,
      weak: known?.weak,
      contested: known?.contested,
      chain: known?.chain,
      chain_lines: known?.chain_lines,
      rows: known?.rows,
    };
  }

  /** Puts what is chosen on a cell, or takes it away again. @param {number} cell */
  touch(cell) {
    this.put(cell, this.stones[cell] === this.tool ? EMPTY : this.tool);
  }

  /** @param {number} cell @param {string} what */
  put(cell, what) {
    if (this.stones[cell] === what) return;
    this.stones[cell] = what;
    this.#changed();
  }

  clear() {
    this.stones.fill(EMPTY);
    this.#changed();
  }

  /** The next thing to put: the other colour. */
  turnTool() {
    const value = this.tool === '0' ? '1' : '0';
    const input = /** @type {HTMLInputElement|null} */ (
      this.element.querySelector(`input[name="setup-tool"][value="${value}"]`)
    );
    if (input) input.checked = true;
    this.tool = value;
    return colourName(this.board, Number(value));
  }

  /** What a key does. @param {string} key @param {number} cell where the keyboard is; -1: not on the board @returns {boolean} whether it does anything */
  key(key, cell) {
    if (key === 'Escape' && cell < 0) this.hands.onCancel();
    else if (key === '*') say(this.turnTool());
    else if ((key === 'Delete' || key === 'Backspace') && cell >= 0) this.put(cell, EMPTY);
    else return false;
    return true;
  }

  #changed() {
    this.#showCount();
    this.hands.onChange();
    void this.check();
  }

  #showCount() {
    const [first, second] = ['0', '1'].map((colour) => this.stones.filter((stone) => stone === colour).length);
    const values = {
      first: colourName(this.board, 0),
      count: first,
      second: colourName(this.board, 1),
      other: second,
      most: this.board.pieces,
    };
    this.count.textContent = this.board.pieces
      ? _('{first} {count} of {most} pieces, {second} {other} of {most}', values)
      : _('{first} {count}, {second} {other}', values);
  }

  /** The position as records have it. */
  get setup() {
    const { names, colour_names: colours } = this.board;
    const of = (/** @type {string} */ colour) => names.filter((_name, cell) => this.stones[cell] === colour);
    const flags = [...this.element.querySelectorAll('input[name="setup-flag"]:checked')].reduce(
      (sum, input) => sum + Number(/** @type {HTMLInputElement} */ (input).value),
      0,
    );
    const toMove =
      /** @type {HTMLInputElement|null} */ (this.element.querySelector('input[name="setup-to-move"]:checked'))?.value ??
      '0';
    return {
      stones: { [colours[0]]: of('0'), [colours[1]]: of('1') },
      to_move: colours[Number(toMove)],
      ...(flags ? { flags } : {}),
    };
  }

  /** Asks whether the rules allow it. @returns {Promise<boolean>} */
  async check() {
    this.asked += 1;
    const turn = this.asked;
    const { spec, board } = this.tree;
    try {
      const [position] = await api.positions({ spec, board, setup: this.setup });
      if (turn !== this.asked) return false;
      this.checked = position;
      this.notice.textContent = '';
      this.message.textContent = this.#text(position);
      this.hands.onChange();
      return true;
    } catch (error) {
      if (turn === this.asked) {
        this.message.textContent = '';
        this.notice.textContent = String(/** @type {Error} */ (error).message);
      }
      return false;
    }
  }

  /** @param {PositionView} position */
  #text(position) {
    const { result } = position;
    if (!result) return _('Legal position (no swap from here).');
    const over = resultText(
      { winner: result.colour, reason: result.reason },
      result.colour === null ? '' : colourName(this.board, result.colour),
    );
    return _('The game is over here: {result}', { result: over });
  }

  async finish() {
    if (await this.check()) this.hands.onDone(this.setup);
  }
}
