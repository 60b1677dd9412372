// What is said in chat, in the language of whoever reads it: phrases travel by their ids.

import { _ } from '../i18n.js';

/** By id, in the order in which they are offered. @returns {Record<string, string>} */
export function phrases() {
  return {
    hello: _('Hello!'),
    'have-fun': _('Have fun!'),
    'good-move': _('Good move!'),
    wow: _('Wow!'),
    oops: _('Oops!'),
    thinking: _('Let me think about that.'),
    'one-moment': _('One moment, please.'),
    back: _('I am back.'),
    'take-your-time': _('Take your time.'),
    'good-game': _('Good game!'),
    thanks: _('Thank you!'),
    sorry: _('Sorry!'),
    yes: _('Yes.'),
    no: _('No.'),
    again: _('Another game?'),
    'must-go': _('I have to go.'),
    bye: _('Goodbye!'),
  };
}

/** What was said. @param {import('../api.js').ChatLine} line */
export function saidText({ text, phrase }) {
  return phrase === null ? text : (phrases()[phrase] ?? '…');
}

/** @param {import('../api.js').Circle} circle */
export function circleName(circle) {
  return { players: _('Players'), spectators: _('Spectators') }[circle];
}
