// Monte-Carlo tree search: what it proves and finds, what it keeps from move to move, and the bounds it keeps.
#include "motu/core/search/mcts.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "motu/core/review/search_estimate.hpp"
#include "motu/core/search/evaluator_names.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/tests/random_judge.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;
using atoll_testing::legal_of;
using atoll_testing::refusal_of;

namespace {

std::unique_ptr<Evaluator> evaluator_for(const State& state, bool with_priors) {
  if (with_priors) return std::make_unique<UniformEvaluator>();
  return std::make_unique<RolloutEvaluator>(state.game(), 1);
}

SearchTree tree_of(const State& state, const SearchOptions& options = {}, bool with_priors = false) {
  return SearchTree(state, *evaluator_for(state, with_priors), options);
}

SearchResult search(const State& state, std::uint64_t visits, const SearchOptions& options = {},
                    bool with_priors = false) {
  return tree_of(state, options, with_priors).search({.visits = visits});
}

std::string best_move(const State& state, std::uint64_t visits, bool with_priors = false) {
  return state.action_to_string(search(state, visits, {}, with_priors).moves.front().action);
}

bool same(const SearchResult& a, const SearchResult& b) {
  if (a.visits != b.visits || a.nodes != b.nodes || a.moves.size() != b.moves.size()) return false;
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    const RootMove& x = a.moves[i];
    const RootMove& y = b.moves[i];
    if (x.action != y.action || x.visits != y.visits || x.value != y.value || x.variation != y.variation) return false;
  }
  return true;
}

std::int64_t total_visits(const SearchResult& result) {
  std::int64_t sum = 0;
  for (const auto& move : result.moves) sum += move.visits;
  return sum;
}

void check_moves(const State& state, const SearchResult& result) {
  std::vector<Action> actions;
  for (const auto& move : result.moves) {
    actions.push_back(move.action);
    CHECK(std::abs(move.value) <= 1.0);
    CHECK(move.lower <= move.upper);
    const auto twin = state.clone();
    for (const Action action : move.variation) twin->apply(action);  // throws where one is illegal
  }
  std::ranges::sort(actions);
  CHECK(actions == legal_of(state));
}

// Red's r1c1 and r1c2 and blue's r3c1 and r3c2 are two in a row each; the next piece ends the game.
std::unique_ptr<State> last_drop() {
  auto state = AtmalofGame::create({.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3})
                   ->new_state();
  atoll_testing::Stones stones(9, kNoColour);
  stones[0] = stones[1] = kFirst;
  stones[6] = stones[7] = kSecond;
  state->setup(stones, kFirst, 0);
  return state;
}

}  // namespace

// -------------------------------------------------------------------------------------------------------------- proofs

TEST_CASE("mcts: with dice moves are chosen by their visits") {
  const auto game = AtmalofGame::create({.rows = 4, .cols = 4, .line = 4});
  const auto lines = make_named_evaluator(*game, "lines", 1);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Rng rng(seed);
    const auto state = game->new_state();
    for (int ply = 0; ply < 6 || state->is_chance_node(); ++ply) state->apply(state->sample_legal(rng));
    const SearchLimits limits{.visits = 40};
    const SearchResult by_visits = SearchTree(*state, *lines, {.lcb = 0.0F}).search(limits);
    CHECK(same(by_visits, SearchTree(*state, *lines, {.lcb = 0.05F}).search(limits)));
  }
}

TEST_CASE("mcts: a caution below 0 is refused") {
  const auto state = new_hex(3);
  CHECK_THROWS_WITH_AS(search(*state, 10, {.lcb = -0.1F}), doctest::Contains("lcb"), Error);
  CHECK_THROWS_AS(search(*state, 10, {.lcb = std::numeric_limits<float>::quiet_NaN()}), Error);
}

