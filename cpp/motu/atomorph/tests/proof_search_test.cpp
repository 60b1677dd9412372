// Atomorph beyond the tables: proof search against brute force and tables, its limits, answers with the pie rule,
// replays, and what the engine is told.
#include "motu/atomorph/proof_search.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "motu/atomorph/evaluator.hpp"
#include "motu/atomorph/open_tables.hpp"
#include "motu/atomorph/oracle.hpp"
#include "motu/atomorph/proof_file.hpp"
#include "motu/atomorph/table_advisor.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/random_judge.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

std::shared_ptr<const AtomorphGame> game_of(const AtomorphState<1>& state) {
  return share(expect<AtomorphGame>(state.game()));
}

// The same stones without history, so that nobody can swap.
std::unique_ptr<State> without_pie(const State& state) {
  auto copy = state.game().new_state();
  copy->setup(stones_of(state), state.to_move(), 0);
  return copy;
}

// An oracle that says the opposite of the truth.
class LyingOracle final : public FlipOracle {
 public:
  explicit LyingOracle(std::shared_ptr<const FlipTable> table) : truth_(std::move(table)) {}
  const AtomorphGame& game() const override { return truth_.game(); }
  FlipAnswer of(const State& state, bool is_known) override {
    const FlipAnswer answer = truth_.of(state, is_known);
    return {-answer.upper, -answer.lower, answer.plies};
  }

 private:
  FlipTableOracle truth_;
};

// A search with a judge that says anything, after a limit that left work half done, says what one without says; returns
// how often it was asked.
template <class Set>
std::uint64_t check_judged(const AtomorphState<1>& state, std::size_t bytes, FlipBounds expected) {
  BasicFlipSearch<Set> search(game_of(state), bytes, std::make_unique<RandomJudge>(state.hash()));
  const auto position = search.board().of(state);
  if (search.solve(position, {20, {}}).is_exact()) return search.num_judged();
  const auto found = search.solve(position, {});
  REQUIRE(found.is_exact());
  REQUIRE(found.lower == expected.lower);
  return search.num_judged();
}

}  // namespace

TEST_CASE("flip search: 3x3 from the empty board, all openings, is the table's, in every variant") {
  for (const auto& rules : all_variants(3)) {
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    FlipSearch search(game, 1 << 20);
    CHECK(search.solve({}, {}).lower == table->score({}).value());
    for (int point = 0; point < 9; ++point) {
      const auto bounds = search.solve_after({}, point, {});
      REQUIRE(bounds.is_exact());
      CHECK(bounds.lower == table->score_after({}, point).value());
      CHECK(search.known_after({}, point).lower == bounds.lower);
    }
  }
}

TEST_CASE("flip search: random positions of 3x3 and 4x4 are what brute force says, in every variant") {
  for (const int size : {3, 4}) {
    for_random_positions(size, size == 3 ? 60 : 40, [&](AtomorphState<1>& state) {
      if (state.num_empty() > 8) return;
      FlipSearch search(game_of(state), 1 << 18);
      const auto bounds = search.solve(search.board().of(state), {});
      REQUIRE(bounds.is_exact());
      REQUIRE(bounds.lower == BruteForce().value(state, state.to_move()));
    });
  }
}

TEST_CASE("flip search: whatever a judge says, the answer is the same, in every variant") {
  std::uint64_t judged = 0;
  for (const int size : {3, 4}) {
    for_random_positions(size, size == 3 ? 60 : 40, [&](AtomorphState<1>& state) {
      if (state.num_empty() > 12) return;
      FlipSearch plain(game_of(state), 1 << 18);
      const auto expected = plain.solve(plain.board().of(state), {});
      REQUIRE(expected.is_exact());
      judged += check_judged<FlipSet>(state, 1 << 18, expected);
      judged += check_judged<FlipSet>(state, 1 << 14, expected);
      judged += check_judged<WideFlipSet>(state, 1 << 18, expected);
    });
  }
  CHECK(judged > 1000);
}

