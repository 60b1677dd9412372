// What is said of reports and of what moderators do.

import { _, dateTime, ngettext, pgettext } from '../i18n.js';

/** @typedef {import('../api.js').ReportReason} ReportReason */
/** @typedef {import('../api.js').ModeratorAct['act']} Act */

/** @type {ReportReason[]} in the order in which they are offered */
export const REASONS = ['stalling', 'program', 'words', 'lost-on-purpose', 'other'];

/** As whoever reports would say it. @param {ReportReason} reason */
export function reasonText(reason) {
  return {
    stalling: _('Let the clock run out instead of resigning'),
    program: _('Used an engine'),
    words: _('Abusive language'),
    'lost-on-purpose': _('Lost on purpose'),
    other: _('Something else'),
  }[reason];
}

/** What a button for it says. @param {Act} act */
export function actText(act) {
  return {
    dismiss: _('Dismiss the report'),
    warn: _('Warn'),
    mute: _('Mute in chat'),
    unmute: _('End the mute'),
    suspend: _('Suspend'),
    restore: _('End the suspension'),
    void: _('Void the rated result'),
  }[act];
}

/** What it does. @param {Act} act */
export function actHelp(act) {
  return {
    dismiss: _('No action is taken. The reporter is not told.'),
    warn: _('The player has to read and confirm your message before their next game with others.'),
    mute: _('The player can still play, but not write.'),
    unmute: _('The player can write again.'),
    suspend: _('The player is logged out everywhere and shown your message at the next login. Clocks keep running.'),
    restore: _('The player can log in again.'),
    void: _('Both ratings are as if the game had not been played.'),
  }[act];
}

/** What was done, in the past. @param {string} act */
export function doneText(act) {
  return (
    {
      dismiss: _('dismissed'),
      warn: _('warned'),
      mute: _('muted'),
      unmute: _('mute ended'),
      suspend: _('suspended'),
      restore: _('suspension ended'),
      void: _('result voided'),
      role: _('role changed'),
      rename: _('renamed'),
      password: _('password changed'),
      delete: _('deleted'),
      examine: _('games examined'),
    }[act] ?? act
  );
}

/** @param {import('../api.js').PersonCase['sanctions'][number]} told */
export function sanctionText({ kind, until_ms: until, stands }) {
  const what = { warning: _('Warning'), mute: pgettext('measure', 'Mute'), suspension: _('Suspension') }[kind];
  if (!stands) return kind === 'warning' ? _('{what}, read', { what }) : _('{what}, over', { what });
  if (kind === 'warning') return _('{what}, not read yet', { what });
  return until ? _('{what} until {time}', { what, time: dateTime(until) }) : _('{what}, permanent', { what });
}

/** @param {import('../api.js').ReportCounts} counts */
export function countsText({ open, dismissed, upheld }) {
  return [
    ngettext('{count} open', '{count} open', open),
    ngettext('{count} dismissed', '{count} dismissed', dismissed),
    ngettext('{count} acted on', '{count} acted on', upheld),
  ].join(' · ');
}