TEST_CASE("mcts: of moves with priors the one with the highest lower bound is chosen") {
  const auto bound = [](const RootMove& move, double lcb) {
    return move.value - lcb / std::sqrt(static_cast<double>(move.visits) + 1.0);
  };
  const auto is_open = [](const RootMove& move) {
    return move.lower < move.upper && move.lower < 1.0 && move.upper > -1.0 && !move.is_pruned;
  };
  int others = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    const auto state = new_hex(6);
    for (int ply = 0; ply < 4; ++ply) state->apply(state->sample_legal(rng));
    const auto resistance = make_named_evaluator(state->game(), "resistance", seed);
    const SearchLimits limits{.visits = 150};
    const SearchResult by_visits = SearchTree(*state, *resistance, {.lcb = 0.0F, .seed = seed}).search(limits);
    const SearchResult result = SearchTree(*state, *resistance, {.seed = seed}).search(limits);
    if (!is_open(result.moves.front())) continue;
    std::int64_t most = 0;
    for (const RootMove& move : by_visits.moves) most = std::max(most, move.visits);
    CHECK(by_visits.moves.front().visits == most);
    const double chosen = bound(result.moves.front(), SearchOptions().lcb);
    CHECK(result.moves.front().visits * 10 >= most);
    for (const RootMove& move : result.moves) {
      if (is_open(move) && move.visits * 10 >= most) CHECK(bound(move, SearchOptions().lcb) <= chosen);
    }
    others += result.moves.front().action == by_visits.moves.front().action ? 0 : 1;
    // All else is as it was: what is left over stands by visits.
    for (std::size_t i = 2; i < result.moves.size() && is_open(result.moves[i]); ++i) {
      CHECK(result.moves[i].visits <= result.moves[i - 1].visits);
    }
  }
  CHECK(others > 0);
}

TEST_CASE("mcts: proves every opening of Hex up to 4x4 as brute force does") {
  // Rows from the top, a1 first; B: black wins by opening there.
  const std::map<int, std::string> openings{{2, ".BB."}, {3, "..BBBBB.."}, {4, "...B..B..B..B..."}};
  for (const auto& [size, wins] : openings) {
    for (std::size_t cell = 0; cell < wins.size(); ++cell) {
      const auto state = new_hex(size);
      state->apply(static_cast<Action>(cell));
      const auto result = search(*state, 2'000'000, {.max_nodes = 8'000'000});
      CAPTURE(size);
      CAPTURE(cell);
      CHECK(result.lower == result.upper);
      CHECK(result.value == (wins[cell] == 'B' ? -1.0 : 1.0));  // white is to move
      if (size < 4) CHECK(result.value == -Solver().solve(*state));
      CHECK(result.moves.front().lower == result.lower);
      CHECK(result.simulations < 2'000'000);  // the proof stopped it
    }
  }
}

