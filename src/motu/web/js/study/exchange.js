// Games brought along and taken away: what is pasted is read by the server, what is saved is written by it.

import { addressOf } from '../address.js';
import * as api from '../api.js';
import { busyWith } from '../busy.js';
import { freshId, h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { specText } from '../games/titles.js';
import { say } from '../shell.js';
import { excessText } from './excess.js';
import { fromFragment } from './share.js';
import { Tree } from './tree.js';

const SHARED = /(?:^|#)(t1\.[\w-]*)\s*$/;
/** The address under which a study is kept. */
const KEPT = /^\S*\/study\/([\w-]{16})\/?$/;
/** Formats that carry variations and comments. */
const WHOLE = ['jsonl', 'sgf'];

/**
 * @param {() => Tree} tree the one that is shown
 * @param {(tree: Tree) => void} onTree gets what was read
 * @returns {HTMLElement[]}
 */
export function drawExchange(tree, onTree) {
  const text = /** @type {HTMLTextAreaElement} */ (
    h('textarea', { rows: '3', id: freshId('paste'), spellcheck: 'false' })
  );
  const notice = h('p.notice', { role: 'alert' });
  const found = h('div.found');
  const remark = h('p.detail.unread', { role: 'status' });
  const attempt = async (/** @type {() => Promise<void>} */ action) => {
    notice.textContent = '';
    await action().catch((error) => {
      notice.textContent = String(error.message);
    });
  };
  const open = (/** @type {Tree} */ read) => {
    const excess = excessText(read);
    if (excess) throw new Error(excess);
    onTree(read);
  };
  const take = (/** @type {string} */ source) =>
    attempt(async () => {
      found.replaceChildren();
      remark.textContent = '';
      const { trees, unread } = await gamesOf(source.trim(), tree());
      if (trees.length === 1 && !unread) open(trees[0].tree);
      else
        found.replaceChildren(
          h('p', {}, ngettext('{count} game', '{count} games', trees.length)),
          ...trees.map((each) =>
            h('button', { type: 'button', onclick: () => void attempt(async () => open(each.tree)) }, each.title),
          ),
        );
      remark.textContent = unread
        ? ngettext('{count} more game was not read.', '{count} more games were not read.', unread)
        : '';
    });
  const file = h('input', {
    type: 'file',
    id: freshId('file'),
    accept: '.sgf,.jsonl,.json,.txt,.url,.ap',
    onchange: (/** @type {Event} */ event) => void attempt(async () => take(await textOf(event))),
  });
  const save = (/** @type {string} */ format, /** @type {string} */ name) =>
    h('button', { type: 'button', onclick: () => void attempt(() => saveAs(format, tree())) }, name);
  return [
    h(
      'label.label',
      { for: text.id },
      _('Paste a record, moves of this game, SGF, a HexWorld link, Abstract Play moves or a study link'),
    ),
    text,
    h('div.buttons', {}, h('button', { type: 'button', onclick: () => void take(text.value) }, _('Import'))),
    h('label.label', { for: file.id }, _('Or choose a file')),
    file,
    notice,
    found,
    remark,
    h('p.label', {}, _('Save the whole study')),
    h('div.buttons', {}, save('jsonl', _('Record')), save('sgf', 'SGF')),
    h('p.label', {}, _('Save the position on the board')),
    h('div.buttons', {}, save('svg', 'SVG'), save('png', 'PNG')),
    h('p.label', {}, _('Save the current line, to its end, as an animated picture')),
    h('div.buttons', {}, animateButton(tree, attempt)),
  ];
}

/** @param {Event} event */
async function textOf(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  const text = file ? await file.text() : '';
  input.value = ''; // the same file can be chosen again
  return text;
}

/** The games in a text, and how many more it has. @param {string} text @param {Tree} rules whose game moves alone are of @returns {Promise<{trees: {tree: Tree, title: string}[], unread: number}>} */
async function gamesOf(text, { spec, setup, board }) {
  const shared = SHARED.exec(text);
  if (shared) return { trees: [{ tree: await sharedTree(shared[1]), title: '' }], unread: 0 };
  const kept = KEPT.exec(text);
  if (kept) return { trees: [{ tree: await keptTree(text, kept[1]), title: '' }], unread: 0 };
  const { games, unread } = await api.readRecords(text, { spec, setup, board });
  return { trees: games.map((game) => ({ tree: Tree.fromGame(game), title: titleOf(game) })), unread };
}

/** A study that is kept here, as a copy. @param {string} address @param {string} id */
async function keptTree(address, id) {
  try {
    return Tree.unpack((await api.study(id)).tree);
  } catch (error) {
    const isElsewhere = ![`/study/${id}`, addressOf(`/study/${id}`).href].includes(address);
    if (!isElsewhere || !(error instanceof api.Refusal) || error.slug !== 'server/no-study') throw error;
    throw new Error(_('This study is on another site: copy its snapshot link there.'));
  }
}

/** As a game with an impossible move, such a study is none. @param {string} fragment */
async function sharedTree(fragment) {
  const tree = await fromFragment(fragment);
  const { keepPossible } = await import('./possible.js');
  const complaint = await keepPossible(tree);
  if (complaint) throw new Error(complaint);
  return tree;
}

/** @param {api.ReadGame} game */
function titleOf(game) {
  return [specText(game.spec), game.title, ngettext('{count} move', '{count} moves', game.moves.length)]
    .filter(Boolean)
    .join(' · ');
}

/** @param {() => Tree} tree @param {(action: () => Promise<void>) => Promise<void>} attempt */
function animateButton(tree, attempt) {
  const make = async () => {
    say(_('Making the picture …'));
    await attempt(() => saveAnimated(tree()));
  };
  const button = h('button', { type: 'button', onclick: () => void busyWith([button], make) }, 'GIF');
  return button;
}

/** @param {Tree} tree */
async function saveAnimated({ spec, setup, board, current }) {
  const moves = current.path();
  for (let [next] = current.children; next; [next] = next.children) moves.push(next.move);
  const theme = document.documentElement.dataset.theme;
  const { blob, name } = await api.animateRecord({ spec, setup, board, moves, theme });
  download(blob, name);
}

/** @param {string} format @param {Tree} tree */
async function saveAs(format, tree) {
  const { spec, setup, board } = tree;
  const theme = document.documentElement.dataset.theme;
  const what = WHOLE.includes(format)
    ? { format, nodes: tree.rows(), comment: tree.root.comment, marks: tree.root.marks, about: tree.about }
    : { format: 'svg', moves: tree.current.path(), theme, marks: tree.current.marks, about: tree.about };
  const answer = await api.writeRecord({ spec, setup, board, ...what });
  if (format === 'png') download(await toPng(answer.text), answer.name.replace(/svg$/, 'png'));
  else
    download(
      new Blob([answer.text], { type: format === 'svg' ? 'image/svg+xml' : 'text/plain;charset=utf-8' }),
      answer.name,
    );
}

/** @param {string} text an SVG picture @returns {Promise<Blob>} */
async function toPng(text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error(_('This browser could not make the picture.'));
    return /** @type {Blob} */ (blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
