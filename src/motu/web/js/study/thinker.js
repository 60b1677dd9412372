// Who thinks about a position: the engine on this device, or the server's. Somebody chooses; where nobody has chosen, the
// device does, unless the server knows a net that plays the game better and is too slow here. What the device can't is the
// server's.

import { DeviceEngine } from '../engine/device_engine.js';
import { Engine } from './engine.js';
import { wantsDevice } from './place.js';
import { preferences } from './preferences.js';

/** @typedef {import('./engine.js').Findings} Findings */
/** @typedef {import('./engine.js').Position} Position */
/** @typedef {'device'|'server'} Place */

export class Thinker {
  /**
   * @param {object} hands
   * @param {(findings: Findings, key: string, isFinal: boolean) => void} hands.onFindings
   * @param {import('./engine.js').OnError} hands.onError
   * @param {(place: Place) => void} [hands.onPlace] hears who thinks, whenever somebody begins to
   * @param {(text: string) => void} [hands.onNotice] hears why the device's engine has given up
   * @param {{visits: number, seconds: number}} [most] of a search, wherever it is; if not given, as far as somebody likes
   *   in a study on the device, and as far as it gets on the server
   */
  constructor({ onFindings, onError, onPlace = () => {}, onNotice = () => {} }, most) {
    this.onPlace = onPlace;
    this.server = new Engine(onFindings, onError, most);
    this.device = new DeviceEngine({
      onFindings,
      onError,
      onUnable: (why) => {
        if (why) onNotice(why);
        this.#goTo('server');
      },
      bounds: () => ({ visits: preferences().visits, ...most, megabytes: preferences().megabytes }),
      needsBest: () => preferences().place !== 'device',
    });
    /** Who thinks; null while it is off. @type {Place|null} */
    this.place = null;
    /** The last position that somebody asked about. @type {{key: string, position: Position|null}|null} */
    this.asked = null;
  }

  start() {
    if (!this.place) this.#goTo(wantsDevice() ? 'device' : 'server');
  }

  stop() {
    this.place = this.asked = null;
    this.device.stop();
    this.server.stop();
  }

  /** @param {string} key says which position it is @param {Position|null} position null where the game is over */
  think(key, position) {
    this.asked = { key, position };
    if (this.place) this[this.place].think(key, position);
  }

  /** Somebody likes it otherwise now: where it thinks, or how far. */
  renew() {
    const before = this.place;
    this.#goTo(wantsDevice() ? 'device' : 'server');
    if (before === 'device' && this.place === 'device') this.device.renew();
  }

  /** @param {Place} place */
  #goTo(place) {
    this.place = place;
    this[place === 'device' ? 'server' : 'device'].stop();
    this[place].start();
    this.onPlace(place);
    if (this.asked) this.think(this.asked.key, this.asked.position);
  }
}