TEST_CASE("mcts: with priors, too, it proves every opening of 3x3 Hex") {
  for (Action cell = 0; cell < 9; ++cell) {
    const auto state = new_hex(3);
    state->apply(cell);
    CHECK(search(*state, 200'000, {}, true).value == -Solver().solve(*state));
  }
}

TEST_CASE("mcts: proves 4x4 Hex from the empty board, and the proved move wins") {
  const auto state = new_hex(4);
  const auto result = search(*state, 3'000'000, {.max_nodes = 8'000'000});
  REQUIRE(result.lower == 1.0);
  REQUIRE(result.moves.front().lower == 1.0);
  state->apply(result.moves.front().action);
  CHECK(Solver().solve(*state) == 1);
}

TEST_CASE("mcts: never proves what is not so, whatever the position") {
  Solver solver;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto state = new_hex(4, true);
    Rng rng(seed);
    for (int ply = 0; ply < 5; ++ply) state->apply(state->sample_legal(rng));
    if (state->is_terminal()) continue;
    const auto result = search(*state, 400, {.seed = seed}, seed % 2 == 0);
    for (const auto& move : result.moves) {
      const double sign = state->current_player() == 0 ? 1.0 : -1.0;
      state->apply(move.action);
      const double value = sign * solver.solve(*state);
      state->undo();
      CHECK(move.lower <= value);
      CHECK(move.upper >= value);
    }
  }
}

TEST_CASE("mcts: finds and proves a win in one and two, for either person, and after a swap") {
  for (const bool with_priors : {false, true}) {
    const auto black = played(new_hex(3), {"a1", "c1", "a2", "c2"});
    CHECK(best_move(*black, 2000, with_priors) == "a3");
    const auto white = played(new_hex(3), {"a1", "a3", "b1", "b3", "c2"});
    CHECK(best_move(*white, 2000, with_priors) == "c3");
    const auto swapped = played(new_hex(3, true), {"b1", "swap", "a3", "a1", "b3", "c2"});
    CHECK(swapped->current_player() == 0);
    CHECK(best_move(*swapped, 2000, with_priors) == "c3");
    // White must not let black have the middle, and swaps.
    CHECK(best_move(*played(new_hex(3, true), {"b2"}), 60'000, with_priors) == "swap");
  }
}

TEST_CASE("mcts: sees the opponent's threat and stops it") {
  const auto hex = played(new_hex(4), {"b1", "d1", "b2", "d2", "b3", "a4"});
  CHECK(best_move(*hex, 2000) == "b4");
  hex->play("d3");
  CHECK(best_move(*hex, 2000) == "b4");
}

TEST_CASE("mcts: flips a weak stone when that wins") {
  const auto atomorph = AtomorphGame::create({.size = 3, .swap = false})->new_state();
  atoll_testing::Stones stones(9, kNoColour);
  for (const int point : {1, 7, 3, 0}) stones[static_cast<std::size_t>(point)] = kFirst;
  for (const int point : {4, 5, 8, 6}) stones[static_cast<std::size_t>(point)] = kSecond;
  atomorph->setup(stones, kFirst, 0);
  CHECK(best_move(*atomorph, 500) == "xb2");
}

// --------------------------------------------------------------------------------------------------------------- rolls

// RAVE says nothing of the swap, so its own few results must not be all that it ever gets.
TEST_CASE("mcts: swaps a strong opening, whatever the first continuations say") {
  const auto strong = played(new_hex(9, true), {"e5"});
  const auto flipping = played(AtomorphGame::create({.size = 7})->new_state(), {"d4"});
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const SearchOptions options{.seed = seed};
    CHECK(strong->action_to_string(search(*strong, 6000, options).moves.front().action) == "swap");
    CHECK(flipping->action_to_string(search(*flipping, 6000, options).moves.front().action) == "swap");
  }
}

// A judge that says anything, and too few visits to know better.
TEST_CASE("mcts: whoever may swap is worth no less than the other") {
  const auto empty = new_hex(4, true);
  const auto opened = played(new_hex(4, true), {"b2"});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SearchOptions options{.seed = seed};
    testing::RandomJudge judge(seed);
    const auto before = SearchTree(*empty, judge, options).search({.visits = 40});
    CHECK(before.value <= 0.0);
    for (const auto& move : before.moves) CHECK(move.value <= 0.0);
    const auto after = SearchTree(*opened, judge, options).search({.visits = 3});
    CHECK(after.value >= 0.0);
    CHECK(search_estimate(*opened, after).value <= 0.0);
  }
}

TEST_CASE("mcts: an announcement is worth the exact mean of its faces") {
  const auto state = last_drop();
  const std::map<std::string, double> expected{{"c3", 2.0 / 3}, {"r2", 1.0}};
  for (const bool with_priors : {false, true}) {
    const auto result = search(*state, 3000, {}, with_priors);
    CHECK(result.lower == 1.0);
    CHECK(state->action_to_string(result.moves.front().action) == "r2");
    // A position before a roll, by itself.
    for (const auto& [text, value] : expected) {
      const auto rolled = played(state->clone(), {text});
      const auto faces = search(*rolled, 100, {}, with_priors);
      CHECK(faces.value == doctest::Approx(value).epsilon(1e-6));
      CHECK(faces.lower == faces.upper);
      double sum = 0.0;
      for (const auto& face : faces.moves) sum += face.prior;
      CHECK(sum == doctest::Approx(1.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("mcts: a roll's value is the mean of its faces' values, lost turns one face") {
  const auto state = AtmalofGame::create({.rows = 4, .cols = 4, .line = 4})->new_state();
  for (const char* move : {"r1=1", "r1=2", "r1=3", "r2=1"}) state->play(move);
  const auto result = search(*state, 20'000);
  int rolls = 0;
  for (const auto& move : result.moves) {
    if (move.faces.empty()) continue;
    ++rolls;
    double mean = 0.0;
    double sum = 0.0;
    for (const auto& face : move.faces) {
      mean += face.probability * face.value;
      sum += face.probability;
      CHECK(face.visits > 0);
    }
    CHECK(sum == doctest::Approx(1.0).epsilon(1e-12));
    CHECK(mean == doctest::Approx(move.value).epsilon(1e-6));
    if (state->action_to_string(move.action) == "r1") {
      CHECK(move.faces.size() == 2);  // three of four faces lose the turn
      CHECK(move.faces.front().probability == doctest::Approx(0.75));
    }
  }
  CHECK(rolls > 5);
}

TEST_CASE(
    "mcts: an evaluator with an opinion of faces has them judged one by one, or as many at once as are asked for") {
  const auto state = AtmalofGame::create({.rows = 4, .cols = 4, .line = 4})->new_state();
  for (const char* move : {"r1=1", "r2=2"}) state->play(move);
  const auto evaluator = make_named_evaluator(state->game(), "lines", 1);
  std::map<int, std::int64_t> at_once;  // faces judged beyond one a simulation
  for (const int asked : {0, 1, 2}) {
    SearchTree tree(*state, *evaluator, {.roll_faces = asked});
    for (const auto& move : tree.search({.visits = 60}).moves) {
      if (move.faces.empty()) continue;
      double mean = 0.0;
      std::int64_t judged = 0;
      for (const auto& face : move.faces) {
        mean += face.probability * face.value;
        judged += face.visits;
      }
      CHECK(mean == doctest::Approx(move.value).epsilon(1e-5));
      const auto due = asked == 0 ? move.faces.size() : std::min(static_cast<std::size_t>(asked), move.faces.size());
      CHECK(judged >= static_cast<std::int64_t>(due) + move.visits - 1);  // more where a position was in the tree
      at_once[asked] += judged - move.visits;
    }
  }
  CHECK(at_once[1] < at_once[2]);
  CHECK(at_once[2] < at_once[0]);
}

TEST_CASE("mcts: exact values with dice agree with brute force, however faces are judged") {
  const auto state = last_drop();
  const auto evaluator = make_named_evaluator(state->game(), "lines", 1);
  for (const int asked : {0, 1, 3}) {
    SearchTree tree(*state, *evaluator, {.roll_faces = asked});
    const auto result = tree.search({.visits = 5000});
    CHECK(result.lower == plain_value(*state, 1, [](State&) { return -1.0; }));
    for (const auto& move : result.moves) {
      if (move.lower < move.upper || move.faces.empty()) continue;
      const auto rolled = state->clone();
      rolled->apply(move.action);
      CHECK(move.lower == doctest::Approx(plain_value(*rolled, 0, [](State&) { return 9.0; })).epsilon(1e-6));
    }
  }
}

TEST_CASE("mcts: exact values with dice agree with brute force") {
  // At most one piece a side more: few enough plies for brute force where somebody wins or the pieces run out.
  const auto state = last_drop();
  const auto result = search(*state, 5000);
  const double plain = plain_value(*state, 1, [](State&) { return -1.0; });
  CHECK(result.lower == plain);
  for (const auto& move : result.moves) {
    if (move.lower < move.upper) continue;
    state->apply(move.action);
    if (state->is_chance_node()) {
      CHECK(move.lower == doctest::Approx(plain_value(*state, 0, [](State&) { return 9.0; })).epsilon(1e-6));
    }
    state->undo();
  }
}

// ------------------------------------------------------------------------------------------------------- sameness, limits

TEST_CASE("mcts: the same seed gives the same tree, another seed another one") {
  for (const auto& state : new_states()) {
    for (const int batch : {1, 4}) {
      const auto first = search(*state, 1500, {.batch = batch, .seed = 5});
      CHECK(same(first, search(*state, 1500, {.batch = batch, .seed = 5})));
      CHECK_FALSE(same(first, search(*state, 1500, {.batch = batch, .seed = 6})));
    }
    CHECK(same(search(*state, 1500, {}, true), search(*state, 1500, {}, true)));
  }
}

TEST_CASE("mcts: many short searches find what a long one finds") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      const SearchOptions options{.batch = with_priors ? 4 : 1, .seed = 5};
      SearchTree tree = tree_of(*state, options, with_priors);
      SearchResult last;
      for (std::uint64_t visits = 20; visits <= 1500; visits += 20) last = tree.search({.visits = visits});
      CHECK(same(last, search(*state, 1500, options, with_priors)));
    }
  }
}

TEST_CASE("mcts: every legal move is listed once, visits add up, variations can be played") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      for (const int batch : {1, 7}) {
        const auto hash = state->hash();
        const auto result = search(*state, 700, {.batch = batch}, with_priors);
        CHECK(result.visits == 700);
        CHECK(result.simulations == 700);
        CHECK(total_visits(result) == 700);
        check_moves(*state, result);
        CHECK(state->hash() == hash);
      }
    }
  }
}

TEST_CASE("mcts: the tree stays within its bound, and the search goes on") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      const std::uint64_t root = legal_of(*state).size() + 1;
      for (const std::uint64_t bound : {std::uint64_t{1}, root, std::uint64_t{200}, std::uint64_t{1000}}) {
        const auto result = search(*state, 2000, {.max_nodes = bound}, with_priors);
        CHECK(result.nodes <= std::max(bound, root));
        CHECK(result.visits == 2000);
        check_moves(*state, result);
      }
    }
  }
}

