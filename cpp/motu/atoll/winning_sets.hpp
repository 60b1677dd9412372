// Which groups have to come together for a win: the minimal sets of them (ATOLL-WIN).
//
// Such a set has three groups at most. Say a colour has 2m islands, so that a set of islands wins when every gap
// between neighbours in it is at most m steps round the rim. In a minimal set no island can be left out: any two gaps
// next to each other sum to more than m. The sum of those sums over all k islands counts each gap twice and is 4m, so
// k·m < 4m. A winning set of groups contains a minimal set of islands, and a group for each of these is enough.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/core/boards/hex_board.hpp"

namespace motu {

// Up to three groups, ascending.
struct WinningSet {
  std::array<std::uint16_t, 3> groups{};
  int size = 0;

  std::span<const std::uint16_t> members() const { return {groups.data(), static_cast<std::size_t>(size)}; }
};

// The minimal winning sets among groups whose islands are given, one mask each as in HexBoard::wins. Groups without
// islands are in none of them. Replaces what is in `out`.
void find_winning_sets(const WinningIslands& winning, std::span<const std::uint64_t> islands,
                       std::vector<WinningSet>& out);

}  // namespace motu
