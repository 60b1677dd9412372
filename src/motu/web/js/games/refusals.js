// Why the server refused something, in the language of the page. Its own words are English and say more; where the page is
// in English they stand.

import { _, currentLanguage, dateTime } from '../i18n.js';

/** Where the server's own words are for programs, also in English. */
const PLAINER = new Set(['server/no-game', 'server/no-study', 'server/no-challenge', 'server/own-challenge']);

/** @param {string} slug @param {string} english @param {{text?: string, legal?: string[]}} [data] what else the server has told */
export function refusalText(slug, english, data = {}) {
  if (slug === 'account/suspended') return suspendedText(data.text ?? '', Number(data.legal?.[0] ?? 0));
  if (slug === 'account/muted') return mutedText(data.text ?? '', Number(data.legal?.[0] ?? 0));
  const texts = known();
  if (currentLanguage() === 'en') return PLAINER.has(slug) ? texts[slug] : english;
  return texts[slug] ?? texts[slug.split('/')[0]] ?? english;
}

/** What whoever is shut out is told. @param {string} why @param {number} until when it ends, 0: for good */
function suspendedText(why, until) {
  const told = until
    ? _('Your account is suspended until {time}. The reason: {why}', { time: dateTime(until), why })
    : _('Your account is suspended for good. The reason: {why}', { why });
  return `${told} ${_('The clocks of your games run on.')}`;
}

/** What whoever may say nothing in chats is told. @param {string} why @param {number|null} until when it ends, 0: for good */
export function mutedText(why, until) {
  return until
    ? _('You cannot write in chats until {time}. The reason: {why}', { time: dateTime(until), why })
    : _('You cannot write in chats any more. The reason: {why}', { why });
}

/** By slug, or by the first half of one. @returns {Record<string, string>} */
function known() {
  return {
    rules: _('No game has these values.'),
    spec: _('This does not name a game.'),
    board: _('This is not a board.'),
    position: _('This is not a position of this game.'),
    move: _('This move is not possible here.'),
    'move/game-over': _('The game is over.'),
    record: _('This cannot be read as a game.'),
    'record/format': _(
      'This looks like none of the formats that are read here: record, SGF, HexWorld link, Abstract Play, address of a study.',
    ),
    'record/sgf': _('This SGF is damaged, or of a game motu does not know.'),
    'record/json': _('This is no whole record: its JSON is broken.'),
    'record/fragment': _('This address is damaged or not complete.'),
    'record/hexworld': _('This is no right HexWorld link.'),
    'record/abstract-play': _("These moves are not in Abstract Play's notation."),
    'record/move': _('One of the moves is not possible.'),
    'record/result': _('The result is not what the rules say.'),
    'record/spec': _('This does not name a game.'),
    'record/board': _('This is not a board.'),
    'record/setup': _(
      'The rules do not allow this position: too many pieces, two winning lines, or a mark that does not apply here.',
    ),
    'record/not-carried': _('This format cannot say what was played.'),
    'record/too-large': _('This is larger than what is read here.'),
    'record/version': _('This record was written by another version of motu.'),
    'puzzle/unknown': _('There is no puzzle of this name.'),
    'puzzle/limits': _('The solver needs too long for this position.'),
    puzzle: _('This cannot be judged.'),
    solve: _('The solver could not answer.'),
    engine: _('The machine could not answer.'),
    'server/no-game': _('There is no such game: perhaps it was deleted, or the address is cut off.'),
    'server/no-study': _('There is no such study: perhaps it was deleted, or the address is cut off.'),
    'server/too-many-studies': _('You have too many studies; delete some of them first.'),
    'server/no-challenge': _('There is no such invitation: perhaps it is too old, or the address is cut off.'),
    'server/taken': _('Somebody else has taken this invitation, or it was withdrawn.'),
    'server/own-challenge': _('This invitation is your own: send its link to somebody else.'),
    'server/no-person': _('There is nobody of this name.'),
    'server/own-name': _('This is your own name.'),
    'server/not-asked': _('This person cannot be asked to play just now.'),
    'server/asked-already': _('You have asked already: wait for the answer, or after a no for an hour.'),
    'server/no-cookie': _(
      'To play somebody elsewhere, let your browser keep the cookie of motu, and load the page again.',
    ),
    'account/bot': _('There is no bot of this name.'),
    'account/name': _('This cannot be a name here.'),
    'account/name-taken': _('This name, or one that looks like it, is somebody else’s.'),
    'account/password': _('This password is too short, or would be guessed first.'),
    'account/has-name': _('You have a name already.'),
    'account/wrong': _('There is no such name, or the password is another one.'),
    'account/limit': _('Too many tries in a short time; try again in some minutes.'),
    'challenge/limit': _('Too many invitations wait or were made just now; withdraw one, or try again later.'),
    'server/limit': _('That was too often in a short time; try again later.'),
    'account/renamed': _('A name stays for 30 days.'),
    'account/none': _('Log in first.'),
    'mail/address': _('This is no mail address.'),
    'mail/link': _('This link is not whole, was used already, or is too old.'),
    'mail/off': _('This house sends no mail.'),
    mail: _('The server refuses this.'),
    account: _('The server refuses this.'),
    'account/confirm': _('For this, say your password, or log in again first.'),
    'passkey/wrong': _('This passkey is not known here. Log in another way.'),
    'passkey/late': _('That took too long, or was done already. Try again.'),
    'passkey/last': _('This passkey is your only way in. Choose a password, or add another one, first.'),
    'passkey/place': _('Passkeys need a site with a name, and HTTPS.'),
    passkey: _('The server refuses this.'),
    'account/warned': _('A moderator has told you something. Read it on the page of your name first.'),
    'block/nobody': _('Nobody is meant by this.'),
    'block/own': _('That is yourself.'),
    'block/limit': _('You have muted or blocked too many people; undo one of these first.'),
    'chat/none': _('At this game there is nobody to talk to.'),
    'chat/name': _('Words of your own are for people with a name; choose a phrase, or claim a name.'),
    'chat/text': _('This cannot be said here.'),
    'chat/limit': _('You have said much in a short time; wait a moment.'),
    'chat/full': _('So much has been said at this game that no more is kept.'),
    moderation: _('The server refuses this.'),
    'moderation/not-yours': _('This is for moderators, or for those of a higher rank.'),
    'moderation/nothing': _('There is nothing of the kind.'),
    report: _('The server refuses this.'),
    'report/open': _('You have reported this already; a moderator will look at it.'),
    'report/closed': _('Another moderator has closed this report.'),
    'report/limit': _('You have made many reports today; wait until tomorrow.'),
    'report/words': _('Say in some words what has happened.'),
    'report/yourself': _('Nobody reports himself.'),
    'server/fair-play': _('This would be help in a rated game of yours that goes on; ask again when it is over.'),
    'server/offer': _('This cannot be asked now.'),
    'server/sealing': _('The dice are being sealed; the game goes on after that.'),
    'server/plan': _('This cannot be decided beforehand.'),
    'server/vacation': _('Your vacation of this year is used up.'),
    'server/not-yours': _('This game belongs to somebody else.'),
    'server/not-your-turn': _('It is not your turn.'),
    'server/over': _('The game is over.'),
    'server/seq': _('The game has moved on in the meantime.'),
    'server/take-back': _('This cannot be taken back.'),
    'server/busy': _('The server is busy; try again soon.'),
    'server/too-many': _('You have too many games going; end one of them first.'),
    'server/stopping': _('The server is stopping; the game is kept.'),
    server: _('The server refuses this.'),
    http: _('The server refuses this.'),
  };
}