TEST_CASE("mcts: the tree stays within its memory, and the search goes on") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      for (const int threads : {1, 3}) {
        const SearchOptions options{.max_memory = 1, .threads = threads};
        const auto result = search(*state, 60'000, options, with_priors);
        const std::uint64_t most = std::uint64_t{1} << 20;
        CHECK(result.bytes <= most);
        if (result.lower < result.upper) {
          CHECK(result.bytes > most - 10'000);
          CHECK(result.visits == 60'000);
          CHECK(total_visits(result) == 60'000);
        }
        check_moves(*state, result);
      }
    }
  }
}

TEST_CASE("mcts: keeps to nodes, depth and time, and stops when told to") {
  const auto hex = new_hex(5);
  CHECK(tree_of(*hex).search({.nodes = 500}).nodes < 540);
  const auto shallow = tree_of(*hex).search({.visits = 3000, .depth = 1});
  CHECK(shallow.nodes == 26);
  for (const auto& move : shallow.moves) CHECK(move.variation.size() == 1);
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      for (const int depth : {1, 2}) {
        const auto result = tree_of(*state, {}, with_priors).search({.visits = 2000, .depth = depth});
        CHECK(result.simulations == 2000);
        for (const auto& move : result.moves) CHECK(static_cast<int>(move.variation.size()) <= depth);
      }
    }
  }
  const std::atomic<bool> stop{true};
  CHECK(tree_of(*hex).search({.visits = 100'000}, &stop).simulations == 0);
  const auto timed = tree_of(*hex).search({.seconds = 0.02});
  CHECK(timed.seconds >= 0.02);
  CHECK(timed.seconds < 5.0);
  CHECK(seconds_for_move({.remaining = 60.0, .increment = 1.0, .moves_left = 30}) == doctest::Approx(2.8));
  CHECK(seconds_for_move({.remaining = 0.5, .increment = 10.0}) == doctest::Approx(0.45));
  CHECK(seconds_for_move({}) > 0.0);
}

TEST_CASE("mcts: reports what it knows while it searches, and stops when the report says so") {
  const auto hex = new_hex(6);
  int reports = 0;
  const auto result = tree_of(*hex).search(
      {.visits = 10'000'000}, nullptr,
      [&](const SearchResult& partial) {
        CHECK(partial.moves.size() == 36);
        return ++reports < 3;
      },
      0.001);
  CHECK(reports == 3);
  CHECK(result.visits < 10'000'000);
}

TEST_CASE("mcts: at the end and without a bound there is no search, and odd options are refused") {
  const auto slug = [](auto&& call) { return refusal_of(call).slug; };
  const auto over = played(new_hex(2), {"a1", "b1", "a2"});
  CHECK(slug([&] { tree_of(*over); }) == "engine/no-move");
  CHECK(slug([] { tree_of(*new_hex(2)).search({}); }) == "engine/limits");
  CHECK(slug([] { tree_of(*new_hex(2), {.threads = 0}); }) == "engine/options");
  CHECK(slug([] { tree_of(*new_hex(2), {.batch = 0}); }) == "engine/options");
  CHECK(slug([] { tree_of(*new_hex(2), {.roll_faces = -1}); }) == "engine/options");
  CHECK(slug([] { tree_of(*new_hex(2), {.threads = 257}); }) == "engine/options");
  CHECK(slug([] { tree_of(*new_hex(2), {.batch = 4097}); }) == "engine/options");
  CHECK(slug([] { tree_of(*new_hex(2), {.expand_visits = 0}); }) == "engine/options");
  CHECK_NOTHROW(tree_of(*new_hex(2), {.threads = 256, .batch = 4096}));
  CHECK_NOTHROW(tree_of(*new_hex(2), {.expand_visits = 1}));
}

// --------------------------------------------------------------------------------------------------------------- reuse

TEST_CASE("mcts: a tree goes with the game and keeps what it knows") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      auto tree = tree_of(*state, {}, with_priors);
      const auto before = tree.search({.visits = 4000});
      const RootMove& best = before.moves.front();
      REQUIRE(best.visits > 50);
      tree.advance(best.action);
      const auto kept = tree.result();
      CHECK(kept.visits > 0);
      CHECK(kept.nodes < before.nodes);
      const auto twin = state->clone();
      twin->apply(best.action);
      check_moves(*twin, kept);
      // What stood below the move is the tree now: positions after its replies, too.
      if (before.nodes > 100 && best.variation.size() > 3) {
        CHECK(kept.moves.front().variation.size() > 1);
        CHECK(kept.nodes > twin->legal_moves().size() + 1);
      }
      if (best.variation.size() > 1 && !twin->is_chance_node()) CHECK(best.variation[1] == kept.moves.front().action);
      const auto after = tree.search({.visits = kept.visits + 500});
      CHECK(after.visits == kept.visits + 500);
      CHECK(after.simulations == 500);
    }
  }
}

