// Atomorph: distances between the edges are what their definition says, worked out by going over all points again and
// again.
#include "motu/atomorph/distances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "motu/atomorph/safety.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

// What a point costs the colour, in quarters of a turn.
std::vector<int> costs_of(const AtomorphState<1>& state, Colour colour) {
  const int size = state.game().size();
  const Colour enemy = other(colour);
  const auto safe = safe_stones(state.game(), state.stones_of(enemy));
  std::vector<int> costs;
  for (int point = 0; point < size * size; ++point) {
    const bool may_be_flipped = exposed_stones(state, kFirst).has(point) || exposed_stones(state, kSecond).has(point);
    if (state.stones_of(colour).has(point)) {
      costs.push_back(may_be_flipped ? 1 : 0);
    } else if (!state.stones_of(enemy).has(point)) {
      costs.push_back(4);
    } else {
      costs.push_back(safe.has(point) ? FlipDistances::kUnreachable : may_be_flipped ? 5 : 12);
    }
  }
  return costs;
}

std::vector<int> distances_from(const std::vector<int>& costs, int size, const AtomorphMasks::Words& edge) {
  std::vector<int> distances(costs.size(), FlipDistances::kUnreachable);
  for (bool changed = true; changed;) {
    changed = false;
    for (int point = 0; point < size * size; ++point) {
      const auto at = static_cast<std::size_t>(point);
      if (costs[at] == FlipDistances::kUnreachable) continue;
      int before = AtomorphMasks::has(edge, point) ? 0 : FlipDistances::kUnreachable;
      const auto come_from = [&](bool is_there, int near) {
        if (is_there) before = std::min(before, distances[static_cast<std::size_t>(near)]);
      };
      come_from(point % size > 0, point - 1);
      come_from(point % size + 1 < size, point + 1);
      come_from(point / size > 0, point - size);
      come_from(point / size + 1 < size, point + size);
      if (before == FlipDistances::kUnreachable || before + costs[at] >= distances[at]) continue;
      distances[at] = before + costs[at];
      changed = true;
    }
  }
  return distances;
}

}  // namespace

TEST_CASE("flip distances: shortest ways on random positions, in every variant") {
  int cut_off = 0;
  for (const int size : {3, 5, 8}) {
    for_random_positions(size, 60, [&](AtomorphState<1>& state) {
      for (const Colour colour : {kFirst, kSecond}) {
        const auto found = find_flip_distances(state, colour);
        const auto costs = costs_of(state, colour);
        int shortest = FlipDistances::kUnreachable;
        std::array<std::vector<int>, 2> expected;
        for (const std::size_t side : {0U, 1U}) {
          expected[side] = distances_from(costs, size, state.game().masks().edges[colour][side]);
          REQUIRE(found.from_edges[side] == expected[side]);
        }
        for (std::size_t point = 0; point < costs.size(); ++point) {
          const bool is_cut = std::max(expected[0][point], expected[1][point]) == FlipDistances::kUnreachable;
          const int through =
              is_cut ? FlipDistances::kUnreachable : expected[0][point] + expected[1][point] - costs[point];
          REQUIRE(found.through[point] == through);
          shortest = std::min(shortest, through);
        }
        REQUIRE(found.between_edges == shortest);
        cut_off += shortest == FlipDistances::kUnreachable ? 1 : 0;
      }
    });
  }
  CHECK(cut_off > 0);
}

TEST_CASE("flip distances: by hand") {
  const auto empty = draw("... / ... / ...", kFirst);
  CHECK(find_flip_distances(empty, kFirst).between_edges == 12);
  const auto begun = draw("..... / ..... / .bb.. / .bb.. / .....", kSecond);
  CHECK(find_flip_distances(begun, kFirst).between_edges == 12);
  CHECK(find_flip_distances(begun, kSecond).between_edges == 20);
  CHECK(find_flip_distances(begun, kFirst).through[7] == 12);
}
