#include "motu/atoll/fill_layout.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace motu {

namespace {

// A cell's line and its place along that line, both from 0 on. Lines run along kDirections[direction]; the next line is
// one step of the following direction away.
struct Place {
  int line = 0;
  int along = 0;
};

std::vector<Place> place_cells(const HexBoard& board, int direction) {
  const Axial u = kDirections[static_cast<std::size_t>(direction)];
  const Axial v = kDirections[static_cast<std::size_t>(direction) + 1];
  std::vector<Place> places;
  Place low{std::numeric_limits<int>::max(), std::numeric_limits<int>::max()};
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    // at = along * u + line * v, where u and v span the lattice: their determinant is 1.
    const Axial at = board.axial(cell);
    places.push_back({u.q * at.r - u.r * at.q, at.q * v.r - at.r * v.q});
    low = {std::min(low.line, places.back().line), std::min(low.along, places.back().along)};
  }
  for (Place& place : places) place = {place.line - low.line, place.along - low.along};
  return places;
}

// Whether every step from every cell arrives at the neighbour on that side, or at no cell.
bool keeps_neighbours(const HexBoard& board, int direction, int stride, const std::vector<int>& bits) {
  std::vector<int> cells(static_cast<std::size_t>(*std::ranges::max_element(bits)) + 1, -1);
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    int& owner = cells[static_cast<std::size_t>(bits[static_cast<std::size_t>(cell)])];
    if (owner >= 0) return false;
    owner = cell;
  }
  const std::array<int, 6> steps{1, stride, stride - 1, -1, -stride, 1 - stride};  // in the order of kDirections
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const auto neighbours = board.neighbours(cell);
    for (std::size_t k = 0; k < 6; ++k) {
      const int bit = bits[static_cast<std::size_t>(cell)] + steps[k];
      const int found = bit >= 0 && bit < static_cast<int>(cells.size()) ? cells[static_cast<std::size_t>(bit)] : -1;
      if (found != neighbours[(k + static_cast<std::size_t>(direction)) % 6]) return false;
    }
  }
  return true;
}

FillLayout pack(const HexBoard& board, int direction, const std::vector<Place>& places) {
  for (int stride = 2; stride <= FillLayout::kMaxStride; ++stride) {
    std::vector<int> bits;
    for (const Place& place : places) bits.push_back(place.line * stride + place.along);
    const int low = *std::ranges::min_element(bits);
    for (int& bit : bits) bit -= low;
    if (keeps_neighbours(board, direction, stride, bits)) {
      return {stride, *std::ranges::max_element(bits) / 64 + 1, {bits.begin(), bits.end()}};
    }
  }
  return {};
}

// The island whose shore is exactly that line, or -1.
int island_along(const HexBoard& board, const std::vector<Place>& places, int line) {
  const auto is_there = [&](int cell) { return places[static_cast<std::size_t>(cell)].line == line; };
  const auto length = std::ranges::count(places, line, &Place::line);
  for (int island = 0; island < board.num_islands(); ++island) {
    const auto shore = board.island_cells(island);
    if (std::ranges::ssize(shore) == length && std::ranges::all_of(shore, is_there)) return island;
  }
  return -1;
}

struct Range {
  int low = std::numeric_limits<int>::max();
  int high = -1;
};

// The bits of the lines first..last.
Range range_of(const FillLayout& layout, const std::vector<Place>& places, int first, int last) {
  Range range;
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    if (places[cell].line < first || places[cell].line > last) continue;
    range = {std::min<int>(range.low, layout.bits[cell]), std::max<int>(range.high, layout.bits[cell])};
  }
  return range;
}

// Takes the first and the last line out of a layout of the whole board.
CrossingLayout without_shores(const FillLayout& whole, const std::vector<Place>& places, int last) {
  const Range near = range_of(whole, places, 0, 0);
  const Range far = range_of(whole, places, last, last);
  const Range inner = range_of(whole, places, 1, last - 1);
  if (near.high - near.low >= CrossingLayout::kLongestShore || far.high - far.low >= CrossingLayout::kLongestShore) {
    return {};
  }
  const int after_near = near.low + whole.stride - 1;
  const int before_far = far.low - whole.stride;
  const int low = std::min({inner.low, after_near, before_far});
  const int words = (inner.high - low) / 64 + 1;
  CrossingLayout layout;
  layout.inner = {whole.stride, words, whole.bits};
  for (std::size_t cell = 0; cell < places.size(); ++cell) {
    const int line = places[cell].line;
    const int moved = line == 0 ? 64 * words - near.low : line == last ? 64 * words + 32 - far.low : -low;
    layout.inner.bits[cell] = static_cast<std::uint16_t>(layout.inner.bits[cell] + moved);
  }
  layout.lines = last + 1;
  layout.near_begin = static_cast<unsigned>(after_near - low);
  layout.far_begin = static_cast<unsigned>(before_far - low);
  return layout;
}

CrossingLayout crossing_along(const HexBoard& board, int direction) {
  const auto places = place_cells(board, direction);
  const int last = std::ranges::max_element(places, {}, &Place::line)->line;
  const int near = island_along(board, places, 0);
  const int far = island_along(board, places, last);
  if (last < 2 || near < 0 || far < 0 || board.island_colour(near) != board.island_colour(far)) return {};
  const FillLayout whole = pack(board, direction, places);
  if (whole.words == 0) return {};
  CrossingLayout layout = without_shores(whole, places, last);
  layout.colour = board.island_colour(near);
  return layout;
}

}  // namespace

FillLayout FillLayout::of(const HexBoard& board) {
  FillLayout best;
  for (int direction = 0; direction < 3; ++direction) {
    FillLayout layout = pack(board, direction, place_cells(board, direction));
    if (layout.words > 0 && (best.words == 0 || layout.words < best.words)) best = std::move(layout);
  }
  return best;
}

CrossingLayout CrossingLayout::of(const HexBoard& board) {
  CrossingLayout best;
  if (board.num_islands() != 4) return best;
  for (int direction = 0; direction < 3; ++direction) {
    CrossingLayout layout = crossing_along(board, direction);
    if (layout.inner.words == 0) continue;
    const auto cost = [](const CrossingLayout& each) { return std::pair(each.inner.words, each.lines); };
    if (best.inner.words == 0 || cost(layout) < cost(best)) best = std::move(layout);
  }
  return best;
}

}  // namespace motu
