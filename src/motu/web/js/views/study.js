// The analysis board: /study begins with an empty board, /study/game/ID with a game, /study#t1.… with what somebody shared.

import '../board/element.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { cellText, colourName, hintText, lineText, resultText, specText } from '../games/words.js';
import { settings } from '../settings.js';
import { go, say } from '../shell.js';
import { Engine, firstColourShare } from '../study/engine.js';
import { drawExchange } from '../study/exchange.js';
import { drawBar, drawFindings, onBoard } from '../study/findings_view.js';
import { drawGraph } from '../study/graph.js';
import { fromFragment, toFragment } from '../study/share.js';
import { Tree } from '../study/tree.js';
import { drawTree } from '../study/tree_view.js';
import { turnsOf } from './move_list.js';

/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('../study/engine.js').Findings} Findings */
/** @typedef {import('../study/tree.js').Node} Node */

const MAX_KEPT = 20;

/** What has been studied since the page was loaded, by address: going away and coming back loses nothing. @type {Map<string, Tree>} */
const kept = new Map();

const address = () => location.pathname + location.search + location.hash;

/** @param {Tree} tree @param {string} [at] */
function keep(tree, at = address()) {
  kept.delete(at);
  kept.set(at, tree);
  if (kept.size > MAX_KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
}

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const tree = await treeOf(parts, location.hash.slice(1), new URLSearchParams(location.search));
  const board = tree.board ? await customBoard(tree) : await api.board(tree.spec);
  const study = new Study(place, tree, board);
  await study.show();
  return () => study.close();
}

/** @param {string[]} parts @param {string} fragment @param {URLSearchParams} query @returns {Promise<Tree>} */
async function treeOf(parts, fragment, query) {
  const known = kept.get(address());
  if (known && parts[0] !== 'game') return known;
  if (fragment) return fromFragment(fragment);
  if (parts[0] === 'game' && parts[1]) {
    const game = await api.game(parts[1]);
    const { spec, setup, board, opening } = game.created;
    const tree = known ?? new Tree(spec, setup ?? null, board ?? null);
    tree.addLineFromStart([...(opening ?? []), ...turnsOf(game).map((turn) => turn.text)]);
    return tree;
  }
  const tree = new Tree(query.get('spec') ?? 'atoll');
  tree.addLine((query.get('moves') ?? '').split(' ').filter(Boolean));
  return tree;
}

/** @param {Tree} tree @returns {Promise<import('../board/types.js').BoardView>} */
async function customBoard(tree) {
  return api.customBoard(tree.spec, /** @type {object} */ (tree.board));
}

