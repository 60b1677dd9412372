// A part of a position that matters by one question alone: whether a colour joins its two ends within it. Solved by
// playing it out, with carriers that tell which moves need no look.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace motu {

class RegionGame {
 public:
  static constexpr int kMostCells = 16;
  using Cells = std::uint32_t;  // of the region, under numbers of its own

  // Cells of the region that lie next to one another or to one group within it; those next to either end.
  struct Shape {
    int size = 0;
    std::array<Cells, kMostCells> near{};
    Cells start = 0;
    Cells goal = 0;

    friend bool operator==(const Shape&, const Shape&) = default;
  };
  struct Outcome {
    bool joins = false;
    Cells carrier = 0;  // within which the winner wins, whoever has the other cells
    int move = -1;      // of the side that begins, when it wins
  };

  // Everything there is to know.
  struct Solution {
    Outcome joiner_begins;
    Outcome cutter_begins;
    int pivot = -1;  // the first cell with which it and all before it join the ends
  };

  // Shapes that were met lately are known.
  const Solution& solve(const Shape& shape);

  void assign(const Shape& shape);
  // Who wins when the side that joins, or the one that cuts, moves first.
  Outcome play(bool joiner_begins) { return play(0, 0, joiner_begins); }
  // Whether these cells join the ends.
  bool joins(Cells cells) const;

 private:
  static constexpr std::size_t kMostKnown = std::size_t{1} << 13;

  struct Solved {
    Shape shape;
    Solution solution;
  };

  Outcome play(Cells joiner, Cells cutter, bool joiner_moves);
  Outcome search(Cells joiner, Cells cutter, bool joiner_moves);
  int choose(Cells must, Cells joiner, Cells open) const;
  Cells next_to(Cells cells) const;
  Cells grown(Cells cells, Cells all) const;

  Shape shape_;
  Cells all_ = 0;
  std::unordered_map<std::uint64_t, Outcome> known_;  // positions of the shape in work
  std::vector<Solved> solved_;
};

}  // namespace motu
