// Atomorph for solvers: positions seen from the mover's side, in two words, on boards up to 7x7.
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

namespace motu {

using FlipSet = std::uint64_t;  // of points

// The mover joins the lowest and the highest row, the enemy the first and the last column.
struct FlipPosition {
  FlipSet own = 0;
  FlipSet enemy = 0;
  bool ban = false;        // the mover must not flip contested stones
  bool to_return = false;  // the mover has a stone to put back first

  friend bool operator==(const FlipPosition&, const FlipPosition&) = default;
  int num_stones() const { return count_bits(own | enemy); }
};

// What an action that does not win leads to.
struct FlipStep {
  FlipPosition next;            // seen by whoever is to move then
  bool is_same_mover = false;   // the turn goes on, or the enemy was skipped
  bool is_turn_over = true;     // counts as a ply
  bool is_draw = false;         // nobody has an action; `next` means nothing
  bool is_double_skip = false;  // both were skipped, and the enemy's ban was lifted
};

// A position's actions, as sets of points. Those of `flips` are stones of the enemy.
struct FlipChoices {
  FlipSet places = 0;  // empty points: to place on, or to put the stone back
  FlipSet flips = 0;
  FlipSet wins = 0;  // those of both by which the mover wins at once
  FlipSet all() const { return places | flips; }
};

class FlipBoard {
 public:
  static constexpr int kMaxSize = 7;

  // Throws "solve/size" for a board that is too large.
  explicit FlipBoard(std::shared_ptr<const AtomorphGame> game);

  const AtomorphGame& game() const { return *game_; }
  const AtomorphRules& rules() const { return game_->rules(); }
  int size() const { return size_; }
  int num_points() const { return size_ * size_; }
  FlipSet all_points() const { return all_; }
  bool has_ban() const { return !rules().contested_never; }

  // The position of a state that is not over; a swap that is still possible is not heeded. `of` and `stones_of` are
  // inverse to each other.
  FlipPosition of(const State& state) const;
  std::vector<std::uint8_t> stones_of(const FlipPosition& position, Colour to_move) const;
  static unsigned flags_of(const FlipPosition& position);
  // The state's action on a point of the position, and back.
  Action action_on(const FlipPosition& position, int point, Colour to_move) const;
  int point_of(Action action, Colour to_move) const;

  FlipSet transposed(FlipSet points) const;
  FlipSet rows_turned(FlipSet points) const;     // the lowest row becomes the highest
  FlipSet columns_turned(FlipSet points) const;  // the first column becomes the last
  // The same for all four images of a position under the symmetries that keep the colours' edges.
  FlipPosition canonical(const FlipPosition& position) const;

  FlipSet attacks(FlipSet stones) const;
  // The flips of a mover; `ban`: contested stones are left out.
  FlipSet flips(FlipSet own, FlipSet enemy, bool ban) const;
  // Stones of a colour that can never be flipped (safety.hpp).
  FlipSet safe(FlipSet stones) const;
  bool joins_rows(FlipSet stones) const;     // the lowest to the highest: how the mover wins
  bool joins_columns(FlipSet stones) const;  // the first to the last: how the enemy wins
  FlipSet row_wins(FlipSet stones) const;    // points on which a stone would complete such a chain
  FlipSet column_wins(FlipSet stones) const;
  // How many turns, all its own, a colour would need to join the rows, as a guess: an empty point takes one, an enemy's
  // stone one where it is weak, two where it is not, and one that is safe bars the way (kFar: so does everything).
  static constexpr int kFar = 64;
  int row_distance(FlipSet stones, FlipSet enemy) const;
  bool is_decided(const FlipPosition& position) const {
    return joins_rows(position.own) || joins_columns(position.enemy);
  }

  FlipChoices choices(const FlipPosition& position) const;
  // Precondition: the point is one of the choices, and not a winning one.
  FlipStep after(const FlipPosition& position, int point) const;

 private:
  FlipStep end_turn(FlipSet own, FlipSet enemy, bool ban, bool to_return) const;
  FlipSet by_rows(FlipSet points, const std::array<FlipSet, 128>& rows, bool is_turned) const;

  std::shared_ptr<const AtomorphGame> game_;
  int size_;
  FlipSet all_;
  FlipSet corners_;
  std::array<FlipSet, 128> as_column_{};       // a row's bits as a column's
  std::array<FlipSet, 128> turned_columns_{};  // a row's bits in reverse order
};

// Calls visit(point) for every point of a set, ascending.
template <class F>
void for_each_point(FlipSet points, F&& visit) {
  for (; points != 0; points &= points - 1) visit(std::countr_zero(points));
}

}  // namespace motu
