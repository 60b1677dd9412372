// The computer's players, who are always there: a game against one counts where whoever plays has a name and wants it to.

import * as api from '../api.js';
import { h } from '../dom.js';
import { showRefusal } from '../games/refused.js';
import { _ } from '../i18n.js';
import { goFrom } from '../shell.js';

/** What each is like. @type {(() => string)[]} */
const LEVELS = [
  () => _('Has just learned the rules, and often plays anywhere.'),
  () => _('Sees a win in one move, and little else.'),
  () => _('Blocks obvious threats, and forgets the rest.'),
  () => _('Thinks for a moment, and is easily led astray.'),
  () => _('Plays sound moves, but misses long plans.'),
  () => _('Looks a few moves ahead; careless moves cost you.'),
  () => _('Knows where it matters, and seldom gives anything away.'),
  () => _('Plans ahead; you need a plan, too.'),
  () => _('Strong: punishes small mistakes.'),
  () => _('Very strong: few people beat it.'),
];
/** The strongest thinks so long about a move, in seconds. */
const SECONDS = 5;

/** @param {() => string} kind the game that is chosen @param {() => boolean} isRated whether the result is to count */
export function bots(kind, isRated) {
  const rows = LEVELS.map((text, at) =>
    bot(_('Level {level}', { level: at + 1 }), text(), { kind: 'level', level: at + 1 }, kind, isRated),
  );
  const strongest = bot(
    _('Full strength'),
    _('The best the computer can do; it thinks for five seconds.'),
    { kind: 'strongest', seconds: SECONDS },
    kind,
    isRated,
  );
  return h(
    'section.card.bots',
    { 'aria-labelledby': 'bots' },
    h('h2', { id: 'bots' }, _('Always here')),
    h('ul.bot-list', { role: 'list' }, ...rows, strongest),
  );
}

/** @param {string} name @param {string} text @param {api.Seat} seat @param {() => string} kind @param {() => boolean} isRated */
function bot(name, text, seat, kind, isRated) {
  const play = h('button', { type: 'button', 'aria-label': _('Play {name}', { name }) }, _('Play'));
  const notice = h('p.notice', { role: 'alert' });
  play.addEventListener('click', async () => {
    notice.textContent = '';
    /** @type {api.Seat} */
    const me = { kind: 'person' };
    const isFirst = crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0;
    try {
      const game = await api.begin({ spec: kind(), seats: isFirst ? [me, seat] : [seat, me], rated: isRated() });
      goFrom(play, `/play/${game.id}`);
    } catch (error) {
      showRefusal(notice, error);
    }
  });
  return h(
    'li',
    {},
    h('span.words', {}, h('span.title', {}, name, ' ', h('span.tag', {}, _('bot'))), h('span.detail', {}, text)),
    play,
    notice,
  );
}