TEST_CASE("mcts: a tree finds its way to a later position, and begins anew at another one") {
  const auto state = AtmalofGame::create({.rows = 4, .cols = 5, .line = 4})->new_state();
  auto tree = tree_of(*state);
  const auto result = tree.search({.visits = 5000});
  const auto later = state->clone();
  for (const auto& move : result.moves) {
    if (move.faces.empty()) continue;
    later->apply(move.action);
    later->apply(move.faces.front().outcome);
    break;
  }
  REQUIRE(later->ply() == 1);
  CHECK(tree.advance_to(*later));
  CHECK(tree.advance_to(*later));
  CHECK(tree.result().visits > 0);
  CHECK(tree.state().hash() == later->hash());
  CHECK_FALSE(tree.advance_to(*state));
  CHECK(tree.search({.visits = 10}).visits == 10);
  check_moves(*state, tree.result());
}

TEST_CASE("mcts: a move that ends the game, or is none, leaves the tree as it was") {
  const auto hex = played(new_hex(2), {"a1", "b1"});
  auto tree = tree_of(*hex);
  tree.search({.visits = 50});
  CHECK(refusal_of([&] { tree.advance(2); }).slug == "engine/no-move");  // a2 wins
  CHECK(refusal_of([&] { tree.advance(0); }).slug == "move/illegal");
  CHECK(tree.state().hash() == hex->hash());
  check_moves(*hex, tree.result());
}

