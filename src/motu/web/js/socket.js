// A WebSocket that comes back: after a loss it tries again, later each time, at once when the page is looked at again.

import { wireTo } from './house.js';

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 15_000;

export class LiveSocket {
  /**
   * @param {string} path
   * @param {(message: any) => void} onMessage
   * @param {(isOpen: boolean) => void} [onState]
   */
  constructor(path, onMessage, onState = () => {}) {
    this.path = path;
    this.onMessage = onMessage;
    this.onState = onState;
    this.pause = FIRST_PAUSE_MS;
    this.isClosed = false;
    /** @type {import('./house.js').Wire|null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.wake = () => this.#wake();
    this.renew = () => this.#renew();
    document.addEventListener('visibilitychange', this.wake);
    window.addEventListener('online', this.renew);
    this.#open();
  }

  #open() {
    const socket = wireTo(this.path);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.pause = FIRST_PAUSE_MS;
      this.onState(true);
    });
    socket.addEventListener('message', (event) => {
      if (!this.isClosed && socket === this.socket) this.onMessage(JSON.parse(event.data));
    });
    socket.addEventListener('close', (event) => this.#lost(socket, event.code));
  }

  /** @param {import('./house.js').Wire} socket @param {number} code */
  #lost(socket, code) {
    if (this.isClosed || socket !== this.socket) return;
    this.onState(false);
    if (code === 4404) return; // there is nothing to come back to
    if (code === 4401) window.dispatchEvent(new Event('motu-stranger')); // logged out, perhaps in another browser
    this.timer = setTimeout(() => this.#open(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
  }

  #wake() {
    if (
      document.hidden ||
      this.isClosed ||
      this.socket?.readyState === WebSocket.OPEN ||
      this.socket?.readyState === WebSocket.CONNECTING
    )
      return;
    clearTimeout(this.timer);
    this.#open();
  }

  /** The network is back: a connection from before may be dead without knowing it. */
  #renew() {
    const old = this.socket;
    clearTimeout(this.timer);
    this.#open();
    old?.close();
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.wake);
    window.removeEventListener('online', this.renew);
    this.socket?.close();
  }
}
