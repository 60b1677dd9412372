#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "motu/atmalof/layer_codec.hpp"
#include "motu/atmalof/layer_index.hpp"
#include "motu/atmalof/open_tables.hpp"
#include "motu/atmalof/solver.hpp"
#include "motu/atmalof/table.hpp"
#include "motu/atmalof/table_advisor.hpp"
#include "motu/atmalof/table_judge.hpp"
#include "motu/atmalof/tests/testing.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using testing::TemporaryFolder;

namespace {

constexpr AtmalofRules kTiny{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4};
constexpr AtmalofRules kTinyBoth{
    .rows = 2, .cols = 3, .extra_rows = 1, .extra_cols = 0, .line = 3, .pieces = 3, .tiebreak_both = true};
constexpr AtmalofRules kCorner{.rows = 2, .cols = 2, .extra_rows = 1, .extra_cols = 1, .line = 3, .pieces = 4};
// Layers large enough for threads.
constexpr AtmalofRules kWide{.rows = 4, .cols = 4, .extra_rows = 0, .extra_cols = 0, .line = 4, .pieces = 5};

std::shared_ptr<const LineTable> solved(const AtmalofRules& rules, const TemporaryFolder& folder) {
  LineSolve solve(AtmalofGame::create(rules), folder / "layers", {});
  REQUIRE(solve.run());
  CHECK(solve.progress().finished == solve.progress().positions);
  REQUIRE(LineTable::write(solve, folder / "table"));
  return LineTable::open(folder / "table");
}

std::vector<std::string> layer_bytes(const LineSolve& solve) {
  std::vector<std::string> all;
  for (const auto& [own, enemy] : layer_pairs(solve.board())) {
    for (const auto& [x, y] : {std::pair{own, enemy}, std::pair{enemy, own}}) {
      const LayerIndex index(solve.board(), x, y);
      const LayerValues values = solve.files().read(index);
      all.emplace_back(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::uint64_t));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("subsets are numbered by their masks") {
  for (const auto& [n, k] : {std::pair{0, 0}, {5, 0}, {5, 5}, {9, 4}, {16, 3}, {25, 2}, {32, 2}}) {
    const SubsetRanks ranks(n, k);
    CHECK(ranks.count() == binomial(n, k));
    auto subset = static_cast<SquareMask>((std::uint64_t{1} << k) - 1);
    for (std::uint32_t rank = 0; rank < ranks.count(); ++rank, subset = next_subset(subset)) {
      REQUIRE(ranks.rank(subset) == rank);
      REQUIRE(ranks.unrank(rank) == subset);
    }
  }
}

TEST_CASE("gathering and scattering are each other's inverse") {
  Rng rng(5);
  for (int i = 0; i < 1000; ++i) {
    const auto room = static_cast<SquareMask>(rng.next());
    const auto packed = static_cast<SquareMask>(rng.next() & ((std::uint64_t{1} << std::popcount(room)) - 1));
    const SquareMask set = scatter(packed, room);
    CHECK((set & ~room) == 0);
    CHECK(gather(set, room) == packed);
  }
}

TEST_CASE("every position of a layer has its index, and images share values") {
  for (const AtmalofRules& rules : {kTiny, kTinyBoth, kCorner}) {
    const LayerBoard board(AtmalofGame::create(rules));
    for (const auto& [own, enemy] : layer_pairs(board)) {
      const LayerIndex index(board, own, enemy);
      CHECK(index.size() == LayerIndex::size_of(board, own, enemy));
      for (std::uint64_t at = 0; at < index.size(); ++at) {
        const auto [mine, theirs] = index.position_at(at);
        REQUIRE((mine & theirs) == 0);
        REQUIRE(std::popcount(mine) == own);
        REQUIRE(std::popcount(theirs) == enemy);
        REQUIRE(index.index_of(mine, theirs) == at);
      }
    }
  }
}

TEST_CASE("layers are those that somebody still moves in") {
  const LayerBoard one(AtmalofGame::create(kTiny));       // over when a side has all of its four
  const LayerBoard both(AtmalofGame::create(kTinyBoth));  // over when both have all of their three
  for (int own = -1; own <= 5; ++own) {
    for (int enemy = -1; enemy <= 5; ++enemy) {
      const int least = std::min(own, enemy);
      const int most = std::max(own, enemy);
      CHECK(one.is_layer(own, enemy) == (least >= 0 && most <= 3));
      CHECK(both.is_layer(own, enemy) == (least >= 0 && most <= 3 && least < 3));
    }
  }
}

TEST_CASE("blocks of bounds come back as they were") {
  Rng rng(7);
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{1000}, kBlockLength}) {
    for (int kind = 0; kind < 6; ++kind) {
      std::vector<FileBounds> block;
      for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<int>(rng.below(2 * kFileOne + 1)) - kFileOne;
        const auto b = static_cast<int>(rng.below(2 * kFileOne + 1)) - kFileOne;
        const int near = std::min(a + static_cast<int>(rng.below(3)), kFileOne);
        const FileBounds wide{static_cast<std::int16_t>(std::min(a, b)), static_cast<std::int16_t>(std::max(a, b))};
        const FileBounds narrow{static_cast<std::int16_t>(a), static_cast<std::int16_t>(near)};
        const FileBounds extremes[] = {{kFileOne, kFileOne}, {-kFileOne, kFileOne}, {-kFileOne, -kFileOne}};
        const bool is_wide = kind == 1 || (kind == 2 && rng.below(10) == 0);
        block.push_back(kind >= 3 ? extremes[kind - 3] : (is_wide ? wide : narrow));
      }
      const auto bytes = pack_block(block);
      std::vector<FileBounds> again;
      REQUIRE(unpack_block(bytes, count, again));
      CHECK(again == block);
      CHECK_FALSE(unpack_block(std::span(bytes).first(bytes.size() - 1), count, again));
    }
  }
}

