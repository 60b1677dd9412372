// In the place of views/remote.js where there is no server: nobody plays from elsewhere, so there is nothing to show.

import { h } from '../dom.js';

export class Remote {
  constructor() {
    this.element = h('div', { hidden: true });
    this.dice = { news: null };
    this.offer = null;
    this.report = null;
    this.onPresence = () => {};
  }

  close() {}
  overhear() {}
  hear() {}
  hearPresence() {}
  show() {}
  tick() {}
}
