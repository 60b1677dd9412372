// What a table says about a position and everything that can be done in it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "motu/atmalof/layer_values.hpp"
#include "motu/atmalof/table.hpp"

namespace motu {

// Bounds for the person whose turn it is; at a roll, for who rolls.
struct LineVerdict {
  LineBounds bounds;
  // Every legal action, at a roll every face, ascending.
  std::vector<std::pair<Action, LineBounds>> actions;
};

// Reads a table through a small memory of blocks; one for each thread.
class LineJudge {
 public:
  explicit LineJudge(std::shared_ptr<const LineTable> table);

  const LineTable& table() const { return *table_; }
  // Not at the end of a game. The state comes back as it was. Throws "solve/table" for a position of another game.
  LineVerdict judge(State& state);
  // The bounds that the table holds of a decision, for the person to act.
  LineBounds look_up(const State& state);
  // What the actions of a decision lead to, without what the table holds of the decision itself.
  LineVerdict backup(State& state);

 private:
  struct Slot {
    std::uint64_t key = ~std::uint64_t{0};
    std::vector<FileBounds> block;
  };

  LineBounds value_of(State& state, Colour viewer);
  LineBounds mean_of(State& state, Colour viewer);
  LineBounds bounds_at(SquareMask own, SquareMask enemy);
  LineVerdict judge_roll(State& state);
  void refuse_others(const State& state) const;

  std::shared_ptr<const LineTable> table_;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> stones_;
};

// Whether a table agrees with itself by the rules alone.
struct LineCheck {
  std::uint64_t positions = 0;  // that were looked at
  std::uint64_t wrong = 0;      // whose bounds are not those of their successors, but for rounding
  double worst = 0.0;           // the largest distance met
  std::string first_wrong;      // the first of them, as its squares
};

// Compares the bounds of positions with what follows from their successors, which are found by playing. Either differs
// by less than the files' unit and the iteration's step from what is stored. `count` positions drawn at random, or all
// of them for 0. Ends early where `goes_on` says no.
LineCheck check_table(const std::shared_ptr<const LineTable>& table, std::uint64_t count, std::uint64_t seed,
                      const std::function<bool(std::uint64_t looked_at)>& goes_on = {});

}  // namespace motu