TEST_CASE("bounds are rounded outward") {
  for (const std::int32_t units : {0, 1, -1, 1023, 1024, 1025, -1023, -1024, -1025, kOne, -kOne, kOne - 1, 1 - kOne}) {
    const LineBounds around = FileBounds::of({units, units}).bounds();
    CHECK(around.lower <= units);
    CHECK(around.upper >= units);
    CHECK(around.upper - around.lower <= kFinestSteps);
  }
  CHECK(divide_down(-7, 2) == -4);
  CHECK(divide_up(-7, 2) == -3);
  CHECK(divide_down(7, 2) == 3);
  CHECK(divide_up(7, 2) == 4);
}

TEST_CASE("every entry of a solved table follows from its successors") {
  // How many they are was counted once; those where the game is over are left out.
  for (const auto& [rules, positions] : {std::pair(kTiny, 1392U), {kTinyBoth, 2823U}, {kCorner, 3606U}}) {
    const TemporaryFolder folder;
    const LineCheck check = check_table(solved(rules, folder), 0, 1);
    CHECK(check.positions == positions);
    CHECK(check.wrong == 0);
    CHECK(check.first_wrong == "");
  }
}

TEST_CASE("the check finds values of other rules") {
  const TemporaryFolder folder;
  LineSolve solve(AtmalofGame::create(kTiny), folder / "layers", {});
  REQUIRE(solve.run());
  // One layer replaced by what nothing is known about.
  const LayerIndex index(solve.board(), 2, 2);
  solve.files().write(index, LayerValues(index.size()), {1, true, 0.0});
  REQUIRE(LineTable::write(solve, folder / "table"));
  const LineCheck check = check_table(LineTable::open(folder / "table"), 0, 1);
  CHECK(check.wrong > 0);
  CHECK(check.worst > 0.01);
  // Two pieces each before the turn, three rows of three with strokes between them.
  CHECK(check.first_wrong.size() == 11);
  CHECK(std::ranges::count(check.first_wrong, '/') == 2);
  const auto pieces = 9 - std::ranges::count(check.first_wrong, '.');
  CHECK(pieces == std::ranges::count(check.first_wrong, 'R') + std::ranges::count(check.first_wrong, 'B'));
  CHECK((pieces == 3 || pieces == 4));
}

TEST_CASE("a table that is longer or shorter than it says is refused") {
  const TemporaryFolder folder;
  const auto path = folder / "table";
  const auto size = [&] {
    solved(kTiny, folder);
    return std::filesystem::file_size(path);
  }();
  for (const auto changed : {size + 1, size - 1}) {
    std::filesystem::resize_file(path, changed);
    CHECK_THROWS_WITH_AS(LineTable::open(path), doctest::Contains("its length is not what it was written with"), Error);
  }
  std::filesystem::resize_file(path, 8);
  CHECK_THROWS_WITH_AS(LineTable::open(path), doctest::Contains("it ends too early"), Error);
}

TEST_CASE("threads and interruptions change nothing") {
  const TemporaryFolder folder;
  const auto game = AtmalofGame::create(kWide);
  LineSolve alone(game, folder / "alone", {});
  REQUIRE(alone.run());
  const auto right = layer_bytes(alone);
  LineSolveOptions options;
  options.threads = 3;
  LineSolve together(game, folder / "together", options);
  REQUIRE(together.run());
  CHECK(layer_bytes(together) == right);

  options.seconds = 0.02;
  LineSolve broken(game, folder / "broken", options);
  int calls = 1;
  while (!broken.run() && calls < 100) ++calls;
  options.seconds = 0.0;
  LineSolve resumed(game, folder / "broken", options);
  REQUIRE(resumed.run());
  CHECK(layer_bytes(resumed) == right);
}

