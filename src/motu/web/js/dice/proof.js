// Whether the rolls of a game follow from what was sealed before it: the same as `motu verify-dice`, worked out here.

import { SCHEME, before, houseSeal, keyOf, receiptOf, roll, sealOf } from './scheme.js';
import { misshapen } from './shape.js';

/** @typedef {import('../api.js').Step} Step */
/** @typedef {import('./scheme.js').Pair} Pair */
/** @typedef {{commitments: Pair, openings: Pair|null, chains?: Pair, links?: [string[], string[]]}} OpenedSeal */
/** @typedef {{scheme: string, game: string, commitment: string, secret: string|null, receipt: string, seals: OpenedSeal[], from?: number}} SealedDice  what a record says of its dice */
/** @typedef {{turn: number, person: number, line: string, face: number}} Roll */
/**
 * @typedef {object} Verdict
 * @property {'right'|'untold'|'unfit'|'receipt'|'roll'} kind  untold: the house has not told its secret; unfit: a field
 *   that does not belong to the others; receipt: another one than was kept here; roll: one that does not follow
 * @property {number} rolls  how many there are
 * @property {string} [field]
 * @property {Roll & {right: number}} [wrong]
 */

/** The rolls of a game, as they were seen. @param {Step[]} steps @returns {Roll[]} */
export function rollsOf(steps) {
  /** @type {Roll[]} */
  const rolls = [];
  let turn = -1;
  steps.forEach(([text, person], at) => {
    if (person >= 0) turn += 1;
    else rolls.push({ turn, person: steps[at - 1][1], line: steps[at - 1][0], face: Number(text.slice(1)) });
  });
  return rolls;
}

/**
 * @param {SealedDice} dice
 * @param {Roll[]} rolls as they were seen here
 * @param {(line: string) => number} facesOf how many faces the die of a line has
 * @param {import('./scheme.js').Seal[]} kept what this browser was told when it was sealed; none where it wasn't there
 * @returns {Promise<Verdict>}
 */
export async function verdictOn(dice, rolls, facesOf, kept) {
  const { game, secret, commitment, seals } = dice;
  const count = rolls.length;
  if (dice.scheme !== SCHEME) return { kind: 'unfit', rolls: count, field: 'scheme' };
  if (dice.from) return { kind: 'unfit', rolls: count, field: 'from' };
  if (secret === null) return { kind: 'untold', rolls: count };
  const shape = misshapen(dice);
  if (shape !== null) return { kind: 'unfit', rolls: count, field: shape };
  const own = await receiptOf(game, commitment, seals);
  const isKept = !kept.length || own === (await receiptOf(game, commitment, kept));
  if (!isKept) return { kind: 'receipt', rolls: count };
  const field = await faultIn(dice);
  if (field || own !== dice.receipt) return { kind: 'unfit', rolls: count, field: field ?? 'receipt' };
  const source = sourceOf(dice, secret);
  for (const each of rolls) {
    const { key, link } = await source.next(1 - each.person);
    const right = key ? await roll(key, each.turn, each.line, facesOf(each.line), link) : 0;
    if (right !== each.face) return { kind: 'roll', rolls: count, wrong: { ...each, right } };
  }
  const more = source.unused();
  if (more >= 0) return { kind: 'unfit', rolls: count, field: `seals[${more}].links` };
  return { kind: 'right', rolls: count };
}

/** The first field that is not what was sealed; null where all are. @param {SealedDice} dice */
async function faultIn({ game, secret, commitment, seals }) {
  if ((await houseSeal(game, secret ?? '')) !== commitment) return 'secret';
  for (const [at, { commitments, openings, chains, links }] of seals.entries())
    for (const person of [0, 1]) {
      if (openings && (await sealOf(game, person, openings[person])) !== commitments[person])
        return `seals[${at}].openings[${person}]`;
      let told = chains?.[person];
      for (const [place, link] of (links?.[person] ?? []).entries()) {
        if ((await before(game, person, link)) !== told) return `seals[${at}].links[${person}][${place}]`;
        told = link;
      }
    }
  return null;
}

/** What gives the key and the link of each roll in turn. @param {SealedDice} dice @param {string} secret */
function sourceOf({ game, seals }, secret) {
  let at = 0;
  const used = seals.map(() => [0, 0]);
  return { next, unused };

  /** @param {number} teller @returns {Promise<{key: Uint8Array|null, link: string}>} */
  async function next(teller) {
    while (at < seals.length && seals[at].links?.[teller].length === used[at][teller]) at += 1;
    const openings = seals[at]?.openings;
    if (!openings) return { key: null, link: '' };
    const link = seals[at].links?.[teller][used[at][teller]] ?? '';
    used[at][teller] += 1;
    return { key: await keyOf(game, secret, openings), link };
  }

  /** The first sealing of which more links are told than were rolled with; -1 for none. */
  function unused() {
    return seals.findIndex(({ links }, number) => links?.some((each, person) => each.length !== used[number][person]));
  }
}
