// Who reviews a game: the engine on this device, or the server's. The device does, as in a study (thinker.js), unless
// somebody likes the server better or the device can't. How fast the device is, is measured anew each time: what was
// reviewed before in this page is judged by the same judge again, so that its figures can be compared.

import { Refusal, ask, gameIn, refusalIn } from '../api.js';
import { Machine, isLost } from '../engine/machine.js';
import { hasServer } from '../house.js';
import { _ } from '../i18n.js';
import { LiveSocket } from '../socket.js';
import { wantsDevice } from './place.js';
import { preferences } from './preferences.js';

/**
 * @typedef {import('../engine/core.js').Step} Step
 * @typedef {import('../engine/core.js').Account} Account
 * @typedef {import('../engine/core.js').Review} Review
 * @typedef {import('./engine.js').Position} Position
 * @typedef {{place: 'device'|'server', net?: string|null}} Judge  on the device by a net, which is a file, or by what the game has of itself
 * @typedef {{review: Review, judge: Judge}} Reviewed
 * @typedef {{done: Promise<Reviewed>, stop: () => void}} Reviewing  `done` fails with an Error where the review does, and never ends when it is stopped
 */

const REPORT_EVERY_S = 0.2;

/** Who has judged in this page, by the board and by who was to. @type {Map<string, Judge>} */
const judges = new Map();

/**
 * Has a game reviewed.
 * @param {Position} game
 * @param {number} visits of every search
 * @param {{onShare: (share: number) => void, onNotice: (text: string) => void}} hands  `onShare` hears how much is done, from 0 to 1, where that is known; `onNotice` why the device's engine has given up
 * @returns {Reviewing}
 */
export function reviewGame(game, visits, { onShare, onNotice }) {
  const key = JSON.stringify([preferences().place, game.spec, game.setup, game.board]);
  const before = judges.get(key);
  const note = (/** @type {Reviewed} */ found) => {
    judges.set(key, found.judge);
    return found;
  };
  if (!wantsDevice() || before?.place === 'server') {
    const { done, stop } = reviewOnServer(game, visits);
    return { done: done.then(note), stop };
  }
  let current = reviewOnDevice(game, visits, onShare, before);
  let isStopped = false;
  const done = current.done.catch((/** @type {Error & {slug?: string}} */ error) => {
    const hasFailed = isLost(error.slug);
    if (isStopped || !hasServer() || !(hasFailed || error.slug === 'engine/too-slow')) throw error;
    if (hasFailed) onNotice(_('The engine on this device has failed; the server thinks instead.'));
    current = reviewOnServer(game, visits);
    return current.done;
  });
  const stop = () => {
    isStopped = true;
    current.stop();
  };
  return { done: done.then(note), stop };
}

/**
 * What the device is told of a game where it has judged it before: the same net, however fast it is now.
 * @param {import('../engine/protocol.js').DeviceGame} device
 * @param {Judge|undefined} before
 * @returns {{device: import('../engine/protocol.js').DeviceGame, needsBest?: false}}
 */
function asBefore(device, before) {
  if (!before) return { device };
  const nets = device.nets.filter(({ file }) => file === before.net).map((net) => ({ ...net, rate: 0 }));
  return before.net && !nets.length ? { device } : { device: { ...device, nets }, needsBest: false };
}

/** @param {Position} game @param {number} visits @param {(share: number) => void} onShare @param {Judge} [before] who judged before @returns {Reviewing} */
function reviewOnDevice({ spec, moves, setup, board }, visits, onShare, before) {
  const machine = new Machine();
  const { megabytes, place } = preferences();
  let isStopped = false;
  /** @type {Promise<Reviewed>} */
  const done = new Promise((resolve, reject) => {
    const fail = (/** @type {any} */ error) => {
      machine.close();
      const { slug = '', message, game } = error;
      void refusalIn(slug, message).then((text) => reject(Object.assign(new Error(text), { slug: error.slug, game })));
    };
    const hear = (/** @type {any} */ answer) => {
      if (answer.isDuringSearch) return onShare(answer.judged / answer.positions);
      machine.close();
      resolve({ review: answer.review, judge: { place: 'device', net: answer.net } });
    };
    const query = { review: true, moves, maxVisits: visits, megabytes, needsBest: place !== 'device' };
    const reports = { reportDuringSearchEvery: REPORT_EVERY_S, firstReportDuringSearchAfter: REPORT_EVERY_S };
    ask('/api/device', { spec, moves, setup, board }).then((device) => {
      if (!isStopped) machine.ask({ ...query, ...reports, ...asBefore(device, before) }, hear, fail);
    }, reject);
  });
  const stop = () => {
    isStopped = true;
    machine.close();
  };
  return { done, stop };
}

/** @param {Position} game @param {number} visits @returns {Reviewing} */
function reviewOnServer(game, visits) {
  /** @type {LiveSocket|undefined} */
  let socket;
  const done = new Promise((resolve, reject) => {
    const hear = (/** @type {any} */ message) => {
      if (message.error) {
        const { slug = '', error } = message;
        void refusalIn(slug, error).then((text) => reject(new Refusal(slug, text, 0, gameIn(message))));
      } else if (message.type === 'reviewed') resolve({ review: message.review, judge: { place: 'server' } });
      else return;
      socket?.close();
    };
    socket = new LiveSocket('/api/analysis', hear, (isOpen) => {
      if (isOpen) socket?.send({ type: 'review', id: 1, visits, ...game });
    });
  });
  return { done, stop: () => socket?.close() };
}
