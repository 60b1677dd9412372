// Whether what a record says of its dice looks as it should, before anything is worked out from it.

import { LINKS } from './scheme.js';

const HASH = /^[0-9a-f]{64}$/;

/** @param {any} value */
const isHash = (value) => typeof value === 'string' && HASH.test(value);
/** @param {any} value @param {(each: any) => boolean} isRight */
const isPair = (value, isRight) => Array.isArray(value) && value.length === 2 && value.every(isRight);
/** @param {any} value */
const isLinks = (value) => Array.isArray(value) && value.length <= LINKS && value.every(isHash);

/** The first field that is no such thing; null where all are. @param {any} dice @returns {string|null} */
export function misshapen(dice) {
  if (typeof dice.game !== 'string') return 'game';
  for (const name of ['commitment', 'secret', 'receipt']) if (!isHash(dice[name])) return name;
  if (!Array.isArray(dice.seals)) return 'seals';
  for (const [at, seal] of dice.seals.entries()) {
    const name = partOf(seal);
    if (name !== null) return `seals[${at}]${name}`;
  }
  return null;
}

/** @param {any} seal @returns {string|null} */
function partOf(seal) {
  if (typeof seal !== 'object' || seal === null) return '';
  const { commitments, openings, chains, links } = seal;
  if (!isPair(commitments, isHash)) return '.commitments';
  if (openings !== null && !isPair(openings, isHash)) return '.openings';
  const hasChains = 'chains' in seal;
  if (hasChains && !isPair(chains, isHash)) return '.chains';
  return hasChains === isPair(links, isLinks) ? null : '.links';
}
