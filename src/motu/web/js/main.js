// The page: top bar, the view that the address asks for, language and theme. Views are loaded when they are needed.
//
// A view is a module with `render(place, parts)`: it fills the place and returns a function that ends it, or nothing. A view
// that asks the server first says with `heading(parts)` what it is; that stands there until the view does.

import { here, linkTo } from './address.js';
import { h } from './dom.js';
import { hasServer, startWorker } from './house.js';
import { LANGUAGES, _, bestLanguage, currentLanguage, useLanguage, useTexts } from './i18n.js';
import { closePanel } from './panel.js';
import { applyTheme, change, settings } from './settings.js';
import { icon } from './icons.js';
import { bellButton, hearNotices } from './notices/bell.js';
import { comeToPlace, keepPlaces, takePlace } from './places.js';
import { isRenewed } from './renewed.js';
import { NothingHere, focusPage, go, say, setGround, setTitle, status } from './shell.js';

/** @typedef {(place: HTMLElement, parts: string[]) => Promise<(() => void)|void>|(() => void)|void} Render */

/** @typedef {{render: Render, heading?: (parts: string[]) => string}} View */

/** @type {Record<string, () => Promise<View>>} */
const VIEWS = {
  '': () => import('./views/home.js'),
  play: () => import('./views/play.js'),
  study: () => import('./views/study.js'),
  learn: () => import('./views/learn.js'),
  puzzles: () => import('./views/puzzles.js'),
  games: () => import('./views/games.js'),
  lobby: () => import('./views/lobby.js'),
  challenge: () => import('./views/challenge.js'),
  dice: () => import('./views/dice.js'),
  people: () => import('./views/people.js'),
  tournaments: () => import('./views/tournaments.js'),
  ladder: () => import('./views/ladder.js'),
  account: () => import('./views/account.js'),
  mail: () => import('./views/mail.js'),
  moderation: () => import('./views/moderation.js'),
  programs: () => import('./views/programs.js'),
  about: () => import('./views/about.js'),
  privacy: () => import('./views/privacy.js'),
};

/** How many parts may follow a view's name in an address; after the others none. @type {Record<string, number>} */
const PARTS = {
  play: 1,
  study: 2,
  learn: 2,
  puzzles: 1,
  challenge: 1,
  people: 1,
  tournaments: 1,
  ladder: 1,
  mail: 1,
  moderation: 2,
};

/** The name of no view. */
const UNREADABLE = '%';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const place = h('main', { id: 'main', tabindex: '-1' });
/** @type {(() => void)|void} */
let end;
let shown = 0;
/** @type {Promise<typeof import('./afterwards.js')|null>|null} */
let later = null;

/** What can wait until the page is there, but not until the server has gone. */
function afterwards() {
  later ??= import('./afterwards.js').catch(() => (later = null));
  return later;
}

async function show() {
  shown += 1;
  const turn = shown;
  comeToPlace();
  const [name = '', ...parts] = partsHere();
  const view = parts.length > (PARTS[name] ?? 0) ? { render: sayUnknown } : await load(name);
  if (turn !== shown) return;
  if (end) end();
  end = undefined;
  // A place of its own: what a view draws after it has been left is nowhere to be seen.
  const own = h('div.view.unready');
  const coming = h('p.coming', { role: 'heading', 'aria-level': '1' }, view.heading?.(parts) ?? '');
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(...(view.heading ? [coming] : []), own);
  // Whoever came here by a button or a link that has gone goes on where the page begins.
  if (hadFocus) focusPage();
  setGround(null);
  markCurrent(name);
  const ended = await Promise.resolve(view.render(own, parts)).catch((error) => {
    if (turn === shown) void complain(error);
  });
  own.classList.remove('unready');
  coming.remove();
  if (turn !== shown) {
    if (ended) ended();
    return;
  }
  end = ended || undefined;
  app.querySelector('footer.bottom')?.removeAttribute('hidden'); // before that it would be pushed down
  const heading = place.querySelector('h1')?.textContent;
  setTitle(heading);
  takePlace();
}

/** What stands between the strokes of the address: a view's name and what it is given. */
function partsHere() {
  try {
    return here().pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return [UNREADABLE]; // such as /people/J%C3, which is no text
  }
}

