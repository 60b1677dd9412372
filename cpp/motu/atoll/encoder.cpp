#include "motu/atoll/encoder.hpp"

#include <algorithm>
#include <bit>

namespace motu {

namespace {

// Rows grow with r whatever the board's own numbering, so that neighbours are the same grid steps on every board.
std::vector<int> points_of(const HexBoard& board) {
  Axial low = board.axial(0);
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    low = {std::min(low.q, board.axial(cell).q), std::min(low.r, board.axial(cell).r)};
  }
  std::vector<int> points;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const Axial at = board.axial(cell);
    points.push_back((at.r - low.r) * board.columns() + (at.q - low.q));
  }
  return points;
}

}  // namespace

AtollEncoder::AtollEncoder(const AtollGame& game)
    : NetEncoder(game, game.board().rows(), game.board().columns(), points_of(game.board())),
      num_cells_(game.num_cells()) {}

std::vector<std::string> AtollEncoder::planes() const {
  return {"board",
          "own stones",
          "opponent's stones",
          "own islands' shores",
          "opponent's islands' shores",
          "own stones on islands",
          "opponent's stones on islands",
          "own islands that are joined, and what joins them",
          "opponent's islands that are joined, and what joins them",
          "where the mover wins at once",
          "where the opponent would win at once"};
}

void AtollEncoder::encode(const State& state, int view, PlaneBits planes) const {
  const auto& atoll = static_cast<const AtollState&>(state);
  std::ranges::fill(planes, std::uint8_t{0});
  for (int cell = 0; cell < num_cells_; ++cell) set_bit(planes.first(plane_bytes()), point_of_cell(cell, view));
  encode_colour(atoll, atoll.to_move(), view, 0, planes);
  encode_colour(atoll, other(atoll.to_move()), view, 1, planes);
}

void AtollEncoder::encode_colour(const AtollState& state, Colour colour, int view, std::size_t side,
                                 PlaneBits planes) const {
  const HexBoard& board = state.game().board();
  for (int cell = 0; cell < num_cells_; ++cell) {
    const auto mark = [&](Kind kind) {
      const std::size_t plane = 1 + 2 * static_cast<std::size_t>(kind) + side;
      set_bit(planes.subspan(plane * plane_bytes(), plane_bytes()), point_of_cell(cell, view));
    };
    const bool is_own = state.stone(cell) == colour;
    const std::uint64_t own = is_own ? state.islands_of(cell) : 0;
    bool is_joined = std::popcount(own) > 1;
    std::uint64_t around = 0;
    for (const int vertex : board.ring(cell).first(static_cast<std::size_t>(board.ring_length(cell)))) {
      const int island = vertex - num_cells_;
      const bool is_shore = island >= 0 && board.island_colour(island) == colour;
      if (!is_shore && (island >= 0 || state.stone(vertex) != colour)) continue;
      const std::uint64_t islands = state.islands_of(vertex);
      around |= islands;
      if (is_shore) mark(kShores);
      is_joined = is_joined || (is_shore && std::popcount(islands) > 1);
    }
    if (is_own) mark(kStones);
    if (own != 0) mark(kAnchored);
    if (is_joined) mark(kJoined);
    if (state.stone(cell) == kNoColour && board.wins(around)) mark(kWinning);
  }
}

}  // namespace motu
