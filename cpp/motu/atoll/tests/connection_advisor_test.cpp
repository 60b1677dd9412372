// Advice about Atoll: true by brute force, and enough to prove small boards. MOTU_SLOW=1 in the environment proves
// more.
#include "motu/atoll/connection_advisor.hpp"
#include "motu/core/search/advisor.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <string>

#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;
using atoll_testing::legal_of;

namespace {

bool is_slow() { return std::getenv("MOTU_SLOW") != nullptr; }

// Rows from the top, a1 first; B: black wins by opening there (brute force over whole boards).
const std::map<int, std::string> kHexOpenings{
    {2, ".BB."}, {3, "..BBBBB.."}, {4, "...B..B..B..B..."}, {5, "....B.BBBB.BBB.BBBB.B...."}};

SearchResult search(const State& state, std::uint64_t visits, SearchOptions options = {}) {
  const ConnectionAdvisor advisor;
  return SearchTree(state, RolloutEvaluator(state.game(), options.seed), options, &advisor).search({.visits = visits});
}

std::vector<std::shared_ptr<const AtollGame>> small_games() {
  std::vector<std::shared_ptr<const AtollGame>> games;
  for (const bool swap : {false, true}) {
    games.push_back(AtollGame::create(HexBoard::rhombus(4, 4, 4), {.swap = swap}));
    games.push_back(AtollGame::create(HexBoard::rhombus(4, 4, 8), {.swap = swap}));
    games.push_back(AtollGame::create(HexBoard::square(5, 8), {.swap = swap}));
    games.push_back(AtollGame::create(HexBoard::hexagon(3, 12), {.swap = swap}));
    games.push_back(AtollGame::create(HexBoard::triangle(5, 12), {.swap = swap}));
  }
  return games;
}

// Random play until so many cells are left, or no longer than the game goes on.
std::unique_ptr<State> wander(const AtollGame& game, Rng& rng, int cells_left) {
  auto state = game.new_state();
  while (static_cast<const AtollState&>(*state).num_empty() > cells_left) {
    state->apply(state->sample_legal(rng));
    if (!state->is_terminal()) continue;
    state->undo();
    break;
  }
  return state;
}

int value_of(Solver& solver, State& state, Action action) {
  const int own = state.current_player() == 0 ? 1 : -1;
  state.apply(action);
  const int value = own * solver.solve(state);
  state.undo();
  return value;
}

void check_advice(Solver& solver, State& state, ConnectionAdvisor& advisor) {
  const auto hash = state.hash();
  Advice advice;
  advisor.advise(state, advice);
  CHECK(state.hash() == hash);
  const int value = solver.solve(state);
  CAPTURE(state.moves());
  CHECK(advice.bounds.lower <= static_cast<float>(value));
  CHECK(advice.bounds.upper >= static_cast<float>(value));
  const bool is_won = value == (state.current_player() == 0 ? 1 : -1);
  if (advice.bounds.is_exact()) {
    CHECK(advice.plies > 0);
    CHECK(advice.plies % 2 == (is_won ? 1 : 0));
    if (is_won) CHECK(value_of(solver, state, advice.best) == 1);
    return;
  }
  CHECK_FALSE(advice.keep.empty());
  bool keeps_win = false;
  for (const Action action : advice.keep) {
    REQUIRE(state.is_legal(action));
    keeps_win = keeps_win || value_of(solver, state, action) == 1;
  }
  CHECK(keeps_win == is_won);
}

}  // namespace

TEST_CASE("connection advisor: how many plies a carrier takes when both take turns in it") {
  for (const auto& [cells, wins, loses] :
       {std::array{0, 1, 2}, {1, 1, 2}, {2, 3, 2}, {3, 3, 2}, {4, 5, 4}, {5, 5, 4}, {9, 9, 8}}) {
    CAPTURE(cells);
    CHECK(plies_within(static_cast<std::size_t>(cells), true) == wins);
    CHECK(plies_within(static_cast<std::size_t>(cells), false) == loses);
  }
}

TEST_CASE("connection advisor: what it says is true by brute force, the pie rule included") {
  for (const auto& game : small_games()) {
    Solver solver;
    ConnectionAdvisor advisor;
    Rng rng(7);
    for (int round = 0; round < (is_slow() ? 400 : 25); ++round) {
      const auto state = wander(*game, rng, 6 + static_cast<int>(rng.below(6)));
      check_advice(solver, *state, advisor);
    }
  }
  for (int size = 2; size <= 3; ++size) {  // where the pie rule is in force
    Solver solver;
    ConnectionAdvisor advisor;
    const auto state = new_hex(size, true);
    check_advice(solver, *state, advisor);
    for (int cell = 0; cell < size * size; ++cell) {
      state->apply(cell);
      check_advice(solver, *state, advisor);
      state->apply(size * size);
      check_advice(solver, *state, advisor);
      state->undo();
      state->undo();
    }
  }
}

