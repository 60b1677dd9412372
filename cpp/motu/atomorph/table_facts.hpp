// What a table of all positions says about Atomorph as a whole: how many positions are won, which win takes longest,
// and whether a stone more can hurt its owner.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "motu/atomorph/table.hpp"

namespace motu {

// A position and who is to move in it.
struct FlipPlace {
  FlipPosition position;
  Colour to_move = kFirst;
};

// A stone more on an empty point that makes things worse for its owner.
struct FlipHarm {
  FlipPlace place;  // without the stone
  int point = 0;    // seen like the position
  FlipScore before;
  FlipScore after;  // both for the mover
};

struct FlipLongest {
  FlipPlace place;
  int plies = 0;
};

struct FlipFacts {
  // Positions in which somebody is to move; of images under the symmetries that the table knows only one counts, and
  // the two colours to move are one.
  std::array<std::uint64_t, 3> results{};  // lost, drawn, won by the mover
  std::uint64_t reachable = 0;             // those that games from the empty board lead to, with either to move
  std::optional<FlipLongest> longest;      // win or loss, set up by hand
  std::optional<FlipLongest> longest_reachable;
  struct ExtraStone {
    std::uint64_t tried = 0;  // a position and an empty point of it, unless the stone wins there or ends the turn
    std::uint64_t hurts = 0;
    std::optional<FlipHarm> smallest;            // fewest stones, no flags if possible
    std::optional<FlipHarm> smallest_reachable;  // both positions can arise in games from the empty board
  };
  std::array<ExtraStone, 2> extra{};  // [0] a stone of the mover, [1] one of the other
};

// Goes through the whole table. `go_on` as for FlipTable::build; nothing where it said no.
std::optional<FlipFacts> find_flip_facts(const FlipTable& table, const std::function<bool(double done)>& go_on);

}  // namespace motu