class Study {
  /** @param {HTMLElement} place @param {Tree} tree @param {import('../board/types.js').BoardView} board */
  constructor(place, tree, board) {
    this.tree = tree;
    this.board = board;
    /** @type {Map<Node, PositionView>} */
    this.positions = new Map();
    /** @type {Map<Node, Findings>} */
    this.findings = new Map();
    this.element = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
    this.engine = new Engine((found, key) => this.#found(found, key), (text) => this.#complain(text));
    this.keys = new Map([['', tree.root]]);
    this.bar = h('div');
    this.table = h('div.findings-place');
    this.graph = h('div.graph-place');
    this.lines = h('div.tree-place');
    this.status = h('p.message');
    this.notice = h('p.notice', { role: 'alert' });
    this.comment = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: '2', 'aria-label': _('Comment on this position'), placeholder: _('Comment on this position'), oninput: () => this.#commented() }));
    this.engineButton = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#toggleEngine() });
    place.append(this.#layout());
    this.#prepareBoard();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.onSettings = () => void this.show();
    document.addEventListener('keydown', this.onKey);
    window.addEventListener('motu-settings', this.onSettings);
  }

  close() {
    this.engine.stop();
    document.removeEventListener('keydown', this.onKey);
    window.removeEventListener('motu-settings', this.onSettings);
  }

  #layout() {
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ action) =>
      h('button.quiet', { type: 'button', title: name, 'aria-label': name, onclick: () => { action(); void this.show(); } }, sign);
    return h(
      'div.table.study',
      {},
      h('section.board-card.card', { 'aria-label': _('Board') }, this.element),
      h(
        'section.side',
        { 'aria-label': _('Analysis') },
        h('h1', {}, specText(this.board.spec)),
        h('div.card.engine', {}, h('div.buttons', {}, this.engineButton), this.bar, this.table, this.graph),
        this.status,
        this.notice,
        h(
          'div.card.lines',
          {},
          this.lines,
          h('div.jump', {}, button('|◀', _('First position'), () => this.tree.toStart()), button('◀', _('One step back'), () => this.tree.back()), button('▶', _('One step forward'), () => this.tree.forward()), button('▶|', _('Last position'), () => this.tree.toEnd())),
        ),
        this.comment,
        h(
          'div.buttons',
          {},
          h('button', { type: 'button', onclick: () => this.#promote() }, _('Make it the main line')),
          h('button', { type: 'button', onclick: () => this.#remove() }, _('Delete from here')),
          h('button', { type: 'button', onclick: () => void this.#share() }, _('Share')),
          h('button', { type: 'button', onclick: () => this.#beginAnew() }, _('Begin anew')),
        ),
        drawExchange(() => this.tree, (tree) => this.#open(tree)),
      ),
    );
  }

  #prepareBoard() {
    const { element } = this;
    element.label = specText(this.board.spec);
    element.describeCell = (cell) => cellText(this.board, this.position, cell);
    element.describeLine = lineText;
    element.board = this.board;
    element.addEventListener('motu-move', (event) => void this.play([/** @type {CustomEvent} */ (event).detail.move]));
  }

  /** @returns {PositionView} */
  get position() {
    return /** @type {PositionView} */ (this.positions.get(this.tree.current) ?? this.positions.get(this.tree.root));
  }

  /** @param {string[]} moves */
  async play(moves) {
    for (const move of moves) this.tree.play(move);
    await this.show();
  }

  /** Shows the position at the cursor. */
  async show() {
    const node = this.tree.current;
    this.notice.textContent = '';
    try {
      await this.#fetch(node);
    } catch (error) {
      this.tree.remove(node);
      this.#complain(String(/** @type {Error} */ (error).message));
      return;
    }
    if (node !== this.tree.current) return;
    keep(this.tree);
    this.#showBoard();
    this.#showTexts();
    this.#think();
  }

  /** @param {Node} node */
  async #fetch(node) {
    if (this.positions.has(node)) return;
    const { spec, setup, board } = this.tree;
    const [position] = await api.positions({ spec, setup, board, moves: node.path() });
    this.positions.set(node, position);
  }

  #showBoard() {
    const { position, element } = this;
    const found = this.engine.isOn ? this.findings.get(this.tree.current) ?? null : null;
    const marks = found ? onBoard(this.board, found) : { heat: null, labels: null, arrows: [], lines: new Map() };
    const chosen = settings();
    element.configure({ active: position.player >= 0, confirm: false, coordinates: chosen.coordinates, weak: chosen.weak, patterns: chosen.patterns, style: chosen.style, heat: marks.heat, labels: marks.labels, arrows: marks.arrows, lineLabels: marks.lines });
    element.show(position, true);
    this.bar.replaceChildren(drawBar(this.board, found));
    this.table.replaceChildren(...(found ? [drawFindings(found, this.hasDice, (moves) => void this.play(moves))] : []));
    this.#showGraph();
  }

  get hasDice() {
    return this.board.kind === 'squares';
  }

  #showGraph() {
    const line = [this.tree.root, ...this.tree.mainLine()];
    const shares = line.map((node) => {
      const found = this.findings.get(node);
      return found?.rootInfo.currentPlayer ? firstColourShare(found, this.board.colour_names[0]) : null;
    });
    const isUseful = shares.filter((share) => share !== null).length > 1;
    const choose = (/** @type {number} */ ply) => {
      this.tree.current = line[Math.max(0, Math.min(line.length - 1, ply))];
      void this.show();
    };
    this.graph.replaceChildren(...(isUseful ? [drawGraph(shares, line.indexOf(this.tree.current), choose, _('Win probability over the game'))] : []));
  }

  #showTexts() {
    const { tree } = this;
    this.lines.replaceChildren(drawTree(tree, (node) => { tree.current = node; void this.show(); }));
    this.lines.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    this.comment.value = tree.current.comment;
    this.engineButton.textContent = this.engine.isOn ? _('Engine on') : _('Engine off');
    this.engineButton.setAttribute('aria-pressed', String(this.engine.isOn));
    this.status.replaceChildren(this.#statusText(), ...this.#rollButtons());
    say(this.#statusText());
  }

  #statusText() {
    const { result, to_move: colour, announced } = this.position;
    if (result) return resultText({ winner: result.colour, reason: result.reason }, result.colour === null ? '' : colourName(this.board, result.colour));
    if (announced) return _('What does the die show?');
    return `${colourName(this.board, colour)}: ${hintText(this.board, this.position)}`;
  }

  /** In a study people say what the die shows. */
  #rollButtons() {
    const { announced } = this.position;
    if (!announced) return [];
    const faces = announced[0] === 'r' ? this.board.drop_columns : this.board.drop_rows;
    return Array.from({ length: faces }, (_unused, index) => h('button', { type: 'button', onclick: () => void this.play([`=${index + 1}`]) }, String(index + 1)));
  }

  // --- engine

  #toggleEngine() {
    if (this.engine.isOn) this.engine.stop();
    else this.engine.start();
    void this.show();
  }

  #think() {
    const { tree, position } = this;
    const key = tree.current.path().join(' ');
    this.keys.set(key, tree.current);
    this.engine.think(key, position.result ? null : { spec: tree.spec, moves: tree.current.path(), setup: tree.setup, board: tree.board });
  }

  /** @param {Findings} found @param {string} key */
  #found(found, key) {
    const node = this.keys.get(key);
    if (!node) return;
    this.findings.set(node, found);
    if (node === this.tree.current) this.#showBoard();
  }

  // --- editing

  #commented() {
    this.tree.current.comment = this.comment.value;
  }

  #promote() {
    this.tree.promote(this.tree.current);
    void this.show();
  }

  #remove() {
    this.tree.remove(this.tree.current);
    void this.show();
  }

  #beginAnew() {
    this.#open(new Tree(this.tree.spec, null, this.tree.board));
  }

  /** Studies another tree. @param {Tree} tree */
  #open(tree) {
    keep(tree, '/study');
    go('/study');
  }

  async #share() {
    const url = new URL('/study', location.href);
    url.hash = await toFragment(this.tree);
    history.replaceState(null, '', url);
    await navigator.clipboard?.writeText(url.href).catch(() => undefined);
    this.notice.textContent = _('The address of this page now holds the whole study; it has been copied.');
  }

  /** @param {string} text */
  #complain(text) {
    this.notice.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, motu-board')) return;
    const action = { ArrowLeft: () => this.tree.back(), ArrowRight: () => this.tree.forward(), ArrowUp: () => this.tree.aside(-1), ArrowDown: () => this.tree.aside(1), Home: () => this.tree.toStart(), End: () => this.tree.toEnd() }[event.key];
    if (!action) return;
    action();
    event.preventDefault();
    void this.show();
  }
}
