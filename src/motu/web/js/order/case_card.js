// A report with the game beside it, or somebody alone; and the form by which a moderator does something about it.

import * as api from '../api.js';
import * as order from './order_api.js';
import { saidText } from '../chat/chat_texts.js';
import { freshId, h } from '../dom.js';
import { _, dateTime, day } from '../i18n.js';
import { fairPlayPart } from './fair_play_card.js';
import { MOST_WORDS, actsFor, bodyOf, hasDays, isReady, newForm } from './moderation_state.js';
import { actHelp, actText, countsText, doneText, reasonText, sanctionText } from './words.js';

/** @typedef {import('../api.js').ModeratorAct['act']} Act */

/** @param {api.ReportCase} found @param {(told: string) => void} onDone @returns {Promise<HTMLElement>} */
export async function caseCard(found, onDone) {
  const { report, about, reporter } = found;
  const whom = report.whom || report.called || _('a guest');
  return h(
    'section.card',
    { 'aria-label': _('Report about {name}', { name: whom }) },
    h('h2', { tabindex: '-1' }, whom),
    h('p.reason', {}, reasonText(report.reason)),
    report.words ? h('blockquote', {}, report.words) : '',
    h(
      'p.detail',
      {},
      _('Reported by {name} on {time}', { name: report.reporter || _('a guest'), time: dateTime(report.at_ms) }),
      ` · ${countsText(reporter)}`,
    ),
    report.game ? gamePart(report.game) : '',
    found.chat.length ? chatPart(found.chat) : '',
    about
      ? h('div', {}, personPart(about), fairPlayPart(about.name))
      : h('p.detail', {}, _('A guest: you can only dismiss the report.')),
    report.closed_ms
      ? h(
          'p',
          {},
          _('Closed on {time}: {what}', { time: dateTime(report.closed_ms), what: doneText(report.outcome ?? '') }),
        )
      : actPart(actsFor(found), (body) => order.closeReport(report.id, body), onDone),
  );
}

/** @param {api.PersonCase} person @param {Act[]} acts @param {(told: string) => void} onDone */
export function personCard(person, acts, onDone) {
  return h(
    'section.card.alone',
    { 'aria-label': person.name },
    h('h2', {}, person.name),
    personPart(person),
    fairPlayPart(person.name),
    actPart(acts, (body) => order.actOnPerson(person.name, body), onDone),
  );
}

/** @param {string} id */
function gamePart(id) {
  const path = encodeURIComponent(id);
  return h(
    'figure.position',
    {},
    h('img', {
      src: `/api/games/${path}/picture.png`,
      alt: _('Current position'),
      width: '600',
      height: '315',
    }),
    h(
      'figcaption.buttons',
      {},
      h('a.button', { href: `/play/${path}` }, _('The game')),
      h('a.button', { href: `/study/game/${path}?review` }, _('Review')),
    ),
  );
}

/** What was said at the game. @param {api.ChatLine[]} lines */
function chatPart(lines) {
  return h(
    'details.said',
    { open: true },
    h('summary', {}, _('Chat')),
    h(
      'ol.lines',
      { role: 'list', tabindex: '0', 'aria-label': _('Chat messages') },
      ...lines.map((line) =>
        h(
          'li',
          { title: dateTime(line.at_ms) },
          h('strong', {}, `${line.name || _('Guest')}: `),
          h('span', { dir: 'auto' }, saidText(line)),
        ),
      ),
    ),
  );
}

/** @param {api.PersonCase} person */
function personPart(person) {
  const since = _('Member since {day}', { day: day(person.since_ms) });
  const kind = person.kind === 'person' ? '' : _('bot');
  const role = { none: '', moderator: _('moderator'), admin: _('administrator') }[person.role];
  return h(
    'div.about',
    {},
    h(
      'p.detail',
      {},
      h('a', { href: `/people/${encodeURIComponent(person.name)}` }, _('Profile')),
      ['', since, kind, role].filter((text, at) => !at || text).join(' · '),
    ),
    h('p.detail', {}, _('Reports about {name}: {counts}', { name: person.name, counts: countsText(person.reported) })),
    person.sanctions.length
      ? h(
          'ul.sanctions',
          {},
          ...person.sanctions.map((each) =>
            h('li', {}, h('strong', {}, sanctionText(each)), ` · ${dateTime(each.at_ms)} · ${each.why}`),
          ),
        )
      : h('p.detail', {}, _('No warnings, mutes or suspensions so far.')),
  );
}

/** @param {Act[]} acts @param {(body: api.ModeratorAct) => Promise<void>} send @param {(told: string) => void} onDone */
function actPart(acts, send, onDone) {
  const state = newForm(acts);
  const ids = { why: freshId('why'), days: freshId('days'), help: freshId('help') };
  const help = h('p.detail', { id: ids.help }, actHelp(state.act));
  const why = /** @type {HTMLTextAreaElement} */ (
    h('textarea', { id: ids.why, rows: '2', maxlength: String(MOST_WORDS), required: true })
  );
  const days = /** @type {HTMLInputElement} */ (
    h('input', { id: ids.days, type: 'number', min: '0', max: '3650', value: String(state.days) })
  );
  const lasting = h(
    'div.field',
    { hidden: !hasDays(state) },
    h('label', { for: ids.days }, _('Days (0 = permanently)')),
    days,
  );
  const notice = h('p.notice', { role: 'alert' });
  const button = /** @type {HTMLButtonElement} */ (h('button.primary', { type: 'submit' }, actText(state.act)));
  const show = () => {
    help.textContent = actHelp(state.act);
    lasting.hidden = !hasDays(state);
    button.textContent = actText(state.act);
    button.disabled = !isReady(state);
    notice.textContent = state.told;
  };
  const name = freshId('act');
  const choices = acts.map((act) => {
    const id = freshId('act');
    const input = h('input', { type: 'radio', id, name, value: act, checked: act === state.act });
    input.addEventListener('change', () => {
      state.act = act;
      show();
    });
    return h('span.choice', {}, input, h('label', { for: id }, actText(act)));
  });
  why.addEventListener('input', () => {
    state.why = why.value;
    show();
  });
  days.addEventListener('input', () => {
    state.days = days.valueAsNumber || 0;
    show();
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isReady(state)) return;
    Object.assign(state, { isBusy: true, told: '' });
    show();
    try {
      await send(bodyOf(state));
    } catch (error) {
      Object.assign(state, { isBusy: false, told: String(/** @type {Error} */ (error).message) });
      show();
      return;
    }
    onDone(_('Done: {what}', { what: doneText(state.act) }));
  };
  show();
  return h(
    'form.act',
    { onsubmit: submit },
    h('fieldset', { 'aria-describedby': ids.help }, h('legend', {}, _('Action')), ...choices),
    help,
    lasting,
    h('div.field', {}, h('label', { for: ids.why }, _('Reason, for the log and the player')), why),
    h('p.buttons', {}, button),
    notice,
  );
}
