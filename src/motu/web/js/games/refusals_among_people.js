// Why a server refused something that only people who meet there ask for: names, invitations, chats, tournaments; and what
// it reads for them, games of other programs. A site without a server has none of it.

import { _, dateTime } from '../i18n.js';

/** What means the same wherever it is said, and is said for people. */
export const PLAINER_AMONG_PEOPLE = [
  'record/format',
  'server/no-challenge',
  'server/own-challenge',
  'server/no-person',
  'server/own-name',
  'server/not-asked',
  'server/asked-already',
  'server/no-cookie',
  'server/too-many-studies',
  'server/vacation',
  'server/fair-play',
  'account/name-taken',
  'account/has-name',
  'account/wrong',
  'account/confirm',
  'account/other',
  'account/renamed',
  'account/warned',
  'mail/address',
  'mail/link',
  'mail/off',
  'passkey/wrong',
  'passkey/late',
  'passkey/last',
  'passkey/place',
  'block/own',
  'block/nobody',
  'block/limit',
  'tournament/none',
  'chat/none',
  'chat/name',
  'chat/limit',
  'chat/full',
  'report/open',
  'report/closed',
  'report/limit',
  'report/words',
  'report/yourself',
];

/** By slug, or by the first half of one. @returns {Record<string, string>} */
export function refusalsAmongPeople() {
  return {
    'record/format': _(
      'This is not in a format that motu reads: record, SGF, HexWorld link, Abstract Play, study link.',
    ),
    'record/sgf': _('This SGF is damaged, or of a game motu does not know.'),
    'record/json': _('This record is incomplete: its JSON is broken.'),
    'record/hexworld': _('This is not a valid HexWorld link.'),
    'record/abstract-play': _("These moves are not in Abstract Play's notation."),
    'record/result': _('The result does not match the rules.'),
    'record/not-carried': _('This format cannot hold what was played.'),
    'record/too-large': _('This is too large.'),
    'record/version': _('This record was written by another version of motu.'),
    'server/too-many-studies': _('You have too many studies; delete some first.'),
    'server/no-challenge': _('There is no such invitation: it may have expired, or the link is incomplete.'),
    'server/taken': _('This invitation was accepted by someone else, or withdrawn.'),
    'server/own-challenge': _('This is your own invitation: send its link to someone else.'),
    'server/no-person': _('There is no player with this name.'),
    'server/own-name': _('This is your own name.'),
    'server/not-asked': _('This player cannot be invited right now.'),
    'server/asked-already': _('You have already asked: wait for the answer, or for an hour after a no.'),
    'server/no-cookie': _('To play online, allow motu’s cookie in your browser and reload the page.'),
    'server/rated': _('Rated games need names, and against the computer 36 cells, the pie rule and enough time.'),
    'account/bot': _('There is no bot with this name.'),
    'account/name': _(
      'A name has 2 to 20 letters of one script and digits, at least one letter, and - _ or . between.',
    ),
    'account/name-taken': _('This name, or one that looks like it, is already taken.'),
    'account/password': _('A password has 8 to 200 characters and is hard to guess.'),
    'account/has-name': _('You already have a name.'),
    'account/wrong': _('Wrong name or password.'),
    'account/limit': _('Too many attempts; try again in a few minutes.'),
    'challenge/limit': _(
      'You have too many open invitations, or made too many just now; withdraw one, or try again later.',
    ),
    'server/limit': _('Too many requests; try again later.'),
    'account/renamed': _('You can change your name only once every 30 days.'),
    'account/none': _('Log in first.'),
    'account/other': _('Someone else is logged in here now.'),
    'mail/address': _('This is not an email address.'),
    'mail/link': _('This link is incomplete, has already been used, or has expired.'),
    'mail/off': _('This server does not send email.'),
    mail: _('The server refused this.'),
    account: _('The server refused this.'),
    'account/confirm': _('Enter your password for this, or log in again first.'),
    'passkey/wrong': _('This passkey is not known here. Log in another way.'),
    'passkey/late': _('That took too long, or was already done. Try again.'),
    'passkey/last': _('This passkey is your only way to log in. Choose a password, or add another passkey, first.'),
    'passkey/place': _('Passkeys need a site with a domain name and HTTPS.'),
    passkey: _('The server refused this.'),
    'account/warned': _('A moderator has a message for you. Read it on your account page first.'),
    'block/nobody': _('No player was named.'),
    'block/own': _('That is you.'),
    'block/limit': _('You have muted or blocked too many people; undo one first.'),
    'tournament/none': _('There is no such tournament: it may have been deleted, or the link is incomplete.'),
    'tournament/state': _('This is not possible at this stage of the tournament.'),
    'tournament/terms': _('Check the tournament’s name, players, duration and clock.'),
    'tournament/full': _('This tournament is full.'),
    tournament: _('The server refused this.'),
    rung: _('The server refused this.'),
    token: _('The server refused this.'),
    push: _('The server refused this.'),
    chat: _('The server refused this.'),
    'chat/none': _('There is nobody to chat with in this game.'),
    'chat/name': _('Guests can only send quick messages; choose one, or claim a name.'),
    'chat/text': _('This message is not allowed.'),
    'chat/limit': _('You are sending messages too fast; wait a moment.'),
    'chat/full': _('This chat is full.'),
    moderation: _('The server refused this.'),
    'moderation/not-yours': _('This is only for moderators, or for those of a higher rank.'),
    'moderation/nothing': _('Not found.'),
    report: _('The server refused this.'),
    'report/open': _('You have already reported this; a moderator will look at it.'),
    'report/closed': _('Another moderator has closed this report.'),
    'report/limit': _('You have made too many reports today; try again tomorrow.'),
    'report/words': _('Describe briefly what happened.'),
    'report/yourself': _('You cannot report yourself.'),
    'server/fair-play': _('This would help you in a rated game that you are playing; try again when it is over.'),
    'server/offer': _('You cannot ask for this now.'),
    'server/sealing': _('The dice are being sealed; the game continues after that.'),
    'server/plan': _('This cannot be planned in advance.'),
    'server/vacation': _('You have used up your vacation for this year.'),
    'server/not-yours': _('This is someone else’s game.'),
    'server/busy': _('The server is busy; try again soon.'),
    'server/too-many': _('You have too many games in progress; finish one first.'),
    'server/stopping': _('The server is shutting down; your game is saved.'),
  };
}

/** What whoever has chosen his name lately is told. @param {number} from when he may choose another one */
export const renamedText = (from) => _('You can change your name again from {time} on.', { time: dateTime(from) });

/** What whoever is shut out is told. @param {string} why @param {number} until when it ends, 0: for good */
export function suspendedText(why, until) {
  const told = until
    ? _('Your account is suspended until {time}. Reason: {why}', { time: dateTime(until), why })
    : _('Your account is permanently suspended. Reason: {why}', { why });
  return `${told} ${_('The clocks in your games keep running.')}`;
}

/** What whoever may say nothing in chats is told. @param {string} why @param {number|null} until when it ends, 0: for good */
export function mutedText(why, until) {
  return until
    ? _('You cannot write in chats until {time}. Reason: {why}', { time: dateTime(until), why })
    : _('You can no longer write in chats. Reason: {why}', { why });
}
