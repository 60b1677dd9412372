// What is kept of whom, where and for how long: /privacy. It says what the code does, and changes when that does.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** @type {import('../main.js').Render} */
export function render(place) {
  place.append(h('article.prose', {}, h('h1', {}, _('Privacy')), ...parts().flatMap(draw)));
}

/** @param {{title: string, points: string[], before?: string, after?: string}} part `before` and `after`: paragraphs round the list */
function draw({ title, points, before, after }) {
  return [
    h('h2', {}, title),
    ...(before ? [h('p', {}, before)] : []),
    h('ul', {}, ...points.map((text) => h('li', {}, text))),
    ...(after ? [h('p', {}, after)] : []),
  ];
}

function parts() {
  return [
    {
      title: _('In short'),
      points: [
        _(
          'motu asks for a name and a password only if you want to have a name here, and never requires an email address: you may add one.',
        ),
        _(
          'Nothing is shared with anyone else, except the notifications that you want while motu is closed: pages load nothing from other servers, nobody counts your visits, and there is no advertising.',
        ),
      ],
    },
    {
      title: _('Cookies'),
      points: [
        _(
          'The cookie motu_guest holds a random number and its signature. It tells the server which games are yours. It stays for 400 days after your last visit, and scripts cannot read it.',
        ),
        _(
          'Once you have a name, the cookie motu_session, or __Host-motu_session, holds a random number instead, which tells the server that you are logged in. It ends when you log out, or when you have been away for 90 days.',
        ),
        _(
          'The cookie motu_device, or __Host-motu_device, holds a random number and says, signed, who has logged in in this browser, up to four of you. It opens nothing; it only keeps others who guess your password from locking you out here. It stays for 400 days after you were last logged in.',
        ),
        _(
          'Without these cookies, or in another browser where you are not logged in, you are someone else to motu, and your games are not in your list.',
        ),
      ],
    },
    {
      title: _('What your browser keeps'),
      before: _('What follows stays in your browser until you clear it:'),
      points: Object.entries(keptHere()).map(([key, what]) => `${what} (${key})`),
      after: _('Your browser keeps one small page of motu, which tells you when the server is not responding.'),
    },
    {
      title: _('What the server keeps'),
      points: [
        _(
          'Your games: their rules, every move with its time, the names you gave the players, and the result. They stay until you delete them, or whoever runs this server does.',
        ),
        _('Anyone who knows the address of a game can watch it.'),
        _(
          'If you have a name: the name, an argon2id hash of your password, which nobody can reverse, and in which browsers you are logged in, since when.',
        ),
        _(
          'If you log in with passkeys: the public part of each, which opens nothing, the name you gave it, and when you last used it. The secret part never leaves your device.',
        ),
        _('What you did as a guest is connected with your name only if you say so when you log in.'),
        _(
          'Games with someone online: who plays which side, what you asked each other, and your invitations, with the name you gave. An invitation is deleted 30 days after it has expired.',
        ),
        _(
          'If you add one, your email address: to send you a new password when you have forgotten yours and, if you want that, to tell you about games waiting for you; and when you last saw a page, so that you are not told about what you have already seen. Emails are forgotten once they are sent, except that there was one, for two days.',
        ),
        _(
          'If you want notifications in a browser while motu is closed: the address that the browser’s maker gave for them, the browser’s keys for reading them, and a short name for it, until you turn them off or are logged out there. They pass through that maker’s service, which cannot read them; it sees when one comes from here, and for which browser.',
        ),
        _('Your notifications about games with someone online, for 30 days, and which ones you do not want.'),
        _(
          'What you write in the chat of games with someone online, and when. The players’ chat is for the two players; the spectators’ chat is for all spectators.',
        ),
        _('Who you have muted or blocked, and their names at the time. They are not told.'),
        _(
          'If you have a name: your ratings and rated games, the tournaments you are in, and your place on a ladder. Everyone can see them.',
        ),
        _(
          'In how many games your browser has sealed the dice, and in how many not in time. Anyone who sees one of your games can see these numbers.',
        ),
        _('Your studies, with their names, moves and comments. Anyone who knows the address of a study can read it.'),
        _('Your puzzles: which ones you have solved or missed, your rating, and those from your own games.'),
        _('Pasted games and positions that you analyse are read, answered and forgotten.'),
        _(
          'To prevent password guessing and flooding, the server counts how often something was done from a network address, under a fingerprint that only this server can make. It is deleted when it no longer counts, after two days at the latest.',
        ),
        _(
          'Your network address is used to share the computing time fairly while you are connected, and is written down only if whoever runs this server asks for it. The log has errors of the program, with the address of the page where one happened.',
        ),
      ],
    },
    {
      title: _('Moderation'),
      points: [
        _(
          'If you report someone, or someone reports you: who, whom, in which game, the reason and the details. Moderators see that, with the game and its chat; the reported player does not see who it was.',
        ),
        _(
          'What moderators do about someone, such as warnings and suspensions, with the reason, and when. Administrators see all of it; nothing is deleted from this log but the names of deleted accounts.',
        ),
        _(
          'If a moderator asks for it, the engine examines your latest rated games: how often your moves match its own, and how long they took. Moderators see these numbers beside those of others; nothing follows from them automatically.',
        ),
      ],
    },
    {
      title: _('Deleting your data'),
      points: [
        _('Clear this site’s data in your browser: then nothing connects you with your games.'),
        _('A game or study that you remove from its list can be brought back for 30 days, and is deleted after that.'),
        _(
          'If you have a name, your account page gives you everything kept about you in one archive, and deletes your account at once: your games with others stay, without your name, and nothing else does.',
        ),
        _('For anything else, write to whoever runs this server.'),
      ],
    },
  ];
}

/** What scripts keep in the browser: key -> what it is. tests/web holds it against what the scripts do. */
function keptHere() {
  return {
    'motu.settings': _('Your settings'),
    'motu.new-game': _('The game you last started, with its settings'),
    'motu.new-game.draft': _('The game you are setting up, until the tab is closed'),
    'motu.lobby': _('The game you last chose in the lobby'),
    'motu.lobby.no-bots': _('That the lobby shows you no bots'),
    'motu.rated': _('Whether you want rated games'),
    'motu.guide': _('Your first game of each kind, and which of its hints you have read'),
    'motu.hints': _('In which games you have asked for hints'),
    'motu.lessons': _('Which tasks of the lessons you have solved'),
    'motu.puzzles': _('Which puzzles you have solved, and which kind you chose last'),
    'motu.chat': _('How much of the chat of your latest 200 games you have read'),
    'motu.seeded': _('In which games your browser has mixed the dice'),
    'motu.dice': _('What your browser has sealed for the dice of your latest 200 games with someone online'),
    'motu.days': _('On which days you have solved the puzzle of the day'),
    'motu.study': _('Studies you worked on, as long as the server has not saved them'),
    'motu.study-view': _('Your choices for the analysis board'),
  };
}
