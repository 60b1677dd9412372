// One key for all positions that are the same game: of a position whose cells that need no thought are filled in.
//
// What matters of such a position is who wins as a function of who gets each empty cell, and the link graph of either
// colour says that (link_graph.hpp): cells, links and terminals with their islands. Stones of no consequence, their
// number, and how often a group was cut and joined are not in it. A symmetry of the board maps one link graph to
// another, one that exchanges the colours that of black to that of white; the key is the smallest over all of them.
// 128 bits, so that two games with one key are not to be expected in a lifetime.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/link_graph.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

struct ProofKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  // The key of a set is the sum of those of its members.
  ProofKey& operator+=(const ProofKey& added) {
    low += added.low;
    high += added.high;
    return *this;
  }
  friend ProofKey operator+(ProofKey a, const ProofKey& b) { return a += b; }
  friend bool operator==(const ProofKey&, const ProofKey&) = default;
  friend auto operator<=>(const ProofKey&, const ProofKey&) = default;

  static ProofKey of(std::uint64_t member) { return {splitmix64(member), splitmix64(~member ^ 0x5DEECE66D1CE4E5BULL)}; }
};

class CanonicalKeys {
 public:
  struct Canonical {
    ProofKey key;
    int symmetry = 0;  // that maps the position to the one the key was made of
  };

  explicit CanonicalKeys(const HexBoard& board);

  // `links` are those of both colours after fill-in; the memory is scratch.
  Canonical key_of(const std::array<LinkGraph, 2>& links, Colour to_move) const;
  int num_symmetries() const { return static_cast<int>(maps_.size()); }
  // [cell] its image, and what it is the image of.
  std::span<const int> image(int symmetry) const { return maps_[static_cast<std::size_t>(symmetry)].cells; }
  std::span<const int> origin(int symmetry) const { return maps_[static_cast<std::size_t>(symmetry)].origins; }
  bool swaps_colours(int symmetry) const { return maps_[static_cast<std::size_t>(symmetry)].swaps_colours; }

 private:
  struct Map {
    std::vector<int> cells;
    std::vector<int> origins;
    bool swaps_colours = false;
    std::array<std::vector<int>, 2> islands;  // [colour][own island] own island of the image's colour
  };

  ProofKey key_under(const Map& map, const LinkGraph& links, Colour colour) const;

  std::vector<Map> maps_;
};

// A board's cells and islands in one number: tables of one board are of no use for another.
std::uint64_t board_fingerprint(const HexBoard& board);

}  // namespace motu
