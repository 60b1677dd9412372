// Atomorph on 3x3 and 4x4 points: the value of every position, and how many turns the game lasts with best play.
//
// Whoever wins hurries, whoever loses holds out. Turns are counted as plies: a stone put back and the regular action
// after it are one, a skipped turn is none. Draws (only with corners=false) are without length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motu/atomorph/solver_board.hpp"
#include "motu/atomorph/table_index.hpp"

namespace motu {

// What is known about a position, for its mover, in a byte: 0 a draw, 120 - d a win in d turns, d - 120 a loss.
struct FlipScore {
  static constexpr std::int8_t kWonAtOnce = 119;
  static constexpr std::int8_t kUnknown = -128;  // not computed, or nobody is to move there
  std::int8_t code = kUnknown;

  bool is_known() const { return code != kUnknown; }
  int value() const { return is_known() ? (code > 0) - (code < 0) : 0; }
  int plies() const { return code == 0 || !is_known() ? 0 : 120 - (code > 0 ? code : -code); }
  // The score of a position from which `step` leads to one with this score.
  FlipScore before(const FlipStep& step) const {
    const int own = step.is_same_mover ? code : -code;
    const int turns = step.is_turn_over ? 1 : 0;
    return {static_cast<std::int8_t>(own > 0 ? own - turns : own < 0 ? own + turns : 0)};
  }
  friend bool operator==(const FlipScore&, const FlipScore&) = default;
};

class FlipTable {
 public:
  // Computes it. Asks `go_on` now and then, if there is one: where it says no, returns null. Throws "solve/size"
  // for a board that is too large.
  static std::shared_ptr<const FlipTable> build(std::shared_ptr<const AtomorphGame> game, int threads,
                                                const std::function<bool(double done)>& go_on);
  // Maps a file into memory. Throws "solve/table" for anything but a whole one of this version that was written for
  // these rules; the pie rule does not matter.
  static std::shared_ptr<const FlipTable> load(std::shared_ptr<const AtomorphGame> game, const std::string& path);
  // Writes a file beside the one that is named and then takes its name: there is never half a table. Throws
  // "solve/table" when it cannot be written.
  void save(const std::string& path) const;

  const FlipBoard& board() const { return board_; }
  const FlipIndex& index() const { return index_; }
  std::size_t num_entries() const { return scores_.size(); }
  // Entries per arrangement of stones: one for each combination of flags that the rules know.
  std::size_t num_flags() const { return (board_.has_ban() ? 2U : 1U) * (board_.rules().return_stone ? 2U : 1U); }
  // The place of an entry.
  std::size_t slot(const FlipPosition& position) const {
    return index_.of(position.own, position.enemy) * num_flags() + flag_of(position);
  }
  FlipScore score_at(std::size_t slot) const { return {scores_[slot]}; }
  // The score of a position in which somebody is to move.
  FlipScore score(const FlipPosition& position) const { return score_at(slot(position)); }
  // The score of an action, for its mover. Precondition: the point is one of the choices.
  FlipScore score_after(const FlipPosition& position, int point) const;
  // The positions of an arrangement: all combinations of flags.
  template <class F>
  void for_each_flags(FlipSet own, FlipSet enemy, F&& visit) const;

 private:
  friend class FlipTableBuilder;

  FlipTable(std::shared_ptr<const AtomorphGame> game) : board_(std::move(game)), index_(board_.size()) {}
  std::size_t flag_of(const FlipPosition& position) const {
    return (position.ban ? 1U : 0U) + (position.to_return ? num_flags() / 2 : 0U);
  }

  FlipBoard board_;
  FlipIndex index_;
  std::shared_ptr<const void> owner_;  // of what scores_ shows: a vector, or a mapped file
  std::span<const std::int8_t> scores_;
};

template <class F>
void FlipTable::for_each_flags(FlipSet own, FlipSet enemy, F&& visit) const {
  const bool is_full = (own | enemy) == board_.all_points();
  for (const bool to_return : {false, true}) {
    if (to_return && (is_full || !board_.rules().return_stone)) continue;
    visit(FlipPosition{own, enemy, false, to_return});
    if (board_.has_ban()) visit(FlipPosition{own, enemy, true, to_return});
  }
}

// Whether every entry follows from the entries of its successors, as the rules give them: position by position set up
// as a state and its legal actions played. Returns the number of entries that were checked, or throws "solve/table"
// with the first that is wrong. `go_on` as for `build`; 0 where it said no.
std::uint64_t check_flip_table(const FlipTable& table, int threads, const std::function<bool(double done)>& go_on);

}  // namespace motu
