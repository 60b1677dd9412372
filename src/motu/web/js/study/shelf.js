// A guest's own studies, the one changed last first: pictures, names, and deleting, which can be undone.

import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { specText } from '../games/titles.js';
import { hasServer } from '../house.js';
import { _, dateTime } from '../i18n.js';
import { say } from '../shell.js';
import { useStyle } from '../style.js';
import { welcome } from '../views/welcome.js';

/** @typedef {import('../api.js').StudyItem} StudyItem */

await useStyle('games');

/** @param {HTMLElement} place */
export async function renderShelf(place) {
  const shelf = new Shelf();
  await shelf.goOn();
  const head = h('div.shelf-head', {}, h('h1', {}, _('My studies')), !shelf.isEmpty && newStudy());
  place.append(h('div.list', {}, head, shelf.element));
}

const newStudy = () => h('a.button.primary', { href: '/study' }, _('New study'));

class Shelf {
  constructor() {
    /** @type {string|null} */
    this.older = null;
    this.list = h('ul.games.shelf', { role: 'list', 'aria-label': _('My studies') });
    this.nothing = welcome(
      [_('No studies yet: what you try on the study board is saved here automatically.')],
      newStudy(),
    );
    this.notice = h('p.notice', { role: 'alert' });
    this.more = h(
      'button',
      { type: 'button', onclick: () => void this.#attempt(() => this.goOn()) },
      _('Older studies'),
    );
    this.element = h('div', {}, this.list, this.nothing, this.notice, this.more);
  }

  get isEmpty() {
    return !this.list.childElementCount;
  }

  /** Shows the next page. */
  async goOn() {
    const { studies, older } = await api.studies(this.older);
    this.older = older;
    const added = studies.map((each) => this.#entry(each));
    const isFirst = this.isEmpty;
    this.list.append(...added);
    this.nothing.hidden = !this.isEmpty;
    this.more.hidden = older === null;
    if (!isFirst) added[0]?.querySelector('a')?.focus();
  }

  /** @param {StudyItem} study */
  #entry(study) {
    const id = freshId('study');
    const item = h('li.card.entry.study-entry');
    const remove = h(
      'button.remove',
      { type: 'button', 'aria-label': _('Delete {name}', { name: study.name }) },
      _('Delete'),
    );
    remove.addEventListener('click', () => void this.#attempt(() => this.#remove(item, study)));
    item.append(
      ...picture(study),
      h('a.title', { href: `/study/${study.id}`, 'aria-describedby': id }, study.name),
      h(
        'p.detail',
        { id },
        specText(study.spec),
        ' · ',
        h('time', { datetime: new Date(study.changed_ms).toISOString() }, dateTime(study.changed_ms)),
      ),
      remove,
    );
    return item;
  }

  /** The study goes; what can bring it back stands in its place. @param {HTMLElement} item @param {StudyItem} study */
  async #remove(item, study) {
    await api.deleteStudy(study.id);
    const undo = h('button', { type: 'button' }, _('Undo'));
    const text = _('“{name}” has been deleted.', { name: study.name });
    const gone = h('li.card.entry.gone', {}, h('p', {}, text), undo);
    undo.addEventListener('click', () =>
      this.#attempt(async () => {
        await api.restoreStudy(study.id);
        const back = this.#entry(study);
        gone.replaceWith(back);
        back.querySelector('a')?.focus();
      }),
    );
    item.replaceWith(gone);
    undo.focus();
    say(text);
  }

  /** @param {() => Promise<void>} work */
  async #attempt(work) {
    this.notice.textContent = '';
    await work().catch((error) => {
      this.notice.textContent = String(error.message);
    });
  }
}

/** @param {StudyItem} study */
function picture({ id, version }) {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  if (!hasServer()) return []; // only a server draws one
  const picture = h('img', {
    src: `/api/studies/${id}/picture?theme=${theme}&version=${version}`,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
  });
  return [picture];
}
