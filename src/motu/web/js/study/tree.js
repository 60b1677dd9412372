// A tree of variations: moves with remarks, a cursor in it, and its form as JSON. It knows no rules and no page.
//
// An announcement and its roll are two nodes, so that what the die might have shown can be looked at; a text such as
// r4=6 becomes both. The JSON form is flat, so that a long game nests no deeper than a short one, and short, since it
// goes into addresses: {s: spec, p: set-up, b: board, c: the start's comment, m: its marks, a: what is known of the game,
// n: items}. An item is a move played after the one before it; or a number, the node after which the next move is played
// (nodes are numbered from 1 in their order, the start is 0); or a list about the move before it, [comment, glyph, ...marks],
// without what is empty at its end.

import { GLYPHS, marksOn, rightMarks } from './marks.js';

/** @typedef {(string|number|string[])[]} Items */
/** @typedef {{s: string, p?: object, b?: object, c?: string, m?: string[], a?: object, n?: Items}} PackedTree */
/** @typedef {[string, number, string?, string?, string[]?]} Row  move, number of the parent, comment, glyph, marks */

export const MAX_NODES = 20_000;
/** How many changes can be taken back. */
const MAX_PAST = 500;

export class Node {
  /** @param {string} move @param {Node|null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.comment = '';
    /** What is said of the move in a sign: one of GLYPHS, or ''. */
    this.glyph = '';
    /** What is drawn on the position, as marks.js has it. @type {string[]} */
    this.marks = [];
    /** @type {Node[]} the first is the main line */
    this.children = [];
  }

  /** The moves that lead here. @returns {string[]} */
  path() {
    return this.line().map((node) => node.move);
  }

  /** The nodes that lead here, this one included, the start not. @returns {Node[]} */
  line() {
    const nodes = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) nodes.push(node);
    return nodes.reverse();
  }

  /** The node that somebody chose: of a roll its announcement. @returns {Node} */
  get chosen() {
    return this.move[0] === '=' && this.parent ? this.parent : this;
  }

  /** Whether a turn begins with this: a roll and what follows a stone that was put back do not. */
  get beginsTurn() {
    return this.parent !== null && this.move[0] !== '=' && this.parent.move[0] !== '@';
  }
}

export class Tree {
  /**
   * @param {string} spec
   * @param {object|null} [setup]
   * @param {object|null} [board]
   */
  constructor(spec, setup = null, board = null) {
    this.spec = spec;
    this.setup = setup;
    this.board = board;
    /** What a record says beside the moves: players, result …; only the server looks into it. @type {object|null} */
    this.about = null;
    /** Which of the players is the one who reads, and was "You" in the game. @type {number|null} */
    this.reader = null;
    this.root = new Node('', null);
    this.current = this.root;
    /** What people call it; '' as long as nobody has called it anything. */
    this.name = '';
    /** What the server keeps it as. @type {{id: string, version: number}|null} */
    this.kept = null;
    /** The address of what was here before the board was cleared; '' where it was not. */
    this.before = '';
    /** Whether it is somebody else's: what is changed is a copy. */
    this.isForeign = false;
    /** The `version` that needs no keeping any more. */
    this.keptVersion = 0;
    /** Grows with every change of moves or comments. */
    this.version = 0;
    /** What takes the changes back, the last one at the end. @type {{restore: () => void, current: Node, what: unknown}[]} */
    this.past = [];
  }

  // --- changes

