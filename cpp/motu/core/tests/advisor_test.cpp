// Advice: what a search makes of proofs, of moves that are no better than others, and of favourites.
#include "motu/core/search/advisor.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <set>

#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;
using atoll_testing::legal_of;
using atoll_testing::refusal_of;

namespace {

// Answers by a function, from all threads one after the other.
class FakeAdvisor final : public Advisor {
 public:
  using Answer = std::function<void(State&, Advice&)>;

  explicit FakeAdvisor(Answer answer) : shared_(std::make_shared<Shared>(std::move(answer))) {}
  void advise(State& state, Advice& advice) override {
    const std::lock_guard guard(shared_->lock);
    ++shared_->calls;
    shared_->answer(state, advice);
  }
  std::unique_ptr<Advisor> fork() const override { return std::make_unique<FakeAdvisor>(*this); }
  int calls() const { return shared_->calls; }

 private:
  struct Shared {
    explicit Shared(Answer given) : answer(std::move(given)) {}
    std::mutex lock;
    Answer answer;
    int calls = 0;
  };
  std::shared_ptr<Shared> shared_;
};

SearchResult search(const State& state, const Advisor& advisor, const SearchLimits& limits, SearchOptions options = {},
                    bool with_priors = false) {
  if (with_priors) return SearchTree(state, UniformEvaluator(), options, &advisor).search(limits);
  return SearchTree(state, RolloutEvaluator(state.game(), 1), options, &advisor).search(limits);
}

std::vector<Action> winning_moves(Solver& solver, State& state) {
  std::vector<Action> found;
  const int own = state.current_player() == 0 ? 1 : -1;
  for (const Action action : legal_of(state)) {
    state.apply(action);
    if (solver.solve(state) == own) found.push_back(action);
    state.undo();
  }
  return found;
}

// Hex 4x4 after a few random stones: soon solved, and not at once.
std::unique_ptr<State> middle_game(std::uint64_t seed) {
  auto state = new_hex(4);
  Rng rng(seed);
  for (std::uint64_t ply = 0; ply < 3 + seed % 2; ++ply) state->apply(state->sample_legal(rng));
  return state;
}

// Says who wins, and by which move.
FakeAdvisor know_all(Solver& solver) {
  return FakeAdvisor([&](State& state, Advice& advice) {
    const auto value = static_cast<float>(solver.solve(state));
    advice.bounds = {value, value};
    advice.plies = 5;
    if (const auto wins = winning_moves(solver, state); !wins.empty()) advice.best = wins.back();
  });
}

// Keeps one of the best moves and one other; of lost positions the first two.
FakeAdvisor keep_two(Solver& solver) {
  return FakeAdvisor([&](State& state, Advice& advice) {
    advice.keep = legal_of(state);
    if (advice.keep.size() > 2) advice.keep.resize(2);
    if (const auto wins = winning_moves(solver, state); !wins.empty()) advice.keep.front() = wins.back();
  });
}

}  // namespace

TEST_CASE("advice: a proved win at the root is played at once, without a simulation") {
  Solver solver;
  const auto state = new_hex(3);
  for (const bool with_priors : {false, true}) {
    const auto result = search(*state, know_all(solver), {.visits = 1000}, {}, with_priors);
    CHECK(result.simulations == 0);
    CHECK(result.value == 1.0);
    CHECK(result.lower == 1.0);
    CHECK(result.moves.front().action == winning_moves(solver, *state).back());
    CHECK(result.moves.front().lower == 1.0);
    CHECK(result.moves.front().plies == 5);
  }
}

TEST_CASE("advice: a win without its move, or by a move that is none, counts for nothing") {
  for (const Action best : {-1, 0, 77}) {
    const auto state = played(new_hex(3), {"a1"});
    const FakeAdvisor advisor([&](State& position, Advice& advice) {
      const float value = position.current_player() == 0 ? 1.0F : -1.0F;
      advice.bounds = {value, value};
      advice.best = best;
    });
    const auto result = search(*state, advisor, {.visits = 3});
    CHECK(result.simulations == 3);
    CHECK(result.lower == -1.0);
  }
}