// ------------------------------------------------------------------------------------------------- threads, failures, play

TEST_CASE("mcts: several threads count every simulation and prove the same") {
  for (const auto& state : new_states()) {
    for (const bool with_priors : {false, true}) {
      const auto result = search(*state, 3000, {.threads = 4, .batch = with_priors ? 3 : 1}, with_priors);
      CHECK(result.visits == 3000);
      CHECK(total_visits(result) == 3000);
      check_moves(*state, result);
    }
  }
  for (int cell = 0; cell < 9; ++cell) {
    const auto state = new_hex(3);
    state->apply(cell);
    const auto result = search(*state, 200'000, {.threads = 3});
    CHECK(result.value == -Solver().solve(*state));
  }
}

namespace {

// Fails after a number of evaluations.
class FailingEvaluator final : public Evaluator {
 public:
  explicit FailingEvaluator(int patience) : patience_(patience) {}
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    if (--patience_ < 0) throw std::runtime_error("out of patience");
    UniformEvaluator().evaluate(states, out);
  }
  std::unique_ptr<Evaluator> fork(std::uint64_t) const override {
    return std::make_unique<FailingEvaluator>(patience_);
  }

 private:
  int patience_;
};

// Knows nothing, unless it looks closely: then it wants the last move.
class CloseEvaluator final : public Evaluator {
 public:
  explicit CloseEvaluator(std::atomic<int>& looks) : looks_(looks) {}
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    UniformEvaluator().evaluate(states, out);
  }
  bool look_closely(State& state, Evaluation& out) override {
    ++looks_;
    out.priors.assign(legal_of(state).size(), 0.0F);
    out.priors.back() = 1.0F;
    return true;
  }
  std::unique_ptr<Evaluator> fork(std::uint64_t) const override { return std::make_unique<CloseEvaluator>(looks_); }

 private:
  std::atomic<int>& looks_;
};

}  // namespace