TEST_CASE("a report ends the work") {
  const TemporaryFolder folder;
  LineSolveOptions options;
  options.tolerance = 3e-8;
  AtmalofRules rules = kWide;
  rules.pieces = 7;
  LineSolve solve(AtmalofGame::create(rules), folder / "layers", options);
  CHECK_FALSE(solve.run([](const LineSolveProgress& progress) {
    CHECK(progress.positions > progress.finished);
    return false;
  }));
}

TEST_CASE("a report that throws loses nothing but the end of a sweep") {
  const TemporaryFolder folder;
  LineSolveOptions options;
  options.tolerance = 3e-8;
  options.threads = 2;
  AtmalofRules rules = kWide;
  rules.pieces = 7;
  const auto game = AtmalofGame::create(rules);
  LineSolve broken(game, folder / "layers", options);
  const auto refuse = [](const LineSolveProgress& progress) -> bool {
    if (progress.sweeps < 2) return true;
    throw Error("solve/failed", "no more");
  };
  CHECK_THROWS_AS(broken.run(refuse), Error);
  const LineSolveProgress& progress = broken.progress();
  const auto kept = broken.files().look(progress.own, progress.enemy);
  REQUIRE(kept);
  CHECK_FALSE(kept->is_finished);
  CHECK(kept->sweeps >= 2);
}

TEST_CASE("an advisor keeps the actions that may be the best, and its bounds hold them") {
  const TemporaryFolder folder;
  const auto table = solved(kTiny, folder);
  LineTableAdvisor advisor(table);
  LineJudge judge(table);
  const auto state = AtmalofGame::create(kTiny)->new_state();
  Rng rng(3);
  int narrowed = 0;
  for (int ply = 0; ply < 500; ++ply) {
    if (state->is_terminal()) {
      while (!state->history().empty()) state->undo();
    }
    if (!state->is_chance_node()) {
      Advice advice;
      advisor.advise(*state, advice);
      const LineVerdict verdict = judge.judge(*state);
      const std::set<Action> kept(advice.keep.begin(), advice.keep.end());
      CHECK(kept.contains(advice.best));
      narrowed += kept.size() < verdict.actions.size() ? 1 : 0;
      for (const auto& [action, bounds] : verdict.actions) {
        if (!kept.contains(action)) CHECK(bounds.upper < verdict.bounds.upper);
      }
      const double sign = state->current_player() == 0 ? 1.0 : -1.0;
      const double first = sign * as_value(verdict.bounds.lower);
      const double second = sign * as_value(verdict.bounds.upper);
      CHECK(advice.bounds.lower <= std::min(first, second));
      CHECK(advice.bounds.upper >= std::max(first, second));
    }
    state->apply_unchecked(state->sample_legal(rng));
  }
  CHECK(narrowed > 100);
}

TEST_CASE("a roll is worth the mean of its faces, rounded outward by less than a unit") {
  const TemporaryFolder folder;
  LineJudge judge(solved(kTiny, folder));
  const auto state = AtmalofGame::create(kTiny)->new_state();
  Rng rng(5);
  int rolls = 0;
  for (int ply = 0; ply < 600; ++ply) {
    if (state->is_terminal()) {
      while (!state->history().empty()) state->undo();
    }
    if (!state->is_chance_node()) {
      for (const auto& [action, bounds] : judge.judge(*state).actions) {
        state->apply_unchecked(action);
        if (state->is_chance_node()) {
          double lower = 0.0;
          double upper = 0.0;
          const auto faces = judge.judge(*state).actions;
          for (const auto& [face, worth] : faces) lower += worth.lower, upper += worth.upper;
          const auto count = static_cast<double>(faces.size());
          CHECK(bounds.lower <= lower / count);
          CHECK(bounds.lower > lower / count - 1.0);
          CHECK(bounds.upper >= upper / count);
          CHECK(bounds.upper < upper / count + 1.0);
          ++rolls;
        }
        state->undo_unchecked();
      }
    }
    state->apply_unchecked(state->sample_legal(rng));
  }
  CHECK(rolls > 100);
}

TEST_CASE("tables are used and forgotten by their rules") {
  const TemporaryFolder folder;
  const auto game = AtmalofGame::create(kTiny);
  solved(kTiny, folder);
  CHECK(line_table_for(*game) == nullptr);
  use_line_table(folder / "table");
  CHECK(line_table_for(*game) != nullptr);
  CHECK(line_table_for(*AtmalofGame::create(kCorner)) == nullptr);
  CHECK_THROWS_AS(use_line_table(folder / "nothing"), Error);
  CHECK(line_table_for(*game) != nullptr);
  forget_line_tables();
  CHECK(line_table_for(*game) == nullptr);
}
