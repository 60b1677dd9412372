// Where an engine is to think: on this device, unless that can't or somebody likes the server better.

import { hasServer } from '../house.js';
import { preferences } from './preferences.js';

/** Whether this browser can run an engine. */
export const canRun = () =>
  typeof Worker === 'function' && typeof WebAssembly === 'object' && 'compileStreaming' in WebAssembly;

/** Whether the device is to think, if it can. */
export const wantsDevice = () => canRun() && (preferences().place !== 'server' || !hasServer());
