// Atomorph for solvers: positions seen from the mover's side, two sets of points: a word each on boards up to 7x7, two
// words each up to 11x11. Everything here is there for both, and says the same of a board that fits into one word.
//
// Whoever is to move joins bottom and top: with White to move the board is mirrored along its rising diagonal and the
// colours are exchanged. So there is one kind of position in place of two, and colours need not be carried along.
//
// No position comes back, in any variant and on any board. Placing adds stones, so a repetition would be made of flips
// alone. A flip of a stone s gains two neighbours of its new colour, V and H, and loses at most the two others. So the
// number E of neighbours of equal colour never falls, and it stays only where both others, V' and H', are there and of
// the old colour. Then let D1 be diagonal between V and H', D2 between V' and H; weak means that one of them is the
// enemy's, contested means that one is the enemy's and one the owner's. Count the *dominoes*: blocks of 2x2 stones, a
// row or column of each colour. Of the four blocks around s the ones at D1 and D2 become or cease to be dominoes, the
// others never are: an enemy's D is a domino before and none after, an owner's D the reverse. So a contested flip
// leaves the dominoes' number as it is, any other flip that keeps E makes it smaller. A repetition would therefore be
// made of contested flips alone, and after each the opponent must not flip a contested stone: it is skipped, so all the
// flips are one player's, whose stones become more. The exception would be that both are skipped, one after the other,
// which is only possible on a full board with nobody able to make an uncontested flip (`FlipStep::is_double_skip`). On
// no board up to 5x5 does that come about; where it does, a search stops without an answer.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/core/base/word128.hpp"

namespace motu {

using FlipSet = std::uint64_t;  // of points, up to 7x7: the bits above the board are a search's own
using WideFlipSet = Word128;    // the same up to 11x11

inline int count_bits(WideFlipSet set) {
  return count_bits(static_cast<std::uint64_t>(set)) + count_bits(static_cast<std::uint64_t>(set >> 64));
}

// The mover joins the lowest and the highest row, the enemy the first and the last column.
template <class Set>
struct BasicFlipPosition {
  Set own = 0;
  Set enemy = 0;
  bool ban = false;        // the mover must not flip contested stones
  bool to_return = false;  // the mover has a stone to put back first

  friend bool operator==(const BasicFlipPosition&, const BasicFlipPosition&) = default;
  int num_stones() const { return count_bits(own | enemy); }
};

// What an action that does not win leads to.
template <class Set>
struct BasicFlipStep {
  BasicFlipPosition<Set> next;  // seen by whoever is to move then
  bool is_same_mover = false;   // the turn goes on, or the enemy was skipped
  bool is_turn_over = true;     // counts as a ply
  bool is_draw = false;         // nobody has an action; `next` means nothing
  bool is_double_skip = false;  // both were skipped, and the enemy's ban was lifted
};

// A position's actions, as sets of points. Those of `flips` are stones of the enemy.
template <class Set>
struct BasicFlipChoices {
  Set places = 0;  // empty points: to place on, or to put the stone back
  Set flips = 0;
  Set wins = 0;  // those of both by which the mover wins at once
  Set all() const { return places | flips; }
};

template <class Set>
class BasicFlipBoard {
 public:
  using Position = BasicFlipPosition<Set>;
  using Step = BasicFlipStep<Set>;
  using Choices = BasicFlipChoices<Set>;

  static constexpr int kMaxSize = sizeof(Set) == sizeof(FlipSet) ? 7 : 11;

  // Throws "solve/size" for a board that is too large.
  explicit BasicFlipBoard(std::shared_ptr<const AtomorphGame> game);

  const AtomorphGame& game() const { return *game_; }
  const AtomorphRules& rules() const { return game_->rules(); }
  int size() const { return size_; }
  int num_points() const { return size_ * size_; }
  Set all_points() const { return all_; }
  bool has_ban() const { return !rules().contested_never; }

  // The position of a state that is not over; a swap that is still possible is not heeded. `of` and `stones_of` are
  // inverse to each other.
  Position of(const State& state) const;
  std::vector<std::uint8_t> stones_of(const Position& position, Colour to_move) const;
  static unsigned flags_of(const Position& position);
  // The state's action on a point of the position, and back.
  Action action_on(const Position& position, int point, Colour to_move) const;
  int point_of(Action action, Colour to_move) const;

  Set transposed(Set points) const;
  Set rows_turned(Set points) const;     // the lowest row becomes the highest
  Set columns_turned(Set points) const;  // the first column becomes the last
  // The same for all four images of a position under the symmetries that keep the colours' edges.
  Position canonical(const Position& position) const;

  Set attacks(Set stones) const;
  // The flips of a mover; `ban`: contested stones are left out.
  Set flips(Set own, Set enemy, bool ban) const;
  // Stones of a colour that can never be flipped (safety.hpp).
  Set safe(Set stones) const;
  bool joins_rows(Set stones) const;     // the lowest to the highest: how the mover wins
  bool joins_columns(Set stones) const;  // the first to the last: how the enemy wins
  Set row_wins(Set stones) const;        // points on which a stone would complete such a chain
  Set column_wins(Set stones) const;
  Set chain_of(Set stones, int point) const;  // of those and the point, what hangs together with it
  Set around(Set points) const;               // those and all at most one step away in each direction
  // The points on which one of at most two stones that would join the rows could stand, or empty: two are too few.
  Set near_wins(Set stones) const;
  // How many turns, all its own, a colour would need to join the rows, as a guess: an empty point takes one, an enemy's
  // stone one where it is weak, two where it is not, and one that is safe bars the way (kFar: so does everything).
  static constexpr int kFar = 64;
  int row_distance(Set stones, Set enemy) const;
  bool is_decided(const Position& position) const { return joins_rows(position.own) || joins_columns(position.enemy); }

  Choices choices(const Position& position) const;
  // Precondition: the point is one of the choices, and not a winning one.
  Step after(const Position& position, int point) const;

 private:
  using Rows = std::array<Set, 1U << kMaxSize>;

  Step end_turn(Set own, Set enemy, bool ban, bool to_return) const;
  // A row's bits, its lowest column first.
  std::uint64_t row_of(Set points, int row) const {
    return static_cast<std::uint64_t>(points >> (row * size_)) & ((std::uint64_t{1} << size_) - 1);
  }
  Set by_rows(Set points, const Rows& rows, bool is_turned) const;

  std::shared_ptr<const AtomorphGame> game_;
  int size_;
  Set all_;
  Set corners_;
  Rows as_column_{};       // a row's bits as a column's
  Rows turned_columns_{};  // a row's bits in reverse order
};

using FlipPosition = BasicFlipPosition<FlipSet>;
using FlipStep = BasicFlipStep<FlipSet>;
using FlipChoices = BasicFlipChoices<FlipSet>;
using FlipBoard = BasicFlipBoard<FlipSet>;
using WideFlipPosition = BasicFlipPosition<WideFlipSet>;
using WideFlipBoard = BasicFlipBoard<WideFlipSet>;

extern template class BasicFlipBoard<FlipSet>;
extern template class BasicFlipBoard<WideFlipSet>;

// Calls visit(point) for every point of a set, ascending.
template <class F>
void for_each_point(FlipSet points, F&& visit) {
  for (; points != 0; points &= points - 1) visit(std::countr_zero(points));
}

template <class F>
void for_each_point(WideFlipSet points, F&& visit) {
  for_each_point(static_cast<FlipSet>(points), visit);
  for_each_point(static_cast<FlipSet>(points >> 64), [&](int point) { visit(64 + point); });
}

}  // namespace motu