/** Whose texts the address asks for: a view's, or those of the page around all of them. */
function viewHere() {
  const name = here().pathname.split('/')[1] ?? '';
  return Object.hasOwn(VIEWS, name) ? name : 'page';
}

/** The view of a name; where there is none, or the server is gone or a newer one, one that says so. @param {string} name @returns {Promise<View>} */
async function load(name) {
  if (!Object.hasOwn(VIEWS, name)) return { render: sayUnknown };
  try {
    const [view] = await Promise.all([VIEWS[name](), useTexts(name)]);
    return view;
  } catch {
    return { render: (await isRenewed()) ? sayRenewed : sayOffline };
  }
}

/** What stands where a view should. @param {string} title @param {string} text @param {HTMLElement[]} ways where to go on */
function explain(title, text, ...ways) {
  place.replaceChildren(
    h(
      'div.home.lost',
      {},
      h('img', { src: new URL('../icon.svg', import.meta.url).href, alt: '', width: '96', height: '96' }),
      h('h1', {}, title),
      h('p', { role: 'alert' }, text),
      h('p.actions', {}, ...ways),
    ),
  );
}

const toFirstPage = () => h('a.button', { href: '/' }, _('Go to the home page'));

const tryAgain = () => h('button.primary', { type: 'button', onclick: () => void show() }, _('Try again'));

/** @param {Error & {slug?: string, status?: number}} error */
async function complain(error) {
  if (isOfScripts(error) && (await isRenewed())) sayRenewed();
  else if (error instanceof NothingHere) sayUnknown();
  else if (isAway(error)) sayOffline();
  else {
    const again = (error.status ?? 0) >= 500 || error.status === 429 ? [tryAgain()] : [];
    explain(_('This page cannot be shown.'), error.message, ...again, toFirstPage());
  }
}

/** Whether there is no server now, or none behind the one that answers for it. @param {{slug?: string, status?: number}} error */
function isAway({ slug, status = 0 }) {
  return slug === 'offline' || slug === 'server/stopping' || (slug === 'http' && status >= 502 && status <= 504);
}

function sayUnknown() {
  explain(_('Page not found.'), _('There is nothing at {address}.', { address: here().pathname }), toFirstPage());
}

/** Whether an error may be that of a script that is not there. @param {unknown} error */
const isOfScripts = (error) => error instanceof TypeError || error instanceof SyntaxError;

function sayRenewed() {
  const anew = h('button.primary', { type: 'button', onclick: () => location.reload() }, _('Reload'));
  explain(_('motu has been updated.'), _('Reload the page to continue. Your games are saved.'), anew);
}

function sayOffline() {
  const text = _('Your connection or the server is down. Your games are saved.');
  explain(_('The server is not responding.'), text, tryAgain());
  const turn = shown;
  void afterwards().then((found) =>
    found?.whenBack(
      () => turn === shown,
      () => void show(),
    ),
  );
}

/** @param {string} name */
function markCurrent(name) {
  for (const link of document.querySelectorAll('nav a')) {
    const isCurrent = link.getAttribute('href') === linkTo(`/${name}`);
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function topBar() {
  const links = [
    ['/play', _('Play')],
    ...(hasServer() ? [['/lobby', _('Lobby')]] : []),
    ['/study', _('Study')],
    ['/learn', _('Learn')],
    ['/puzzles', _('Puzzles')],
    ['/games', _('Games')],
  ];
  return h(
    'header.top',
    {},
    h('a.skip', { href: '#main', onclick: skip }, _('Skip to the board')),
    h('a.brand', { href: '/' }, mark(), 'motu'),
    h('nav', { 'aria-label': _('Main') }, ...links.map(([href, text]) => h('a', { href }, text))),
    h(
      'div.tools',
      {},
      languageMenu(),
      bellButton(),
      themeButton(),
      hasServer() &&
        h('a.quiet', { href: '/account', title: _('Account'), 'aria-label': _('Account') }, icon('person')),
      tool('help', _('Keyboard shortcuts'), toggleKeys),
      tool('sliders', _('Settings'), toggleSettings),
    ),
  );
}

/** What stands under every page but a game's, which needs all the room. */
function bottomBar() {
  return h(
    'footer.bottom',
    { hidden: !shown },
    ...(hasServer() ? houseLinks() : []),
    h('a', { href: '/about' }, _('About motu')),
    hasServer() && h('a', { href: '/privacy' }, _('Privacy')),
  );
}

/** To what there is where other people are. */
function houseLinks() {
  return [
    h('a', { href: '/tournaments' }, _('Tournaments')),
    h('a', { href: '/ladder' }, _('Ladder')),
    h('a', { href: '/people' }, _('Ratings')),
  ];
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  const board = /** @type {any} */ (place.querySelector('motu-board:not([inert])'));
  if (board) board.focusBoard();
  else place.focus();
}

function mark() {
  const icon = h('span.mark', { 'aria-hidden': 'true' });
  icon.innerHTML =
    '<svg viewBox="0 0 32 32" width="26" height="26"><circle cx="16" cy="16" r="11" fill="none" stroke="currentColor" stroke-width="5" stroke-dasharray="5.5 3.14"/><circle class="dot" cx="16" cy="16" r="3.2"/></svg>';
  return icon;
}

/** Each language by its own name; a narrow screen has room for the code of the one that is chosen. */
function languageMenu() {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      'select.languages',
      { 'aria-label': _('Language'), title: _('Language; β: a draft that no native speaker has checked yet') },
      ...Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, lang: code }, name)),
    )
  );
  list.value = currentLanguage();
  list.addEventListener('change', () => change({ language: list.value }));
  return h('span.language', {}, list, h('span', { 'aria-hidden': 'true' }, list.value.toUpperCase()));
}