  /** A change has been made. @param {() => void} restore takes it back @param {Node} current where the cursor was @param {unknown} [what] changes of the same thing are taken back together */
  #changed(restore, current, what = restore) {
    this.version += 1;
    if (this.past.at(-1)?.what === what) return;
    this.past.push({ restore, current, what });
    if (this.past.length > MAX_PAST) this.past.shift();
  }

  /** Takes the last change back. @returns {boolean} whether there was one */
  undo() {
    const last = this.past.pop();
    if (!last) return false;
    last.restore();
    this.version += 1;
    this.current = this.#isIn(last.current) ? last.current : this.root;
    return true;
  }

  /** @param {Node} node */
  #isIn(node) {
    return node.line().every((each) => each.parent?.children.includes(each));
  }

  // --- moves

  /**
   * Goes on with a move, or an announcement with its roll: where it is known already, there; else in a new variation.
   * @param {string} move
   */
  play(move) {
    for (const part of move.split(/(?=[=])/)) this.current = this.#child(this.current, part);
    return this.current;
  }

  /** @param {Node} parent @param {string} move */
  #child(parent, move) {
    const next = parent.children.find((child) => child.move === move);
    if (next) return next;
    const added = new Node(move, parent);
    parent.children.push(added);
    this.#changed(() => {
      parent.children = parent.children.filter((child) => child !== added);
    }, this.current);
    return added;
  }

  /** Comes to where moves lead from the start, as far as they are known. @param {string[]} moves */
  comeTo(moves) {
    this.current = this.root;
    for (const move of moves) this.current = this.current.children.find((child) => child.move === move) ?? this.current;
  }

  /** @param {string[]} moves */
  addLine(moves) {
    const before = this.current;
    for (const move of moves) this.play(move);
    this.current = before;
  }

  /** The same from the start. @param {string[]} moves */
  addLineFromStart(moves) {
    const before = this.current;
    this.current = this.root;
    this.addLine(moves);
    this.current = before;
  }

  /** @param {Node} node @param {string} text */
  setComment(node, text) {
    const before = node.comment;
    if (before === text) return;
    node.comment = text;
    this.#changed(
      () => {
        node.comment = before;
      },
      this.current,
      node,
    );
  }

  /** Says something of a move in a sign. @param {Node} node of a roll: its announcement's is meant @param {string} glyph '' says nothing */
  setGlyph(node, glyph) {
    const { chosen } = node;
    const before = chosen.glyph;
    if (before === glyph || !chosen.parent) return;
    chosen.glyph = glyph;
    this.#changed(() => {
      chosen.glyph = before;
    }, this.current);
  }

  /** @param {Node} node @param {string[]} marks */
  setMarks(node, marks) {
    const before = node.marks;
    if (before.join() === marks.join()) return;
    node.marks = marks;
    this.#changed(() => {
      node.marks = before;
    }, this.current);
  }

  /** Drops marks on cells that a board has not got: nobody could draw them. @param {string[]} names of the board's cells */
  keepMarks(names) {
    for (const node of [this.root, ...this.nodes()])
      if (node.marks.length) node.marks = node.marks.filter((text) => marksOn(names, [text]).length);
  }

  /** @param {string} name */
  setName(name) {
    const before = this.name;
    if (before === name) return;
    this.name = name;
    this.#changed(
      () => {
        this.name = before;
      },
      this.current,
      'name',
    );
  }

  /** Whether there is something that nobody has kept. */
  get isDirty() {
    return this.version !== this.keptVersion;
  }

  /** It was kept as it was then. @param {number} version */
  wasKept(version) {
    this.keptVersion = version;
  }

  back() {
    if (this.current.parent) this.current = this.current.parent;
  }

  forward() {
    if (this.current.children[0]) this.current = this.current.children[0];
  }

  toStart() {
    this.current = this.root;
  }

  toEnd() {
    while (this.current.children[0]) this.current = this.current.children[0];
  }

  /** To the next or the last sibling. @param {number} step */
  aside(step) {
    const siblings = this.current.parent?.children ?? [];
    const index = siblings.indexOf(this.current) + step;
    if (siblings[index]) this.current = siblings[index];
  }

  /** Takes a variation out with all that follows. @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    const { children } = parent;
    const { current } = this;
    if (current.line().includes(node)) this.current = parent;
    parent.children = children.filter((child) => child !== node);
    this.#changed(() => {
      parent.children = children;
    }, current);
  }

  /** The same of a move that the rules forbid: nobody wants it back. @param {Node} node */
  discard(node) {
    this.remove(node);
    if (node.parent) this.past.pop();
  }

  /** Makes a variation, and all it is part of, the main line. @param {Node} node */
  promote(node) {
    const before = node.line().map((each) => {
      const parent = /** @type {Node} */ (each.parent);
      const { children } = parent;
      parent.children = [each, ...children.filter((child) => child !== each)];
      return { parent, children };
    });
    this.#changed(() => {
      for (const { parent, children } of before) parent.children = children;
    }, this.current);
  }

  /** The main line from the start to its end. @returns {Node[]} */
  mainLine() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** All nodes but the start, each before its children, lines first. @returns {Node[]} */
  nodes() {
    const found = [];
    const waiting = [...this.root.children].reverse();
    while (waiting.length) {
      const node = /** @type {Node} */ (waiting.pop());
      found.push(node);
      for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]);
    }
    return found;
  }

  /** All moves as the server takes them. @returns {Row[]} */
  rows() {
    const numbers = new Map([[this.root, 0]]);
    return this.nodes().map((node) => {
      numbers.set(node, numbers.size);
      const parent = numbers.get(/** @type {Node} */ (node.parent)) ?? 0;
      const { move, comment, glyph, marks } = node;
      if (marks.length) return [move, parent, comment, glyph, marks];
      if (glyph) return [move, parent, comment, glyph];
      return comment ? [move, parent, comment] : [move, parent];
    });
  }

  /**
   * The tree of a game as the server read it.
   * @param {{spec: string, moves: string[], nodes?: Row[], setup?: object, board?: object, comment?: string, marks?: string[], about?: object}} game
   */
  static fromGame(game) {
    const tree = new Tree(game.spec, game.setup ?? null, game.board ?? null);
    tree.root.comment = game.comment ?? '';
    tree.root.marks = game.marks ?? [];
    tree.about = game.about ?? null;
    const nodes = [tree.root];
    for (const [move, parent, comment, glyph, marks] of game.nodes ??
      game.moves.map((text, index) => /** @type {Row} */ ([text, index]))) {
      tree.current = nodes[parent];
      const node = tree.play(move);
      if (comment) node.comment = [node.comment, comment].filter(Boolean).join('\n');
      if (glyph) node.chosen.glyph = glyph;
      if (marks?.length) node.marks = rightMarks([...new Set([...node.marks, ...marks])]);
      nodes.push(node);
    }
    tree.current = tree.root;
    tree.past = [];
    return tree;
  }

  /** @returns {PackedTree} */
  pack() {
    /** @type {PackedTree} */
    const packed = { s: this.spec };
    if (this.setup) packed.p = this.setup;
    if (this.board) packed.b = this.board;
    if (this.root.comment) packed.c = this.root.comment;
    if (this.root.marks.length) packed.m = this.root.marks;
    if (this.about) packed.a = this.about;
    /** @type {Items} */
    const items = [];
    this.rows().forEach(([move, parent, comment = '', glyph, marks = []], index) => {
      if (parent !== index) items.push(parent);
      items.push(move);
      if (glyph || marks.length) items.push([comment, glyph ?? '', ...marks]);
      else if (comment) items.push([comment]);
    });
    if (items.length) packed.n = items;
    return packed;
  }

  /**
   * The tree of a JSON form. Throws an Error where it is none.
   * @param {any} packed
   * @returns {Tree}
   */
  static unpack(packed) {
    if (!isObject(packed) || typeof packed.s !== 'string') throw new Error('no tree: a spec is missing');
    if (![packed.p, packed.b, packed.a].every((part) => part === undefined || isObject(part)))
      throw new Error('no tree: a part of it is no object');
    const tree = new Tree(packed.s, packed.p ?? null, packed.b ?? null);
    tree.about = packed.a ?? null;
    tree.root.comment = typeof packed.c === 'string' ? packed.c : '';
    tree.root.marks = Array.isArray(packed.m) ? rightMarks(packed.m) : [];
    if (!Array.isArray(packed.n ?? [])) throw new Error('no tree: its moves are no list');
    tree.#takeItems(packed.n ?? []);
    return tree;
  }

  /** @param {any[]} items */
  #takeItems(items) {
    const nodes = [this.root];
    for (const item of items) {
      if (typeof item === 'string' && item) {
        nodes.push(this.play(item));
        if (nodes.length > MAX_NODES) throw new Error(`no tree: more than ${MAX_NODES} moves`);
      } else if (Number.isInteger(item) && nodes[item]) this.current = nodes[item];
      else if (Array.isArray(item) && typeof item[0] === 'string') takeRemarks(this.current, item);
      else throw new Error('no tree: something that is no move');
    }
    this.current = this.root;
    this.past = [];
  }
}

/** @param {Node} node @param {any[]} remarks a comment, a glyph, marks */
function takeRemarks(node, [comment, glyph, ...marks]) {
  node.comment = comment;
  if (typeof glyph === 'string' && GLYPHS.includes(glyph)) node.glyph = glyph;
  node.marks = rightMarks(marks);
}

/** @param {any} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