TEST_CASE("connection advisor: the search proves every opening of Hex as brute force does") {
  for (const auto& [size, wins] : kHexOpenings) {
    for (std::size_t cell = 0; cell < wins.size(); ++cell) {
      const auto state = new_hex(size);
      state->apply(static_cast<Action>(cell));
      const auto result = search(*state, 2'000'000);
      CAPTURE(size);
      CAPTURE(cell);
      CHECK(result.lower == result.upper);
      CHECK(result.value == (wins[cell] == 'B' ? -1.0 : 1.0));  // white is to move
    }
  }
}

TEST_CASE("connection advisor: the search proves Atoll with 17 cells as brute force does") {
  const auto game = AtollGame::create(HexBoard::square(5, 8), {.swap = false});
  Solver solver;
  Rng rng(5);
  for (int cell = 0; cell < game->num_cells(); ++cell) {
    auto state = game->new_state();
    state->apply(cell);
    if (!is_slow()) state = wander(*game, rng, 12);
    const auto result = search(*state, 1'000'000);
    CAPTURE(cell);
    CHECK(result.lower == result.upper);
    CHECK(result.value == (state->current_player() == 0 ? 1 : -1) * solver.solve(*state));
  }
}

TEST_CASE("connection advisor: a win that is proved is won, whatever the loser plays") {
  int won = 0;
  for (const auto& game : {AtollGame::create(HexBoard::rhombus(6, 6, 4), {.swap = true}),
                           AtollGame::create(HexBoard::square(7, 8), {.swap = true}),
                           AtollGame::create(HexBoard::hexagon(4, 12), {.swap = true})}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Rng rng(seed);
      const auto state = wander(*game, rng, game->num_cells() - 4);
      const ConnectionAdvisor advisor;
      SearchTree tree(*state, RolloutEvaluator(*game, seed), {.seed = seed}, &advisor);
      int winner = -1;
      while (!state->is_terminal()) {
        tree.advance_to(*state);
        const auto result = tree.search({.visits = tree.result().visits + 150});
        const int player = state->current_player();
        if (winner < 0 && result.lower >= 1.0) winner = player;
        if (winner == player) CHECK(result.moves.front().lower == 1.0);
        state->apply(winner == 1 - player ? state->sample_legal(rng) : result.moves.front().action);
      }
      if (winner >= 0) CHECK(state->outcome().winner == winner);
      won += winner >= 0 ? 1 : 0;
    }
  }
  CHECK(won > 6);
}

TEST_CASE("connection advisor: where stones were set up the pie rule is over") {
  Rng rng(4);
  int decided = 0;
  for (int round = 0; round < 20; ++round) {
    const auto played_out = new_hex(6);
    for (int ply = 0; ply < 10; ++ply) played_out->apply(played_out->sample_legal(rng));
    if (played_out->is_terminal()) continue;
    std::vector<std::uint8_t> stones(36);
    played_out->stones(stones);
    std::array<Advice, 2> advice;
    for (const bool swap : {false, true}) {
      const auto by_hand = new_hex(6, swap);
      by_hand->setup(stones, played_out->to_move(), 0);
      ConnectionAdvisor().advise(*by_hand, advice[swap]);
    }
    CHECK(advice[1].bounds.lower == advice[0].bounds.lower);
    CHECK(advice[1].bounds.upper == advice[0].bounds.upper);
    CHECK(advice[1].plies == advice[0].plies);
    CHECK(advice[1].keep == advice[0].keep);
    decided += advice[0].bounds.is_exact() ? 1 : 0;
  }
  CHECK(decided > 5);
  CHECK(decided < 20);
}

TEST_CASE("connection advisor: several threads prove the same") {
  const std::string& wins = kHexOpenings.at(5);
  for (std::size_t cell = 0; cell < wins.size(); cell += 3) {
    const auto state = new_hex(5);
    state->apply(static_cast<Action>(cell));
    const auto result = search(*state, 200'000, {.threads = 3, .advise_visits = 5});
    CHECK(result.value == (wins[cell] == 'B' ? -1.0 : 1.0));
    CHECK(result.lower == result.upper);
  }
}

TEST_CASE("connection advisor: games without dice have one, and pruned moves are reported") {
  CHECK(make_advisor(*AtomorphGame::create({})) != nullptr);
  CHECK(make_advisor(*AtmalofGame::create({})) == nullptr);
  const auto state = played(new_hex(7), {"a1", "g7", "b2"});
  REQUIRE(make_advisor(state->game()) != nullptr);
  const auto result = search(*state, 500);
  int pruned = 0;
  for (const auto& move : result.moves) {
    CHECK((!move.is_pruned || move.visits == 0));
    pruned += move.is_pruned ? 1 : 0;
  }
  CHECK(pruned > 0);
  CHECK_FALSE(result.moves.front().is_pruned);
}
