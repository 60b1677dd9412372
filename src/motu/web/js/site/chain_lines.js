// The line through a winning chain, as motu.drawing.chains draws it: from stone to stone, through the islands or out to
// the edges that it joins.

/** @typedef {[number, number]} Point */
/** @typedef {[Point, Point]} Line */
/** @typedef {{place: Point, islands: number[], cells: number[]}} ReefStone  of the reef: the islands that it belongs to, and the rim cells that it touches */
/** @typedef {import('../board/types.js').BoardView} BoardView */
/** @typedef {{view: BoardView, reach: number, shapes: Point[][], shape_of: number[], cells: Point[], reef: ReefStone[], inset: number, edge_out: number}} BoardData  `inset`: what a line leaves open before a piece; `edge_out`: how far it goes out to an edge */

const DIGITS = 1000;
/** Stones of an island that follow one another are nearer than this. */
const APART = 1.5;

/** The lines that make a winning chain visible, in cells. @param {BoardData} board @param {number[]} chain @param {number} colour the winner's */
export function chainLines(board, chain, colour) {
  if (!chain.length) return [];
  const { kind } = board.view;
  const links = linksOf(board, chain);
  if (kind === 'points') links.push(...edgeLinks(board, chain, colour));
  if (kind === 'hexagons')
    for (const stones of joinedIslands(board, chain, colour)) links.push(...islandLinks(board, chain, stones));
  return links.map((line) => /** @type {Line} */ (line.map(rounded)));
}

/** @param {Point} point @returns {Point} */
const rounded = ([x, y]) => [Math.round(x * DIGITS) / DIGITS, Math.round(y * DIGITS) / DIGITS];

/** Lines that join the cells of a chain, none of them closing a ring. @param {BoardData} board @param {number[]} chain @returns {Line[]} */
function linksOf({ view, inset }, chain) {
  const { neighbours, centres } = view;
  const members = [...chain].sort((one, other) => one - other);
  const roots = new Map(members.map((cell) => [cell, cell]));
  const rootOf = (/** @type {number} */ cell) => {
    let root = cell;
    while (roots.get(root) !== root) root = /** @type {number} */ (roots.get(root));
    return root;
  };
  /** @type {Line[]} */
  const links = [];
  for (const here of members)
    for (const there of neighbours[here].filter((cell) => roots.has(cell)).sort((one, other) => one - other)) {
      const [one, other] = [rootOf(here), rootOf(there)];
      if (one === other) continue;
      roots.set(one, other);
      links.push(shortened(centres[here], centres[there], inset));
    }
  return links;
}

/** A line without a piece at its start and at its end. @param {Point} start @param {Point} end @param {number} by @returns {Line} */
function shortened([x0, y0], [x1, y1], by) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [dx, dy] = [((x1 - x0) / length) * by, ((y1 - y0) / length) * by];
  return [
    [x0 + dx, y0 + dy],
    [x1 - dx, y1 - dy],
  ];
}

/** The lines out to the edges that a chain on a board of points joins. @param {BoardData} board @param {number[]} chain @param {number} colour @returns {Line[]} */
function edgeLinks({ view, edge_out: out }, chain, colour) {
  const along = Number(view.islands[0].colour === colour); // 1: top and bottom
  const least = Math.min(...view.centres.map((place) => place[along]));
  const most = Math.max(...view.centres.map((place) => place[along]));
  return chain
    .map((cell) => view.centres[cell])
    .filter((place) => place[along] === least || place[along] === most)
    .map((place) => {
      const end = /** @type {Point} */ ([...place]);
      end[along] += place[along] === least ? -out : out;
      return [place, end];
    });
}

/** The stones of the islands that a winning chain touches, clockwise. @param {BoardData} board @param {number[]} chain @param {number} colour */
function joinedIslands({ view, reef }, chain, colour) {
  return view.islands
    .map((island, index) => ({ island, index }))
    .filter(({ island }) => island.colour === colour && island.cells.some((cell) => chain.includes(cell)))
    .map(({ index }) => inOrder(reef.filter(({ islands }) => islands.includes(index))));
}

/** As a walk: where the list was cut in the middle of an island, its end comes first. @param {ReefStone[]} stones */
function inOrder(stones) {
  for (let at = 0; at + 1 < stones.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [stones[at].place, stones[at + 1].place];
    if (Math.hypot(x1 - x0, y1 - y0) > APART) return [...stones.slice(at + 1), ...stones.slice(0, at + 1)];
  }
  return stones;
}

/** The line from a chain to an island, and along it where the chain runs through it. @param {BoardData} board @param {number[]} chain @param {ReefStone[]} stones @returns {Line[]} */
function islandLinks({ view }, chain, stones) {
  const landings = connectedGroups(view, chain)
    .map((group) => contactsOf(stones, group))
    .filter((contacts) => contacts.length)
    .sort(byPlace);
  const chosen = landings.flatMap((contacts, number) => {
    if (landings.length === 1) return [contacts[Math.floor(contacts.length / 2)]];
    return [...(number ? [contacts[0]] : []), ...(number < landings.length - 1 ? [contacts[contacts.length - 1]] : [])];
  });
  const used = chosen.map(([index]) => index);
  /** @type {Line[]} */
  const links = chosen.map(([index, cell]) => [view.centres[cell], stones[index].place]);
  for (let index = Math.min(...used); index < Math.max(...used); index += 1)
    links.push([stones[index].place, stones[index + 1].place]);
  return links;
}

/** @typedef {[number, number][]} Contacts  an island's stone, and the cell that it touches */

/** @param {Contacts} one @param {Contacts} other */
function byPlace(one, other) {
  const [here, there] = [one.flat(), other.flat()];
  const at = here.findIndex((number, index) => number !== there[index]);
  return at < 0 ? here.length - there.length : here[at] - (there[at] ?? -Infinity);
}

/** Where a piece of chain meets an island, by stones between islands only if it must. @param {ReefStone[]} stones @param {Set<number>} group @returns {Contacts} */
function contactsOf(stones, group) {
  const met = stones.flatMap(({ cells }, index) =>
    cells.filter((cell) => group.has(cell)).map((cell) => /** @type {[number, number]} */ ([index, cell])),
  );
  const own = met.filter(([index]) => stones[index].islands.length === 1);
  return own.length ? own : met;
}

/** The pieces that a chain falls into without its islands. @param {BoardView} view @param {number[]} chain */
function connectedGroups({ neighbours }, chain) {
  const left = new Set(chain);
  const groups = [];
  for (const first of [...chain].sort((one, other) => one - other)) {
    if (!left.delete(first)) continue;
    const group = new Set([first]);
    for (const cell of group) for (const near of neighbours[cell]) if (left.delete(near)) group.add(near);
    groups.push(group);
  }
  return groups;
}
