// Names typed letter by letter: what has been typed in quick succession is one name, as long as something begins so.

const TYPING_MS = 1200;

export class Typing {
  constructor() {
    this.typed = '';
    this.at = -Infinity;
  }

  /** What is done with a name ends it. */
  end() {
    this.typed = '';
  }

  /** Whether a digit goes on with a name that has been begun. @param {string} key */
  goesOn(key) {
    return this.typed !== '' && performance.now() - this.at < TYPING_MS && /^\d$/.test(key);
  }

  /**
   * What has been typed with a further key.
   * @param {string} key
   * @param {string[]} names all there are
   */
  add(key, names) {
    const now = performance.now();
    const typed = (now - this.at < TYPING_MS ? this.typed : '') + key;
    this.at = now;
    this.typed = names.some((name) => name.startsWith(typed)) ? typed : key;
    return this.typed;
  }
}
