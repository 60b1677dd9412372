// Who plays here: /people is the ladder of each game and speed, /people/NAME what rated games say of somebody.

import * as api from '../api.js';
import { svg } from '../board/svg.js';
import { blockButtons } from '../blocks/block_buttons.js';
import { blocks } from '../blocks/blocks_api.js';
import { freshId, h } from '../dom.js';
import { accountName } from '../games/account_names.js';
import { gameName, specText } from '../games/titles.js';
import { colourName, coloursOf } from '../games/words.js';
import { _, day, ngettext, number } from '../i18n.js';
import { reportButton } from '../order/report_form.js';
import { useStyle } from '../style.js';
import { HEIGHT, WIDTH, ladderAsked, lineOf, ratingFigure } from './people_state.js';
import { hasName } from './rated_choice.js';
import { welcome } from './welcome.js';

/** @typedef {import('../api.js').Profile} Profile */
/** @typedef {import('../api.js').Block} Block */
/** @typedef {import('../api.js').LadderEntry} LadderEntry */

const GAMES = ['atoll', 'atomorph', 'atmalof'];
const SPEEDS = ['rapid', 'blitz', 'slow', 'correspondence', 'untimed'];

await useStyle('standing');

/** What the page is, before the server has answered. @param {string[]} parts */
export const heading = ([name]) => (name ? accountName(name) : _('Ratings'));

/** @type {import('../main.js').Render} */
export async function render(place, [name]) {
  place.append(name ? await personPage(name) : await ladderPage());
}

/** @param {string} speed */
function speedName(speed) {
  return (
    {
      blitz: _('Blitz'),
      rapid: _('Rapid'),
      slow: _('Classical'),
      correspondence: _('Correspondence'),
      untimed: _('No time limit'),
    }[speed] ?? speed
  );
}

/** @param {string} name */
const personLink = (name) =>
  name
    ? h('a', { href: `/people/${encodeURIComponent(name)}` }, accountName(name))
    : h('span', {}, _('deleted account'));

/** @param {string} caption @param {string[]} heads @param {(Node|string)[][]} rows */
function table(caption, heads, rows) {
  return h(
    'div.rows',
    {},
    h(
      'table',
      {},
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, cell))))),
    ),
  );
}

// --- the ladder

async function ladderPage() {
  const asked = ladderAsked(location.search, GAMES, SPEEDS);
  const lists = h('div', { 'aria-live': 'polite' });
  const game = select(
    _('Game'),
    GAMES.map((each) => [each, gameName(each)]),
    asked.game,
  );
  const speed = select(
    _('Speed'),
    SPEEDS.map((each) => [each, speedName(each)]),
    asked.speed,
  );
  const show = async () => {
    const { ranked, provisional } = await api.ladder(game.value, speed.value);
    const isEmpty = !ranked.length && !provisional.length;
    lists.replaceChildren(...(isEmpty ? [await nobodyYet()] : ladderLists(ranked, provisional)));
  };
  const choose = async () => {
    history.replaceState(history.state, '', `/people?game=${game.value}&speed=${speed.value}`);
    await show().catch((error) => lists.replaceChildren(h('p.notice', { role: 'alert' }, error.message)));
  };
  await show();
  const filters = h('div.filters', { onchange: () => void choose() }, game.parentElement, speed.parentElement);
  return h('div.standing', {}, h('h1', {}, _('Ratings')), filters, lists);
}

/** Where nobody has played a rated game of a kind. */
async function nobodyYet() {
  const way = (await hasName())
    ? h('a.button.primary', { href: '/lobby' }, _('Play a rated game'))
    : h('a.button.primary', { href: '/account' }, _('Claim a name to play rated games'));
  return welcome(
    [
      _('A rating says how strong a player is, and changes with every rated game.'),
      _('Nobody has played a rated game of this kind yet: you could be the first on the list.'),
    ],
    way,
  );
}

/** @param {LadderEntry[]} ranked @param {LadderEntry[]} provisional */
function ladderLists(ranked, provisional) {
  return [
    ranked.length ? ladderTable(_('By rating'), ranked, false) : null,
    provisional.length
      ? ladderTable(_('Provisional: too few games, or none for a long time'), provisional, true)
      : null,
  ].filter((each) => each !== null);
}

/** @param {string} caption @param {LadderEntry[]} entries @param {boolean} isGuess */
function ladderTable(caption, entries, isGuess) {
  const rows = entries.map(({ name, kind, rating, deviation, games }, index) => [
    isGuess ? '' : number(index + 1),
    h('span', {}, personLink(name), kind === 'person' ? '' : ` · ${_('bot')}`),
    `${ratingFigure(rating, isGuess)}\u00a0±\u00a0${deviation}`,
    number(games),
  ]);
  return table(caption, [_('Place'), _('Name'), _('Rating'), _('Games')], rows);
}

/** @param {string} label @param {string[][]} options @param {string} value */
function select(label, options, value) {
  const id = freshId();
  const element = /** @type {HTMLSelectElement} */ (
    h('select', { id }, ...options.map(([key, text]) => h('option', { value: key }, text)))
  );
  element.value = value;
  h('div', {}, h('label', { for: id }, label), element);
  return element;
}

// --- a person

