// The core as WebAssembly (cpp/wasm): its calls as functions. What it refuses is thrown as an EngineError. It runs in a
// worker of the page, and in Node.

/**
 * @typedef {object} Calls
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} motu_input
 * @property {() => number} motu_answer
 * @property {() => number} motu_answer_size
 * @property {() => number} motu_game
 * @property {() => number} motu_position
 * @property {() => number} motu_threats
 * @property {() => number} motu_setup
 * @property {() => number} motu_moves
 * @property {() => number} motu_weights
 * @property {(bits: number) => number} motu_net
 * @property {WebAssembly.Table} __indirect_function_table
 * @property {() => number} motu_kernels
 * @property {() => number} motu_kernels_size
 * @property {() => number} motu_kernels_stack
 * @property {(convolve: number, round: number) => void} motu_use_kernels
 * @property {(c_puct: number, adviseVisits: number, megabytes: number, seed: number, threads: number) => number} motu_plant
 * @property {(visits: number, seconds: number, maxMoves: number) => number} motu_search
 * @property {() => number} motu_review
 * @property {() => number} motu_review_next
 * @property {() => number} motu_review_take
 * @property {() => number} motu_review_told
 * @property {(considers: number, visits: number, cells: number, depth: number, seconds: number, temperature: number, naivety: number, seesThreats: number, swapsCentre: number, seed: number, megabytes: number) => number} motu_level
 * @property {() => number} motu_choose
 * @property {(seconds: number) => number} motu_think
 * @property {(depth: number) => number} motu_perft
 *
 * @typedef {{evaluator: string, c_puct: number, advise_visits: number, megabytes: number, seed: number, threads: number}} Planting
 * @typedef {{considers: number, visits: number, cells: number, depth: number, seconds: number, temperature: number, naivety: number, sees_threats: number, swap: string, evaluator: string}} Level  a row of engine/levels.json
 * @typedef {{room: string, spec: string, colours: [string, string], cells: string[], evaluator: string, c_puct: number, advise_visits: number, weights: string|null}} Game  `weights` names a file for exactly its rules, whether there is one or not
 * @typedef {{ply: number, kind: 'move'|'announcement'|'roll', person: number, colour: string, move: string, before: number, after: number, best: string, error: number, luck: number, is_forced: boolean, estimate: number|null, first: string}} Step
 * @typedef {{decisions: number, error: number, luck: number, error_rate: number}} Account  one person's totals
 * @typedef {{start: number, end: number, is_over: boolean, accounts: [Account, Account], steps: Step[]}} Review  as `motu review --json` writes it
 * @typedef {{done: boolean, move: string, value: number|null, visits: number, simulations: number}} Choice
 */

export class EngineError extends Error {
  /** @param {string} slug @param {string} message */
  constructor(slug, message) {
    super(message);
    this.slug = slug;
  }
}

/** What the core asks of a system: the time, and a place for last words. @param {() => WebAssembly.Memory} memory */
function system(memory) {
  const BAD_FILE = 8;
  const words = new TextDecoder();
  return {
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write: (
      /** @type {number} */ _file,
      /** @type {number} */ parts,
      /** @type {number} */ count,
      /** @type {number} */ told,
    ) => {
      const view = new DataView(memory().buffer);
      let size = 0;
      for (let part = 0; part < count; part += 1) {
        const [at, length] = [view.getUint32(parts + 8 * part, true), view.getUint32(parts + 8 * part + 4, true)];
        console.error(words.decode(new Uint8Array(memory().buffer, at, length).slice()));
        size += length;
      }
      view.setUint32(told, size, true);
      return 0;
    },
    fd_seek: () => BAD_FILE,
    fd_close: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    proc_exit: (/** @type {number} */ code) => {
      throw new EngineError('engine/failed', `the engine has ended: ${code}`);
    },
  };
}

/**
 * Takes inner loops of nets into use that not every browser can read. They stand in a module of their own, which works in
 * the engine's memory and is called by it without a detour.
 * @param {Calls} calls
 */
async function takeKernels(calls) {
  const bytes = new Uint8Array(calls.memory.buffer, calls.motu_kernels(), calls.motu_kernels_size()).slice();
  if (!WebAssembly.validate(bytes)) return;
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory: calls.memory } });
  /** @type {WebAssembly.Global} */ (instance.exports.__stack_pointer).value = calls.motu_kernels_stack();
  const table = calls.__indirect_function_table;
  const places = ['convolve', 'round'].map((name) => {
    const place = table.grow(1);
    table.set(place, instance.exports[name]);
    return place;
  });
  calls.motu_use_kernels(places[0], places[1]);
}

export class Core {
  /** @param {Calls} calls */
  constructor(calls) {
    this.calls = calls;
    this.texts = { out: new TextEncoder(), in: new TextDecoder() };
  }