function themeButton() {
  const isDark = document.documentElement.dataset.theme === 'dark';
  const text = isDark ? _('Light theme') : _('Dark theme');
  return h(
    'button.quiet',
    { type: 'button', title: text, 'aria-label': text, onclick: () => change({ theme: isDark ? 'light' : 'dark' }) },
    icon(isDark ? 'sun' : 'moon'),
  );
}

/** @param {string} sign @param {string} text @param {() => void} action */
function tool(sign, text, action) {
  return h(
    'button.quiet',
    { type: 'button', title: text, 'aria-label': text, 'data-tool': sign, onclick: action },
    icon(sign),
  );
}

const toggleKeys = () => void import('./keys_panel.js').then((panel) => panel.toggleKeys(), tellWhy);
const toggleSettings = () => void import('./settings_panel.js').then((panel) => panel.toggleSettings(), tellWhy);
const tellWhy = async () => ((await isRenewed()) ? sayRenewed() : say(_('The server is not responding.')));

/** The bar in another language or theme; the keyboard stays on the button that it was on. */
function draw() {
  const tools = () => [
    .../** @type {NodeListOf<HTMLElement>} */ (app.querySelectorAll('.tools button, .tools select')),
  ];
  const focused = tools().findIndex((each) => each === document.activeElement);
  const top = app.querySelector('header.top');
  if (top) {
    top.replaceWith(topBar());
    app.querySelector('footer.bottom')?.replaceWith(bottomBar());
  } else app.replaceChildren(topBar(), place, bottomBar(), status);
  tools()[focused]?.focus();
  markCurrent(here().pathname.split('/')[1] ?? '');
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target ||
    link.hasAttribute('download') ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.button !== 0
  )
    return;
  event.preventDefault();
  go(link.getAttribute('href') ?? '/');
});
document.addEventListener('keydown', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const isText = target?.closest('input:not([type="radio"], [type="checkbox"], [type="range"]), textarea');
  if (event.key !== '?' || event.ctrlKey || event.metaKey || isText) return;
  event.preventDefault();
  toggleKeys();
});
// Parts of views are loaded when they are wanted, and may be gone by then.
window.addEventListener('unhandledrejection', async (event) => {
  if (isOfScripts(event.reason) && (await isRenewed())) sayRenewed();
});
window.addEventListener('popstate', () => void show());
window.addEventListener('motu-settings', async (event) => {
  const changes = /** @type {CustomEvent} */ (event).detail;
  if ('language' in changes && changes.language !== currentLanguage()) {
    closePanel();
    await useLanguage(bestLanguage(changes.language), viewHere());
    draw();
    await show();
  } else if ('theme' in changes) draw();
});

applyTheme();
keepPlaces();
await useLanguage(bestLanguage(settings().language), viewHere()).catch(() => useLanguage('en', ''));
draw();
await show();
hearNotices();
void afterwards();
void startWorker().catch(() => undefined);
