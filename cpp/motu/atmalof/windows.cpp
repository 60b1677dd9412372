#include "motu/atmalof/windows.hpp"

#include <array>

namespace motu {

namespace {

// East, south, south-east, south-west as (rows down, columns right): one of each pair of opposite directions.
constexpr std::array<std::array<int, 2>, 4> kForward = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

}  // namespace

LineWindows::LineWindows(const AtmalofGame& game, int length) : length_(length) {
  for (int row = 0; row < game.height(); ++row) {
    for (int column = 0; column < game.width(); ++column) add_windows(game, row, column);
  }
  index_squares(game.num_cells());
}

void LineWindows::add_windows(const AtmalofGame& game, int row, int column) {
  for (const auto& [down, right] : kForward) {
    const int last_row = row + (length_ - 1) * down;
    const int last_column = column + (length_ - 1) * right;
    if (last_row >= game.height() || last_column >= game.width() || last_column < 0) continue;
    for (int i = 0; i < length_; ++i) {
      squares_.push_back(static_cast<std::uint16_t>((row + i * down) * game.width() + column + i * right));
    }
    is_diagonal_.push_back(down != 0 && right != 0);
  }
}

void LineWindows::index_squares(int num_squares) {
  std::vector<std::vector<Place>> through(static_cast<std::size_t>(num_squares));
  for (int window = 0; window < count(); ++window) {
    const auto members = squares(window);
    for (std::size_t i = 0; i < members.size(); ++i) {
      through[members[i]].push_back({static_cast<std::uint16_t>(window), static_cast<std::uint16_t>(i)});
    }
  }
  for (const auto& places : through) {
    first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.insert(places_.end(), places.begin(), places.end());
  }
  first_place_.push_back(static_cast<std::uint32_t>(places_.size()));
}

}  // namespace motu
