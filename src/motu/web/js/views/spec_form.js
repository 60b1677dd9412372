// Choosing what to play: a game, one of its boards, and its variants, each with a line that says what it means. The board
// is shown as it is chosen.

import '../board/defined.js';
import * as api from '../api.js';
import { h } from '../dom.js';
import { _, ngettext } from '../i18n.js';
import { SECOND, drawField, sentence, showImplied } from './spec_fields.js';

/** @typedef {{name: string, game: string, spec: string, summary: string, cells: number}} Preset */
/** @typedef {import('./spec_fields.js').Parameter} Parameter */
/** @typedef {{presets: Preset[], parameters: Record<string, Parameter[]>, levels: number}} Catalogue */

/** Where there is little room the picture is folded away. */
const NARROW = '(max-width: 60rem)';

export class SpecForm {
  /**
   * @param {Catalogue} catalogue
   * @param {string} preset
   * @param {Record<string, string>} values
   */
  constructor(catalogue, preset, values) {
    this.catalogue = catalogue;
    this.presets = different(catalogue.presets);
    const wanted = catalogue.presets.find((each) => each.name === preset)?.spec;
    this.preset = (this.presets.find(({ spec }) => spec === wanted) ?? this.presets[0]).name;
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
      h(
        'details.folded',
        { open: !matchMedia(NARROW).matches },
        h('summary', {}, _('The board')),
        h('div.preview', {}, this.preview),
      ),
      this.complaint,
      h(
        'details.more',
        { open: Object.keys(this.values).length > 0 },
        h('summary', {}, _('Board and variants')),
        this.variants,
      ),
    );
    this.element.addEventListener('change', (event) => this.#changed(event));
    this.#drawNames();
    this.#drawVariants();
    /** As soon as the board is shown. */
    this.ready = this.#showBoard();
  }

  /** What is chosen, as a spec. */
  spec() {
    const own = this.chosen.spec;
    const inside = Object.entries({ ...valuesOf(own), ...this.values }).filter(([, value]) => value !== '');
    return `${this.chosen.game}(${inside.map(([key, value]) => `${key}=${value}`).join(',')})`;
  }

  /** Whether anything of the chosen game is not as it comes. */
  get isChanged() {
    return Object.keys(this.values).length > 0;
  }

  get chosen() {
    return /** @type {Preset} */ (this.presets.find((each) => each.name === this.preset));
  }

  #drawNames() {
    const groups = /** @type {Record<string, string>} */ ({ atoll: 'Atoll', atomorph: 'Atomorph', atmalof: 'Atmalof' });
    this.names.replaceChildren(
      ...Object.entries(groups).map(([game, title]) =>
        h(
          'div.preset-group',
          {},
          h('span.label', {}, title),
          h('div', {}, ...this.presets.filter((each) => each.game === game).map((each) => this.#presetButton(each))),
        ),
      ),
    );
  }

  /** @param {Preset} preset */
  #presetButton(preset) {
    return h(
      'label.choice',
      { title: sentence(_(preset.summary)) },
      h('input', { type: 'radio', name: 'preset', value: preset.name, checked: preset.name === this.preset }),
      h('span', {}, titleOf(preset, this.catalogue.presets)),
    );
  }

  #drawVariants() {
    this.summary.textContent = sentence(_(this.chosen.summary));
    const own = { ...valuesOf(this.chosen.spec), ...this.values };
    const parameters = this.catalogue.parameters[this.chosen.game];
    this.variants.replaceChildren(
      ...parameters.map((parameter) =>
        drawField(parameter, own[parameter.key] ?? parameter.default, own.board === 'rhombus'),
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
    } else this.#take(input);
    void this.#showBoard();
  }

  /** @param {HTMLInputElement} input */
  #take(input) {
    const { name, type, checked, value } = input;
    this.values[name] = type === 'checkbox' ? String(checked) : value;
    if (name === 'board') {
      this.values = { ...this.values, size: '', islands: '' };
      this.#drawVariants();
      /** @type {HTMLElement|null} */ (this.variants.querySelector('[name="board"]'))?.focus();
    }
    if (name === SECOND || name === 'size') this.#takeSize();
    if (['size', 'rows', 'cols'].includes(name) || name.startsWith('extra')) this.#leavePieces();
  }

  /** As many pieces as suit the squares. */
  #leavePieces() {
    const pieces = /** @type {HTMLInputElement|null} */ (this.variants.querySelector('[name="pieces"]'));
    if (pieces) pieces.value = '';
    this.values.pieces = '';
  }

  /** A rhombus may have two sizes. */
  #takeSize() {
    const [columns, rows] = ['size', SECOND].map(
      (name) => /** @type {HTMLInputElement|null} */ (this.variants.querySelector(`[name="${name}"]`)),
    );
    delete this.values[SECOND];
    const size = columns?.value || columns?.placeholder || '';
    const second = rows?.value || rows?.placeholder || size;
    this.values.size = second === size ? size : `${size}x${second}`;
  }

  async #showBoard() {
    const spec = this.spec();
    try {
      const [board, [position]] = await Promise.all([api.board(spec), api.positions({ spec })]);
      if (spec !== this.spec()) return;
      this.complaint.textContent = '';
      showImplied(this.variants, valuesOf(board.spec));
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

/** Every game once, by its first name. @param {Preset[]} presets */
function different(presets) {
  return presets.filter(({ spec }, index) => presets.findIndex((each) => each.spec === spec) === index);
}

/** A named game with its size; one of two names goes by its own rather than by that of all. @param {Preset} preset @param {Preset[]} presets */
function titleOf({ game, spec }, presets) {
  const names = presets.filter((each) => each.spec === spec).map((each) => each.name);
  const name = names.find((each) => each !== game) ?? game;
  return `${name[0].toUpperCase()}${name.slice(1)}, ${sizeText(valuesOf(spec))}`;
}

/** @param {Record<string, string>} values */
function sizeText({ board, size, rows, cols, extra_rows: extraRows, extra_cols: extraColumns }) {
  if (rows) return `${Number(rows) + Number(extraRows)}×${Number(cols) + Number(extraColumns)}`;
  const count = Number(size);
  if (board === 'square' || board === 'rhombus') return ngettext('{count} column', '{count} columns', count);
  if (board) return ngettext('{count} cell per side', '{count} cells per side', count);
  return ngettext('{count} point per side', '{count} points per side', count);
}
