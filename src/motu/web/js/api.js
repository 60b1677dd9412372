// The server, as functions. What it refuses is thrown as a Refusal; what it doesn't answer as well, with the slug 'offline'.

import { askHouse } from './house.js';
import { _ } from './i18n.js';

/** @typedef {import('./board/types.js').BoardView} BoardView */
/** @typedef {import('./board/types.js').PositionView} PositionView */
/** @typedef {{kind?: 'person'|'level'|'strongest', level?: number, seconds?: number, name?: string, is_bot?: boolean, is_gone?: boolean}} Seat */
/** @typedef {{initial_ms: number, increment_ms?: number, kind?: 'fischer'|'byo-yomi'|'delay'|'correspondence', periods?: number, most_ms?: number, has_vacation?: boolean}} Clock  docs/http.md says what each kind is */
/** @typedef {'blitz'|'rapid'|'slow'|'correspondence'|'untimed'} Speed */
/** @typedef {{spec: string, seats: [Seat, Seat], clock?: Clock|null, setup?: object|null, opening?: string[], board?: object|null, series?: string, rated?: boolean}} NewGame */
/** @typedef {[string, number]} Step  text and who made it (-1: a roll) */
/** @typedef {{left: [number, number], running: number, free?: number, away?: [boolean, boolean]}} Clocks  the running one still stands for `free` ms; who is `away` is on vacation */
/** @typedef {{is_away: boolean, since_ms: number|null, left_ms: number, allowance_ms: number, is_automatic: boolean}} Vacation */
/** @typedef {{move: string, answers?: string[], branches?: Branch[]}} Branch  if the opponent makes a move, what is answered, and what comes then */
/** @typedef {'take_back'|'draw'|'cancel'|'rematch'|'seal'} OfferKind */
/** @typedef {[string, string]} Two  person 0's first */
/** @typedef {{house: string, links: number, sealing: number, commitments: Two, is_opened: [boolean, boolean], told: Two, owes: number|null, receipt: string, dropped: number[]}} Dice  as far as two people at different screens have sealed them */
/** @typedef {{person: number, kind: OfferKind}} PendingOffer  what one of two people asks of the other; of person -1: the next game of a series */
/** @typedef {{best_of?: number, games?: number, points?: [number, number]}} SeriesScore  what is left out is 0 */
/** @typedef {{is_remote?: boolean, seat?: number|null}} Where  whether two people at different screens play, and which of them is here */
/**
 * @typedef {object} Game
 * @property {'snapshot'} type
 * @property {string} id
 * @property {number} created_ms
 * @property {boolean} is_mine
 * @property {{spec: string, seats: [Seat, Seat], dice?: string, clock?: Clock, grace_ms?: number, setup?: object, opening?: string[], board?: object, series?: string, score?: SeriesScore, rated?: boolean, tournament?: {id: string, name: string, round?: number}}} created
 * @property {number} seq
 * @property {Step[]} steps
 * @property {PositionView} position
 * @property {Clocks|null} clocks
 * @property {{winner: number|null, reason: string, absent?: number[]}|null} result  `absent`: who did not come
 * @property {string|null} secret
 * @property {string[]} seeds
 * @property {boolean} [is_remote] two people at different screens play
 * @property {number|null} [seat] which of these two is here; null: one who looks on
 * @property {PendingOffer|null} [offer] that waits for an answer
 * @property {[OfferKind[], OfferKind[]]} [declined] what each has asked in vain since his last move
 * @property {string} [next_game] the rematch
 * @property {number|null} [next_in_ms] after how long the next game of the series begins by itself
 * @property {Dice|null} [dice]
 */
/**
 * @typedef {object} GameItem  a game in a list
 * @property {string} id
 * @property {string} spec
 * @property {number} created_ms
 * @property {number} changed_ms
 * @property {number} seq
 * @property {boolean} is_over
 * @property {[Seat, Seat]|null} seats null: the game can't be read
 * @property {number|null} player who is to act; null at the end
 * @property {boolean} swapped
 * @property {number} moves
 * @property {{winner: number|null, reason: string}|null} result
 * @property {boolean} is_remote
 * @property {number|null} seat
 * @property {Speed|null} speed  null: not known of a game of an older version
 * @property {number|null} due_ms  when the time of the person to act is up; null where no clock runs
 * @property {boolean} rated
 * @property {SeriesScore|null} score  how its series stands
 */
