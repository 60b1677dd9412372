// The clocks of a game run on between what the server says of them; where time becomes short for somebody here, it sounds.

import { playSound } from '../sound.js';
import { becomesShort, runningHere } from './table_time.js';

const CLOCK_MS = 100;

export class TableClock {
  /** @type {ReturnType<typeof runningHere>} the clock that runs here, as it was seen last */
  #running = null;
  #timer = setInterval(() => this.tick(), CLOCK_MS);

  /**
   * @param {import('./table_state.js').TableState} state
   * @param {(passed: number) => void} show shows the clocks so many milliseconds after they were heard
   */
  constructor(state, show) {
    this.state = state;
    this.show = show;
  }

  close() {
    clearInterval(this.#timer);
  }

  tick() {
    const now = performance.now();
    const running = runningHere(this.state, now);
    if (becomesShort(this.#running, running)) playSound('short');
    this.#running = running;
    this.show(now - this.state.heardAt);
  }
}
