// motu's engine in Node: it thinks in a thread of its own, and no process waits for it longer than for an answer.

import { Engine } from './lib/engine.js';
import { nodeChannel } from './lib/node_channel.js';

export { EngineError } from './js/engine/core.js';
export { Engine };

/** Starts an engine. @returns {Engine} */
export function startEngine() {
  return new Engine(nodeChannel());
}
