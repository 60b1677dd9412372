// How a game stands and ends, as it is told to whoever reads: also one to which somebody did not come. Run by scripts/lint_js.

import assert from 'node:assert/strict';
import test from 'node:test';

const documentElement = { dataset: { languages: '{"en":"English"}' }, lang: 'en' };
const matchMedia = () => ({ addEventListener: () => {} });
const localStorage = { getItem: () => null };
const window = { addEventListener: () => {} };
Object.assign(globalThis, {
  document: { documentElement },
  location: { search: '' },
  localStorage,
  matchMedia,
  window,
});
const { greetingText, reportText, statusText, verdictText } = await import(
  '../../src/motu/web/js/views/table_texts.js'
);

/** @param {object|null} result @param {object} [known] @returns {any} a game of two at different screens, of whom the first is here */
const state = (result, known = {}) => ({
  rolling: null,
  board: { colour_names: ['black', 'white'] },
  game: {
    is_mine: true,
    is_remote: true,
    seat: 0,
    steps: [],
    position: {},
    created: {
      seats: [
        { kind: 'person', name: 'Ann' },
        { kind: 'person', name: 'Bob' },
      ],
      tournament: null,
    },
    result,
    ...known,
  },
});
const created = { ...state({}).game.created, tournament: { id: 'cup', name: 'Cup' } };

test('who did not come to a game of a tournament has lost it', () => {
  const came = state({ winner: null, reason: 'unfinished', absent: [1] }, { created });
  assert.deepEqual([verdictText(came), statusText(came)], ['You won', 'Bob did not play.']);
  const missed = state({ winner: null, reason: 'unfinished', absent: [0] }, { created });
  assert.deepEqual([verdictText(missed), statusText(missed)], ['You lost', 'You did not play.']);
  const other = state({ winner: null, reason: 'unfinished', absent: [0] }, { created, seat: null, is_mine: false });
  assert.deepEqual([verdictText(other), statusText(other)], ['Bob won', 'Ann did not play.']);
});

test('elsewhere nobody has won it, but who did not come is told', () => {
  const game = state({ winner: null, reason: 'unfinished', absent: [1] });
  assert.deepEqual([verdictText(game), statusText(game)], ['Aborted', 'Bob did not play.']);
});

test('what nobody is to blame for was aborted', () => {
  for (const absent of [undefined, [0, 1]]) {
    const game = state({ winner: null, reason: 'unfinished', absent }, { created });
    assert.deepEqual([verdictText(game), statusText(game)], ['Aborted', 'The game was aborted.']);
  }
  const late = state(
    { winner: null, reason: 'unfinished', absent: [1] },
    {
      created,
      steps: [
        ['a1', 0],
        ['b2', 1],
      ],
    },
  );
  assert.deepEqual([verdictText(late), statusText(late)], ['You won', 'The game was aborted.']);
});

test('all others end as they did', () => {
  const won = state({ winner: 0, reason: 'resign' });
  assert.deepEqual([verdictText(won), statusText(won)], ['You won', 'You win by resignation.']);
  assert.equal(verdictText(state({ winner: null, reason: 'agreed' })), 'Draw');
});

test('whose turn it is, is said by name and colour only where two share the screen', () => {
  const position = { player: 0, stones: '..', place: [0, 1] };
  /** @param {object} known */
  const told = (known) => {
    const here = { ...state(null, { position, ...known }), viewed: 0 };
    return [greetingText(here), reportText(here, [], [])];
  };
  const own = 'Your turn. Place a stone.';
  assert.deepEqual(told({}), [`You are Black. ${own}`, own]);
  const shared = 'Ann, Black: Place a stone.';
  assert.deepEqual(told({ is_remote: false, seat: null }), [shared, shared]);
});
