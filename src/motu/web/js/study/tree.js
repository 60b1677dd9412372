// A tree of variations: moves with comments, a cursor in it, and its form as JSON. It knows no rules and no page.
//
// JSON form, the shorter the better since it goes into addresses: a node is [move, children, comment], what is empty at
// the end left out; a tree is {s: spec, p: set-up, b: board, c: comment, n: children of the start}.

/** @typedef {[string, (Packed[]|0)?, string?]} Packed */
/** @typedef {{s: string, p?: object, b?: object, c?: string, n?: Packed[]}} PackedTree */

export const MAX_NODES = 20_000;

export class Node {
  /** @param {string} move @param {Node|null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.comment = '';
    /** @type {Node[]} the first is the main line */
    this.children = [];
  }

  /** The moves that lead here. @returns {string[]} */
  path() {
    const moves = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) moves.push(node.move);
    return moves.reverse();
  }

  get ply() {
    let count = 0;
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) count += 1;
    return count;
  }

  /** Whether this and all before it are first choices. */
  get isMain() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) if (node.parent.children[0] !== node) return false;
    return true;
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
    this.root = new Node('', null);
    this.current = this.root;
  }

  /**
   * Goes on with a move: where it is known already, there; else in a new variation.
   * @param {string} move
   */
  play(move) {
    let next = this.current.children.find((child) => child.move === move);
    if (!next) {
      next = new Node(move, this.current);
      this.current.children.push(next);
    }
    this.current = next;
    return next;
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
    for (const move of moves) this.play(move);
    this.current = before;
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
    if (!node.parent) return;
    const isInside = this.#isWithin(node);
    node.parent.children = node.parent.children.filter((child) => child !== node);
    if (isInside) this.current = node.parent;
  }

  /** Makes a variation, and all it is part of, the main line. @param {Node} node */
  promote(node) {
    for (let each = node; each.parent; each = each.parent) {
      each.parent.children = [each, ...each.parent.children.filter((child) => child !== each)];
    }
  }

  /** @param {Node} node */
  #isWithin(node) {
    for (let each = /** @type {Node|null} */ (this.current); each; each = each.parent) if (each === node) return true;
    return false;
  }

  /** The main line from the start to its end. @returns {Node[]} */
  mainLine() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** @returns {PackedTree} */
  pack() {
    /** @type {PackedTree} */
    const packed = { s: this.spec };
    if (this.setup) packed.p = this.setup;
    if (this.board) packed.b = this.board;
    if (this.root.comment) packed.c = this.root.comment;
    if (this.root.children.length) packed.n = this.root.children.map(packNode);
    return packed;
  }

  /**
   * The tree of a JSON form. Throws an Error that says what is wrong with it.
   * @param {any} packed
   * @returns {Tree}
   */
  static unpack(packed) {
    if (typeof packed !== 'object' || packed === null || typeof packed.s !== 'string') throw new Error('no tree: a spec is missing');
    const tree = new Tree(packed.s, packed.p ?? null, packed.b ?? null);
    if (typeof packed.c === 'string') tree.root.comment = packed.c;
    let left = MAX_NODES;
    /** @type {[Node, any][]} */
    const waiting = [[tree.root, packed.n ?? []]];
    while (waiting.length) {
      const [parent, children] = /** @type {[Node, any]} */ (waiting.pop());
      if (!Array.isArray(children)) throw new Error('no tree: the variations of a move are no list');
      for (const child of children) {
        left -= 1;
        if (left < 0) throw new Error(`no tree: more than ${MAX_NODES} moves`);
        if (!Array.isArray(child) || typeof child[0] !== 'string') throw new Error('no tree: a move is missing');
        const node = new Node(child[0], parent);
        if (typeof child[2] === 'string') node.comment = child[2];
        parent.children.push(node);
        if (child[1]) waiting.push([node, child[1]]);
      }
    }
    return tree;
  }
}

/** Without recursion: a game may have thousands of moves. @param {Node} node @returns {Packed} */
function packNode(node) {
  /** @type {Map<Node, Packed>} */
  const done = new Map();
  /** @type {[Node, boolean][]} */
  const waiting = [[node, false]];
  while (waiting.length) {
    const [each, isReady] = /** @type {[Node, boolean]} */ (waiting.pop());
    if (!isReady) {
      waiting.push([each, true], ...each.children.map((child) => /** @type {[Node, boolean]} */ ([child, false])));
      continue;
    }
    const children = each.children.map((child) => /** @type {Packed} */ (done.get(child)));
    done.set(each, each.comment ? [each.move, children.length ? children : 0, each.comment] : children.length ? [each.move, children] : [each.move]);
  }
  return /** @type {Packed} */ (done.get(node));
}
