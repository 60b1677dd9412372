// A study as somebody works at it: the tree with its cursor, what the server has told of its positions and what the engine
// has found, the line that is pointed at. Plain data and functions that change it. Answers say what they answer, so that
// one about a position that is gone, or is not looked at any more, does no harm.

/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('../board/types.js').PositionView} PositionView */
/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').Position} Position */
/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {{found: Findings, isFinal: boolean}} Known */
/**
 * @typedef {object} StudyState
 * @property {Tree} tree
 * @property {BoardView} board
 * @property {Map<Node, PositionView>} positions  as far as they were looked at
 * @property {boolean} isEngineOn
 * @property {Map<Node, Known>} findings
 * @property {Map<string, Node>} asked  what the engine was asked about, by the moves that lead there
 * @property {Threat|null} threat  what is asked while the other side is to move
 * @property {string[]|null} previewed  the line whose end is shown while somebody points at it
 */
/** @typedef {{node: Node, position: Position, known: Known|null}} Threat  the position of a node with the other side to move, and what was found of it */
/** @typedef {{share: (node: Node) => number|null, isError: (node: Node) => boolean}} Reviewed  what a review says of nodes */

/** @param {Tree} tree @param {BoardView} board @returns {StudyState} */
export function newStudy(tree, board) {
  return {
    tree,
    board,
    positions: new Map(),
    isEngineOn: false,
    findings: new Map(),
    asked: new Map([['', tree.root]]),
    threat: null,
    previewed: null,
  };
}

// --- positions

/** The position at the cursor, as far as it is known. @param {StudyState} state */
export function currentPosition({ tree, positions }) {
  return positions.get(tree.current) ?? positions.get(tree.root) ?? null;
}

/** Whether the position at the cursor is still to be asked for. @param {StudyState} state */
export function needsPosition({ tree, positions }) {
  return !positions.has(tree.current);
}

/**
 * A position could not be had. A move that the rules forbid goes, with all that follows; where the server does not answer
 * nothing goes, and the cursor returns to what is known.
 * @param {StudyState} state
 * @param {Node} node
 * @param {boolean} isIllegal whether it is the move that was refused
 * @returns {boolean} whether there is another position to show
 */
export function missPosition({ tree, positions }, node, isIllegal) {
  if (isIllegal) tree.discard(node);
  else if (tree.current === node) tree.current = nearestKnown(node, positions);
  return tree.current !== node;
}

/** @param {Node} node @param {Map<Node, PositionView>} positions */
function nearestKnown(node, positions) {
  for (let each = node.parent; each; each = each.parent) if (positions.has(each)) return each;
  return node;
}

/** What can be done at the cursor and is no cell: the swap, or what a die may show, which people say in a study. @param {StudyState} state @returns {string[]} moves */
export function choicesOf(state) {
  const { announced, can_swap: canSwap } = currentPosition(state) ?? {};
  if (canSwap) return ['swap'];
  if (!announced) return [];
  const faces = announced[0] === 'r' ? state.board.drop_columns : state.board.drop_rows;
  return Array.from({ length: faces }, (_unused, index) => `=${index + 1}`);
}

// --- the cursor

/** Where the keys lead. @type {Record<string, (tree: Tree) => void>} */
const WAYS = {
  ArrowLeft: (tree) => tree.back(),
  ArrowRight: (tree) => tree.forward(),
  ArrowUp: (tree) => tree.aside(-1),
  ArrowDown: (tree) => tree.aside(1),
  Home: (tree) => tree.toStart(),
  End: (tree) => tree.toEnd(),
};

/** Goes where a key leads. @param {StudyState} state @param {string} key @returns {boolean} whether it is one that leads somewhere */
export function walk({ tree }, key) {
  const way = WAYS[key];
  way?.(tree);
  return way !== undefined;
}

/** Tries another move in place of one. @param {StudyState} state @param {Node} node @param {string} move */
export function tryInstead({ tree }, node, move) {
  tree.current = node.parent ?? tree.root;
  tree.play(move);
}

// --- the engine

/** What the engine is to think about: the position at the cursor, nothing where the game is over there. @param {StudyState} state @returns {{key: string, position: Position|null}} */
export function askEngine(state) {
  const threat = currentThreat(state);
  if (threat) return { key: THREAT, position: threat.position };
  const { spec, setup, board, current } = state.tree;
  const moves = current.path();
  const key = moves.join(' ');
  state.asked.set(key, current);
  return { key, position: currentPosition(state)?.result ? null : { spec, moves, setup, board } };
}

