// Where each cell of a board is in a CellSet, so that its six neighbours are six fixed steps away.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/base/types.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

// Lines of cells one after the other, `stride` bits from a cell to one of its two neighbours in the next line, stride-1
// to the other, 1 along the line. A step that leaves the board never arrives at a cell. The stride is the smallest one
// that keeps this promise: a slanted board's lines move up into the corners that a rectangle would leave empty.
struct FillLayout {
  static constexpr int kMaxStride = 63;

  int stride = 0;
  int words = 0;                    // 0: there is no layout
  std::vector<std::uint16_t> bits;  // [cell]

  // The layout with the fewest words; none for boards whose lines are all too long.
  static FillLayout of(const HexBoard& board);
};

// The same for a board of four islands with a colour whose two shores are the first and the last line, as in Hex. Their
// stones belong to the islands anyway, so a flood need not visit them: both lines are kept apart, in one word more.
struct CrossingLayout {
  static constexpr int kLongestShore = 31;

  FillLayout inner;  // the shores' bits are those of word `inner.words`: near ones from 0 on, far ones from 32 on
  Colour colour = kSecond;
  int lines = 0;
  // A stone at bit k of the near (far) half touches the inner bits k and k+1 from here on.
  unsigned near_begin = 0;
  unsigned far_begin = 0;

  // The one with the fewest words, of these the one with the fewest lines; inner.words == 0: there is none.
  static CrossingLayout of(const HexBoard& board);
};

}  // namespace motu