TEST_CASE("flip search: a judge takes the memory that is left, and no more") {
  const auto game = AtomorphGame::create({.size = 5});
  for (const std::size_t bytes : {std::size_t{1} << 10, std::size_t{1} << 16, std::size_t{100'000}}) {
    FlipSearch search(game, bytes, std::make_unique<RandomJudge>(1));
    CHECK(search.bytes() <= bytes);
    CHECK(search.bytes() > bytes / 8 * 7);
  }
}

TEST_CASE("flip search: what a judge says is turned into odds, and kept") {
  // The mover wins, and plays in the centre.
  class Sure final : public Evaluator {
   public:
    bool has_priors() const override { return true; }
    void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
      for (std::size_t i = 0; i < states.size(); ++i) {
        out[i].value = 1.0F;
        out[i].priors.assign(legal_of(*states[i]).size(), 0.1F);
        out[i].priors[12] = 1.0F;
      }
    }
    std::unique_ptr<Evaluator> fork(std::uint64_t) const override { return std::make_unique<Sure>(); }
  };
  const FlipBoard board(AtomorphGame::create({.size = 5, .contested_never = true}));
  BasicOddsCache<FlipSet> cache(1 << 16);
  BasicJudgedMoves<FlipSet> judged(board, std::make_unique<Sure>(), cache);
  const auto odds = judged.of({}, board.all_points());
  CHECK(odds[12] == std::lround(8 * std::log2(99.0)));  // no surer than 99 to 1
  CHECK(odds[0] == std::lround(8 * std::log2(0.99)));   // a tenth of the probability: a hundredth of the odds
  judged.of({}, board.all_points());
  CHECK(judged.num_asked() == 1);
  BasicJudgedMoves<FlipSet> other(board, std::make_unique<Sure>(), cache);
  CHECK(other.of({}, board.all_points()) == odds);
  CHECK(other.num_asked() == 0);  // what one thread was told is known to the others
  FlipPosition position;
  for (int point = 0; point < 12; ++point) {
    CHECK(judged.is_asked_of(position));
    position.own |= FlipSet{1} << point;
  }
  CHECK_FALSE(judged.is_asked_of(position));
}

TEST_CASE("flip search: the empty 4x4 board, is what its table says; no memory is exceeded") {
  const auto game = AtomorphGame::create({.size = 4, .contested_never = true});
  FlipSearch large(game, 1 << 24);
  FlipSearch small(game, 1 << 16);
  CHECK(small.memory().bytes() <= 1 << 16);
  CHECK(large.memory().bytes() <= 1 << 24);
  const auto bounds = large.solve({}, {});
  REQUIRE(bounds.is_exact());
  small.solve_after({}, 0, {20'000, {}});
  CHECK(small.nodes() > 0);
  CHECK(small.known_after({}, 0).lower == -1);
  CHECK(small.known({}).upper == 1);
  CHECK(small.memory().count() <= (1 << 16) / sizeof(FlipMemory::Entry));
  CHECK(bounds.lower == 1);
  CHECK(large.solve_after({}, 0, {}).lower == -1);
}

TEST_CASE("flip search: the last stone of a draw is known to draw") {
  int draws = 0;
  for (const int size : {3, 4, 5}) {
    for (const bool contested_never : {false, true}) {
      const auto game = AtomorphGame::create({.size = size, .contested_never = contested_never, .corners = false});
      AtomorphState<1> state(game);
      FlipSearch search(game, 1 << 16);
      Rng rng(static_cast<std::uint64_t>(size));
      for (int i = 0; i < 20'000; ++i) {
        auto stones = random_stones(size * size, 0, rng);
        stones[rng.below(static_cast<std::uint32_t>(stones.size()))] = kNoColour;
        state.setup(stones, static_cast<Colour>(rng.below(2)), 0);
        if (state.is_terminal() || state.num_empty() != 1) continue;
        const auto position = search.board().of(state);
        const Colour mover = state.to_move();
        for (const Action action : legal_of(state)) {
          const int point = search.board().point_of(action, mover);
          state.apply_unchecked(action);
          const bool is_draw = state.is_terminal() && state.winning_colour() < 0;
          state.undo_unchecked();
          if (!is_draw) continue;
          ++draws;
          const auto known = search.known_after(position, point);
          const auto solved = search.solve_after(position, point, {});
          CHECK((known.lower == 0 && known.upper == 0));
          CHECK((solved.lower == 0 && solved.upper == 0));
        }
      }
    }
  }
  CHECK(draws > 20);
}

TEST_CASE("flip search: who wins by an attack is told by which action") {
  int attacks = 0;
  for (const int size : {4, 5}) {
    for_random_positions(size, 400, [&](AtomorphState<1>& state) {
      FlipSearch search(game_of(state), 1 << 16);
      const BasicFlipThreats<FlipSet> threats(search.board());
      const auto position = search.board().canonical(search.board().of(state));  // the image that is searched
      const int point = threats.knows_rules() ? threats.attack(position) : -1;
      if (point < 0) return;
      CHECK(search.solve(position, {}).lower == 1);
      CHECK(search.known_after(position, point).lower == 1);
      ++attacks;
    });
  }
  CHECK(attacks > 50);
}

TEST_CASE("flip search: a bound on positions holds, what was learnt is kept, and a report stops it") {
  const auto game = AtomorphGame::create({.size = 5});
  FlipSearch search(game, 1 << 22);
  CHECK_FALSE(search.solve({}, {500, {}}).is_exact());
  CHECK(search.nodes() == 500);
  CHECK_FALSE(search.solve({}, {900, {}}).is_exact());
  CHECK(search.nodes() == 900);
  std::uint64_t reported = 0;
  const auto stop = [&](const FlipProgress& progress) {
    reported = progress.nodes;
    return false;
  };
  CHECK_FALSE(search.solve({}, {0, stop}).is_exact());
  CHECK(reported > 900);
  CHECK(search.nodes() == reported);
  // 4x4 in portions.
  FlipSearch portions(AtomorphGame::create({.size = 4}), 1 << 24);
  int calls = 0;
  for (; !portions.known({}).is_exact() && calls < 1000; ++calls) {
    portions.solve({}, {portions.nodes() + 2000, {}});
  }
  CHECK(portions.known({}).lower == 1);
  CHECK(calls > 1);
}

TEST_CASE("flip search: a memory far too small makes it slow, not endless, and changes no answer") {
  for (const auto& rules : all_variants(3)) {
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{1} << 12}) {
      FlipSearch search(game, bytes);
      for (int point = 0; point < 9; ++point) {
        const auto bounds = search.solve_after({}, point, {2'000'000 + search.nodes(), {}});
        REQUIRE(bounds.is_exact());
        CHECK(bounds.lower == table->score_after({}, point).value());
      }
    }
  }
}

TEST_CASE("flip search: several threads find what one finds, with a judge and without, in memories of any size") {
  for (const int size : {4, 5}) {
    for_random_positions(size, 10, [&](AtomorphState<1>& state) {
      if (state.num_empty() > 13) return;
      FlipSearch alone(game_of(state), 1 << 20);
      const auto position = alone.board().of(state);
      const auto expected = alone.solve(position, {});
      REQUIRE(expected.is_exact());
      for (const std::size_t bytes : {std::size_t{1} << 14, std::size_t{1} << 20}) {
        auto judge = bytes > 1 << 14 ? std::make_unique<RandomJudge>(state.hash()) : nullptr;
        FlipSearch search(game_of(state), bytes, std::move(judge), 3);
        search.solve(position, {20, {}});
        const auto found = search.solve(position, {});
        REQUIRE(found.is_exact());
        REQUIRE(found.lower == expected.lower);
      }
    });
  }
}

TEST_CASE("flip search: several threads stop at a bound, when they are told to, and when the report fails") {
  WideFlipSearch search(AtomorphGame::create({.size = 8}), 1 << 20, std::make_unique<RandomJudge>(1), 2);
  CHECK_FALSE(search.solve({}, {3000, {}}).is_exact());
  CHECK(search.nodes() >= 3000);
  CHECK(search.nodes() <= 3002);
  int asked = 0;
  CHECK_FALSE(search.solve({}, {0, [&](const FlipProgress&) { return ++asked < 3; }}).is_exact());
  CHECK(asked == 3);
  const auto fail = [](const FlipProgress&) -> bool { throw std::runtime_error("enough"); };
  CHECK_THROWS_WITH(search.solve({}, {0, fail}), "enough");
  const std::uint64_t nodes = search.nodes();
  CHECK_FALSE(search.solve({}, {nodes + 500, {}}).is_exact());
  CHECK(search.nodes() > nodes);
  CHECK_THROWS_AS(FlipSearch(AtomorphGame::create({.size = 5}), 1 << 20, nullptr, 0), Error);
}

TEST_CASE("flip search: gone on with from files it looks at the same positions, in every variant") {
  const auto check = [&]<class Set>(Set, const AtomorphRules& rules) {
    const auto game = AtomorphGame::create(rules);
    BasicFlipSearch<Set> whole(game, 1 << 22);
    auto parts = std::make_unique<BasicFlipSearch<Set>>(game, 1 << 22);
    std::uint64_t nodes = 0;
    for (int portion = 0; portion < 6 && !whole.known({}).is_exact(); ++portion) {
      whole.solve({}, {whole.nodes() + 700, {}});
      parts->solve({}, {700, {}});
      nodes += parts->nodes();
      const TemporaryFile file;
      save_proofs(parts->memory(), rules, file.path);
      parts = std::make_unique<BasicFlipSearch<Set>>(game, 1 << 22);
      load_proofs(parts->memory(), rules, file.path);
      REQUIRE(nodes == whole.nodes());
      REQUIRE(parts->memory().count() == whole.memory().count());
      REQUIRE(parts->known({}).lower == whole.known({}).lower);
      REQUIRE(parts->known({}).upper == whole.known({}).upper);
    }
  };
  for (const int size : {3, 4, 6}) {
    for (const auto& rules : all_variants(size)) {
      check(FlipSet{}, rules);
      check(WideFlipSet{}, rules);
    }
  }
}

TEST_CASE("flip search: what a file adds takes nothing away, in a memory of any size") {
  const AtomorphRules rules{.size = 4, .contested_never = true};
  const auto game = AtomorphGame::create(rules);
  const TemporaryFile begun;
  const TemporaryFile done;
  FlipSearch search(game, 1 << 22);
  search.solve({}, {50, {}});
  save_proofs(search.memory(), rules, begun.path);
  REQUIRE(search.solve({}, {}).lower == 1);
  save_proofs(search.memory(), rules, done.path);
  load_proofs(search.memory(), rules, begun.path);
  CHECK(search.known({}).lower == 1);
  for (const std::size_t bytes : {std::size_t{1} << 10, std::size_t{1} << 14, std::size_t{1} << 22}) {
    FlipSearch other(game, bytes);
    load_proofs(other.memory(), rules, done.path);
    CHECK(other.memory().bytes() <= bytes);
    CHECK(other.known({}).lower == 1);
    load_proofs(other.memory(), rules, begun.path);
    CHECK(other.known({}).lower == 1);
    CHECK(other.solve({}, {}).lower == 1);
  }
}

TEST_CASE("flip search: a file of other rules is refused, one with the pie rule or without is the same") {
  const AtomorphRules rules{.size = 5};
  const TemporaryFile file;
  FlipSearch search(AtomorphGame::create(rules), 1 << 16);
  search.solve({}, {100, {}});
  save_proofs(search.memory(), rules, file.path);
  CHECK_THROWS_WITH_AS(load_proofs(search.memory(), {.size = 6}, file.path),
                       doctest::Contains("it is about atomorph(size=5,contested=ko,"), Error);
  CHECK_THROWS_AS(load_proofs(search.memory(), {.size = 5, .return_stone = true}, file.path), Error);
  WideFlipSearch wide(AtomorphGame::create(rules), 1 << 16);
  CHECK_THROWS_AS(load_proofs(wide.memory(), rules, file.path), Error);
  load_proofs(search.memory(), {.size = 5, .swap = false}, file.path);
}

// Slowly on 4x4, where a table takes seconds, and a search in hardly any memory for ever.
TEST_CASE("flip search: random positions, one after another in one memory of any size, are what the table says") {
  const int size = slow_tests_wanted() ? 4 : 3;
  const std::size_t least = size == 4 ? std::size_t{1} << 12 : 1;
  int positions = 0;
  for (const auto& rules : all_variants(size)) {
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    Rng rng(17);
    AtomorphState<1> state(game);
    for (const std::size_t bytes : {least, least << 4, std::size_t{1} << 20}) {
      FlipSearch search(game, bytes);
      for (int i = 0; i < (slow_tests_wanted() ? 300 : 100); ++i) {
        const Stones stones = random_stones(size * size, 10 + rng.below(size == 4 ? 50 : 40), rng);
        set_up_at_random(state, stones, rules, rng);
        if (state.is_terminal()) continue;
        const FlipPosition position = search.board().of(state);
        if (rng.below(3) == 0) search.solve(position, {search.nodes() + 1 + rng.below(20), {}});
        const auto bounds = search.solve(position, {});
        REQUIRE(bounds.is_exact());
        REQUIRE(bounds.lower == table->score(position).value());
        ++positions;
      }
    }
  }
  if (slow_tests_wanted()) MESSAGE(positions << " positions");
}

TEST_CASE("flip search: two words a set find what one finds, in as many positions, on 3x3 to 7x7 in every variant") {
  int solved = 0;
  for (int size = 3; size <= FlipBoard::kMaxSize; ++size) {
    for_random_positions(size, 6, [&](AtomorphState<1>& state) {
      FlipSearch narrow(game_of(state), 1 << 20);
      WideFlipSearch wide(game_of(state), 1 << 21);
      const auto bounds = narrow.solve(narrow.board().of(state), {500, {}});
      const auto same = wide.solve(wide.board().of(state), {500, {}});
      REQUIRE(bounds.lower == same.lower);
      REQUIRE(bounds.upper == same.upper);
      REQUIRE(narrow.nodes() == wide.nodes());
      REQUIRE(narrow.memory().count() == wide.memory().count());
      solved += bounds.is_exact() ? 1 : 0;
    });
  }
  CHECK(solved > 100);
}

TEST_CASE("flip search: late positions of 8x8 to 11x11 are what brute force says, in every variant") {
  int solved = 0;
  for (int size = 8; size <= WideFlipBoard::kMaxSize; ++size) {
    for (const auto& rules : all_variants(size)) {
      const auto game = AtomorphGame::create(rules);
      WideFlipSearch search(game, 1 << 18);
      Rng rng(static_cast<std::uint64_t>(30 + size));
      const auto state = game->new_state();
      for (int i = 0; i < (slow_tests_wanted() ? 500 : 40); ++i) {
        const Stones stones = random_blocks(size, 3 + static_cast<int>(rng.below(6)), rng);
        set_up_at_random(*state, stones, rules, rng);
        BruteForce truth(10'000);
        if (state->is_terminal()) continue;
        const int value = truth.value(*state, state->to_move());
        if (!truth.is_complete()) continue;
        const auto bounds = search.solve(search.board().of(*state), {});
        REQUIRE(bounds.is_exact());
        REQUIRE(bounds.lower == value);
        ++solved;
      }
    }
  }
  CHECK(solved > 200);
  if (slow_tests_wanted()) MESSAGE(solved << " positions");
}

TEST_CASE("flip search: on 11x11 bounds of positions and memory hold, and a report stops it") {
  WideFlipSearch search(AtomorphGame::create({.size = 11}), 1 << 18);
  CHECK(search.memory().bytes() <= 1 << 18);
  CHECK_FALSE(search.solve({}, {300, {}}).is_exact());
  CHECK(search.nodes() == 300);
  CHECK_FALSE(search.solve({}, {0, [](const FlipProgress&) { return false; }}).is_exact());
  CHECK(search.nodes() <= 4096);
}

TEST_CASE("flip search: boards beyond 7x7 need two words a set, and beyond 11x11 they are refused in one sentence") {
  CHECK(slug_of([] { FlipSearch(AtomorphGame::create({.size = 8}), 1 << 16); }) == "solve/size");
  const FlipSearchLimits limits;
  for (const int size : {7, 8, 11}) {
    const auto oracle = FlipSearchOracle::make(AtomorphGame::create({.size = size}), 1 << 16, limits, nullptr);
    CHECK(oracle->game().size() == size);
    CHECK(oracle->bytes() <= 1 << 16);
  }
  std::string message;
  const auto refused = [&] { FlipSearchOracle::make(AtomorphGame::create({.size = 12}), 1 << 16, limits, nullptr); };
  CHECK(slug_of(refused, message) == "solve/size");
  CHECK(message == "Atomorph is solved on boards from 3x3 to 11x11, not with size=12");
}

TEST_CASE("flip oracle: answers with the pie rule are brute force's, for persons") {
  for (auto rules : all_variants(3)) {
    rules.swap = true;
    const auto game = AtomorphGame::create(rules);
    FlipTableOracle oracle(FlipTable::build(game, 1, {}));
    const FlipSearchLimits limits;
    BasicFlipSearchOracle<FlipSet> searching(game, 1 << 20, limits, nullptr);
    const auto state = game->new_state();
    // The second person takes the better side of any opening.
    CHECK(answer(oracle, *state).upper == -1);
    CHECK(answer(searching, *state).upper == -1);
    CHECK(answer(searching, *state, true).upper == -1);
    for (const Action opening : legal_of(*state)) {
      CHECK(answer_after(oracle, *state, opening).upper == -1);
      state->apply(opening);
      const bool is_won = answer_after(oracle, *state, game->swap_action()).lower == 1;
      const int kept = BruteForce().value(*without_pie(*state), kSecond);
      CHECK(is_won == (kept == -1));
      state->undo();
    }
    const auto line = best_line(oracle, *state);
    for (const Action action : line) state->apply(action);
    REQUIRE(state->is_terminal());
    CHECK(state->outcome().winner == 1);
  }
}

TEST_CASE("flip oracle: the best line is as long as the answer says: the winner hurries, the loser holds out") {
  for (auto rules : all_variants(3)) {
    rules.swap = false;
    const auto game = AtomorphGame::create(rules);
    FlipTableOracle oracle(FlipTable::build(game, 1, {}));
    Rng rng(13);
    int wins = 0;
    for (int i = 0; i < 30; ++i) {
      const auto state = game->new_state();
      while (!state->is_terminal()) {
        const FlipAnswer told = answer(oracle, *state);
        const auto line = best_line(oracle, *state);
        const int ply = state->ply();
        for (const Action action : line) state->apply(action);
        REQUIRE(state->is_terminal());
        if (told.lower != 0) CHECK(state->ply() - ply == told.plies);
        wins += told.lower > 0 ? 1 : 0;
        for (std::size_t k = 0; k < line.size(); ++k) state->undo();
        state->apply(state->sample_legal(rng));
      }
    }
    CHECK(wins > 30);
  }
}

TEST_CASE("flip oracle: whoever wins at once does not put it off, though a search knows no lengths") {
  const auto state = draw("b . . . ./b . . w w/b . w . ./b b w w ./. . . . .", kFirst, {.swap = false});
  const FlipSearchLimits limits;
  const auto oracle = FlipSearchOracle::make(game_of(state), 1 << 18, limits, nullptr);
  const auto copy = state.clone();
  // Other moves win as well: White cannot stop a1 and b1.
  CHECK(answer_after(*oracle, *copy, state.parse_action("e1"), true).lower == 1);
  CHECK(best_action(*oracle, *copy) == state.parse_action("a1"));
  CHECK(best_line(*oracle, *copy).size() == 1);
}

TEST_CASE("flip oracle: a true claim holds against every reply, a false one does not") {
  for (auto rules : all_variants(3)) {
    rules.swap = true;
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    FlipTableOracle oracle(table);
    const auto state = game->new_state();
    const auto done = replay(oracle, *state, 1, 1, 1'000'000, 1);
    CHECK(done.holds);
    CHECK(done.is_complete);
    CHECK(done.positions > 20);
    const auto sampled = replay(oracle, *state, 1, 1, 20, 1);
    CHECK(sampled.holds);
    CHECK_FALSE(sampled.is_complete);
    CHECK(sampled.games > 0);
    CHECK(sampled.positions >= 20);
    CHECK_FALSE(replay(oracle, *state, 0, 1, 1'000'000, 1).holds);
    LyingOracle liar(table);
    const auto lie = replay(liar, *state, 0, 1, 1'000'000, 1);
    CHECK_FALSE(lie.holds);
    CHECK(state->moves().empty());
  }
}

TEST_CASE("flip table advisor: true advice in every variant, and a search that never strays") {
  for (const auto& rules : all_variants(3)) {
    const auto game = AtomorphGame::create(rules);
    CHECK(shared_flip_table(*game) != nullptr);
    CHECK(shared_flip_table(*AtomorphGame::create({.size = 5})) == nullptr);
    const auto advisor = make_advisor(*game);
    REQUIRE(dynamic_cast<FlipTableAdvisor*>(advisor.get()) != nullptr);
    Rng rng(5);
    AtomorphState<1> state(game);
    for (int i = 0; i < 60; ++i) {
      const Stones stones = random_stones(9, 20 + rng.below(70), rng);
      set_up_at_random(state, stones, rules, rng);
      if (state.is_terminal()) continue;
      const int value = BruteForce().value(state, state.to_move());
      Advice advice;
      advisor->advise(state, advice);
      if (value == 0) {
        CHECK_FALSE(advice.bounds.is_exact());
        CHECK_FALSE(advice.keep.empty());
      } else {
        REQUIRE(advice.bounds.is_exact());
        CHECK(advice.bounds.lower == static_cast<float>(state.to_move() == kFirst ? value : -value));
        CHECK((value < 0 || state.is_legal(advice.best)));
      }
      SearchTree tree(state, FlipEvaluator(*game, 1), {.advise_visits = 4}, advisor.get());
      const Action best = tree.search({.visits = 50}).moves.front().action;
      const Colour mover = state.to_move();
      state.apply(best);
      CHECK(BruteForce().value(state, mover) == value);
    }
  }
}