/** @typedef {{type: 'update', seq: number, events: any[], keep: number, added: Step[], position: PositionView, clocks: Clocks|null, result: Game['result'], secret: string|null, offer?: PendingOffer|null, declined?: [OfferKind[], OfferKind[]], next_game?: string, next_in_ms?: number|null, dice?: Dice|null}} Update */
/** @typedef {{type: 'presence', here: [boolean, boolean], looking_on: number}} Presence */
/** @typedef {'players'|'spectators'} Circle  where something is said: between the two who play, or among those who look on */
/** @typedef {{seq: number, at_ms: number, circle: Circle, name: string, seat: number|null, is_mine: boolean, text: string, phrase: string|null}} ChatLine */
/** @typedef {'first'|'second'|'random'} Side */
/** @typedef {{id: string, is_mine: boolean, spec: string, side: Side, clock: Clock|null, name: string, is_open: boolean, created_ms: number, expires_ms: number, state: 'waiting'|'taken'|'cancelled'|'declined'|'expired', game: string|null, is_bot: boolean, to: string, rated: boolean|null, may_count: boolean, best_of: number, to_person: boolean, is_for_me: boolean, link: string}} Challenge  a game that waits for somebody; the side is that of whoever made it; `link` is where others open it, empty in lists; `to` is the name of whom alone it is for */

/** @typedef {{id: string, spec: string, seq: number, seats: [Seat, Seat], player: number|null, swapped: boolean, moves: number, looking_on: number, rated: boolean, score: SeriesScore|null, moved_ms: number}} RunningGame  a game that everybody may watch */
/** @typedef {{type: 'lobby', here: number, challenges: Challenge[], games: RunningGame[], featured: string, waiting: {wish: string, since_ms: number}|null, people: string[]}} LobbyNews */

/** What is refused to whom something does not belong. */
const STRANGE = new Set(['server/not-yours', 'account/none', 'account/other']);

export class Refusal extends Error {
  /** @param {string} slug @param {string} message @param {number} status @param {string} [game] its id, where the refusal is about a game of one's own */
  constructor(slug, message, status, game = '') {
    super(message);
    this.slug = slug;
    this.status = status;
    this.game = game;
  }
}

/**
 * @param {string} path
 * @param {object} [body] makes it a POST
 * @param {RequestInit} [options] what else fetch is told
 * @returns {Promise<any>}
 */
export async function ask(path, body, options = {}) {
  const answer = await answerTo(path, body, options);
  return answer.json().catch(() => ({}));
}

/** Whose account the page in view is about, so that the server changes nobody else's; '' where it is about none. */
let meant = '';

/** @param {string} name '' for nobody's */
export function mean(name) {
  meant = name;
}

/** @param {object|undefined} body @param {RequestInit} options @returns {RequestInit} */
function requestOf(body, options) {
  /** @type {Record<string, string>} */
  const person = meant ? { 'motu-person': encodeURIComponent(meant) } : {};
  if (body === undefined) return meant ? { ...options, headers: { ...person, ...options.headers } } : options;
  const headers = { 'content-type': 'application/json', ...person };
  return { method: 'POST', headers, body: JSON.stringify(body), ...options };
}

/** What the server answers when it does not refuse. @param {string} path @param {object|undefined} body @param {RequestInit} options */
async function answerTo(path, body, options) {
  let answer;
  try {
    answer = await askHouse(path, requestOf(body, options));
  } catch {
    throw new Refusal('offline', _('The server is not responding.'), 0);
  }
  if (answer.ok) return answer;
  const data = await answer.json().catch(() => ({}));
  const slug = data.slug ?? 'http';
  // Perhaps whose page this is has gone, or is somebody else by now.
  if (STRANGE.has(slug)) window.dispatchEvent(new Event('motu-refused'));
  const text = await refusalIn(slug, data.error ?? answer.statusText, data);
  if (slug === 'account/warned') void import('./news.js').then(({ tellOnAccount }) => tellOnAccount(text));
  throw new Refusal(slug, text, answer.status, gameIn(data));
}

