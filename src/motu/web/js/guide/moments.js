// The moments of each game at which there is something to tell: what one's own last move did, and what has changed.

/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {import('./guide_state.js').Hint} Hint */
/** @typedef {import('./guide_state.js').Kind} Kind */
/** @typedef {import('./guide_state.js').Seen} Seen */

/** Own moves after which somebody has seen enough of a game to be told more. */
const SOON = 2;
const LATER = 4;
/** Empty cells between two stones that make them a bridge. */
const BRIDGE = 2;

/** @param {Seen} seen @returns {Hint[]} */
export function atollHints(seen) {
  const { board, own } = seen;
  const cell = ownCell(seen);
  if (cell === null) return [];
  const { touching, bridged } = surroundings(seen, cell);
  const shore = shoresOf(seen, cell);
  return [
    ...when(shore.length > 0, 'touch', { cells: [cell], islands: shore }),
    ...when(touching.length > 0, 'chain', { cells: [cell, ...touching] }),
    ...when(bridged !== null, 'bridge', bridged ?? {}),
    ...when(own >= LATER && board.islands.length > 4, 'through'),
    ...when(true, 'stone', { cells: [cell] }),
  ];
}

/** @param {Seen} seen @returns {Hint[]} */
export function atomorphHints(seen) {
  const { board, game, colour, isMine, person } = seen;
  const { weak = [], flip = [], banned = false, stones } = game.position;
  const ownWeak = weak.filter((cell) => stones[cell] === String(colour));
  const [last, lastPerson] = game.steps.at(-1) ?? ['', -1];
  const flipped = isFlip(board, last) ? [board.names.indexOf(last.slice(1))] : [];
  const cell = ownCell(seen);
  const near = cell === null ? null : surroundings(seen, cell);
  return [
    ...when(flipped.length > 0, lastPerson === person ? 'own-flip' : 'enemy-flip', { cells: flipped }),
    ...when(isMine && banned, 'ban'),
    ...when(ownWeak.length > 0, 'own-weak', { cells: ownWeak }),
    ...when(isMine && flip.length > 0, 'enemy-weak', { cells: flip }),
    ...when(Boolean(near?.touching.length), 'chain', { cells: [cell ?? 0, ...(near?.touching ?? [])] }),
    ...when(Boolean(near?.diagonal.length), 'diagonal', { cells: [cell ?? 0, ...(near?.diagonal ?? [])] }),
    ...when(cell !== null, 'stone', { cells: [cell ?? 0] }),
  ];
}

/** @param {Seen} seen @returns {Hint[]} */
export function atmalofHints(seen) {
  const { game, colour, isMine, own } = seen;
  const { missed = false, steps = [], rows = [], stones } = game.position;
  const rolled = ownRoll(seen);
  const row = rows.find((cells) => stones[cells[0]] === String(colour)) ?? null;
  return [
    ...when(rolled !== null && missed, 'missed', { moves: rolled ?? [] }),
    ...when(rolled !== null && !missed, 'landed', { moves: rolled ?? [], cells: game.position.last ?? [] }),
    ...when(isMine && own >= SOON && steps.length > 0, 'step', { cells: ownPieces(seen) }),
    ...when(row !== null, 'row', { cells: row ?? [] }),
    ...when(isMine && own >= LATER, 'faces'),
  ];
}

/** @param {boolean} isSo @param {Kind} kind @param {Partial<Hint>} [more] @returns {Hint[]} */
function when(isSo, kind, more = {}) {
  return isSo ? [{ kind, moves: [], cells: [], islands: [], ...more }] : [];
}

/** The cell of one's own stone while it is the last that was placed. @param {Seen} seen @returns {number|null} */
function ownCell({ board, game, person }) {
  const [text, who] = game.steps.at(-1) ?? ['', -1];
  const cell = who === person ? board.names.indexOf(text) : -1;
  return cell < 0 ? null : cell;
}

/** One's own line and the face that was rolled for it, while they are the last. @param {Seen} seen @returns {string[]|null} */
function ownRoll({ game, person }) {
  const [line, roll] = game.steps.slice(-2);
  return line?.[1] === person && roll && roll[1] < 0 ? [line[0], roll[0].slice(1)] : null;
}

/** @param {Seen} seen */
function ownPieces({ game, colour }) {
  return [...new Set((game.position.steps ?? []).map(([from]) => from))].filter(
    (cell) => game.position.stones[cell] === String(colour),
  );
}

/** The islands of one's own that a cell touches. @param {Seen} seen @param {number} cell */
function shoresOf({ board, colour }, cell) {
  return board.islands.flatMap((island, number) =>
    island.colour === colour && island.cells.includes(cell) ? [number] : [],
  );
}

/** Stones of one's own beside a stone, and one that a bridge leads to. @param {Seen} seen @param {number} cell */
function surroundings({ board, game, colour }, cell) {
  const { stones } = game.position;
  const isOwn = (/** @type {number} */ other) => other !== cell && stones[other] === String(colour);
  const near = board.neighbours[cell];
  const others = board.names.map((_name, other) => other).filter((other) => isOwn(other) && !near.includes(other));
  const between = (/** @type {number} */ other) =>
    near.filter((each) => stones[each] === '.' && board.neighbours[other].includes(each));
  const far = others.find((other) => between(other).length >= BRIDGE);
  const bridged = far === undefined ? null : { cells: between(far), moves: [board.names[far], board.names[cell]] };
  return { touching: near.filter(isOwn), diagonal: others.filter((other) => isDiagonal(board, cell, other)), bridged };
}

/** @param {BoardView} board @param {number} one @param {number} other */
function isDiagonal({ coordinates }, one, other) {
  const [[column, row], [otherColumn, otherRow]] = [coordinates[one], coordinates[other]];
  return Math.abs(column - otherColumn) === 1 && Math.abs(row - otherRow) === 1;
}

/** @param {BoardView} board @param {string} text */
function isFlip({ names }, text) {
  return text[0] === 'x' && names.includes(text.slice(1)) && !names.includes(text);
}
