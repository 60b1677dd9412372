#include "motu/core/levels/connection_eye.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "motu/core/base/exponential.hpp"

namespace motu {

namespace {

// Within how many cells of the last stones the eye rests.
constexpr double kNear = 1.3;
// How much a cell of the rim attracts, compared with one inside.
constexpr double kRimShare = 0.35;
// Cells from one stone to the next that people take in as one shape: a bridge of hexagons, a knight's move less.
constexpr double kBridge = 1.8;
// How much a cell far from every stone attracts, compared with one near some.
constexpr double kLonely = 0.15;
// While less than this share of the board is occupied, the centre attracts.
constexpr double kOpening = 0.08;
// What is so many stones longer than the shortest way attracts no less than what is longer still.
constexpr int kLongest = 20;

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

bool is_stone(std::uint8_t stone) { return stone != kNoColour; }

}  // namespace

ConnectionEye::ConnectionEye(SeenBoard board, WeakStones weak)
    : board_(std::move(board)), weak_(weak), routes_(board_), rim_(num_cells(), 1.0) {
  std::array<double, 2> middle{};
  for (const auto& centre : board_.centres) {
    for (std::size_t i = 0; i < 2; ++i) middle[i] += centre[i] / static_cast<double>(num_cells());
  }
  for (const auto& centre : board_.centres) {
    off_centre_.push_back(length_of(centre[0] - middle[0], centre[1] - middle[1]));
  }
  const double furthest = *std::ranges::max_element(off_centre_);
  for (double& each : off_centre_) each /= furthest;
  for (const int cell : board_.rim) rim_[static_cast<std::size_t>(cell)] = kRimShare;
}

double ConnectionEye::distance(std::size_t one, std::size_t other) const {
  const auto& [x, y] = board_.centres[one];
  return length_of(board_.centres[other][0] - x, board_.centres[other][1] - y);
}

std::vector<double> ConnectionEye::weights(const State& state, std::span<const Action> actions, double naivety) const {
  std::vector<std::uint8_t> stones(num_cells());
  state.stones(stones);
  const Floats way = way_interest(state, stones);
  const Floats near = near_interest(state);
  const Floats together = company(stones);
  const auto occupied = static_cast<double>(std::ranges::count_if(stones, is_stone));
  const double opening = std::max(0.0, 1.0 - occupied / (kOpening * static_cast<double>(num_cells())));
  std::vector<double> found;
  for (const Action action : actions) {
    const std::size_t cell = static_cast<std::size_t>(action) % num_cells();
    const double interest = (1.0 - naivety) * way[cell] + naivety * near[cell];
    const double centre = exponential(-2.0 * opening * off_centre_[cell]);
    found.push_back(interest * centre * rim_[cell] * together[cell] + 1e-6);
  }
  return found;
}

// Attack and defence: one's own shortest way, the opponent's, and most of all where the two cross.
std::vector<double> ConnectionEye::way_interest(const State& state, Stones stones) const {
  const std::vector<int> weak = weak_ != nullptr ? weak_(state) : std::vector<int>{};
  const auto own = routes_.lengths(state.to_move(), stones, weak);
  const auto other = routes_.lengths(motu::other(state.to_move()), stones, weak);
  const int best = *std::ranges::min_element(own);
  const int best_of_other = *std::ranges::min_element(other);
  const double urgency = std::clamp(1.0 + 0.4 * (best - best_of_other), 0.3, 2.0);
  Floats interest;
  for (std::size_t cell = 0; cell < num_cells(); ++cell) {
    const int detour = std::min(own[cell] - best, kLongest);
    const int hindrance = std::min(other[cell] - best_of_other, kLongest);
    interest.push_back(exponential(-1.5 * detour) + urgency * exponential(-1.5 * hindrance) +
                       3.0 * exponential(-1.5 * (detour + hindrance)));
  }
  return interest;
}

// The neighbourhood of the opponent's last stone, and less so of one's own.
std::vector<double> ConnectionEye::near_interest(const State& state) const {
  const auto history = state.history();
  Floats near(num_cells(), 0.02);
  double share = 1.0;
  for (std::size_t back = 1; back <= std::min<std::size_t>(2, history.size()); ++back, share = 0.6) {
    const std::size_t place = history.size() - back;
    if (place == 1 && state.is_swapped()) continue;  // the swap, which nobody sees on the board
    const std::size_t last = static_cast<std::size_t>(history[place].first) % num_cells();
    for (std::size_t cell = 0; cell < num_cells(); ++cell) {
      const double gap = distance(cell, last) / kNear;
      near[cell] += share * exponential(-(gap * gap));
    }
  }
  return near;
}

// People go on where stones stand already; they seldom play where the board is empty far and wide.
std::vector<double> ConnectionEye::company(Stones stones) const {
  std::vector<std::size_t> occupied;
  for (std::size_t cell = 0; cell < num_cells(); ++cell) {
    if (is_stone(stones[cell])) occupied.push_back(cell);
  }
  if (occupied.empty()) return Floats(num_cells(), 1.0);
  Floats company;
  for (std::size_t cell = 0; cell < num_cells(); ++cell) {
    double gap = distance(cell, occupied.front());
    for (const std::size_t stone : occupied) gap = std::min(gap, distance(cell, stone));
    const double lonely = std::max(gap - kBridge, 0.0);
    company.push_back(kLonely + (1.0 - kLonely) * exponential(-(lonely * lonely)));
  }
  return company;
}

}  // namespace motu