/** The game that a refusal is about. @param {{slug?: string, legal?: string[]}} data what the server has told */
export const gameIn = ({ slug, legal }) => (slug === 'server/fair-play' ? (legal?.[0] ?? '') : '');

/** Why something was refused, in the language of the page; few pages ever come to say it. @param {string} slug @param {string} english @param {any} [data] what else was told */
export async function refusalIn(slug, english, data = {}) {
  const known = await import('./games/refusals.js').catch(() => null);
  return known ? known.refusalText(slug, english, data) : english;
}

/** @type {Map<string, Promise<BoardView>>} */
const boards = new Map();

/** A board by its spec; asked for once. @param {string} spec @returns {Promise<BoardView>} */
export function board(spec) {
  let found = boards.get(spec);
  if (!found) {
    found = ask(`/api/boards?spec=${encodeURIComponent(spec)}`);
    found.catch(() => boards.delete(spec));
    boards.set(spec, found);
  }
  return found;
}

/** The board of a game; custom boards come with their game only. @param {Game} game @returns {Promise<BoardView>} */
export function boardOf(game) {
  return game.created.board ? ask(`/api/games/${game.id}/board`) : board(game.created.spec);
}

/** @returns {Promise<{status: string, version: string}>} */
export const health = () => ask('/api/health');
export const catalogue = () => ask('/api/catalogue');
/** Begins a game; into its dice, where there are any, a seed of this browser's is mixed. @param {NewGame} game @returns {Promise<Game>} */
export async function begin(game) {
  const begun = await ask('/api/games', game);
  // A machine that begins waits a little for it; where it has rolled by now, the dice are the server's alone, as its log
  // says for good.
  if (begun.created.dice) await mixSeed(begun).catch(() => undefined);
  return begun;
}
/** Mixes a seed of this browser's into the dice of a game. @param {Game} game @returns {Promise<Update>} */
export function mixSeed(game) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return ask(`/api/games/${game.id}/seed`, { seed, seq: game.seq });
}
/** A guest's own games, a page of them. @param {URLSearchParams} wanted game, is_over, after @returns {Promise<{games: GameItem[], older: string|null}>} */
export const games = (wanted) => ask(`/api/games?${wanted}`);
/** @param {string} id @returns {Promise<Game>} */
export const game = (id) => ask(`/api/games/${encodeURIComponent(id)}`);
/** @typedef {{rating: number, deviation: number, is_provisional: boolean}} Strength */
/** @typedef {{name: string, is_machine: boolean, before: Strength, after: Strength|null}} SeatRating */
/** @typedef {{rated: boolean, speed: string, persons: [SeatRating|null, SeatRating|null]}} GameRatings */
/** What the two at a game are rated, before it and after. @param {string} id @returns {Promise<GameRatings>} */
export const gameRatings = (id) => ask(`/api/games/${encodeURIComponent(id)}/ratings`);
/** @typedef {'person'|'bot'|'house'} AccountKind */
/** @typedef {{won: number, drawn: number, lost: number}} Ends */
/**
 * What anybody may know of somebody with a name.
 * @typedef {object} Profile
 * @property {string} name
 * @property {AccountKind} kind
 * @property {number} since_ms
 * @property {number} finished games with others that were played to the end
 * @property {number} left those that were not
 * @property {{game: string, speed: string, rating: number, deviation: number, is_provisional: boolean, games: number, course: [number, number][]}[]} ratings
 * @property {(Ends & {game: string, speed: string})[]} by_game
 * @property {(Ends & {opponent: string})[]} by_opponent
 * @property {(Ends & {game: string, colour: number})[]} by_colour
 * @property {(Ends & {spec: string, colour: number, opening: string})[]} by_opening
 * @property {{id: string, at_ms: number, spec: string, speed: string, opponent: string, colour: number, score: number, before: number, after: number}[]} latest
 */
