#include "motu/atmalof/line_eye.hpp"

#include <algorithm>
#include <array>

namespace motu {

namespace {

// How many times better a line becomes by each piece of one's own on it.
constexpr double kOwn = 4.0;
// The same for a line of the opponent's that could be stopped.
constexpr double kOther = 3.2;
// How much better a piece more is than one that has only moved.
constexpr double kNew = 1.6;

double power(double base, int exponent) {
  double product = 1.0;
  while (exponent-- > 0) product *= base;
  return product;
}

}  // namespace

LineEye::LineEye(const AtmalofGame& game) : game_(share(game)), through_(static_cast<std::size_t>(game.num_cells())) {
  for (int row = 0; row < game.height(); ++row) {
    for (int column = 0; column < game.width(); ++column) add_lines(row, column);
  }
}

// Those that begin on a square: down, to the right, and both ways between.
void LineEye::add_lines(int row, int column) {
  for (const std::size_t direction : {4, 2, 3, 1}) {
    const auto [down, right] = kAtmalofDirections[direction];
    const int steps = game_->rules().line - 1;
    const int last_row = row + steps * down;
    const int last_column = column + steps * right;
    if (last_row < 0 || last_row >= game_->height() || last_column >= game_->width()) continue;
    auto& line = lines_.emplace_back();
    for (int step = 0; step <= steps; ++step) {
      line.push_back((row + step * down) * game_->width() + column + step * right);
      through_[static_cast<std::size_t>(line.back())].push_back(static_cast<int>(lines_.size()) - 1);
    }
  }
}

std::vector<double> LineEye::weights(const State& state, std::span<const Action> actions, double naivety) const {
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(game_->num_cells()));
  state.stones(stones);
  std::vector<double> worths;
  for (int square = 0; square < game_->num_cells(); ++square) worths.push_back(worth(square, state.to_move(), stones));
  std::vector<double> found;
  for (const Action action : actions) {
    const bool is_line = action < game_->num_lines();
    const double attracts = is_line ? hope(action, naivety, stones, worths)
                                    : progress(action - game_->num_lines(), state.to_move(), stones);
    found.push_back(attracts + 1e-6);
  }
  return found;
}

// What a piece on the rolled square would be worth: the mean of all faces, and the best of them.
double LineEye::hope(Action line, double naivety, Stones stones, std::span<const double> worths) const {
  double sum = 0.0;
  double best = 0.0;
  for (Action face = 0; face < game_->num_faces(line); ++face) {
    const auto square = static_cast<std::size_t>(game_->drop_square(line, face));
    if (stones[square] != kNoColour) continue;
    sum += worths[square];
    best = std::max(best, worths[square]);
  }
  return kNew * (naivety * best + (1.0 - naivety) * sum / game_->num_faces(line));
}

// How much better a piece stands after a move.
double LineEye::progress(int move, Colour colour, Stones stones) const {
  std::vector<std::uint8_t> moved(stones.begin(), stones.end());
  const int source = move / 8;
  moved[static_cast<std::size_t>(source)] = kNoColour;
  return std::max(0.0, worth(game_->target(move), colour, moved) - worth(source, colour, moved));
}

// What a piece on a square would add to one's own lines and spoil of the opponent's.
double LineEye::worth(int square, Colour colour, Stones stones) const {
  double total = 0.0;
  for (const int line : through_[static_cast<std::size_t>(square)]) {
    std::array<int, 3> counts{};
    for (const int each : lines_[static_cast<std::size_t>(line)]) {
      if (each != square) ++counts[stones[static_cast<std::size_t>(each)]];
    }
    if (counts[other(colour)] == 0) {
      total += power(kOwn, counts[colour]);
    } else if (counts[colour] == 0) {
      total += power(kOther, counts[other(colour)]);
    }
  }
  return total;
}

}  // namespace motu
