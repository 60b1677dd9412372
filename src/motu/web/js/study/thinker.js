// Who thinks about the position: the engine on this device, or the server's. Somebody chooses; where nobody has chosen, the
// device does, unless the server knows a net that plays the game better and is too slow here. What the device can't is the
// server's.

import { DeviceEngine } from '../engine/device_engine.js';
import { Engine } from './engine.js';
import { hasServer } from '../house.js';
import { preferences } from './preferences.js';
import { ThinkingChoices } from './thinking_choices.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').Position} Position */
/** @typedef {'device'|'server'} Place */

/** Whether this browser can run an engine. */
const canRun = () =>
  typeof Worker === 'function' && typeof WebAssembly === 'object' && 'compileStreaming' in WebAssembly;

export class Thinker {
  /**
   * @param {HTMLElement} element where somebody chooses who thinks
   * @param {(findings: Findings, key: string, isFinal: boolean) => void} onFindings
   * @param {(text: string) => void} onError
   */
  constructor(element, onFindings, onError) {
    this.element = element;
    this.choices = new ThinkingChoices(element, () => this.#renew());
    this.server = new Engine(onFindings, onError);
    this.device = new DeviceEngine({
      onFindings,
      onError,
      onUnable: () => this.#goTo('server'),
      bounds: () => ({ visits: preferences().visits, megabytes: preferences().megabytes }),
      needsBest: () => preferences().place !== 'device',
    });
    /** Who thinks; null while it is off. @type {Place|null} */
    this.place = null;
    /** The last position that somebody asked about. @type {{key: string, position: Position|null}|null} */
    this.asked = null;
  }

  start() {
    this.#goTo(canRun() && (preferences().place !== 'server' || !hasServer()) ? 'device' : 'server');
  }

  stop() {
    this.place = this.asked = null;
    this.element.hidden = true;
    this.device.stop();
    this.server.stop();
  }

  /** @param {string} key @param {Position|null} position */
  think(key, position) {
    this.asked = { key, position };
    if (this.place) this[this.place].think(key, position);
  }

  /** @param {Place} place */
  #goTo(place) {
    this.place = place;
    this[place === 'device' ? 'server' : 'device'].stop();
    this[place].start();
    this.element.hidden = !canRun();
    this.choices.show(place);
    if (this.asked) this.think(this.asked.key, this.asked.position);
  }

  /** Somebody likes it otherwise now: where it thinks, or how far. */
  #renew() {
    const before = this.place;
    this.start();
    if (before === 'device' && this.place === 'device') this.device.renew();
  }
}