TEST_CASE("mcts: every thread that is asked for takes part") {
  // Tells who evaluates; so slowly that nobody is done before the others have begun.
  struct Witness final : Evaluator {
    explicit Witness(std::mutex& a_mutex, std::set<std::thread::id>& some_threads)
        : mutex(a_mutex), threads(some_threads) {}
    bool has_priors() const override { return true; }
    void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      UniformEvaluator().evaluate(states, out);
      const std::scoped_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
    }
    std::unique_ptr<Evaluator> fork(std::uint64_t) const override { return std::make_unique<Witness>(mutex, threads); }
    std::mutex& mutex;
    std::set<std::thread::id>& threads;
  };
  std::mutex mutex;
  std::set<std::thread::id> threads;
  const auto state = new_hex(5);
  SearchTree tree(*state, Witness(mutex, threads), {.threads = 3});
  CHECK(tree.search({.visits = 600}).visits == 600);
  CHECK(threads.size() == 3);
}

TEST_CASE("mcts: every root is looked at closely, once") {
  std::atomic<int> looks = 0;
  auto state = new_hex(4);
  SearchTree tree(*state, CloseEvaluator(looks), {});
  for (int turn = 1; turn <= 3; ++turn) {
    for (const SearchResult& result : {tree.result(), tree.search({.visits = 50}), tree.result()}) {
      const Action wanted = legal_of(*state).back();
      for (const RootMove& move : result.moves) CHECK(move.prior == (move.action == wanted ? 1.0 : 0.0));
    }
    CHECK(looks == turn);
    const Action action = legal_of(*state).front();
    state->apply(action);
    if (turn == 1) tree.advance(action);
    if (turn == 2) tree.advance_to(*state);
  }
}

TEST_CASE("mcts: a failing evaluator stops the search, from whichever thread, and the tree can still be read") {
  for (const int threads : {1, 3}) {
    const auto hex = new_hex(5);
    SearchTree tree(*hex, FailingEvaluator(20), {.threads = threads});
    CHECK_THROWS_AS(tree.search({.visits = 1000}), std::runtime_error);
    check_moves(*hex, tree.result());
  }
}

TEST_CASE("mcts: plays whole games of every kind without an illegal move") {
  for (const auto& begin : new_states()) {
    for (const bool with_priors : {false, true}) {
      const auto state = begin->clone();
      auto tree = tree_of(*state, {}, with_priors);
      Rng rng(3);
      while (!state->is_terminal() && state->ply() < 80) {
        tree.advance_to(*state);
        const auto result = tree.search({.visits = 60});
        state->apply(state->is_chance_node() ? state->sample_legal(rng) : result.moves.front().action);
      }
    }
  }
}

TEST_CASE("gumbel: few simulations find a win, deterministically, and visit no more moves than it considers") {
  const auto hex = played(new_hex(4), {"b1", "d1", "b2", "d2", "b3", "a4", "d3", "a1"});
  const SearchOptions options{.gumbel = 16, .seed = 3};
  const auto result = search(*hex, 32, options, true);
  CHECK(hex->action_to_string(result.moves.front().action) == "b4");
  CHECK(same(result, search(*hex, 32, options, true)));
  const auto wide = search(*new_hex(6), 24, {.gumbel = 4, .seed = 2}, true);
  int visited = 0;
  for (const auto& move : wide.moves) visited += move.visits > 0 ? 1 : 0;
  CHECK(visited == 4);
  CHECK(total_visits(wide) == 24);
  // The move that is left comes first, the others as ever.
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const auto moves = search(*new_hex(6), 200, {.gumbel = 8, .seed = seed}, true).moves;
    CHECK(std::ranges::is_sorted(moves.begin() + 1, moves.end(), std::ranges::greater{}, &RootMove::visits));
  }
}
