// Beside the games of a site without a server: saving them in a file, reading such a file, and a house's address, where
// they can be opened. Houses answer no pages of other sites, so nothing is sent: links lead there, and files are read there.

import { freshId, h } from '../dom.js';
import { specText } from '../games/titles.js';
import { _, dateTime, ngettext } from '../i18n.js';
import { toFragment } from '../study/share.js';
import { Tree } from '../study/tree.js';
import { first } from './files.js';
import { newSecret } from './dice.js';
import { allGames, newId, takeIn } from './games_desk.js';
import { gamesIn, wholeRecordOf } from './records.js';
import { houseAddress } from './house_address.js';

const KEY = 'motu.house';
/** So many games are listed for a house, the latest. */
const MOST_LISTED = 20;

/** @returns {HTMLElement} */
export function drawKeeping() {
  const told = h('p.detail', { role: 'status' });
  const notice = h('p.notice', { role: 'alert' });
  const attempt = (/** @type {() => Promise<string>} */ work) => async () => {
    told.textContent = notice.textContent = '';
    try {
      told.textContent = await work();
    } catch (error) {
      notice.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  const file = /** @type {HTMLInputElement} */ (
    h('input', { type: 'file', id: freshId('file'), accept: '.jsonl,.json,.txt' })
  );
  file.addEventListener('change', () => void attempt(() => read(file))());
  return h(
    'section.card.own-games',
    {},
    h('h2', {}, _('Keep your games')),
    h('p', {}, _('Your games are in this browser alone. Save them before you clear it, or to go on elsewhere.')),
    h('p.buttons', {}, h('button', { type: 'button', onclick: attempt(save) }, _('Save all games'))),
    h('div.field', {}, h('label', { for: file.id }, _('Read games from a file')), file),
    told,
    notice,
    drawHouse(),
  );
}

/** @returns {Promise<string>} */
async function save() {
  const games = await allGames();
  if (!games.length) return _('No games yet.');
  const text = games.map((game) => `${wholeRecordOf(game)}\n`).join('');
  const link = /** @type {HTMLAnchorElement} */ (
    h('a', { download: `motu-${new Date().toISOString().slice(0, 10)}.jsonl` })
  );
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return ngettext('{count} game saved', '{count} games saved', games.length);
}

/** @param {HTMLInputElement} input @returns {Promise<string>} */
async function read(input) {
  const text = (await input.files?.[0]?.text()) ?? '';
  input.value = ''; // the same file can be chosen again
  const { dice } = await first();
  const hasDice = (/** @type {string} */ spec) => dice.includes(spec.split('(')[0]);
  const games = gamesIn(text, { id: newId, secret: newSecret, now: Date.now(), hasDice });
  let fresh = 0;
  for (const game of games) fresh += Number(await takeIn(game));
  return ngettext('{count} new game', '{count} new games', fresh);
}

/** A house's address, and the ways there. */
function drawHouse() {
  const id = freshId('house');
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: 'text',
      id,
      inputmode: 'url',
      autocomplete: 'url',
      placeholder: 'motu.example.org',
      value: localStorage.getItem(KEY) ?? '',
    })
  );
  const ways = h('div.ways');
  const notice = h('p.notice', { role: 'alert' });
  const show = async () => {
    const address = houseAddress(input.value);
    notice.textContent = input.value.trim() && !address ? _('This is not the address of a site.') : '';
    ways.replaceChildren(...(address ? await waysTo(address) : []));
    if (address) localStorage.setItem(KEY, address);
    else localStorage.removeItem(KEY);
  };
  const form = h(
    'form',
    { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void show()) },
    h('div.field', {}, h('label', { for: id }, _('The address of a house')), input),
    h('p.buttons', {}, h('button', { type: 'submit' }, _('Join it'))),
  );
  void show();
  const why = _(
    'A house is a motu that runs on a server: there you play other people. Houses take nothing from other sites, so nothing is sent there by itself: open a game there by its link, or save all games here and import the file on its study page.',
  );
  return h('div.house', {}, h('h2', {}, _('Join a house')), h('p', {}, why), form, notice, ways);
}

/** @param {string} address */
async function waysTo(address) {
  const games = (await allGames()).reverse().slice(0, MOST_LISTED);
  const links = await Promise.all(games.map(async (game) => h('li', {}, ...(await wayTo(address, game)))));
  return [
    h(
      'p.buttons',
      {},
      h(
        'a.button',
        { href: address, target: '_blank', rel: 'noopener' },
        _('Go to {house}', { house: new URL(address).host }),
      ),
    ),
    ...(links.length ? [h('p', {}, _('Open a game there:')), h('ul', {}, ...links)] : []),
  ];
}

/** @param {string} address @param {import('./game_log.js').GameLog} game */
async function wayTo(address, { created, facts, kept }) {
  const tree = new Tree(created.spec, created.setup ?? null);
  tree.addLine(facts.moves);
  const href = `${new URL('study', address).href}#${await toFragment(tree)}`;
  return [
    h('a', { href, target: '_blank', rel: 'noopener' }, specText(created.spec)),
    ` · ${dateTime(kept.changed_ms)}`,
  ];
}
