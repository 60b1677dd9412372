// motu's engine in a page: it thinks in a worker of its own.

import { browserChannel } from './lib/browser_channel.js';
import { Engine } from './lib/engine.js';

export { EngineError } from './js/engine/core.js';
export { Engine };

/**
 * @typedef {import('./lib/engine.js').Position} Position
 * @typedef {import('./lib/engine.js').Bounds} Bounds
 * @typedef {import('./lib/engine.js').Hands} Hands
 * @typedef {import('./lib/engine.js').Analysis} Analysis
 * @typedef {import('./lib/engine.js').RootInfo} RootInfo
 * @typedef {import('./lib/engine.js').MoveInfo} MoveInfo
 * @typedef {import('./lib/engine.js').Choice} Choice
 * @typedef {import('./lib/engine.js').Setup} Setup
 * @typedef {import('./lib/engine.js').OwnBoard} OwnBoard
 */

/** Starts an engine. @returns {Engine} */
export function startEngine() {
  return new Engine(browserChannel());
}
