// A study as somebody works at it: the tree with its cursor, what the server has told of its positions and what the engine
// has found, the line that is pointed at. Plain data and functions that change it; what the engine is asked, and what
// becomes of its answers, is in engine_state.js.

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

/** What is known of the position at the cursor, while the engine is on. @param {StudyState} state */
export function currentFindings(state) {
  const { tree, isEngineOn, findings } = state;
  if (!isEngineOn) return null;
  const threat = currentThreat(state);
  return threat ? threat.known : (findings.get(tree.current) ?? null);
}

// --- what the other side threatens

/** What is asked of the position at the cursor with the other side to move, as long as somebody wants to know. @param {StudyState} state */
export function currentThreat({ tree, threat }) {
  return threat?.node === tree.current ? threat : null;
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
