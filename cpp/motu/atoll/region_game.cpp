#include "motu/atoll/region_game.hpp"

#include <bit>

#include "motu/core/base/rng.hpp"

namespace motu {

namespace {

std::uint64_t hash_of(const RegionGame::Shape& shape) {
  std::uint64_t hash = splitmix64(static_cast<std::uint64_t>(shape.size));
  hash = splitmix64(hash ^ (std::uint64_t{shape.start} << 32 | shape.goal));
  for (const RegionGame::Cells near : shape.near) hash = splitmix64(hash ^ near);
  return hash;
}

}  // namespace

const RegionGame::Solution& RegionGame::solve(const Shape& shape) {
  if (solved_.empty()) solved_.resize(kMostKnown);
  Solved& solved = solved_[hash_of(shape) % kMostKnown];
  if (solved.shape == shape) return solved.solution;
  assign(shape);
  solved = {shape, {play(true), play(false), -1}};
  for (Cells cells = 1; joins(all_) && solved.solution.pivot < 0; cells = 2 * cells + 1) {
    if (joins(cells)) solved.solution.pivot = std::bit_width(cells) - 1;
  }
  return solved.solution;
}

void RegionGame::assign(const Shape& shape) {
  shape_ = shape;
  all_ = (Cells{1} << static_cast<unsigned>(shape.size)) - 1;
  known_.clear();
}

bool RegionGame::joins(Cells cells) const { return (grown(shape_.start & cells, cells) & shape_.goal) != 0; }

RegionGame::Cells RegionGame::next_to(Cells cells) const {
  Cells near = 0;
  for (; cells != 0; cells &= cells - 1) near |= shape_.near[static_cast<std::size_t>(std::countr_zero(cells))];
  return near;
}

// With everything that hangs together with them.
RegionGame::Cells RegionGame::grown(Cells cells, Cells all) const {
  for (Cells fresh = cells; fresh != 0;) {
    fresh = next_to(fresh) & all & ~cells;
    cells |= fresh;
  }
  return cells;
}

RegionGame::Outcome RegionGame::play(Cells joiner, Cells cutter, bool joiner_moves) {
  if (joins(joiner)) return {true, 0, -1};
  if (!joins(all_ & ~cutter)) return {false, 0, -1};
  const std::uint64_t key = std::uint64_t{joiner} << 17 | cutter | std::uint64_t{joiner_moves} << 63;
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  return known_[key] = search(joiner, cutter, joiner_moves);
}

// A carrier of the enemy's win after a move answers all moves outside it as well.
RegionGame::Outcome RegionGame::search(Cells joiner, Cells cutter, bool joiner_moves) {
  Cells must = all_ & ~joiner & ~cutter;
  Cells carrier = 0;
  while (must != 0) {
    const int move = choose(must, joiner, all_ & ~cutter);
    const Cells stone = Cells{1} << static_cast<unsigned>(move);
    const Outcome after = joiner_moves ? play(joiner | stone, cutter, false) : play(joiner, cutter | stone, true);
    if (after.joins == joiner_moves) return {joiner_moves, after.carrier | stone, move};
    carrier |= after.carrier;
    must &= after.carrier & ~stone;
  }
  return {!joiner_moves, carrier, -1};
}

// A cell on a shortest way between the ends, in the middle of it if there is a choice. One stone after another is added
// at either end until the two sides meet.
int RegionGame::choose(Cells must, Cells joiner, Cells open) const {
  Cells left = grown(shape_.start & joiner, joiner);
  Cells right = grown(shape_.goal & joiner, joiner);
  for (int i = 0; i <= shape_.size; ++i) {
    const Cells left_shore = (shape_.start | next_to(left)) & open;
    const Cells right_shore = (shape_.goal | next_to(right)) & open;
    if ((left_shore & right_shore & must) != 0) return std::countr_zero(left_shore & right_shore & must);
    Cells& side = i % 2 == 0 ? left : right;
    const Cells shore = i % 2 == 0 ? left_shore : right_shore;
    side = grown(side | shore, joiner | side | shore);
  }
  return std::countr_zero(must);
}

}  // namespace motu
