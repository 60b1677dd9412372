// Where the engine thinks, and how far it goes on this device.

import { h } from '../dom.js';
import { hasServer } from '../house.js';
import { _, number } from '../i18n.js';
import { prefer, preferences } from './preferences.js';
import { select } from './study_parts.js';
import { canRun } from './place.js';

const VISITS = [10_000, 100_000, 1_000_000, 10_000_000];
const MEGABYTES = [64, 128, 256];

export class ThinkingChoices {
  /** @param {HTMLElement} element where they stand @param {() => void} onChange */
  constructor(element, onChange) {
    const now = preferences();
    const places = [
      ['device', _('this device')],
      ['server', _('the server')],
    ];
    const place = select(_('Who thinks'), places, 'server', (value) => prefer({ place: /** @type {any} */ (value) }));
    this.places = /** @type {HTMLSelectElement} */ (place.querySelector('select'));
    const depths = VISITS.map((visits) => [String(visits), number(visits)]);
    const sizes = MEGABYTES.map((size) => [String(size), _('{size} MB', { size })]);
    this.bounds = h(
      'div.engine-bounds',
      {},
      select(_('Visits at most'), depths, String(now.visits), (value) => prefer({ visits: Number(value) })),
      select(_('Memory'), sizes, String(now.megabytes), (value) => prefer({ megabytes: Number(value) })),
    );
    this.element = element;
    element.append(...(hasServer() ? [place] : []), this.bounds);
    element.addEventListener('change', onChange);
  }

  /** @param {'device'|'server'} place where it thinks now */
  show(place) {
    this.element.hidden = !canRun();
    this.places.value = place;
    this.bounds.hidden = place !== 'device';
  }
}