/** @typedef {{name: string, kind: AccountKind, rating: number, deviation: number, games: number}} LadderEntry */
/** A person's name in an address; what would be several parts of one, or none, nobody is called. @param {string} name */
export async function nameInAddress(name) {
  const slug = 'server/no-person';
  if (/^$|^\.|\//.test(name)) throw new Refusal(slug, await refusalIn(slug, 'nobody is called that'), 404);
  return encodeURIComponent(name);
}

/** @param {string} name @returns {Promise<Profile>} */
export const person = async (name) => ask(`/api/people/${await nameInAddress(name)}`);
/** Who is rated highest. @param {string} game @param {string} speed @returns {Promise<{ranked: LadderEntry[], provisional: LadderEntry[]}>} */
export const ladder = (game, speed) => ask(`/api/ladder?game=${game}&speed=${speed}`);
/** Takes a game out of the lists; it can be brought back. @param {string} id @returns {Promise<void>} */
export const removeGame = (id) => ask(`/api/games/${encodeURIComponent(id)}`, undefined, { method: 'DELETE' });
/** @param {string} id @returns {Promise<void>} */
export const restoreGame = (id) => ask(`/api/games/${encodeURIComponent(id)}/restore`, {});
/** The game as a record. @param {string} id @returns {Promise<{text: string, name: string}>} */
export const gameRecord = (id) => ask(`/api/games/${encodeURIComponent(id)}/record`);
/** @param {string} id @returns {Promise<PositionView[]>} */
export const gamePositions = (id) => ask(`/api/games/${encodeURIComponent(id)}/positions`);
/** Moves that win at once: of whoever is to move, and of the opponent, were it the opponent's turn. @param {string} id @returns {Promise<{wins: string[], threats: string[]}>} */
export const threats = (id) => ask(`/api/games/${id}/threats`);
/** @param {string} id @param {string} move @param {number} seq @returns {Promise<Update>} */
export const play = (id, move, seq) => ask(`/api/games/${id}/moves`, { move, seq });
/** @param {string} id @param {number} keep @param {number} seq @returns {Promise<Update>} */
export const takeBack = (id, keep, seq) => ask(`/api/games/${id}/take-back`, { keep, seq });
/** @param {string} id @param {number} person @param {number} seq @returns {Promise<Update>} */
export const resign = (id, person, seq) => ask(`/api/games/${id}/resign`, { person, seq });
/** Asks the other of two people for something. @param {string} id @param {OfferKind} kind @param {number} seq @returns {Promise<Update>} */
export const offer = (id, kind, seq) => ask(`/api/games/${id}/offers`, { kind, seq });
/** Accepts or declines that; false withdraws what one has asked for oneself. @param {string} id @param {boolean} isAccepted @param {number} seq @returns {Promise<Update>} */
export const answer = (id, isAccepted, seq) => ask(`/api/games/${id}/answer`, { is_accepted: isAccepted, seq });
/** @typedef {{id: string, kind: 'mute'|'block', name: string, at_ms: number}} Block  somebody whom one has muted or blocked */
/** @param {string} id of one that is for oneself alone @returns {Promise<Challenge>} */
export const declineChallenge = (id) => ask(`/api/challenges/${id}/decline`, {});
/** @typedef {{id: string, name: string, system: 'round-robin'|'knock-out'|'arena', spec: string, clock: Clock, rated: boolean, state: 'open'|'running'|'over'|'cancelled', starts_ms: number, begun_ms: number|null, ends_ms: number|null, players: number, most: number, allows_bots: boolean, is_in: boolean}} TournamentItem */
/** @typedef {{name: string, kind: AccountKind, rating: number, is_out: boolean, is_me: boolean}} TournamentPlayer */
/** @typedef {{player: number, place: number, points: number, tie_break: number, won: number, drawn: number, lost: number}} TournamentPlace */
/** @typedef {{round: number, tie: number, players: [number, number|null], game: string|null, begins_ms: number|null, scores: [number, number]|null, outcome: 'played'|'forfeit'|'void'|'bye'|null, goes_on: number|null}} TournamentGame  players by their numbers */
/** @typedef {'enter'|'leave'|'begin'|'cancel'|'levels'} TournamentAct */
/** @typedef {{about: TournamentItem, maker: string, speed: Speed, cycles: number, minutes: number, begins_full: boolean, over_ms: number|null, now_ms: number, players: TournamentPlayer[], standings: TournamentPlace[], games: TournamentGame[], my_game: string, may: TournamentAct[]}} TournamentView */
/** @typedef {{name: string, system: TournamentItem['system'], spec: string, clock: Clock, most: number, starts_in_ms: number, rated: boolean, cycles: number, minutes: number, allows_bots: boolean, begins_full: boolean}} NewTournament */
/** @typedef {{place: number, name: string, is_me: boolean, active_ms: number, game: string|null, may_challenge: boolean}} Rung  a place on a ladder */
/** @typedef {{game: string, rungs: Rung[], is_in: boolean}} Rungs */
/** @typedef {'turn'|'time'|'offer'|'begun'|'over'|'challenge'|'declined'} NoticeChosen  of which one is told as one likes */
/** @typedef {NoticeChosen|'passkey'} NoticeKind */
/** @typedef {{id: string, kind: NoticeKind, at_ms: number, is_read: boolean, spec: string, game?: string, seat?: number, seats?: [Seat, Seat], due_ms?: number, offer?: OfferKind, result?: {winner: number|null, reason: string}, challenge?: string, name?: string}} Notice  something that somebody is told of */
/** @typedef {{type: 'notices', unread: number, notices: Notice[], is_concerned: boolean, name: string}} NoticesNews  `name`: one's own, '' for a guest */
/** @typedef {{page: NoticeChosen[], push: NoticeChosen[]}} NoticeChoice  of what somebody is told in the pages, and while none is open */
/** Those alone, or all. @param {string[]|null} ids @returns {Promise<void>} */
export const readNotices = (ids) => ask('/api/notices/read', { ids });
/** @typedef {{name: string, kind: 'person'|'bot'|'house', role: 'none'|'moderator'|'admin', created_ms: number, renamed_ms: number, is_seen: boolean, is_asked: boolean}} Account  `is_seen`: whether the lobby says that one is there; `is_asked`: whether others may ask one to play by one's name */
/** @typedef {{id: string, browser: string, created_ms: number, seen_ms: number, expires_ms: number, is_this: boolean}} LoginSession */
/** @typedef {{account: Account|null}} Who  null: a guest */
/** @returns {Promise<Who>} */
export const whoAmI = () => ask('/api/account');
/** @typedef {'stalling'|'program'|'words'|'lost-on-purpose'|'other'} ReportReason */
/** @typedef {{open: number, dismissed: number, upheld: number}} ReportCounts */
/** @typedef {{id: string, at_ms: number, reporter: string, whom: string, called: string, game: string|null, person: number|null, reason: ReportReason, words: string, closed_ms: number|null, outcome: string|null}} ReportItem */
/** @typedef {{kind: 'warning'|'mute'|'suspension', why: string, at_ms: number, until_ms: number|null, stands: boolean}} SanctionTold */
/** @typedef {{name: string, kind: AccountKind, role: Account['role'], since_ms: number, reported: ReportCounts, has_reported: ReportCounts, sanctions: SanctionTold[]}} PersonCase */
/** @typedef {{report: ReportItem, about: PersonCase|null, reporter: ReportCounts, chat: ChatLine[]}} ReportCase */
/** @typedef {{act: 'dismiss'|'warn'|'mute'|'unmute'|'suspend'|'restore'|'void', why: string, days?: number}} ModeratorAct */
/** @typedef {{at_ms: number, who: string|null, act: string, whom: string|null, game: string|null, why: string, detail: string}} AuditEntry */
/** @typedef {{warnings: {id: string, why: string, at_ms: number}[], mute: {why: string, until_ms: number|null}|null}} ToldByModerators */
/** @typedef {'play'|'challenge'|'read'} Scope */
/** @typedef {{id: string, account: string, name: string, scopes: Scope[], created_ms: number, used_ms: number|null, expires_ms: number|null, token: string}} ApiToken  `token`: itself, told once, when it is made */
/** @typedef {{name: string, created_ms: number}} Bot */
/** @param {{spec: string, moves?: string[], setup?: object|null, board?: object|null, all?: boolean}} wanted @returns {Promise<PositionView[]>} */
export const positions = (wanted) => ask('/api/positions', wanted);
/** Which games the house's collection holds. @returns {Promise<{games: {spec: string, games: number}[]}>} */
export const collection = () => ask('/api/collection');
/** What was played in a position. @param {object} wanted @returns {Promise<{moves: import('./study/collection_state.js').CollectedMove[]}>} */
export const collectedMoves = (wanted) => ask('/api/collection/moves', wanted);
/** The rules of a game in a language. @param {string} name @param {string} language @returns {Promise<{title: string, language: string, parts: any[]}>} */
export const rules = (name, language) => ask(new URL(`../rules/${name}.${language}.json`, import.meta.url).href);
/** The board of a custom spec. @param {string} spec @param {object} data @returns {Promise<BoardView>} */
export const customBoard = (spec, data) => ask('/api/boards', { spec, board: data });
/** @typedef {{spec: string, moves: string[], title: string, nodes?: import('./study/tree.js').Row[], setup?: object, board?: object, comment?: string, about?: object}} ReadGame */
/** The games in a text of any format; moves alone are of the game that is given. @param {string} text @param {{spec: string, setup: object|null, board: object|null}} rules @returns {Promise<{format: string, count: number, games: ReadGame[], unread: number}>} */
export const readRecords = (text, rules) => ask('/api/records/read', { text, rules });
/** @param {{format: string, spec: string, moves?: string[], nodes?: import('./study/tree.js').Row[], comment?: string, about?: object|null, setup: object|null, board: object|null, theme?: string}} game @returns {Promise<{text: string, name: string}>} */
export const writeRecord = (game) => ask('/api/records/write', game);
/** A game as an animated picture, with a name for a file of it. @param {object} game @returns {Promise<{blob: Blob, name: string}>} */
export async function animateRecord(game) {
  const answer = await answerTo('/api/records/animate', game, {});
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return { blob: await answer.blob(), name: name ?? 'motu.gif' };
}
/** @typedef {import('./study/tree.js').PackedTree} PackedTree */
/** @typedef {{id: string, version: number, changed_ms: number}} KeptStudy */
/** @typedef {{id: string, name: string, spec: string, version: number, created_ms: number, changed_ms: number}} StudyItem */
/** Keeps a new study. @param {{id: string, name: string, tree: PackedTree}} study @param {boolean} keepalive also when the page is left @returns {Promise<KeptStudy>} */
export const keepStudy = (study, keepalive) => ask('/api/studies', study, { keepalive });
/** Keeps the next version. @param {string} id @param {{name: string, tree: PackedTree, version: number}} study @param {boolean} keepalive @returns {Promise<KeptStudy>} */
export const changeStudy = (id, study, keepalive) => ask(`/api/studies/${id}`, study, { method: 'PUT', keepalive });
/** @param {string} id @returns {Promise<{id: string, is_mine: boolean, name: string, version: number, tree: PackedTree}>} */
export const study = (id) => ask(`/api/studies/${encodeURIComponent(id)}`);
/** A guest's own studies, a page of them. @param {string|null} after @returns {Promise<{studies: StudyItem[], older: string|null}>} */
export const studies = (after) => ask(after ? `/api/studies?after=${after}` : '/api/studies');
/** @param {string} id @returns {Promise<void>} */
export const deleteStudy = (id) => ask(`/api/studies/${id}`, undefined, { method: 'DELETE' });
/** @param {string} id @returns {Promise<void>} */
export const restoreStudy = (id) => ask(`/api/studies/${id}/restore`, {});
/** @typedef {{id: string, game: string, difficulty: number, rating: number, themes: string[]}} PuzzleItem  a puzzle in the list */
/** @typedef {{id: string, game: string, spec: string, moves: string[], goal: 'win'|'best', difficulty: number, turns: number|null}} Puzzle */
/** @typedef {{rating: number, deviation: number}} PuzzleRating */
/** @typedef {{days: number, most_days: number, row: number, longest_row: number}} Streak */
/** @typedef {{before: PuzzleRating, after: PuzzleRating, streak: Streak}} Counted  what a first answer has changed */
/** @typedef {{ratings: Record<string, PuzzleRating>, solved: string[], missed: string[], streak: Streak}} PuzzleProgress */
/** @typedef {{move: string, lower: number, upper: number}} Equity  to the person to act, from -1 to 1 */
/** @typedef {{is_right: boolean, is_over: boolean, replies: string[], equities: Equity[], counted: Counted|null}} Verdict */
/**
 * Keeps a position as one's own puzzle, where one move alone wins and another was played.
 * @param {{spec: string, moves: string[], played: string}} missed
 * @returns {Promise<{puzzle: PuzzleItem|null}>}
 */
export const missedPuzzle = (missed) => ask('/api/puzzles/own', missed);