TEST_CASE("advice: a loss that only the advisor sees is reported, and the search goes on for the longest resistance") {
  Solver solver;
  const auto lost = played(new_hex(4), {"c2", "a1", "c3"});  // white is lost
  REQUIRE(solver.solve(*lost) == 1);
  int calls = 0;
  const FakeAdvisor advisor([&](State& state, Advice& advice) {
    if (++calls > 1) return;  // of the root only
    advice.bounds = {1.0F, 1.0F};
    CHECK(state.hash() == lost->hash());
  });
  const auto result = search(*lost, advisor, {.visits = 300});
  CHECK(result.simulations == 300);
  CHECK(result.upper == -1.0);
  CHECK(result.value == -1.0);
  for (const auto& move : result.moves) CHECK(move.upper == -1.0);
  std::int64_t most = 0;
  for (const auto& move : result.moves) most = std::max(most, move.visits);
  CHECK(result.moves.front().visits == most);
  // Knowing it at every later position, too, it soon has nothing left to try, and comes to an end.
  const auto refuted = search(*lost, know_all(solver), {.visits = 100'000}, {.advise_visits = 4});
  CHECK(refuted.upper == -1.0);
  CHECK(refuted.simulations < 5000);
}

TEST_CASE("advice: bounds go up the tree, for either person, whatever the evaluator") {
  Solver solver;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto state = middle_game(seed);
    const double sign = state->current_player() == 0 ? 1.0 : -1.0;
    const double value = sign * solver.solve(*state);
    // Silent about the root.
    const FakeAdvisor advisor([&](State& position, Advice& advice) {
      if (position.hash() != state->hash()) know_all(solver).advise(position, advice);
    });
    const auto result = search(*state, advisor, {.visits = 50'000}, {.advise_visits = 1, .seed = seed}, seed % 2 == 0);
    CHECK(result.lower == value);
    CHECK(result.upper == value);
    CHECK(result.simulations < 500);
    state->apply(result.moves.front().action);
    CHECK(sign * solver.solve(*state) == value);
  }
}

TEST_CASE("advice: pruned moves get no visits, and what is kept proves the position") {
  Solver solver;
  for (const bool with_priors : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto state = middle_game(seed);
      const double sign = state->current_player() == 0 ? 1.0 : -1.0;
      const auto result = search(*state, keep_two(solver), {.visits = 400'000}, {.advise_visits = 8}, with_priors);
      CAPTURE(seed);
      CHECK(result.value == sign * solver.solve(*state));
      CHECK(result.lower == result.upper);
      int pruned = 0;
      for (const auto& move : result.moves) {
        CHECK(move.upper <= result.upper);
        if (!move.is_pruned) continue;
        ++pruned;
        CHECK(move.visits == 0);  // the root is asked about first
      }
      CHECK(pruned + 2 == static_cast<int>(result.moves.size()));
      CHECK_FALSE(result.moves.front().is_pruned);
    }
  }
}

TEST_CASE("advice: a move that is pruned late keeps its visits, and the mean forgets it") {
  const auto state = new_hex(5);
  const FakeAdvisor advisor([&](State& position, Advice& advice) {
    if (position.ply() == 0) return;
    advice.keep = {legal_of(position).back()};
  });
  SearchTree tree(*state, RolloutEvaluator(state->game(), 1), {.advise_visits = 50}, &advisor);
  const auto before = tree.search({.visits = 3000});
  const Action move = before.moves.front().action;
  tree.advance(move);
  const auto after = tree.result();
  int tried = 0;
  for (const auto& reply : after.moves) {
    const bool is_kept = reply.action == legal_of(tree.state()).back();
    CHECK(reply.is_pruned != is_kept);
    if (is_kept) CHECK(after.value == doctest::Approx(reply.value).epsilon(0.02));
    tried += reply.is_pruned && reply.visits > 0 ? 1 : 0;
  }
  CHECK(tried > 3);
  std::int64_t sum = 0;
  for (const auto& reply : after.moves) sum += reply.visits;
  CHECK(static_cast<std::uint64_t>(sum) == after.visits);
  CHECK_FALSE(after.moves.front().is_pruned);
}

TEST_CASE("advice: keeping nothing that is there prunes nothing") {
  const auto state = new_hex(3);
  const FakeAdvisor advisor([](State&, Advice& advice) { advice.keep = {50, -3}; });
  for (const auto& move : search(*state, advisor, {.visits = 50}).moves) CHECK_FALSE(move.is_pruned);
}

TEST_CASE("advice: every position is asked about once, the root first, others after their visits, as they are") {
  const auto state = AtmalofGame::create({.rows = 4, .cols = 5, .line = 4})->new_state();
  for (const bool with_priors : {false, true}) {
    std::set<std::uint64_t> asked;
    const FakeAdvisor advisor([&](State& position, Advice&) {
      CHECK_FALSE(position.is_terminal());
      CHECK_FALSE(position.is_chance_node());
      if (asked.empty()) CHECK(position.hash() == state->hash());
      CHECK(asked.insert(Tree::key_of(position)).second);
      CHECK(position.history().size() >= state->history().size());
    });
    const auto few = search(*state, advisor, {.visits = 30}, {.advise_visits = 40}, with_priors);
    CHECK(asked.size() == 1);
    asked.clear();
    const auto many = search(*state, advisor, {.visits = 3000}, {.advise_visits = 40}, with_priors);
    CHECK(asked.size() > 3);
    CHECK(asked.size() < 200);
    CHECK(many.visits == 3000);
    CHECK(few.visits == 30);
  }
}

TEST_CASE("advice: favourites are tried first") {
  const auto state = new_hex(6);
  for (const bool with_priors : {false, true}) {
    const FakeAdvisor advisor([&](State&, Advice& advice) { advice.favoured = {{17, 20.0F}}; });
    const auto result = search(*state, advisor, {.visits = 1}, {}, with_priors);
    CHECK(result.moves.front().action == 17);
    CHECK(result.moves.front().visits == 1);
    double sum = 0.0;
    for (const auto& move : result.moves) sum += move.prior;
    if (with_priors) CHECK(sum == doctest::Approx(1.0));
  }
  // Without priors that is as much as so many continuations with it: what is found out outweighs it.
  const FakeAdvisor advisor([&](State& position, Advice& advice) {
    if (position.ply() == 0) advice.favoured = {{0, 20.0F}};
  });
  const auto result = search(*state, advisor, {.visits = 3000}, {}, false);
  for (const auto& move : result.moves) {
    if (move.action == 0) CHECK(move.visits < 25);
  }
}

TEST_CASE("advice: sequential halving considers no pruned move") {
  const auto state = new_hex(4);
  const FakeAdvisor advisor([&](State& position, Advice& advice) {
    if (position.ply() == 0) advice.keep = {2, 5, 9};
  });
  const auto result = search(*state, advisor, {.visits = 32}, {.gumbel = 16}, true);
  for (const auto& move : result.moves) {
    CHECK((move.visits > 0) == (move.action == 2 || move.action == 5 || move.action == 9));
  }
}

TEST_CASE("advice: several threads ask and prune without harm") {
  Solver solver;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const bool is_pruning : {false, true}) {
      const auto state = middle_game(seed);
      const double sign = state->current_player() == 0 ? 1.0 : -1.0;
      const auto advisor = is_pruning ? keep_two(solver) : know_all(solver);
      const auto result =
          search(*state, advisor, {.visits = 400'000}, {.threads = 4, .batch = 3, .advise_visits = 8}, seed % 2 == 0);
      CHECK(result.value == sign * solver.solve(*state));
      std::int64_t sum = 0;
      for (const auto& move : result.moves) sum += move.visits;
      CHECK(static_cast<std::uint64_t>(sum) == result.visits);
      CHECK(advisor.calls() > 0);
      CHECK(result.lower == result.upper);
    }
  }
}

TEST_CASE("advice: an advisor that fails stops the search, and odd options are refused") {
  const auto state = new_hex(4);
  const FakeAdvisor advisor([&](State& position, Advice&) {
    if (position.ply() > 0) throw std::runtime_error("no advice");
  });
  SearchTree tree(*state, UniformEvaluator(), {.advise_visits = 5}, &advisor);
  CHECK_THROWS_AS(tree.search({.visits = 1000}), std::runtime_error);
  CHECK(tree.result().visits > 0);
  CHECK(search(*state, advisor, {.visits = 5}, {.advise_visits = 0}).visits == 5);
  const auto refused = [&] { search(*state, advisor, {.visits = 5}, {.advise_visits = -1}); };
  CHECK(refusal_of(refused).slug == "engine/options");
}

// ------------------------------------------------------------------------------------------- quick wins, long resistance

TEST_CASE("mcts: of sure wins the quickest found comes first, of sure losses the slowest") {
  // Black wins at once by b4; by other moves it takes longer.
  const auto hex = played(new_hex(4), {"b1", "d1", "b2", "d2", "b3", "a4"});
  const auto won = SearchTree(*hex, RolloutEvaluator(hex->game(), 1), {}).search({.visits = 3000});
  CHECK(hex->action_to_string(won.moves.front().action) == "b4");
  CHECK(won.moves.front().plies == 1);
  for (const auto& text : {"d1", "c2"}) {
    const auto lost = played(new_hex(4), {text});
    const auto result = SearchTree(*lost, RolloutEvaluator(lost->game(), 1), {}).search({.visits = 1'000'000});
    REQUIRE(result.upper == -1.0);
    for (std::size_t i = 1; i < result.moves.size(); ++i) CHECK(result.moves[i - 1].plies >= result.moves[i].plies);
    CHECK(result.moves.front().plies % 2 == 0);  // the opponent has the last word
    CHECK(result.moves.front().plies > 4);
  }
}

TEST_CASE("mcts: sequential halving without a bound on visits is refused") {
  const auto hex = new_hex(4);
  SearchTree tree(*hex, UniformEvaluator(), {.gumbel = 8});
  CHECK(refusal_of([&] { tree.search({.seconds = 0.1}); }).slug == "engine/limits");
}