/** @param {string} name */
async function personPage(name) {
  const [person, own, held] = await Promise.all([
    api.person(name),
    api.whoAmI().catch(() => ({ account: null })),
    blocks().then(
      (found) => found.blocks,
      () => [],
    ),
  ]);
  const about = held.find((each) => each.name === person.name) ?? null;
  return profile(person, own.account?.name === person.name, about);
}

/** @param {Profile} person @param {boolean} isOwn whether it is about whoever looks @param {Block|null} held whether whoever looks has muted or blocked him */
function profile(person, isOwn, held) {
  const kind = person.kind === 'person' ? '' : ` · ${_('bot')}`;
  const since = _('Member since {day}', { day: day(person.since_ms) });
  return h(
    'article.standing',
    {},
    h('h1', {}, accountName(person.name)),
    h('p.detail', {}, since, kind),
    reliability(person),
    person.kind === 'house' || isOwn ? null : aboutOther(person.name, held),
    ...(person.ratings.length ? results(person) : [h('p', {}, _('No rated games yet.'))]),
    h('p', {}, h('a', { href: '/people' }, _('Ratings'))),
    person.kind === 'house' || isOwn
      ? ''
      : h('p', {}, reportButton({ name: person.name, people: [{ person: null, called: person.name }] })),
  );
}

/** How many games somebody has played to the end, where he has ended any. @param {Profile} person */
function reliability({ finished, left }) {
  const ended = finished + left;
  if (!ended) return null;
  const told = ngettext(
    'Played {finished} of {count} game with others to the end',
    'Played {finished} of {count} games with others to the end',
    ended,
    { finished: number(finished) },
  );
  return h('p.detail', {}, `${told} (${Math.floor((100 * finished) / ended)}\u00a0%)`);
}

/** What one may do with somebody else. @param {string} name @param {Block|null} held */
function aboutOther(name, held) {
  return h(
    'div.about-other',
    {},
    h('a.button.primary', { href: `/play?to=${encodeURIComponent(name)}` }, _('Play {name}', { name })),
    blockButtons({ name }, name, { held }),
  );
}

/** @param {Profile} person */
function results(person) {
  return [
    h('div.ratings', {}, ...person.ratings.map(ratingCard)),
    tally(_('By game'), _('Game'), person.by_game, ({ game, speed }) => `${gameName(game)} · ${speedName(speed)}`),
    tally(_('By opponent'), _('Opponent'), person.by_opponent, ({ opponent }) => personLink(opponent)),
    tally(
      _('By colour'),
      _('Colour'),
      person.by_colour,
      ({ game, colour }) => `${gameName(game)} · ${colourOf(game, colour)}`,
    ),
    tally(
      _('By opening'),
      _('Opening'),
      person.by_opening,
      ({ spec, colour, opening }) => `${opening || '–'} · ${colourOf(spec, colour)} · ${specText(spec)}`,
    ),
    latestGames(person),
  ];
}

/** @param {string} spec @param {number} colour */
const colourOf = (spec, colour) => colourName(coloursOf(spec), colour);

/** @param {Profile['ratings'][number]} held */
function ratingCard({ game, speed, rating, deviation, is_provisional: isGuess, games, course }) {
  return h(
    'section.card',
    {},
    h('h2', {}, `${gameName(game)} · ${speedName(speed)}`),
    h('p.figure', {}, ratingFigure(rating, isGuess), h('small', {}, ` ± ${deviation}`)),
    h('p.detail', {}, ngettext('{count} rated game', '{count} rated games', games)),
    course.length > 1 ? graph(course) : null,
  );
}

/** @param {import('./people_state.js').CoursePoint[]} course */
function graph(course) {
  const { path, low, high } = lineOf(course);
  const label = _('Rating between {low} and {high}', { low, high });
  const picture = svg(
    'svg',
    {
      class: 'course',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': label,
    },
    svg('path', { d: path }),
  );
  const days = h(
    'p.detail.ends',
    {},
    h('span', {}, day(course[0][0])),
    h('span', {}, day(course[course.length - 1][0])),
  );
  return h('figure', {}, /** @type {any} */ (picture), days);
}

/**
 * @template {{won: number, drawn: number, lost: number}} T
 * @param {string} caption @param {string} head @param {T[]} ends @param {(each: T) => Node|string} name
 */
function tally(caption, head, ends, name) {
  const rows = ends.map((each) => [name(each), number(each.won), number(each.drawn), number(each.lost)]);
  return table(caption, [head, _('Won'), _('Drawn'), _('Lost')], rows);
}

/** What a cell says, and below it what is less important: on a phone there is no room beside it. @param {Node|string} first @param {string} second */
const above = (first, second) => h('span', {}, first, h('span.detail', {}, second));

/** @param {Profile} person */
function latestGames(person) {
  const rows = person.latest.map(({ id, at_ms: at, spec, opponent, score, before, after }) => [
    above(h('a', { href: `/play/${id}` }, specText(spec)), day(at)),
    personLink(opponent),
    above(score === 1 ? _('Won') : score === 0 ? _('Lost') : _('Drawn'), `${before} → ${after}`),
  ]);
  return table(_('Latest rated games'), [_('Game'), _('Opponent'), _('Result')], rows);
}
