#include "motu/atoll/canonical_key.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace motu {

namespace {

constexpr std::uint64_t kSideMember = 0xC0A1ULL << 40;
constexpr std::uint64_t kLinkMember = 0xC0A2ULL << 40;
constexpr std::uint64_t kTerminalMember = 0xC0A3ULL << 40;

std::uint64_t map_mask(std::uint64_t mask, std::span<const int> islands) {
  std::uint64_t mapped = 0;
  for (; mask != 0; mask &= mask - 1) {
    mapped |= 1ULL << static_cast<unsigned>(islands[static_cast<std::size_t>(std::countr_zero(mask))]);
  }
  return mapped;
}

}  // namespace

CanonicalKeys::CanonicalKeys(const HexBoard& board) {
  for (BoardSymmetry& symmetry : board.symmetries()) {
    Map map;
    map.origins.resize(symmetry.cells.size());
    for (std::size_t cell = 0; cell < symmetry.cells.size(); ++cell) {
      map.origins[static_cast<std::size_t>(symmetry.cells[cell])] = static_cast<int>(cell);
    }
    map.cells = std::move(symmetry.cells);
    map.swaps_colours = symmetry.swaps_colours;
    for (auto& islands : map.islands) islands.resize(static_cast<std::size_t>(board.num_islands()) / 2);
    for (int island = 0; island < board.num_islands(); ++island) {
      map.islands[board.island_colour(island)][static_cast<std::size_t>(island / 2)] =
          symmetry.islands[static_cast<std::size_t>(island)] / 2;
    }
    maps_.push_back(std::move(map));
  }
}

// The colour whose image is black tells everything.
CanonicalKeys::Canonical CanonicalKeys::key_of(const std::array<LinkGraph, 2>& links, Colour to_move) const {
  Canonical best;
  for (std::size_t i = 0; i < maps_.size(); ++i) {
    const Colour black = maps_[i].swaps_colours ? kSecond : kFirst;
    ProofKey key = key_under(maps_[i], links[black], black);
    if (to_move != black) key += ProofKey::of(kSideMember);
    if (i == 0 || key < best.key) best = {key, static_cast<int>(i)};
  }
  return best;
}

ProofKey CanonicalKeys::key_under(const Map& map, const LinkGraph& links, Colour colour) const {
  ProofKey key;
  const auto image = [&](int cell) { return static_cast<std::uint64_t>(map.cells[static_cast<std::size_t>(cell)]); };
  for (int cell = 0; cell < links.num_cells(); ++cell) {
    for_each_bit(links.near(cell), [&](int vertex) {
      if (vertex <= cell || !links.is_cell(vertex)) return;
      const std::uint64_t a = image(cell);
      const std::uint64_t b = image(vertex);
      key += ProofKey::of(kLinkMember + (std::min(a, b) << 16) + std::max(a, b));
    });
  }
  for (int terminal = 0; terminal < links.num_terminals(); ++terminal) {
    const int group = links.terminals().groups()[static_cast<std::size_t>(terminal)];
    const std::uint64_t mask = map_mask(links.reduced().islands(group), map.islands[colour]);
    const std::uint64_t salt = splitmix64(kTerminalMember ^ splitmix64(mask));
    for_each_bit(links.near(links.num_cells() + terminal), [&](int cell) { key += ProofKey::of(salt + image(cell)); });
  }
  return key;
}

std::uint64_t board_fingerprint(const HexBoard& board) {
  std::uint64_t print = splitmix64(static_cast<std::uint64_t>(board.num_islands()));
  const auto add = [&](int number) { print = splitmix64(print ^ static_cast<std::uint32_t>(number)); };
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    add(board.axial(cell).q);
    add(board.axial(cell).r);
  }
  for (int island = 0; island < board.num_islands(); ++island) {
    add(board.junctions()[static_cast<std::size_t>(island)]);
    add(board.island_colour(island));
  }
  return print;
}

}  // namespace motu
