// The house in this page, in the place of ../house.js: it answers what the pages ask as a server would, of what this
// browser keeps. What only a house can do, it says so.

import { calm } from './calm.js';
import { boardData, first, keyOf, readJson, readPacked, rulesFor, theRules } from './files.js';
import * as games from './games_desk.js';
import * as puzzles from './puzzles_desk.js';
import { _ } from '../i18n.js';
import { Refused, answer, needsHouse, refusal } from './refusing.js';
import * as studies from './studies_desk.js';
import { OwnWire, analysis } from './wires.js';

/** @typedef {{id: string, body: any, query: URLSearchParams}} Asked  `id`: what the path names */
/** @typedef {(asked: Asked) => unknown} Route */

/** Whether there is a server, and so accounts, other people, and what only a server can work out. */
export const hasServer = () => false;

/** Lets the service worker in, which keeps the site for times without a network; the large files at last. */
export async function startWorker() {
  await calm();
  await theRules(); // at first what a game needs
  await navigator.serviceWorker?.register('worker.js');
  (await navigator.serviceWorker?.ready)?.active?.postMessage('keep all');
}

/** What is shown beside the games: how to save them, and a house's address. @returns {Promise<HTMLElement|null>} */
export const keepingCard = async () => (await import('./keeping_card.js')).drawKeeping();

/** @type {[string, RegExp, Route][]} method, path, and who answers */
const ROUTES = [
  ['GET', /^health$/, () => readJson('about')],
  ['GET', /^catalogue$/, () => readJson('catalogue')],
  ['GET', /^account$/, () => ({ account: null })],
  ['GET', /^notices$/, () => ({ type: 'notices', unread: 0, notices: [], is_concerned: false, name: '' })],
  ['GET', /^vacation$/, () => ({ is_away: false, since_ms: null, left_ms: 0, allowance_ms: 0, is_automatic: false })],
  ['GET', /^collection$/, () => ({ games: [] })],
  ['GET', /^boards$/, async ({ query }) => (await boardData(query.get('spec') ?? '')).view],
  ['POST', /^positions$/, ({ body }) => positions(body)],
  ['POST', /^device$/, ({ body }) => device(body)],
  ['POST', /^games$/, ({ body }) => games.begin(body)],
  ['GET', /^games$/, ({ query }) => games.list(query)],
  ['GET', /^games\/([\w-]+)$/, ({ id }) => games.read(id)],
  ['DELETE', /^games\/([\w-]+)$/, ({ id }) => games.remove(id, true)],
  ['POST', /^games\/([\w-]+)\/restore$/, ({ id }) => games.remove(id, false)],
  ['GET', /^games\/([\w-]+)\/board$/, ({ id }) => games.board(id)],
  ['GET', /^games\/([\w-]+)\/positions$/, ({ id }) => games.positions(id)],
  ['GET', /^games\/([\w-]+)\/threats$/, ({ id }) => games.threats(id)],
  ['GET', /^games\/([\w-]+)\/record$/, ({ id }) => games.record(id)],
  ['GET', /^games\/([\w-]+)\/ratings$/, () => ({ rated: false, speed: 'untimed', persons: [null, null] })],
  ['POST', /^games\/([\w-]+)\/moves$/, ({ id, body }) => games.play(id, body)],
  ['POST', /^games\/([\w-]+)\/take-back$/, ({ id, body }) => games.takeBack(id, body)],
  ['POST', /^games\/([\w-]+)\/resign$/, ({ id, body }) => games.resign(id, body)],
  ['POST', /^games\/([\w-]+)\/seed$/, ({ id, body }) => games.mixSeed(id, body)],
  ['POST', /^studies$/, ({ body }) => studies.create(body)],
  ['GET', /^studies$/, ({ query }) => studies.list(query)],
  ['GET', /^studies\/([\w-]+)$/, ({ id }) => studies.read(id)],
  ['PUT', /^studies\/([\w-]+)$/, ({ id, body }) => studies.change(id, body)],
  ['DELETE', /^studies\/([\w-]+)$/, ({ id }) => studies.remove(id, true)],
  ['POST', /^studies\/([\w-]+)\/restore$/, ({ id }) => studies.remove(id, false)],
  ['GET', /^puzzles$/, () => puzzles.list()],
  ['GET', /^puzzles\/own$/, () => []],
  ['GET', /^puzzles\/today$/, () => calm().then(puzzles.today)],
  ['GET', /^puzzles\/progress$/, () => puzzles.progress()],
  ['GET', /^puzzles\/([\w-]+)$/, ({ id }) => puzzles.show(id)],
  ['POST', /^puzzles\/([\w-]+)\/tries$/, ({ id, body }) => puzzles.judge(id, body.moves, body.replies ?? true)],
  ['POST', /^puzzles\/([\w-]+)\/solution$/, ({ id, body }) => puzzles.solution(id, body.moves)],
  ['POST', /^puzzles\/([\w-]+)\/hint$/, ({ id }) => puzzles.hint(id)],
];

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export async function askHouse(path, { method = 'GET', body = null }) {
  const { pathname, searchParams: query } = new URL(path, 'http://site.invalid');
  if (!pathname.startsWith('/api/')) return file(pathname);
  const wanted = pathname.slice('/api/'.length);
  try {
    for (const [known, form, route] of ROUTES) {
      const found = known === method && form.exec(wanted);
      if (found) return answer(await route({ id: found[1] ?? '', body: body && JSON.parse(String(body)), query }));
    }
    throw needsHouse('this');
  } catch (error) {
    return refusal(plain(error));
  }
}

/** What only this site refuses, in the language of the page. @param {unknown} error */
function plain(error) {
  const { slug } = /** @type {{slug?: string}} */ (error);
  if (slug === 'site/house') return new Refused(slug, _('Only a house can do this: a motu that runs on a server.'));
  if (slug === 'site/board')
    return new Refused(slug, _('This board is not part of this site; a house has every board.'));
  return error;
}

/** A line on which both say something whenever they like. @param {string} path @returns {import('../house.js').Wire} */
export function wireTo(path) {
  const [, id] = /^\/api\/games\/([\w-]+)\/live$/.exec(path) ?? [];
  const begin = (/** @type {import('./wires.js').Tell} */ tell) => (id ? games.listen(id, tell) : analysis(tell));
  return /** @type {any} */ (new OwnWire(begin));
}

/** The rules in words: those in one language lie together. @param {string} path */
async function file(path) {
  const [, name, language] = /\/rules\/(\w+)\.(\w+)\.json$/.exec(path) ?? [];
  if (!name) return fetch(path);
  try {
    return answer((await readPacked(`rules/${language}`))[name]);
  } catch (error) {
    return refusal(error);
  }
}

/** @param {{spec: string, moves?: string[], setup?: any, board?: any, all?: boolean}} line */
async function positions({ all = false, ...line }) {
  const known = !line.setup && !line.board ? (await first()).positions[keyOf(line.spec, line.moves ?? [])] : undefined;
  if (known && !all) return [known];
  const rules = await rulesFor(line.spec);
  return all ? rules.views(line) : [rules.view(line)];
}

/** What an engine in a worker needs to know of a game. @param {{spec: string, setup?: any}} line */
async function device({ spec, setup = null }) {
  const rules = await theRules();
  const lines = await readJson('lines');
  return rules.device(spec, setup, lines);
}
