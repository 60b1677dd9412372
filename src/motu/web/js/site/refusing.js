// What the house in the page refuses, as a server would: a slug, a sentence, a status.

import { EngineError } from '../engine/core.js';

const STATUS = /** @type {Record<string, number>} */ ({
  'server/no-game': 404,
  'server/seq': 409,
  'server/over': 409,
  'puzzle/unknown': 404,
  'site/house': 501,
});

export class Refused extends Error {
  /** @param {string} slug @param {string} message @param {string} [text] what was read */
  constructor(slug, message, text = '') {
    super(message);
    this.slug = slug;
    this.text = text;
  }
}

/** What only a house can do. @param {string} what */
export const needsHouse = (what) => new Refused('site/house', `${what} needs a house`);

/** The answer that tells of an error, in the shape of a server's. @param {unknown} error */
export function refusal(error) {
  const { message } = /** @type {Error} */ (error);
  const isKnown = error instanceof Refused || error instanceof EngineError;
  const slug = isKnown ? error.slug : 'server/fault';
  const text = error instanceof Refused ? error.text : '';
  return answer({ slug, error: message, text }, STATUS[slug] ?? (isKnown ? 400 : 500));
}

/** @param {any} data @param {number} [status] */
export const answer = (data, status = 200) =>
  new Response(JSON.stringify(data ?? null), { status, headers: { 'content-type': 'application/json' } });
