// What the tests of Atomorph's safe stones, connections and threats share: random positions, and whole families of
// them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/tests/testing.hpp"
#include "motu/core/base/rng.hpp"

namespace motu::flip_testing {

using testing::Stones;

inline bool slow_tests_wanted() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// Colours at random, each point empty with a chance of `empty` in 100.
inline Stones random_stones(int points, unsigned empty, Rng& rng) {
  Stones stones(static_cast<std::size_t>(points));
  for (auto& stone : stones) stone = rng.below(100) < empty ? kNoColour : static_cast<Colour>(rng.below(2));
  return stones;
}

// Blocks of 2x2 and 3x3 stones of a colour, a few points of them open: late positions with few weak stones.
inline Stones random_blocks(int size, int open, Rng& rng) {
  Stones stones(static_cast<std::size_t>(size * size));
  const int side = 2 + static_cast<int>(rng.below(2));
  std::vector<Colour> blocks(static_cast<std::size_t>(size * size));
  for (auto& block : blocks) block = static_cast<Colour>(rng.below(2));
  for (int point = 0; point < size * size; ++point) {
    const int block = point / size / side * size + point % size / side;
    stones[static_cast<std::size_t>(point)] = blocks[static_cast<std::size_t>(block)];
  }
  for (; open > 0; --open) stones[rng.below(static_cast<std::uint32_t>(size * size))] = kNoColour;
  return stones;
}

// A random set of flags that the rules and the stones allow.
inline unsigned random_flags(const AtomorphRules& rules, const Stones& stones, Rng& rng) {
  unsigned flags = 0;
  if (!rules.contested_never && rng.below(2) == 0) flags |= AtomorphGame::kBan;
  const bool is_full = std::ranges::find(stones, kNoColour) == stones.end();
  if (rules.return_stone && !is_full && rng.below(2) == 0) flags |= AtomorphGame::kToReturn;
  return flags;
}

// Sets up stones with a random side and random flags. Every compiler draws the flags first: the order in which
// arguments are evaluated is its own.
template <class State>
void set_up_at_random(State& state, const Stones& stones, const AtomorphRules& rules, Rng& rng) {
  const unsigned flags = random_flags(rules, stones, rng);
  state.setup(stones, static_cast<Colour>(rng.below(2)), flags);
}

// Calls visit(stones, to_move, flags) for every arrangement of stones, side and flags of a small board.
template <class F>
void for_each_position(const AtomorphRules& rules, F&& visit) {
  const int points = rules.size * rules.size;
  Stones stones(static_cast<std::size_t>(points), kFirst);
  for (;;) {
    const bool is_full = std::ranges::find(stones, kNoColour) == stones.end();
    for (const Colour to_move : {kFirst, kSecond}) {
      for (unsigned flags = 0; flags < 4; ++flags) {
        if ((flags & AtomorphGame::kBan) != 0 && rules.contested_never) continue;
        if ((flags & AtomorphGame::kToReturn) != 0 && (!rules.return_stone || is_full)) continue;
        visit(stones, to_move, flags);
      }
    }
    std::size_t i = 0;
    while (i < stones.size() && stones[i] == kNoColour) stones[i++] = kFirst;
    if (i == stones.size()) return;
    ++stones[i];
  }
}

template <int W>
std::vector<int> listed(const PointSet<W>& points) {
  std::vector<int> list;
  points.for_each([&](int point) { list.push_back(point); });
  return list;
}

// Calls check(state) on random positions of a size in all variants, decided ones left out.
template <class F>
void for_random_positions(int size, int count, F&& check) {
  for (const auto& rules : testing::all_variants(size)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    Rng rng(static_cast<std::uint64_t>(100 + size));
    for (int i = 0; i < count; ++i) {
      const Stones stones = random_stones(size * size, 15 + rng.below(60), rng);
      set_up_at_random(state, stones, rules, rng);
      if (!state.is_terminal()) check(state);
    }
  }
}

inline std::vector<Action> legal_of(const State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  return actions;
}

// The result for a colour that plays on: 1, 0 or -1. Positions do not repeat (stones are added, and flips alone come to
// an end), so plain recursion ends; beyond `most` positions it gives up.
class BruteForce {
 public:
  explicit BruteForce(std::size_t most = ~std::size_t{0}) : most_(most) {}

  int value(State& state, Colour colour) {
    const int first = first_value(state);
    return colour == kFirst ? first : -first;
  }
  // Whether the values mean anything.
  bool is_complete() const { return known_.size() <= most_; }

 private:
  int first_value(State& state) {
    if (!is_complete()) return 0;
    if (state.is_terminal()) return state.winning_colour() < 0 ? 0 : (state.winning_colour() == kFirst ? 1 : -1);
    if (const auto known = known_.find(state.hash()); known != known_.end()) return known->second;
    const int own = state.to_move() == kFirst ? 1 : -1;
    int best = -1;
    for (const Action action : legal_of(state)) {
      state.apply_unchecked(action);
      best = std::max(best, own * first_value(state));
      state.undo_unchecked();
      if (best == 1) break;
    }
    return known_[state.hash()] = own * best;
  }

  std::size_t most_;
  std::unordered_map<std::uint64_t, int> known_;
};

}  // namespace motu::flip_testing
