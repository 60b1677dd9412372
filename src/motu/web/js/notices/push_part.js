// In which browsers one is told of things while no page is open: a part of the account's page.

import { h } from '../dom.js';
import { _, dateTime } from '../i18n.js';
import { say } from '../shell.js';
import { tellHere, tellNoMore } from './push.js';
import { beginPush, isToldHere } from './push_state.js';

/** @typedef {import('./push_state.js').PushState} PushState */

/** The part. @param {PushState} state @param {() => void} changed is called when it is not as it was */
export function pushPart(state, changed) {
  const part = h('div.push');
  const redraw = (/** @type {string} */ done, /** @type {string} */ fault) => {
    draw(part, state, carryOut, done, fault);
    changed();
  };
  /** @param {() => Promise<string>} work returns what is done by it */
  async function carryOut(work) {
    if (!beginPush(state)) return;
    try {
      const done = await work();
      redraw(done, '');
      if (done) say(done);
      part.querySelector('h3')?.focus();
    } catch (error) {
      redraw('', faultText(/** @type {Error} */ (error)));
    }
  }
  draw(part, state, carryOut, '', '');
  return part;
}

/** @typedef {(work: () => Promise<string>) => Promise<void>} CarryOut */

/** @param {HTMLElement} part @param {PushState} state @param {CarryOut} carryOut @param {string} done @param {string} fault */
function draw(part, state, carryOut, done, fault) {
  const list =
    state.places.length > 0 && h('ul.browsers', { role: 'list' }, ...state.places.map((place) => item(place)));
  part.replaceChildren(
    ...[
      h('h3', { tabindex: '-1' }, _('Notifications while motu is closed')),
      h(
        'p.detail',
        {},
        _(
          'They arrive half a minute later, and only if you have no page of motu in view. They pass through your browser maker’s service, which cannot read them.',
        ),
      ),
      list,
      here(),
      h('p.done', { role: 'status' }, done),
      h('p.notice', { role: 'alert' }, fault),
    ].filter((each) => each instanceof HTMLElement),
  );

  /** @param {import('./push_state.js').PushPlace} place */
  function item({ id, browser, created_ms }) {
    const name = browser || _('A browser');
    const since = id === state.own ? _('this browser') : _('since {time}', { time: dateTime(created_ms) });
    const stop = async () => {
      await tellNoMore(state, id);
      return _('Notifications are off there.');
    };
    const label = _('Turn off notifications: {browser}', { browser: name });
    return h(
      'li',
      {},
      h('strong', {}, name),
      h('span.detail', {}, since),
      h('button', { type: 'button', 'aria-label': label, onclick: () => void carryOut(stop) }, _('Turn off')),
    );
  }

  function here() {
    if (isToldHere(state)) return null;
    if (state.ability !== 'can') return h('p', {}, abilityText(state.ability));
    const begin = async () => ((await tellHere(state)) ? _('Notifications are on in this browser.') : '');
    const button = h(
      'button',
      { type: 'button', onclick: () => void carryOut(begin) },
      _('Turn on notifications in this browser'),
    );
    return h('p.buttons', {}, button);
  }
}

/** @param {import('./push_state.js').Ability} ability */
function abilityText(ability) {
  if (ability === 'install')
    return _('On an iPhone or iPad, add motu to the Home Screen first, and open it from there.');
  if (ability === 'denied') return _('Your browser’s settings for this site block notifications from motu.');
  return _('This browser cannot show notifications while motu is closed.');
}

/** Browsers say such things in English alone. @param {Error} error */
function faultText(error) {
  if (error instanceof DOMException) return _('Your browser maker’s service is not responding; try again later.');
  const { slug, message } = /** @type {import('../api.js').Refusal} */ (error);
  return slug === 'push/place' ? _('This browser gave no valid address for notifications.') : message;
}
