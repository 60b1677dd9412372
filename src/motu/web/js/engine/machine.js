// The engine in a worker of its own, for questions and their answers, in the engine's protocol (protocol.js).

/** Whether what an engine has failed with says that it is of no use on this device. @param {string|undefined} slug */
export const isLost = (slug) => slug === 'engine/memory' || slug === 'engine/failed';

export class Machine {
  constructor() {
    /** @type {Worker|null} */
    this.worker = null;
    this.last = 0;
    /** @type {Map<string, {hear: (answer: any) => void, fail: (error: Error) => void}>} */
    this.asked = new Map();
  }

  /**
   * Asks a question.
   * @param {object} query without its id
   * @param {(answer: any) => void} hear gets each answer, the last one with `isDuringSearch` false
   * @param {(error: Error) => void} fail
   * @returns {() => void} what ends it
   */
  ask(query, hear, fail) {
    this.last += 1;
    const id = String(this.last);
    this.asked.set(id, { hear, fail });
    this.#send({ ...query, id });
    return () => {
      if (this.asked.delete(id)) this.#send({ id: `${id}-end`, action: 'terminate', terminateId: id });
    };
  }

  /** The worker ends: what it has taken of memory comes back in no other way. */
  close() {
    this.worker?.terminate();
    this.worker = null;
    this.asked.clear();
  }

  /** @param {object} request */
  #send(request) {
    if (!this.worker) {
      this.worker = new Worker(new URL('./engine_worker.js', import.meta.url), { type: 'module' });
      this.worker.onmessage = (event) => this.#hear(JSON.parse(event.data));
      this.worker.onerror = () => this.#fail();
    }
    this.worker.postMessage(JSON.stringify(request));
  }

  /** @param {any} answer */
  #hear(answer) {
    const asker = this.asked.get(answer.id);
    if (!asker) return;
    if (!answer.isDuringSearch) this.asked.delete(answer.id);
    if (answer.error) asker.fail(Object.assign(new Error(answer.error), { slug: answer.slug }));
    else asker.hear(answer);
  }

  #fail() {
    const waiting = [...this.asked.values()];
    this.close();
    const error = Object.assign(new Error('the engine has failed'), { slug: 'engine/failed' });
    for (const { fail } of waiting) fail(error);
  }
}