  /** @param {WebAssembly.Module} module */
  static async of(module) {
    /** @type {Calls} */
    let calls;
    const imports = { wasi_snapshot_preview1: system(() => calls.memory) };
    const instance = await WebAssembly.instantiate(module, imports);
    calls = /** @type {any} */ (instance.exports);
    calls._initialize();
    await takeKernels(calls);
    return new Core(calls);
  }

  /** How many bytes it has taken, which it never gives back. */
  get bytes() {
    return this.calls.memory.buffer.byteLength;
  }

  /**
   * Begins a game; answers what it is.
   * @param {string} spec
   * @param {string|null} [board] words of somebody's own
   * @returns {Game}
   */
  game(spec, board = null) {
    this.#say(board === null ? spec : `${spec}\n${board}`);
    return this.#heard(this.calls.motu_game());
  }

  /** Puts a position in place of the beginning. @param {string} numbers as the server tells them */
  setUp(numbers) {
    this.#say(numbers);
    return this.#heard(this.calls.motu_setup());
  }

  /** Plays on; answers whether the game is over then. @param {string[]} moves @returns {boolean} */
  play(moves) {
    this.#say(moves.join(' '));
    return this.#heard(this.calls.motu_moves()).over;
  }

  /** The position, for whoever draws it. @returns {import('../site/position_view.js').Facts} */
  position() {
    return this.#heard(this.calls.motu_position());
  }

  /** The moves that win at once: for whoever is to move, and for the opponent, were it the opponent's turn. @returns {{wins: string[], threats: string[]}} */
  threats() {
    return this.#heard(this.calls.motu_threats());
  }

  /** Takes weights of line nets into use. @param {Uint8Array} bytes of a file */
  useWeights(bytes) {
    this.#put(bytes);
    this.#heard(this.calls.motu_weights());
  }

  /**
   * Takes a net into use, for trees whose evaluator is "net".
   * @param {Uint8Array} bytes of an ONNX file in float32
   * @param {0|8|16} [bits] of its blocks; 0 chooses the faster ones
   * @returns {{rate: number, kernels: string}} how many positions it judges a second here, and by which inner loops
   */
  useNet(bytes, bits = 0) {
    this.#put(bytes);
    return this.#heard(this.calls.motu_net(bits));
  }

  /** Plants a tree for the position. @param {Planting} how */
  plant({ evaluator, c_puct, advise_visits, megabytes, seed, threads }) {
    this.#say(evaluator);
    this.#heard(this.calls.motu_plant(c_puct, advise_visits, megabytes, seed, threads));
  }

  /** Searches on; answers what is known. @param {number} visits of the root, 0: no bound @param {number} seconds @param {number} maxMoves @returns {any} */
  search(visits, seconds, maxMoves) {
    return this.#heard(this.calls.motu_search(visits, seconds, maxMoves));
  }

  /** Begins to review the game that led to the position. */
  beginReview() {
    this.#heard(this.calls.motu_review());
  }

  /** Puts up the next position that the review wants judged; answers how many there are by now. @returns {{judged: number, positions: number}} */
  nextReviewed() {
    return this.#heard(this.calls.motu_review_next());
  }

  /** Has the review take what the tree says of that position. */
  takeReviewed() {
    this.#heard(this.calls.motu_review_take());
  }

  /** The review, when all is judged. @returns {Review} */
  toldReview() {
    return this.#heard(this.calls.motu_review_told());
  }

  /** Makes a player of a level for games like the one that was begun. @param {Level} level @param {number} seed @param {number} megabytes */
  takeLevel(level, seed, megabytes) {
    const { considers, visits, cells, depth, seconds, temperature, naivety, sees_threats, swap, evaluator } = level;
    const look = /** @type {const} */ ([temperature, naivety, sees_threats, Number(swap === 'centre')]);
    this.#say(evaluator);
    this.#heard(this.calls.motu_level(considers, visits, cells, depth, seconds, ...look, seed, megabytes));
  }

  /** Lets the player begin to choose a move in the position. */
  choose() {
    this.#heard(this.calls.motu_choose());
  }

  /** Lets it think on; answers its choice so far. @param {number} seconds @returns {Choice} */
  think(seconds) {
    return this.#heard(this.calls.motu_think(seconds));
  }

  /** How many ways to play on there are. @param {number} depth @returns {number} */
  perft(depth) {
    return this.#heard(this.calls.motu_perft(depth)).lines;
  }

  /** @param {string} text */
  #say(text) {
    this.#put(this.texts.out.encode(text));
  }

  /** @param {Uint8Array} bytes */
  #put(bytes) {
    const at = this.calls.motu_input(bytes.length);
    new Uint8Array(this.calls.memory.buffer, at, bytes.length).set(bytes);
  }

  /** @param {number} isRight @returns {any} */
  #heard(isRight) {
    const { motu_answer, motu_answer_size, memory } = this.calls;
    const text = this.texts.in.decode(new Uint8Array(memory.buffer, motu_answer(), motu_answer_size()));
    const answer = JSON.parse(text);
    if (!isRight) throw new EngineError(answer.slug, answer.error);
    return answer;
  }
}
