// Atmalof as a net sees it: any member of the family, whose rules are told by planes of their own.
//
// What a line needs is told as it stands, window by window, and so is what wins at once; who may hope for the tie-break
// sees the count and the pieces to come. What the line net that came with the program makes of a position is told, too,
// so a net need only learn what that one does not see. Of a roll to come a net knows nothing: it judges what the faces
// lead to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atmalof/net.hpp"
#include "motu/core/nets/net_encoder.hpp"

namespace motu {

class AtmalofEncoder final : public NetEncoder {
 public:
  explicit AtmalofEncoder(const AtmalofGame& game);

  std::string_view lattice() const override { return "square"; }
  std::vector<std::string> planes() const override;
  // Throws "net/roll" where a roll is awaited.
  void encode(const State& state, int view, PlaneBits planes) const override;
  // The eight directions of a step by the square it begins on; then announcements, of rows at their first squares and
  // of columns at theirs.
  int policy_planes() const override { return 10; }
  bool has_lines() const override { return true; }
  int point_of(Action action, int view) const override {
    return points_[static_cast<std::size_t>(view)][static_cast<std::size_t>(action)];
  }
  int margin(const State& state, Colour own) const override;

 private:
  class Painter;

  void paint_board(Painter& painter) const;
  void paint_windows(const LineBoard& board, Colour own, Painter& painter) const;
  void paint_wins(const LineBoard& board, Colour colour, Painter& painter) const;
  void paint_end(const LineBoard& board, Colour own, Painter& painter) const;
  void paint_rules(Painter& painter) const;
  void paint_opinion(const LineBoard& board, Colour own, Painter& painter) const;
  int point_at(Action action) const;

  std::shared_ptr<const AtmalofGame> game_;
  std::shared_ptr<const LineNet> lines_;
  std::shared_ptr<const LineTables> tables_;
  std::vector<std::uint8_t> all_squares_;  // a plane that is on everywhere
  std::vector<std::vector<int>> points_;   // [view][action] -> point
  std::vector<bool> is_transposed_;        // [view] rows become columns
};

}  // namespace motu
