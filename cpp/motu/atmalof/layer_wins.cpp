#include "motu/atmalof/layer_wins.hpp"

namespace motu {

LayerWins::LayerWins(const LayerBoard& board, int own) : num_squares_(static_cast<std::size_t>(board.num_squares())) {
  const bool is_last = own + 1 >= board.game().rules().pieces;
  for (const SquareMask set : board.sets(own).representatives) add(board, set, is_last);
}

void LayerWins::add(const LayerBoard& board, SquareMask own, bool is_last) {
  SquareMask steps = 0;
  SquareMask drops = 0;
  for (int to = 0; to < board.num_squares(); ++to) {
    const SquareMask bit = SquareMask{1} << to;
    if (is_last) short_lines_.push_back(static_cast<std::uint8_t>(board.num_short_lines(own | bit)));
    if ((own & bit) != 0 || !board.has_line(own | bit)) continue;
    drops |= bit;
    for (SquareMask from = board.neighbours(to) & own; from != 0; from &= from - 1) {
      if (board.has_line((own | bit) & ~(from & (~from + 1)))) steps |= bit;
    }
  }
  unsigned own_symmetries = 0;
  for (int s = 0; s < board.num_symmetries(); ++s) {
    const auto symmetry = static_cast<unsigned>(s);
    if (board.set_image(symmetry, own) == own) own_symmetries |= 1U << symmetry;
  }
  steps_.push_back(steps);
  drops_.push_back(drops);
  own_symmetries_.push_back(static_cast<std::uint8_t>(own_symmetries));
}

}  // namespace motu
