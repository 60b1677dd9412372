// The buttons beside a game that is played.

import { h } from '../dom.js';
import { _ } from '../i18n.js';
import { change, settings } from '../settings.js';
import { svg } from '../board/svg.js';
import { offerText } from './table_texts.js';

/** @typedef {import('../api.js').Game} Game */
/** @typedef {import('./table_state.js').Offer} Offer */

/** What a button of each kind does. @typedef {Record<Exclude<Offer, 'study'|'new-game'|'rules'|'sound'>, () => void>} Hands */

/** @type {Offer[]} */
const MAIN = ['back', 'again'];

/** @param {Offer} offer @param {Game} game @param {Hands} hands @param {boolean} isUseful whether it does anything now @returns {HTMLElement} */
export function drawOffer(offer, game, hands, isUseful) {
  if (offer === 'sound') return soundButton();
  if (offer === 'study') return h('a.button', { href: `/study/game/${game.id}` }, offerText(offer));
  if (offer === 'new-game') return h('a.button', { href: '/play' }, offerText(offer));
  if (offer === 'rules') return h('a.button', { href: `/learn/${game.created.spec.split('(')[0]}` }, offerText(offer));
  const made = button(offerText(offer), hands[offer], MAIN.includes(offer));
  if (!isUseful) made.setAttribute('aria-disabled', 'true');
  return made;
}

/** @param {string} text @param {() => void} onclick @param {boolean} [isPrimary] */
export function button(text, onclick, isPrimary = false) {
  return h(isPrimary ? 'button.primary' : 'button', { type: 'button', onclick }, text);
}

/** @param {Element|null} element */
export function nameOfButton(element) {
  return element?.getAttribute('aria-label') ?? element?.textContent;
}

function soundButton() {
  const isOn = settings().sound;
  const text = _('Sound');
  const waves = isOn ? 'M16 9q2 3 0 6M18.5 6.5q4 5.5 0 11' : 'M16.5 9.5l5 5M21.5 9.5l-5 5';
  const icon = svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', width: 22, height: 22, 'aria-hidden': 'true' },
    svg('path', { d: 'M3 9h4l5-4v14l-5-4H3Z' }),
    svg('path', { class: 'waves', d: waves }),
  );
  return h(
    'button.sound',
    {
      type: 'button',
      title: text,
      'aria-label': text,
      'aria-pressed': String(isOn),
      onclick: () => change({ sound: !isOn }),
    },
    icon,
  );
}
