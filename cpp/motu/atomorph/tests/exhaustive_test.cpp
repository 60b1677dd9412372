// What rules.md states about every Atomorph position of a small board, checked on every one of them. The longest of
// these run only with MOTU_SLOW=1 in the environment (a minute, 140 MB) and say what they counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/tests/testing.hpp"

using namespace motu;
using namespace motu::testing;

namespace {

bool slow_tests_wanted() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// The full or partly filled board whose occupied points are `occupied` and whose white points are `white`.
void write_stones(Stones& stones, std::uint32_t occupied, std::uint32_t white) {
  for (std::size_t point = 0; point < stones.size(); ++point) {
    const std::uint32_t bit = 1U << point;
    stones[point] = (occupied & bit) == 0 ? kNoColour : (white & bit) != 0 ? kSecond : kFirst;
  }
}

// ---------------------------------------------------------------------------------------------------------- no stuck board

// The white points of every full board on which nobody has won and nobody has a legal flip.
std::vector<std::uint32_t> stuck_boards(const AtomorphRules& rules) {
  AtomorphState<1> state(AtomorphGame::create(rules));
  Stones stones(static_cast<std::size_t>(rules.size * rules.size));
  const std::uint32_t full = (1U << stones.size()) - 1;
  std::vector<std::uint32_t> stuck;
  for (std::uint32_t white = 0; white <= full; ++white) {
    write_stones(stones, full, white);
    state.setup(stones, kFirst, 0);
    if (state.outcome().termination == Termination::stuck) stuck.push_back(white);
  }
  return stuck;
}

void check_no_stuck_board(int size) {
  std::uint32_t checkerboard = 0;  // white on every other point, a1 among them
  for (int point = 0; point < size * size; ++point) {
    if ((point / size + point % size) % 2 == 0) checkerboard |= 1U << point;
  }
  const std::uint32_t full = (1U << (size * size)) - 1;
  for (const bool contested_never : {false, true}) {
    CAPTURE(size);
    CAPTURE(contested_never);
    CHECK(stuck_boards({.size = size, .contested_never = contested_never}).empty());
    auto drawn = stuck_boards({.size = size, .contested_never = contested_never, .corners = false});
    REQUIRE(drawn.size() == 2);
    CHECK((drawn[0] == checkerboard || drawn[1] == checkerboard));
    CHECK((drawn[0] ^ drawn[1]) == full);
  }
}

// ----------------------------------------------------------------------------------------------------------- no cycle

// Walks along all sequences of flips, looking for a position (stones, side, ban) that comes again on the way it came.
class FlipWalk {
 public:
  explicit FlipWalk(int size)
      : points_(size * size),
        state_(AtomorphGame::create({.size = size})),
        stones_(static_cast<std::size_t>(points_)),
        marks_(std::size_t{4} << points_) {}

  // Every position whose occupied points are `occupied`. False when flips alone can go on for ever.
  bool walk_all(std::uint32_t occupied) {
    std::uint32_t white = 0;
    do {
      for (const Colour to_move : {kFirst, kSecond}) {
        for (const unsigned flags : {0U, AtomorphGame::kBan}) {
          write_stones(stones_, occupied, white);
          state_.setup(stones_, to_move, flags);
          if (!walk()) return false;
        }
      }
      white = (white - occupied) & occupied;  // the next subset
    } while (white != 0);
    white = 0;
    do {
      for (std::size_t i = 0; i < 4; ++i) marks_[4 * std::size_t{white} + i] = Mark::unseen;
      white = (white - occupied) & occupied;
    } while (white != 0);
    return true;
  }

  std::uint64_t num_positions() const { return num_positions_; }
  std::uint64_t num_flips() const { return num_flips_; }
  std::size_t longest() const { return longest_; }

 private:
  enum class Mark : std::uint8_t { unseen, open, done };

  Mark& mark() {
    const auto white = static_cast<std::size_t>(state_.stones_of(kSecond).word(0));
    return marks_[4 * white + 2 * state_.to_move() + (state_.ban() ? 1 : 0)];
  }

  // The flips that are left to try from the position just reached.
  void enter() {
    mark() = Mark::open;
    ++num_positions_;
    left_.push_back(state_.flips().word(0));
  }

  bool walk() {
    if (state_.is_terminal() || mark() == Mark::done) return true;
    enter();
    while (!left_.empty()) {
      longest_ = std::max(longest_, left_.size() - 1);
      if (left_.back() == 0) {
        left_.pop_back();
        mark() = Mark::done;
        if (!left_.empty()) state_.undo_unchecked();
        continue;
      }
      const int point = std::countr_zero(left_.back());
      left_.back() &= left_.back() - 1;
      state_.apply_unchecked(points_ + point);
      ++num_flips_;
      if (!state_.is_terminal() && mark() == Mark::open) return false;
      if (!state_.is_terminal() && mark() == Mark::unseen) {
        enter();
      } else {
        state_.undo_unchecked();
      }
    }
    return true;
  }

  int points_;
  AtomorphState<1> state_;
  Stones stones_;
  std::vector<Mark> marks_;  // [white points][side][ban]
  std::vector<std::uint64_t> left_;
  std::uint64_t num_positions_ = 0;
  std::uint64_t num_flips_ = 0;
  std::size_t longest_ = 0;
};

void report(const std::string& what, const FlipWalk& walk) {
  MESSAGE(what << ": " << walk.num_positions() << " positions with side and ban, " << walk.num_flips()
               << " flips, at most " << walk.longest() << " flips in a row, no cycle");
}

void check_every_position(int size) {
  FlipWalk walk(size);
  for (std::uint32_t occupied = 0; occupied < (1U << (size * size)); ++occupied) REQUIRE(walk.walk_all(occupied));
  report(size == 3 ? "every position of 3x3" : "every position of 4x4", walk);
}

void check_every_full_board(int size) {
  FlipWalk walk(size);
  REQUIRE(walk.walk_all((1U << (size * size)) - 1));
  report(size == 4 ? "every full board of 4x4" : "every full board of 5x5", walk);
}

}  // namespace

TEST_CASE("atomorph: no full board to 4x4 is stuck; with corners=false exactly the two checkerboards are") {
  check_no_stuck_board(3);
  check_no_stuck_board(4);
}

TEST_CASE("atomorph: flips alone cannot go on for ever, from any position of 3x3 and any full board of 4x4") {
  check_every_position(3);
  check_every_full_board(4);
}

TEST_CASE("atomorph (slow): no full board of 5x5 is stuck; with corners=false exactly the two checkerboards are" *
          doctest::skip(!slow_tests_wanted())) {
  check_no_stuck_board(5);
  MESSAGE("every full board of 5x5: none stuck, with corners=false the two checkerboards");
}

TEST_CASE("atomorph (slow): flips alone cannot go on for ever, from any position of 4x4" *
          doctest::skip(!slow_tests_wanted())) {
  check_every_position(4);
}

TEST_CASE("atomorph (slow): flips alone cannot go on for ever, from any full board of 5x5" *
          doctest::skip(!slow_tests_wanted())) {
  check_every_full_board(5);
}
