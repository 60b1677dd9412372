// Choosing what to play: a game, one of its boards, and its variants, each with a line that says what it means. The board
// is shown as it is chosen.

import '../board/element.js';
import * as api from '../api.js';
import { freshId, h } from '../dom.js';
import { choiceName, parameterMeaning, parameterName } from '../games/words.js';
import { _ } from '../i18n.js';

/** @typedef {{name: string, game: string, spec: string, summary: string, cells: number}} Preset */
/** @typedef {{key: string, kind: 'number'|'choice'|'switch', default: string, meaning: string, choices: string[], least: number, most: number}} Parameter */
/** @typedef {{presets: Preset[], parameters: Record<string, Parameter[]>, levels: number}} Catalogue */

export class SpecForm {
  /**
   * @param {Catalogue} catalogue
   * @param {string} preset
   * @param {Record<string, string>} values
   */
  constructor(catalogue, preset, values) {
    this.catalogue = catalogue;
    this.preset = catalogue.presets.some((each) => each.name === preset) ? preset : catalogue.presets[0].name;
    this.values = { ...values };
    this.preview = /** @type {import('../board/element.js').MotuBoard} */ (document.createElement('motu-board'));
    this.preview.setAttribute('aria-hidden', 'true');
    this.preview.setAttribute('inert', '');
    this.complaint = h('p.notice', { role: 'alert' });
    this.variants = h('div.variants');
    this.summary = h('p.explanation', { 'aria-live': 'polite' });
    this.names = h('div.presets', { role: 'radiogroup', 'aria-label': _('Game') });
    this.element = h(
      'fieldset.card',
      {},
      h('legend', {}, _('Game')),
      this.names,
      this.summary,
      h('div.preview', {}, this.preview),
      this.complaint,
      h(
        'details',
        { open: Object.keys(this.values).length > 0 },
        h('summary', {}, _('Board and variants')),
        this.variants,
      ),
    );
    this.element.addEventListener('change', (event) => this.#changed(event));
    this.#drawNames();
    this.#drawVariants();
    void this.#showBoard();
  }

  /** What is chosen, as a spec. */
  spec() {
    const own = this.chosen.spec;
    const inside = Object.entries({ ...valuesOf(own), ...this.values }).filter(([, value]) => value !== '');
    return `${this.chosen.game}(${inside.map(([key, value]) => `${key}=${value}`).join(',')})`;
  }

  get chosen() {
    return /** @type {Preset} */ (this.catalogue.presets.find((each) => each.name === this.preset));
  }

  #drawNames() {
    const groups = /** @type {Record<string, string>} */ ({ atoll: 'Atoll', atomorph: 'Atomorph', atmalof: 'Atmalof' });
    this.names.replaceChildren(
      ...Object.entries(groups).map(([game, title]) =>
        h(
          'div.preset-group',
          {},
          h('span.label', {}, title),
          h(
            'div',
            {},
            ...this.catalogue.presets.filter((each) => each.game === game).map((each) => this.#presetButton(each)),
          ),
        ),
      ),
    );
  }

  /** @param {Preset} preset */
  #presetButton(preset) {
    return h(
      'label.choice',
      { title: _(preset.summary) },
      h('input', { type: 'radio', name: 'preset', value: preset.name, checked: preset.name === this.preset }),
      h('span', {}, preset.name[0].toUpperCase() + preset.name.slice(1)),
    );
  }

  #drawVariants() {
    this.summary.textContent = _(this.chosen.summary);
    const own = valuesOf(this.chosen.spec);
    const parameters = this.catalogue.parameters[this.chosen.game];
    this.variants.replaceChildren(
      ...parameters.map((parameter) =>
        field(parameter, this.values[parameter.key] ?? own[parameter.key] ?? parameter.default),
      ),
    );
  }

  /** @param {Event} event */
  #changed(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.name === 'preset') {
      this.preset = input.value;
      this.values = {};
      this.#drawVariants();
    } else {
      this.values[input.name] = input.type === 'checkbox' ? String(input.checked) : input.value;
      if (input.name === 'board') this.values = { ...this.values, size: '', islands: '' };
      if (input.name === 'size' || input.name === 'rows' || input.name === 'cols' || input.name.startsWith('extra'))
        this.values.pieces = '';
    }
    void this.#showBoard();
  }

  async #showBoard() {
    const spec = this.spec();
    try {
      const [board, [position]] = await Promise.all([api.board(spec), api.positions({ spec })]);
      if (spec !== this.spec()) return;
      this.complaint.textContent = '';
      this.preview.board = board;
      this.preview.configure({ coordinates: false });
      this.preview.position = position;
    } catch (error) {
      if (spec === this.spec()) this.complaint.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}

/** @param {string} spec @returns {Record<string, string>} */
function valuesOf(spec) {
  const inside = /\((.*)\)$/.exec(spec)?.[1] ?? '';
  return Object.fromEntries(
    inside
      .split(',')
      .filter(Boolean)
      .map((part) => /** @type {[string, string]} */ (part.split('='))),
  );
}

/** @param {Parameter} parameter @param {string} value */
function field(parameter, value) {
  const id = freshId('value');
  const meaning = h('p.explanation', { id: `${id}-meaning` }, parameterMeaning(parameter));
  const described = { id, name: parameter.key, 'aria-describedby': `${id}-meaning` };
  const label = h('label', { for: id }, parameterName(parameter.key));
  if (parameter.kind === 'switch')
    return h(
      'div.field.switch',
      {},
      h('input', { type: 'checkbox', ...described, checked: value === 'true' }),
      label,
      meaning,
    );
  if (parameter.kind === 'choice') {
    const options = parameter.choices.map((choice) =>
      h('option', { value: choice, selected: choice === value }, choiceName(choice)),
    );
    return h('div.field', {}, label, h('select', described, ...options), meaning);
  }
  return h(
    'div.field',
    {},
    label,
    h('input', { type: 'text', inputmode: 'numeric', size: '6', value, ...described }),
    meaning,
  );
}
