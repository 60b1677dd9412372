#include "motu/atoll/decomposition.hpp"

#include <algorithm>

#include "motu/atoll/inferior.hpp"

namespace motu {

namespace {

// Two cells are pairs, which fill-in knows.
constexpr int kLeastCells = 3;

}  // namespace

void Decomposition::clear() {
  for (auto& cells : settled_) cells.clear();
  hot_.clear();
}

bool Decomposition::settle(const std::array<LinkGraph, 2>& links, int most, std::vector<std::uint8_t>& stones) {
  most_ = std::min(most, RegionGame::kMostCells);
  find_parts(links[kFirst].reduced());
  return std::ranges::any_of(parts_, [&](const Part& part) { return settle_part(links, part, stones); });
}

// -------------------------------------------------------------------------------------------------- parts of the board

// Pieces of empty cells, and what hangs on one by a single cell. Whatever hangs on the first cell's side of another is
// not seen, so the walk begins where most cells are.
void Decomposition::find_parts(const ReducedGraph& graph) {
  parts_.clear();
  order_.clear();
  place_.assign(static_cast<std::size_t>(graph.num_cells()), -1);
  for_each_bit(graph.empty(), [&](int cell) {
    if (place_[static_cast<std::size_t>(cell)] < 0) walk(graph, cell);
  });
  std::erase_if(parts_,
                [&](const Part& part) { return part.end - part.begin < kLeastCells || part.end - part.begin > most_; });
}

// A piece of empty cells.
void Decomposition::walk(const ReducedGraph& graph, int root) {
  const auto begin = order_.size();
  const auto first = parts_.size();
  visit(graph, root, -1);
  const auto half = static_cast<int>(order_.size() - begin) / 2;
  const Part* heart = nullptr;
  for (std::size_t i = first; i < parts_.size(); ++i) {
    const int size = parts_[i].end - parts_[i].begin;
    if (size > half && (heart == nullptr || size < heart->end - heart->begin)) heart = &parts_[i];
  }
  if (heart != nullptr) {
    root = order_[static_cast<std::size_t>(heart->begin)];
    parts_.resize(first);
    for (std::size_t i = begin; i < order_.size(); ++i) place_[static_cast<std::size_t>(order_[i])] = -1;
    order_.resize(begin);
    visit(graph, root, -1);
  }
  parts_.push_back({static_cast<int>(begin), static_cast<int>(order_.size()), -1});
}

// Adds the parts that hang on cells from this one on (Tarjan 1972). The first place that is reached from there without
// going over the parent.
int Decomposition::visit(const ReducedGraph& graph, int cell, int parent) {
  const int place = static_cast<int>(order_.size());
  const std::size_t first = parts_.size();
  int branches = 0;
  place_[static_cast<std::size_t>(cell)] = place;
  order_.push_back(cell);
  int low = place;
  for_each_bit(graph.cells_near(cell), [&](int near) {
    if (near == parent) return;
    const int known = place_[static_cast<std::size_t>(near)];
    if (known >= 0) {
      low = std::min(low, known);
      return;
    }
    const int begin = static_cast<int>(order_.size());
    const int reached = visit(graph, near, cell);
    low = std::min(low, reached);
    if (reached >= place) parts_.push_back({begin, static_cast<int>(order_.size()), cell});
    ++branches;
  });
  // All the rest of a piece hangs on its first cell.
  if (parent < 0 && branches == 1 && parts_.size() > first) parts_.pop_back();
  return low;
}

// ------------------------------------------------------------------------------------------------------------- regions

bool Decomposition::settle_part(const std::array<LinkGraph, 2>& links, const Part& part,
                                std::vector<std::uint8_t>& stones) {
  cells_.assign(order_.begin() + part.begin, order_.begin() + part.end);
  std::ranges::sort(cells_);
  inside_.assign(links[kFirst].reduced().words(), 0);
  for (const int cell : cells_) set_bit(inside_, cell);
  for (const Colour colour : {kFirst, kSecond}) {
    if (!shape(links[colour], part)) continue;
    solve(colour, stones);
    return true;
  }
  return false;
}

// Whether the part is a region of the colour's graph; shape_ is its game then.
bool Decomposition::shape(const LinkGraph& links, const Part& part) {
  const ReducedGraph& graph = links.reduced();
  shape_ = {};
  shape_.size = static_cast<int>(cells_.size());
  num_ends_ = 0;
  groups_.clear();
  if (part.cut >= 0) {
    ++num_ends_;
    shape_.goal = numbers_of(graph.cells_near(part.cut));
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    shape_.near[i] |= numbers_of(graph.cells_near(cells_[i]));
    for (const std::uint16_t group : graph.groups_near(cells_[i])) {
      if (!add_group(links, group, part)) return false;
    }
  }
  return true;
}

// An end, or something that conducts within the part. False when there are too many ends.
bool Decomposition::add_group(const LinkGraph& links, int group, const Part& part) {
  if (std::ranges::find(groups_, group) != groups_.end()) return true;
  groups_.push_back(group);
  const Bits near = links.reduced().cells_near(links.reduced().vertex_of_group(group));
  const auto cells = numbers_of(near);
  bool is_end = links.terminals().number_of(group) >= 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const std::uint64_t cut = part.cut >= 0 ? bit_in_word(i, part.cut) : 0;
    is_end = is_end || (near[i] & ~inside_[i] & ~cut) != 0;
  }
  if (is_end) {
    (num_ends_ == 0 ? shape_.goal : shape_.start) |= cells;
    return ++num_ends_ <= 2;
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (((cells >> i) & 1U) != 0) shape_.near[i] |= cells;
  }
  if (part.cut >= 0 && has_bit(near, part.cut)) shape_.goal |= cells;
  return true;
}

RegionGame::Cells Decomposition::numbers_of(Bits cells) const {
  RegionGame::Cells numbers = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (has_bit(cells, cells_[i])) numbers |= RegionGame::Cells{1} << i;
  }
  return numbers;
}

// ------------------------------------------------------------------------------------------------------------- filling

void Decomposition::solve(Colour colour, std::vector<std::uint8_t>& stones) {
  if (num_ends_ < 2) return fill(kDeadCell, stones);
  const RegionGame::Solution& solution = game_.solve(shape_);
  if (!solution.joiner_begins.joins) return fill(other(colour), stones);
  if (solution.cutter_begins.joins) return fill(colour, stones);
  reduce(colour, solution, stones);
}

void Decomposition::fill(std::uint8_t owner, std::vector<std::uint8_t>& stones) {
  for (const int cell : cells_) stones[static_cast<std::size_t>(cell)] = owner;
  if (owner != kDeadCell) settled_[owner].insert(settled_[owner].end(), cells_.begin(), cells_.end());
}

void Decomposition::reduce(Colour colour, const RegionGame::Solution& solution, std::vector<std::uint8_t>& stones) {
  const auto cell_at = [&](int number) { return cells_[static_cast<std::size_t>(number)]; };
  HotRegion region;
  region.cell = cell_at(solution.pivot);
  region.moves[colour] = cell_at(solution.joiner_begins.move);
  region.moves[other(colour)] = cell_at(solution.cutter_begins.move);
  region.size = shape_.size;
  for (int i = 0; i < shape_.size; ++i) {
    region.cells[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(cell_at(i));
    if (i == solution.pivot) continue;
    stones[static_cast<std::size_t>(cell_at(i))] = i < solution.pivot ? colour : other(colour);
  }
  hot_.push_back(region);
}

}  // namespace motu
