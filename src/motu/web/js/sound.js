// Sounds, made here of a few tones: nothing to load, nothing to license. Silent where sound is off.

import { settings } from './settings.js';

/** @type {AudioContext|null} */
let context = null;

/** @type {Record<string, [number, number, number][]>} frequency, begin and length in seconds */
const SOUNDS = {
  stone: [
    [310, 0, 0.06],
    [180, 0.005, 0.05],
  ],
  die: [
    [420, 0, 0.03],
    [360, 0.09, 0.03],
    [440, 0.17, 0.03],
    [300, 0.25, 0.05],
  ],
  turn: [
    [330, 0, 0.09],
    [494, 0.1, 0.16],
  ],
  short: [
    [880, 0, 0.05],
    [880, 0.12, 0.05],
    [880, 0.24, 0.08],
  ],
  end: [
    [392, 0, 0.16],
    [523, 0.14, 0.16],
    [659, 0.28, 0.3],
  ],
};

/** @param {'stone'|'die'|'turn'|'short'|'end'} name  a stone, a roll, 'your turn' to who looks elsewhere, little time, the end */
export function playSound(name) {
  if (!settings().sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, begin, length] of SOUNDS[name]) tone(context, frequency, context.currentTime + begin, length);
}

/** @param {AudioContext} audio @param {number} frequency @param {number} begin @param {number} length */
function tone(audio, frequency, begin, length) {
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(0.12, begin + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}
