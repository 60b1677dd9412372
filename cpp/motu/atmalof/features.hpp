// What the line net looks at, as rows of its first layer: each feature that holds names one.
//
// - every window's code. Windows that a symmetry of the board takes into one another share their rows, and so do codes
//   that differ by the order in which it reads them. In a general layout, which fits all rules, only what a live window
//   lacks counts, and whether it is diagonal;
// - every live window (pieces of one side only) that lacks at most three: how many vacant squares a piece of its side
//   reaches by a step from outside the window, and how many an enemy piece reaches;
// - every vacant square through which live windows run, for where they cross one piece serves several: how many of
// either
//   side's windows that lack one (0, 1), two (0 to 2) and three (0 to 3), and how many pieces (0 to 2) reach it by a
//   step;
// - both sides' chance to win with one turn;
// - both sides' pieces on the board; pieces to come and the margin of the tie-break together.
//
// "Own" is the side whose turn it is.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atmalof/line_board.hpp"
#include "motu/atmalof/threats.hpp"

namespace motu {

class LineFeatures {
 public:
  // A general layout has the same rows for all rules. The nets of motu's first weights had no rows for crossings.
  LineFeatures(std::shared_ptr<const LineTables> tables, bool is_general, bool has_crossings = true);

  const LineTables& tables() const { return *tables_; }
  const std::shared_ptr<const LineTables>& shared_tables() const { return tables_; }
  bool is_general() const { return is_general_; }
  bool has_crossings() const { return has_crossings_; }
  int num_rows() const { return num_rows_; }
  // Rows below are the bias and those of windows' codes.
  int first_plain_row() const { return static_cast<int>(live_begin_); }
  // The most rows that hold at once.
  int max_active() const { return 2 * tables_->windows().count() + tables_->game().num_cells() + kSingles; }
  // Writes the rows that hold; how many there are. `out` has room for max_active().
  int collect(const LineBoard& board, Colour mover, std::span<std::uint32_t> out) const;

 private:
  static constexpr int kSingles = 5;  // features of which exactly one row holds: bias, chances, pieces twice, race
  static constexpr int kMostLacking = 3;
  static constexpr int kLiveRows = 4 + 9 + 16;  // of a side: (reached by own 0..lacking) x (by enemies 0..lacking)
  static constexpr int kChances = 9;            // none, up to sevenths, sure
  static constexpr int kPhases = 17;
  static constexpr int kToCome = 8;
  static constexpr int kMargins = 7;
  static constexpr int kCrossings = 2 * 3 * 4;  // of a side: windows that lack one, two, three
  static constexpr int kSteppers = 3;

  struct Context;  // of one collection

  void number_windows();
  void number_general();
  int general_row(int code, bool is_diagonal) const;
  void note_live(const LineBoard& board, int window, int lacking, Context& context) const;
  int race_row(const LineBoard& board, Colour mover) const;
  std::uint32_t phase_row(const LineBoard& board, Colour colour) const;
  void note_crossings(const LineBoard& board, Context& context) const;
  int chance_class(const LineBoard& board, Colour colour, Context& context) const;

  std::shared_ptr<const LineTables> tables_;
  bool is_general_;
  bool has_crossings_;
  int num_rows_ = 0;
  std::vector<std::uint32_t> window_offsets_;        // [window]: where its kind begins in rows_of_codes_
  std::vector<std::uint32_t> rows_of_codes_;         // [kind][mover][code]
  std::array<std::vector<std::int8_t>, 2> lacking_;  // [mover][code]: what a live window lacks, <0: the enemy's; or 0
  std::uint32_t live_begin_ = 0;                     // [side][…]
  std::uint32_t chance_begin_ = 0;                   // [own class][enemy class]
  std::uint32_t phase_begin_ = 0;                    // [side][phase]
  std::uint32_t race_begin_ = 0;                     // [own to come][enemy's][margin]
  std::uint32_t crossing_begin_ = 0;                 // [own windows][enemy's][own steppers][enemy's]
};

}  // namespace motu
