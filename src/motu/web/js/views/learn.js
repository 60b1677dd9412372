// Learning: /learn lists the games, /learn/GAME is its rules with pictures one can click through, /learn/GAME/lesson tasks.

import * as api from '../api.js';
import { h } from '../dom.js';
import { beginGently } from '../games/first_game.js';
import { MIDGAMES, picture } from '../games/pictures.js';
import { gameName } from '../games/titles.js';
import { _, currentLanguage } from '../i18n.js';
import { atmalofTasks } from '../learn/atmalof_lesson.js';
import { atollTasks } from '../learn/atoll_lesson.js';
import { atomorphTasks } from '../learn/atomorph_lesson.js';
import { drawBoards } from '../learn/board_list.js';
import { drawDiagram, roomFor } from '../learn/diagram.js';
import { Lesson } from '../learn/lesson.js';
import { solvedOf } from '../learn/progress.js';
import { NothingHere } from '../shell.js';
import { useStyle } from '../style.js';

/** @typedef {import('../learn/diagram.js').DiagramData} DiagramData */
/** @typedef {import('../learn/board_list.js').BoardRow} BoardRow */
/** @typedef {{html?: string, diagrams?: DiagramData[], caption?: string, boards?: BoardRow[], folded?: string}} Part */

/** The games; `first` is the board of a first game. @type {Record<string, {tasks: () => import('../learn/lesson.js').Task[], rules: () => string, lesson: () => string, first: string}>} */
const GAMES = {
  atoll: {
    tasks: atollTasks,
    rules: () => _('Islands around the water, and a chain across it.'),
    lesson: () => _('From the first stone to bridges, winning with three islands, and the swap.'),
    first: 'gan',
  },
  atomorph: {
    tasks: atomorphTasks,
    rules: () => _('Badly placed stones change colour.'),
    lesson: () => _('What joins stones, what makes them weak, contested flips, and the ban on them.'),
    first: 'atomorph',
  },
  atmalof: {
    tasks: atmalofTasks,
    rules: () => _('You name the line, the die names the square.'),
    lesson: () => _('Rolls and steps, a gap and a die, the corner out of reach, and the tie-break.'),
    first: 'atmalof',
  },
};

await useStyle('learn');

/** What the page is, before the server has answered. @param {string[]} parts */
export function heading([game, page]) {
  if (!Object.hasOwn(GAMES, game ?? '')) return _('Learn');
  return page === 'lesson' ? _('A lesson in {game}', { game: gameName(game) }) : gameName(game);
}

/** @type {import('../main.js').Render} */
export async function render(place, parts) {
  const [game, page] = parts;
  if (game === undefined) place.append(list());
  else if (!Object.hasOwn(GAMES, game) || (page !== undefined && page !== 'lesson')) throw new NothingHere();
  else if (page === 'lesson') await showLesson(place, game);
  else await showRules(place, game);
}

function list() {
  const cards = Object.entries(GAMES).map(([game, { rules, lesson }]) =>
    h(
      'article.card.game',
      {},
      picture({ spec: game, moves: MIDGAMES[game] }, 'div.picture'),
      h('h2', {}, gameName(game)),
      h(
        'p',
        {},
        h('a.way', { href: `/learn/${game}` }, _('The rules of {game}', { game: gameName(game) })),
        h('br'),
        rules(),
      ),
      h(
        'p',
        {},
        h('a.way', { href: `/learn/${game}/lesson` }, _('A lesson in {game}', { game: gameName(game) })),
        h('br'),
        lesson(),
        h('br'),
        h('span.detail', {}, progressText(game)),
      ),
    ),
  );
  return h('div.home', {}, h('h1', {}, _('Learn')), h('div.cards', {}, ...cards));
}

/** How much of a lesson is solved. @param {string} game */
function progressText(game) {
  const tasks = GAMES[game].tasks();
  return _('{solved} of {count} solved', { solved: solvedOf(game, tasks), count: tasks.length });
}

/** @param {HTMLElement} place @param {string} game */
async function showRules(place, game) {
  const page = await api.rules(game, currentLanguage());
  const text = h(
    'article.rules',
    { lang: page.language },
    h('h1', {}, page.title),
    page.language === currentLanguage()
      ? null
      : h('p.detail', { lang: currentLanguage() }, _('The rules are not translated yet: here they are in English.')),
    lessonCard(game),
    ...page.parts.map(drawPart),
  );
  place.append(text);
}

/** @param {string} game */
function lessonCard(game) {
  return h(
    'p.card.lesson-link',
    { lang: currentLanguage() },
    h('a.button', { href: `/learn/${game}/lesson` }, _('A lesson in {game}', { game: gameName(game) })),
    ' ',
    GAMES[game].lesson(),
  );
}

/** @param {Part} part */
function drawPart(part) {
  if (part.boards) return drawBoards(part.boards, currentLanguage());
  if (part.folded) return h('details', {}, h('summary', {}, part.folded), fromHtml('div.text', part.html ?? ''));
  if (!part.diagrams) return fromHtml('div.text', part.html ?? '');
  const boards = h('div.diagrams', {}, ...part.diagrams.map(roomFor));
  const figure = h('figure', {}, boards, part.caption ? fromHtml('figcaption', part.caption) : null);
  void Promise.all(part.diagrams.map(drawDiagram)).then(
    (diagrams) => boards.replaceChildren(...diagrams),
    (error) => boards.replaceChildren(h('p.notice', {}, String(error.message))),
  );
  return figure;
}

/** Text of our own rules pages. @param {string} name @param {string} html */
function fromHtml(name, html) {
  const element = h(name);
  element.innerHTML = html;
  for (const wide of element.querySelectorAll('table, pre')) {
    const frame = h('div.scroll', {
      tabindex: '0',
      role: 'group',
      'aria-label': wide.tagName === 'PRE' ? _('Examples') : _('Table'),
    });
    wide.replaceWith(frame);
    frame.append(wide);
  }
  return element;
}

/** @param {HTMLElement} place @param {string} game */
async function showLesson(place, game) {
  const lesson = new Lesson(game, GAMES[game].tasks, () => ending(game));
  place.append(
    h('div.lesson-page', {}, h('h1', {}, _('A lesson in {game}', { game: gameName(game) })), lesson.element),
  );
  await lesson.open();
}

/** @param {string} game */
function ending(game) {
  const next = Object.keys(GAMES)[(Object.keys(GAMES).indexOf(game) + 1) % 3];
  const notice = h('p.notice', { role: 'alert' });
  const play = h('button.primary', { type: 'button' }, _('Play {game}', { game: gameName(game) }));
  play.addEventListener('click', () => void beginGently(GAMES[game].first, play, notice));
  return h(
    'div.ending',
    {},
    h('p', {}, _('That was the last task. Now play!')),
    notice,
    h(
      'div.buttons',
      {},
      play,
      h('a.button', { href: '/play' }, _('New game')),
      h('a.button', { href: `/learn/${game}` }, _('The rules of {game}', { game: gameName(game) })),
      h('a.button', { href: `/learn/${next}/lesson` }, _('A lesson in {game}', { game: gameName(next) })),
    ),
  );
}
