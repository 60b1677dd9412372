// What is known of a tournament, and what follows from it: who has played whom, the bracket, whose turn it is to be told.

/** @typedef {import('../api.js').TournamentView} TournamentView */
/** @typedef {import('../api.js').TournamentGame} TournamentGame */
/** @typedef {{view: TournamentView, aheadMs: number, shownGame: string|null}} TournamentState  how far the server's time is ahead of ours; the game of one's own that was there last, null before anything was */
/** @typedef {{players: (number|null)[], games: TournamentGame[], winner: number|null}} Tie  who is not known yet is undefined; nobody is null */

/** @param {TournamentView} view @param {number} now @returns {TournamentState} */
export const newTournament = (view, now) => ({ view, aheadMs: view.now_ms - now, shownGame: view.my_game || '' });

/**
 * Takes what the server tells.
 * @param {TournamentState} state @param {TournamentView} view @param {number} now
 * @returns {string} the game of one's own that has begun since; '' for none
 */
export function take(state, view, now) {
  const before = state.shownGame;
  state.view = view;
  state.aheadMs = view.now_ms - now;
  state.shownGame = view.my_game;
  return view.my_game && view.my_game !== before ? view.my_game : '';
}

/** How long it is until a time of the server's, in milliseconds. @param {TournamentState} state @param {number} atMs @param {number} now */
export const leftMs = (state, atMs, now) => Math.max(0, atMs - state.aheadMs - now);

/** When one's own next game begins; null: nobody knows. @param {TournamentState} state */
export function nextBeginMs({ view }) {
  const me = view.players.findIndex((player) => player.is_me);
  const waiting = view.games.filter(({ players, game, outcome }) => players.includes(me) && !game && !outcome);
  const times = waiting.map((game) => game.begins_ms).filter((at) => at !== null);
  return me < 0 || !times.length ? null : Math.min(.../** @type {number[]} */ (times));
}

/** Whether whoever is here may be led to another game: he sits there, and is not through. @param {TournamentView} view */
export function playsOn({ about, speed, players, games }) {
  const me = players.findIndex((player) => player.is_me);
  if (about.state !== 'running' || !about.is_in || speed === 'correspondence' || me < 0) return false;
  const mine = games.filter((game) => game.players.includes(me));
  if (about.system === 'knock-out') return mine.every(({ goes_on: winner }) => winner === null || winner === me);
  return about.system === 'arena' || mine.some(({ outcome }) => outcome === null);
}

/** @param {TournamentView} view */
export const runningGames = ({ games }) => games.filter(({ game, outcome }) => game && !outcome);

/** Those of whoever is here. @param {TournamentView} view */
export const ownGames = (view) =>
  runningGames(view).filter(({ players }) => players.some((each) => each !== null && view.players[each].is_me));

/** Of an arena: those that are over, the latest first. @param {TournamentView} view */
export const endedGames = ({ games }) => games.filter(({ outcome }) => outcome !== null);

/** Games by their rounds. @param {TournamentView} view @returns {TournamentGame[][]} */
export function roundsOf({ games }) {
  /** @type {TournamentGame[][]} */
  const rounds = [];
  for (const game of games) (rounds[game.round] ??= []).push(game);
  return rounds;
}

/** Who has not played in a round, since their number is odd. @param {TournamentView} view @param {TournamentGame[]} round */
export function freeIn({ players }, round) {
  const playing = new Set(round.flatMap((game) => game.players));
  return players.map((_, at) => at).filter((at) => !playing.has(at));
}

/**
 * A cell for each two: what the first has against the second.
 * @param {TournamentView} view
 * @returns {{score: number|null, game: string|null}[][][]} by place in the standings
 */
export function crossTable({ standings, games }) {
  const place = new Map(standings.map(({ player }, at) => [player, at]));
  /** @type {{score: number|null, game: string|null}[][][]} */
  const cells = standings.map(() => standings.map(() => []));
  for (const { players, scores, game, outcome } of games) {
    const [first, second] = players.map((each) => place.get(/** @type {number} */ (each)) ?? -1);
    if (first < 0 || second < 0 || outcome === 'void') continue;
    cells[first][second].push({ score: scores ? scores[0] : null, game });
    cells[second][first].push({ score: scores ? scores[1] : null, game });
  }
  return cells;
}

/** The rounds of a knock-out, ties that nobody is in yet included. @param {TournamentView} view @returns {Tie[][]} */
export function bracketOf({ games }) {
  const first = new Set(games.filter(({ round }) => round === 0).map(({ tie }) => tie)).size;
  if (!first) return [];
  /** @type {Tie[][]} */
  const rounds = [];
  for (let ties = first; ties >= 1; ties /= 2)
    rounds.push(Array.from({ length: ties }, () => ({ players: [], games: [], winner: null })));
  for (const game of games) {
    const tie = rounds[game.round][game.tie];
    tie.games.push(game);
    tie.winner = game.goes_on;
    if (!tie.players.length) tie.players = [...game.players];
    const next = rounds[game.round + 1]?.[game.tie >> 1];
    if (next && game.goes_on !== null && !next.games.length) next.players[game.tie & 1] = game.goes_on;
  }
  return rounds;
}

/** What a player has from the games of a tie, "1", "½ ½ 1"; '' before any is decided. @param {Tie} tie @param {number|null|undefined} player */
export function tieScore({ games }, player) {
  const texts = games.flatMap(({ players, scores, outcome }) => {
    const seat = players.indexOf(/** @type {number} */ (player));
    return scores && seat >= 0 && outcome !== 'bye' ? [scoreText(scores[seat])] : [];
  });
  return texts.join(' ');
}

/** A score as it is written. @param {number} score */
export function scoreText(score) {
  const whole = Math.floor(score);
  if (whole === score) return String(whole);
  return `${whole || ''}½`;
}