/**
 * The engine has found something; not kept where the position has been deleted.
 * @param {StudyState} state
 * @param {string} key as it was asked
 * @param {Known} known
 */
export function takeFindings(state, key, known) {
  const { tree, asked, findings } = state;
  const threat = currentThreat(state);
  if (key === THREAT) {
    if (threat) threat.known = known;
    return;
  }
  const node = asked.get(key);
  if (!node) return;
  if (!isIn(tree, node)) asked.delete(key);
  else if (!isShallower(known.found, findings.get(node)?.found)) findings.set(node, known);
}

/** Whether somebody who comes back has found more here before: a search begins from nothing each time. @param {Findings} found @param {Findings|undefined} before */
function isShallower(found, before) {
  return !found.rootInfo.proof && before !== undefined && found.rootInfo.visits < before.rootInfo.visits;
}

/** Whether a node has not been taken out of a tree. @param {Tree} tree @param {Node} node */
function isIn(tree, node) {
  const line = [tree.root, ...node.line()];
  return line.every((each, ply) => ply === 0 || line[ply - 1].children.includes(each));
}

/** Whether what was asked is what is looked at. @param {StudyState} state @param {string} key */
export function isLookedAt(state, key) {
  const { tree, asked } = state;
  return currentThreat(state) ? key === THREAT : asked.get(key) === tree.current;
}

/** What is known of the position at the cursor, while the engine is on. @param {StudyState} state */
export function currentFindings(state) {
  const { tree, isEngineOn, findings } = state;
  if (!isEngineOn) return null;
  const threat = currentThreat(state);
  return threat ? threat.known : (findings.get(tree.current) ?? null);
}

// --- what the other side threatens

const THREAT = 'threat';

/** What is asked of the position at the cursor with the other side to move, as long as somebody wants to know. @param {StudyState} state */
export function currentThreat({ tree, threat }) {
  return threat?.node === tree.current ? threat : null;
}

/**
 * The position at the cursor with the other side to move; null where something of this turn is under way, so that it
 * could not be the other side's. Whether the rules allow it, the server knows.
 * @param {StudyState} state
 * @returns {Position|null}
 */
export function otherSideToMove(state) {
  const { tree, board } = state;
  const position = currentPosition(state);
  if (!position || position.result || position.announced || (position.waiting ?? null) !== null) return null;
  const of = (/** @type {number} */ colour) =>
    board.names.filter((_name, cell) => position.stones[cell] === String(colour));
  const colours = board.colour_names;
  const setup = {
    stones: { [colours[0]]: of(0), [colours[1]]: of(1) },
    to_move: colours[1 - position.to_move],
  };
  return { spec: tree.spec, moves: [], setup, board: tree.board };
}

/** The probability that the first colour wins; null where a search has not said. @param {Findings|null} findings @param {string} firstColour */
export function firstColourShare(findings, firstColour) {
  if (!findings?.rootInfo.currentPlayer) return null;
  const { currentPlayer, winrate } = findings.rootInfo;
  return currentPlayer === firstColour ? winrate : 1 - winrate;
}

/** The first colour's win probability over the main line: as a review has it, else as a search has seen it. @param {StudyState} state @param {Reviewed|null} review */
export function courseOf({ tree, board, findings }, review) {
  const line = [tree.root, ...tree.mainLine()];
  const shares = line.map(
    (node) => review?.share(node) ?? firstColourShare(findings.get(node)?.found ?? null, board.colour_names[0]),
  );
  return {
    line,
    shares,
    current: line.indexOf(tree.current),
    marks: line.flatMap((node, ply) => (review?.isError(node) ? [ply] : [])),
    isUseful: shares.filter((share) => share !== null).length > 1,
  };
}

// --- a line that is pointed at

/** @param {StudyState} state @param {string[]|null} moves null: none any more @returns {boolean} whether it is another one */
export function preview(state, moves) {
  if (moves === state.previewed) return false;
  state.previewed = moves;
  return true;
}

/** The cells of a line with the numbers of its moves. @param {string[]} names @param {string[]} moves */
export function numberedCells(names, moves) {
  /** @type {Map<number, string>} */
  const labels = new Map();
  moves.forEach((move, index) => {
    const cell = names.indexOf(names.includes(move) ? move : move.replace(/^[x@]|^.*-/, ''));
    if (cell >= 0) labels.set(cell, String(index + 1));
  });
  return labels;
}
