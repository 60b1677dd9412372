// What follows from what is known of a tournament.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  bracketOf,
  crossTable,
  freeIn,
  leftMs,
  newTournament,
  nextBeginMs,
  ownGames,
  playsOn,
  roundsOf,
  runningGames,
  scoreText,
  take,
  tieScore,
} from '../../src/motu/web/js/tournaments/tournament_state.js';

/** @param {object} known @returns {any} */
const game = (known) => ({
  round: 0,
  tie: 0,
  players: [0, 1],
  game: null,
  begins_ms: null,
  scores: null,
  outcome: null,
  goes_on: null,
  ...known,
});
/** @param {object} known @returns {any} */
const view = (known) => ({
  now_ms: 1000,
  my_game: '',
  players: [{ is_me: false }, { is_me: true }, { is_me: false }],
  standings: [],
  games: [],
  ...known,
});

test('whoever plays is led to a game that begins while he looks, and once', () => {
  const state = newTournament(view({}), 500);
  assert.equal(take(state, view({ my_game: 'a' }), 500), 'a');
  assert.equal(take(state, view({ my_game: 'a' }), 500), '');
  assert.equal(take(state, view({ my_game: '' }), 500), '');
  assert.equal(take(state, view({ my_game: 'b' }), 500), 'b');
  assert.equal(take(newTournament(view({ my_game: 'a' }), 0), view({ my_game: 'a' }), 0), '', 'he was there before');
});

test('times are those of the server', () => {
  const state = newTournament(view({ now_ms: 10_000 }), 4000);
  assert.equal(leftMs(state, 15_000, 4000), 5000);
  assert.equal(leftMs(state, 15_000, 20_000), 0);
});

test('the next game of ones own is the next one that has its time', () => {
  const games = [
    game({ players: [0, 1], begins_ms: 50, game: 'x' }),
    game({ players: [1, 2], begins_ms: 90 }),
    game({ players: [0, 2], begins_ms: 70 }),
    game({ players: [0, 1] }),
  ];
  assert.equal(nextBeginMs(newTournament(view({ games }), 0)), 90);
  assert.equal(nextBeginMs(newTournament(view({}), 0)), null);
  assert.deepEqual(
    ownGames(view({ games })).map((each) => each.game),
    ['x'],
  );
  assert.equal(runningGames(view({ games })).length, 1);
});

test('a round has its games, and whoever is free in it', () => {
  const known = view({ games: [game({}), game({ round: 1, players: [1, 2] })] });
  const rounds = roundsOf(known);
  assert.deepEqual(
    rounds.map((each) => freeIn(known, each)),
    [[2], [0]],
  );
});

test('a cross table has every game twice, by places, and none that does not count', () => {
  const games = [
    game({ players: [0, 1], scores: [0, 1], outcome: 'played', game: 'x' }),
    game({ players: [1, 2], game: 'y' }),
    game({ players: [2, 0], outcome: 'void' }),
  ];
  const standings = [{ player: 1 }, { player: 0 }, { player: 2 }];
  const cells = crossTable(view({ games, standings }));
  assert.deepEqual(cells[0][1], [{ score: 1, game: 'x' }]);
  assert.deepEqual(cells[1][0], [{ score: 0, game: 'x' }]);
  assert.deepEqual(cells[0][2], [{ score: null, game: 'y' }]);
  assert.deepEqual(cells[1][2], []);
});

test('a bracket has all rounds, those who have come so far, and nobody twice', () => {
  const games = [
    game({ tie: 0, players: [0, null], outcome: 'bye', scores: [1, 0], goes_on: 0 }),
    game({ tie: 1, players: [1, 2], outcome: 'played', scores: [0.5, 0.5] }),
    game({ tie: 1, players: [2, 1], outcome: 'played', scores: [0, 1], goes_on: 1 }),
    game({ tie: 2, players: [3, 4], game: 'x' }),
    game({ tie: 3, players: [5, 6], outcome: 'played', scores: [1, 0], goes_on: 5 }),
    game({ round: 1, tie: 0, players: [1, 0] }),
  ];
  const rounds = bracketOf(view({ games }));
  assert.deepEqual(
    rounds.map((ties) => ties.length),
    [4, 2, 1],
  );
  assert.deepEqual(rounds[0][1].players, [1, 2]);
  assert.equal(rounds[0][1].winner, 1);
  assert.equal(tieScore(rounds[0][1], 1), '½ 1');
  assert.equal(tieScore(rounds[0][1], 2), '½ 0');
  assert.equal(tieScore(rounds[0][0], 0), '');
  assert.equal(rounds[1][0].players.length, 2);
  assert.deepEqual(rounds[1][1].players[1], 5);
  assert.equal(rounds[1][1].players[0], undefined);
  assert.deepEqual(bracketOf(view({})), []);
});

test('scores have halves', () => {
  assert.deepEqual([0, 0.5, 1, 2.5].map(scoreText), ['0', '½', '1', '2½']);
});

test('whoever is through is led to no game any more', () => {
  const about = { state: 'running', is_in: true, system: 'knock-out' };
  const won = game({ players: [1, 2], outcome: 'played', goes_on: 1 });
  const lost = game({ players: [1, 2], outcome: 'played', goes_on: 2 });
  assert.ok(playsOn(view({ about, games: [won] })));
  assert.ok(playsOn(view({ about, games: [game({ players: [1, 2], outcome: 'played' })] })), 'a draw is played again');
  assert.ok(!playsOn(view({ about, games: [lost] })));
  const each = { ...about, system: 'round-robin' };
  assert.ok(playsOn(view({ about: each, games: [lost, game({ players: [1, 0] })] })));
  assert.ok(!playsOn(view({ about: each, games: [lost] })));
  const arena = { ...about, system: 'arena' };
  assert.ok(playsOn(view({ about: arena, games: [lost] })));
  for (const none of [{ is_in: false }, { state: 'over' }])
    assert.ok(!playsOn(view({ about: { ...arena, ...none }, games: [lost] })));
  assert.ok(!playsOn(view({ about: arena, speed: 'correspondence', games: [lost] })));
});
