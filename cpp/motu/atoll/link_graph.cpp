#include "motu/atoll/link_graph.hpp"

namespace motu {

namespace {

void unite(std::span<std::uint64_t> into, Bits set) {
  for (std::size_t i = 0; i < set.size(); ++i) into[i] |= set[i];
}

}  // namespace

void LinkGraph::assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour) {
  reduced_.assign(board, stones, colour);
  terminals_.assign(reduced_);
  words_ = words_for(num_vertices());
  link_cells();
}

void LinkGraph::link_cells() {
  near_.assign(static_cast<std::size_t>(num_vertices()) * words_, 0);
  for_each_bit(reduced_.empty(), [&](int cell) {
    if (terminals_.is_useful(cell)) link_cell(cell);
  });
}

void LinkGraph::link_cell(int cell) {
  unite(row(cell), reduced_.cells_near(cell));
  for (const std::uint16_t group : reduced_.groups_near(cell)) {
    unite(row(cell), reduced_.cells_near(reduced_.vertex_of_group(group)));
    if (terminals_.number_of(group) < 0) continue;
    const int terminal = num_cells() + terminals_.number_of(group);
    set_bit(row(cell), terminal);
    set_bit(row(terminal), cell);
  }
  clear_bit(row(cell), cell);
}

std::pair<int, int> LinkGraph::open_pair(int cell) const {
  const Bits around = near(cell);
  for (std::size_t i = 0; i < words_; ++i) {
    for (std::uint64_t rest = around[i]; rest != 0; rest &= rest - 1) {
      const int vertex = static_cast<int>(64 * i) + std::countr_zero(rest);
      const Bits linked = near(vertex);
      for (std::size_t j = i; j < words_; ++j) {
        const std::uint64_t open = around[j] & ~linked[j] & ~bit_in_word(j, vertex);
        if (open != 0) return {vertex, static_cast<int>(64 * j) + std::countr_zero(open)};
      }
    }
  }
  return {-1, -1};
}

// The cell's other neighbours must be linked among themselves.
bool LinkGraph::is_closed_without(int cell, int other) const {
  const Bits around = near(cell);
  for (std::size_t i = 0; i < words_; ++i) {
    for (std::uint64_t rest = around[i] & ~bit_in_word(i, other); rest != 0; rest &= rest - 1) {
      const int vertex = static_cast<int>(64 * i) + std::countr_zero(rest);
      const Bits linked = near(vertex);
      for (std::size_t j = 0; j < words_; ++j) {
        if ((around[j] & ~linked[j] & ~bit_in_word(j, vertex) & ~bit_in_word(j, other)) != 0) return false;
      }
    }
  }
  return true;
}

// A stone on `other` links everything near it; where it is near the cell, the cell gets its neighbours besides. What is
// near `other` is then linked among itself, so only the rest needs a look.
bool LinkGraph::is_closed_with(int cell, int other) const {
  const Bits own = near(cell);
  const Bits added = near(other);
  const bool touches = has_bit(own, other);
  const auto around = [&](std::size_t i) {
    const std::uint64_t set = touches ? own[i] | added[i] : own[i];
    return set & ~bit_in_word(i, cell) & ~bit_in_word(i, other);
  };
  for (std::size_t i = 0; i < words_; ++i) {
    for (std::uint64_t rest = own[i] & ~added[i] & ~bit_in_word(i, other); rest != 0; rest &= rest - 1) {
      const int vertex = static_cast<int>(64 * i) + std::countr_zero(rest);
      const Bits linked = near(vertex);
      for (std::size_t j = 0; j < words_; ++j) {
        if ((around(j) & ~linked[j] & ~bit_in_word(j, vertex)) != 0) return false;
      }
    }
  }
  return true;
}

}  // namespace motu
