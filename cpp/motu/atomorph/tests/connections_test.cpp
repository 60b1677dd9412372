// Atomorph: a connection that is reported is never broken, whatever the enemy plays. The owner answers on the other
// point of a pair and else plays anything; every line is followed.
#include "motu/atomorph/connections.hpp"

#include <doctest/doctest.h>

#include <unordered_set>

#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

// Plays out everything that the enemy of `owner` can do, and all that the owner may do while it keeps its pairs.
class Siege {
 public:
  Siege(AtomorphState<1>& state, Colour owner, const FlipConnections& claim, std::size_t max_positions)
      : state_(state), owner_(owner), claim_(claim), left_(max_positions) {}

  bool holds() {
    if (!is_kept()) return false;
    if (state_.is_terminal()) return !claim_.is_won || state_.winning_colour() == owner_;
    if (left_ == 0 || !seen_.insert(state_.hash()).second) return true;
    --left_;
    for (const Action action : actions()) {
      state_.apply_unchecked(action);
      const bool is_held = holds();
      state_.undo_unchecked();
      if (!is_held) return false;
    }
    return true;
  }

 private:
  bool is_own(int point) const { return state_.stones_of(owner_).has(point); }
  bool is_enemy(int point) const { return state_.stones_of(other(owner_)).has(point); }

  // The empty point of a pair that the enemy has broken into, or -1.
  int open_answer() const {
    for (const auto& [a, b] : claim_.pairs) {
      if (is_enemy(a) && !is_own(b)) return b;
      if (is_enemy(b) && !is_own(a)) return a;
    }
    return -1;
  }

  bool is_kept() const {
    for (const int stone : claim_.safe) {
      if (!is_own(stone)) return false;
    }
    for (const auto& [a, b] : claim_.pairs) {
      if (is_enemy(a) && is_enemy(b)) return false;
    }
    return state_.is_terminal() || state_.to_move() == owner_ || open_answer() < 0;
  }

  std::vector<Action> actions() const {
    std::vector<Action> actions;
    state_.legal_actions(actions);
    if (state_.to_move() != owner_) return actions;
    const int points = state_.game().num_cells();
    const int answer = open_answer();
    if (answer >= 0) return {state_.to_return() ? 2 * points + answer : answer};
    if (state_.game().rules().return_stone && state_.num_empty() > 0) {
      std::erase_if(actions, [&](Action action) { return action >= points && action < 2 * points; });
    }
    return actions;
  }

  AtomorphState<1>& state_;
  Colour owner_;
  const FlipConnections& claim_;
  std::size_t left_;
  std::unordered_set<std::uint64_t> seen_;
};

struct Counts {
  int links = 0;
  int wins = 0;
};

bool holds_everything(AtomorphState<1>& state, Counts& counts, std::size_t max_positions) {
  for (const Colour colour : {kFirst, kSecond}) {
    const auto claim = find_flip_connections(state, colour);
    counts.links += static_cast<int>(claim.links.size());
    counts.wins += claim.is_won && !state.is_terminal() ? 1 : 0;
    if (!claim.links.empty() && !Siege(state, colour, claim, max_positions).holds()) return false;
  }
  return true;
}

void check_random(int size, int count, unsigned max_empty, std::size_t max_positions, int least_links) {
  Counts counts;
  for (const auto& rules : all_variants(size)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    Rng rng(static_cast<std::uint64_t>(size));
    for (int i = 0; i < count; ++i) {
      const Stones stones = random_stones(size * size, 10 + rng.below(max_empty - 10), rng);
      set_up_at_random(state, stones, rules, rng);
      if (state.is_terminal()) continue;
      CAPTURE(size);
      CAPTURE(i);
      REQUIRE(holds_everything(state, counts, max_positions));
    }
  }
  CHECK(counts.links >= least_links);
  MESSAGE(size << "x" << size << ": " << counts.links << " links, " << counts.wins << " won positions, none broken");
}

FlipConnections connections_of(std::string_view drawing, Colour colour, AtomorphRules rules = {}, unsigned flags = 0,
                               Colour to_move = kSecond) {
  return find_flip_connections(draw(drawing, to_move, rules, flags), colour);
}

}  // namespace

TEST_CASE("flip connections: what is linked and what is not, by hand") {
  // Two columns that hold each other: either point below them completes one from edge to edge. The stones above that
  // gap could be flipped from outside, by b1, a2 and a3 or c1, d2 and d3; the enemy gets only one of the last two.
  const auto columns = connections_of(".bb. / .bb. / .bb. / ....", kFirst);
  CHECK(columns.is_won);
  CHECK(columns.pairs == std::vector<std::array<int, 2>>{{1, 2}, {4, 8}, {7, 11}});
  REQUIRE(columns.links.size() == 1);
  CHECK(columns.links[0].points == std::array{1, 2});
  CHECK(columns.links[0].carrier == std::vector{1, 2, 4, 7, 8, 11});
  // One column has one way to the edge: it is no pair.
  CHECK_FALSE(connections_of(".b.. / .b.. / .b.. / ....", kFirst).is_won);
  // What would be linked in Go or Hex is flipped here: nothing holds the outsides of a bridge in the middle.
  CHECK(connections_of("..... / ..... / ..b.. / .b... / .....", kFirst).links.empty());
  CHECK(connections_of("..... / ..bb. / ..bb. / .bb.. / .bb..", kFirst).links.empty());
}

TEST_CASE("flip connections: a stone put back besides a stone placed would break pairs, so none are claimed") {
  const AtomorphRules rules{.return_stone = true};
  const std::string_view drawing = ".bb. / .bb. / .bb. / ....";
  CHECK(connections_of(drawing, kFirst, rules).is_won);
  CHECK(connections_of(drawing, kFirst, rules, AtomorphGame::kToReturn, kFirst).is_won);
  const auto open = connections_of(drawing, kFirst, rules, AtomorphGame::kToReturn, kSecond);
  CHECK(open.pairs.empty());
  CHECK_FALSE(open.is_won);
}

TEST_CASE("flip connections: every position of 3x3, in every variant, against everything") {
  Counts counts;
  for (const auto& rules : all_variants(3)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    bool holds = true;
    for_each_position(rules, [&](const Stones& stones, Colour to_move, unsigned flags) {
      state.setup(stones, to_move, flags);
      holds = holds && (state.is_terminal() || holds_everything(state, counts, 1'000'000));
    });
    CHECK(holds);
  }
  CHECK(counts.links > 62'900);  // all but a few that are found today
  MESSAGE("3x3: " << counts.links << " links, " << counts.wins << " won positions, none broken");
}

TEST_CASE("flip connections: random positions of 4x4 and 5x5, in every variant, against everything") {
  const bool slow = slow_tests_wanted();
  check_random(4, slow ? 10'000 : 400, 60, slow ? 200'000 : 4000, 105);
  check_random(5, slow ? 3000 : 400, 40, slow ? 50'000 : 4000, 90);
}
