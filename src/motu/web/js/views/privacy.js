// What is kept of whom, where and for how long: /privacy. It says what the code does, and changes when that does.

import { h } from '../dom.js';
import { _ } from '../i18n.js';

/** @type {import('../main.js').Render} */
export function render(place) {
  place.append(h('article.prose', {}, h('h1', {}, _('Privacy')), ...parts().flatMap(draw)));
}

/** @param {{title: string, points: string[]}} part */
function draw({ title, points }) {
  return [h('h2', {}, title), h('ul', {}, ...points.map((text) => h('li', {}, text)))];
}

function parts() {
  return [
    {
      title: _('In short'),
      points: [
        _(
          'motu asks for a name and a password only where you want to have a name here, and for a mail address never: you may give one.',
        ),
        _(
          'Nothing goes to anybody else, but the messages that you want to get while motu is closed: pages load nothing from other servers, nobody counts your visits, and there is no advertising.',
        ),
      ],
    },
    {
      title: _('Cookies'),
      points: [
        _(
          'The cookie motu_guest holds a random number and its signature. By it the server knows which games are yours. It stays for 400 days, and scripts cannot read it.',
        ),
        _(
          'Once you have a name, the cookie motu_session, or __Host-motu_session, holds a random number instead, by which the server knows that you are logged in. It ends when you log out, or when you have not come for 90 days.',
        ),
        _(
          'The cookie motu_device, or __Host-motu_device, holds a random number and says, signed, who has logged in in this browser, up to four of you. It opens nothing; it only keeps others who guess your password from keeping you out here. It stays for 400 days.',
        ),
        _(
          'Without these cookies, or in another browser where you are not logged in, you are somebody else to motu, and your games are not in your list.',
        ),
      ],
    },
    {
      title: _('What your browser keeps'),
      points: [
        _('What follows stays in your browser until you clear it:'),
        ...Object.entries(keptHere()).map(([key, what]) => `${what} (${key})`),
        _('So that it can say when the server does not answer, your browser keeps one small page of motu.'),
      ],
    },
    {
      title: _('What the server keeps'),
      points: [
        _(
          'Your games: their rules, every move with its time, the names you gave the players, and the result. They stay until you delete them, or whoever runs this server does.',
        ),
        _('Whoever knows the address of a game can watch it.'),
        _(
          'If you have a name: the name, what argon2id makes of your password, which nobody can turn back, and in which browsers you are logged in since when.',
        ),
        _(
          'If you log in with passkeys: the public part of each, which opens nothing, what you call it, and when you used it last. The secret part never leaves your device.',
        ),
        _('What you did as a guest is connected with your name only where you say so when you log in.'),
        _(
          'Games with somebody elsewhere: who of the two sits where, what you asked of each other, and your invitations, with the name you gave. An invitation is deleted 30 days after it has run out.',
        ),
        _(
          'If you give one, your mail address: to send you a new password when you have forgotten yours, and, if you want that, to tell you of games that wait for you; and when you last saw a page, so that nobody writes to you about what you have seen. Mails are forgotten when they are sent, all but that there was one, for two days.',
        ),
        _(
          'If you want messages in a browser while motu is closed: the address that the browser’s maker gave for them, the browser’s keys for reading them, and a word about it, until you take that back or are logged out there. They pass through the service of that maker, which cannot read them; it sees when one comes from here, and for which browser.',
        ),
        _(
          'What you are told of in your games with somebody elsewhere, for 30 days, and of what you do not want to be told.',
        ),
        _(
          'What you say at games with somebody elsewhere, with its time. What the two who play say is for them; what those who look on say is for everybody who looks on.',
        ),
        _('Whom you have muted or blocked, and what they were called then. They are not told.'),
        _(
          'If you have a name: your ratings and rated games, the tournaments you are in, and your place on a ladder. Everybody can see them.',
        ),
        _(
          'In how many games your browser has sealed the dice, and in how many not in time. Whoever sees one of your games can see these numbers.',
        ),
        _('Your studies, with their names, moves and comments. Whoever knows the address of a study can read it.'),
        _('Your puzzles: which ones you have solved or missed, your rating, and those from your own games.'),
        _('Pasted games and positions that you analyse are read, answered and forgotten.'),
        _(
          'So that nobody guesses passwords or floods others, the server counts how often something was done from a network address, under a fingerprint that only this server can make. It is deleted when it counts no more, after two days at the latest.',
        ),
        _(
          'Your network address serves to share the computing time fairly while you are connected, and is written down only where whoever runs this server asks for it. The log has faults of the program, with the address of the page where one happened.',
        ),
      ],
    },
    {
      title: _('Keeping order'),
      points: [
        _(
          'If you report somebody, or somebody reports you: who, whom, at which game, the reason and the words. Moderators see that, with the game and what was said at it; the person reported does not see who it was.',
        ),
        _(
          'What moderators do about somebody, such as warnings and suspensions, with the reason, and when. Administrators see all of it; nothing deletes from this log but the names of deleted accounts.',
        ),
        _(
          'Where a moderator asks for it, the engine looks at your latest rated games: how often your moves are its own, and how long they took. Moderators see these numbers beside those of others; nothing follows from them by itself.',
        ),
      ],
    },
    {
      title: _('To be forgotten'),
      points: [
        _('Clear the data of this site in your browser: then nothing connects you with your games.'),
        _('A game or study that you remove from its list can be brought back for 30 days, and is deleted after that.'),
        _(
          'If you have a name, its page has all that is held of you in one archive, and deletes your account at once: your games with others stay, without your name, and nothing else does.',
        ),
        _('For all the rest, write to whoever runs this server.'),
      ],
    },
  ];
}

/** What scripts keep in the browser: key -> what it is. tests/web holds it against what the scripts do. */
function keptHere() {
  return {
    'motu.settings': _('Your settings'),
    'motu.new-game': _('The game you began last, as you chose it'),
    'motu.new-game.draft': _('The game you are just choosing, until the tab is closed'),
    'motu.lobby': _('The game you chose last in the lobby'),
    'motu.lobby.no-bots': _('That the lobby shows you no bots'),
    'motu.rated': _('Whether your games are to be rated'),
    'motu.guide': _('Your first game of each kind, and which hints you have read in it'),
    'motu.hints': _('In which games you have asked for hints'),
    'motu.lessons': _('Which tasks of the lessons you have solved'),
    'motu.puzzles': _('Which puzzles you have solved, and which kind you chose last'),
    'motu.chat': _('How much of the chat of your latest 200 games you have read'),
    'motu.seeded': _('In which games your browser has mixed the dice'),
    'motu.dice': _('What your browser has sealed for the dice of your latest 200 games with somebody elsewhere'),
    'motu.days': _('On which days you have solved the puzzle of the day'),
    'motu.study': _('The study that you left, as long as the server has not kept it'),
    'motu.study-view': _('How you like the analysis board'),
  };
}
