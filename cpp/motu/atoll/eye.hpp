// The board of Atoll as somebody sees it who is to connect its islands (core/levels/connection_eye.hpp).
#pragma once

#include "motu/core/boards/hex_board.hpp"
#include "motu/core/levels/routes.hpp"

namespace motu {

SeenBoard seen_board(const HexBoard& board);

}  // namespace motu
