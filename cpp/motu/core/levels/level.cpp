#include "motu/core/levels/level.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace motu {

namespace {

void expect(bool is_right, const char* what) {
  if (!is_right) throw Error("engine/levels", std::string("a level has ") + what);
}

bool is_share(double value) { return value >= 0.0 && value <= 1.0; }

}  // namespace

void Level::check() const {
  expect(considers >= 0, "0 or more moves to consider");
  expect(cells >= 1, "a board of at least one cell");
  expect(depth >= 0 && (depth == 0 || considers == 0), "a depth from 0 on, and considers no moves where it is above 0");
  expect(visits >= 1 || considers == 1 || depth > 0, "simulations, unless it considers one move or has a depth");
  expect(seconds > 0.0, "seconds above 0");
  expect(is_share(temperature) && is_share(naivety) && is_share(sees_threats),
         "a temperature, a naivety and a share of seen threats from 0 to 1");
}

std::uint64_t Level::visits_on(const Game& game) const {
  const double share = static_cast<double>(visits) * game.num_cells() / cells;
  return static_cast<std::uint64_t>(std::max(1.0, std::nearbyint(share)));
}

}  // namespace motu
