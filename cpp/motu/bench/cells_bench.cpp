// Atoll positions a second for what is known about cells without search: inferior cells, circuits, two-distances, in
// random positions of several depths. One JSON line each (measure.hpp).
#include <memory>
#include <string>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/circuit_evaluation.hpp"
#include "motu/atoll/two_distance.hpp"
#include "motu/bench/measure.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace {

using namespace motu;
using namespace motu::bench;

using Positions = std::vector<std::vector<std::uint8_t>>;

// Positions that nobody has won, with this many stones.
Positions positions_of(const std::shared_ptr<const AtollGame>& game, int stones, int count) {
  Positions positions;
  Rng rng(5);
  while (static_cast<int>(positions.size()) < count) {
    AtollState state(game);
    while (!state.is_terminal() && state.ply() < stones) state.apply_unchecked(state.sample_legal(rng));
    if (state.is_terminal()) continue;
    positions.emplace_back(static_cast<std::size_t>(game->num_cells()));
    state.stones(positions.back());
  }
  return positions;
}

Subject find_subject(std::string name, const std::shared_ptr<const AtollGame>& game, const Positions& positions) {
  const auto totals = std::make_shared<std::vector<double>>(6, 0.0);
  const auto work = [game, positions, totals, cells = InferiorCells()](std::uint64_t times) mutable {
    for (std::uint64_t i = 0; i < times; ++i) {
      cells.find(game->board(), positions[i % positions.size()], kFirst);
      (*totals)[0] += 1;
      (*totals)[1] += static_cast<double>(cells.dead().size());
      (*totals)[2] += static_cast<double>(cells.captured(kFirst).size() + cells.captured(kSecond).size());
      (*totals)[3] += static_cast<double>(cells.vulnerable().size());
      (*totals)[4] += static_cast<double>(cells.dominated().size());
      (*totals)[5] += static_cast<double>(cells.candidates().size());
    }
    return times;
  };
  return {std::move(name), work, [totals] {
            const auto mean = [&](std::size_t i) { return (*totals)[i] / (*totals)[0]; };
            return Facts{{"dead", mean(1)},
                         {"captured", mean(2)},
                         {"vulnerable", mean(3)},
                         {"dominated", mean(4)},
                         {"candidates", mean(5)}};
          }};
}

// Both circuits, fill-in included: what the evaluator "resistance" does for a position.
Subject circuit_subject(std::string name, const std::shared_ptr<const AtollGame>& game, const Positions& positions) {
  const auto totals = std::make_shared<std::pair<double, double>>();
  const auto work = [game, positions, totals, circuits = CircuitEvaluation()](std::uint64_t times) mutable {
    for (std::uint64_t i = 0; i < times; ++i) {
      circuits.assign(game->board(), positions[i % positions.size()], kFirst);
      *totals = {totals->first + circuits.value(), totals->second + 1.0};
    }
    return times;
  };
  return {std::move(name), work, [totals] { return Facts{{"mean_value", totals->first / totals->second}}; }};
}

Subject distance_subject(std::string name, const std::shared_ptr<const AtollGame>& game, const Positions& positions) {
  const auto totals = std::make_shared<std::pair<double, double>>();
  const auto work = [game, positions, totals, measure = TwoDistance()](std::uint64_t times) mutable {
    for (std::uint64_t i = 0; i < times; ++i) {
      for (const Colour colour : {kFirst, kSecond}) {
        measure.assign(game->board(), positions[i % positions.size()], colour);
        *totals = {totals->first + measure.mobility(), totals->second + 1.0};
      }
    }
    return times;
  };
  return {std::move(name), work, [totals] { return Facts{{"mean_mobility", totals->first / totals->second}}; }};
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = Settings::of(argc, argv);
  const std::vector<std::pair<std::string, std::shared_ptr<const AtollGame>>> games{
      {"hex 11x11", AtollGame::create(HexBoard::rhombus(11, 11, 4), {.swap = false})},
      {"nauru", AtollGame::create(HexBoard::square(11, 8), {.swap = false})}};
  for (const auto& [name, game] : games) {
    Group inferior{name + " inferior cells", "positions", {}};
    Group circuits{name + " circuits", "positions", {}};
    Group distances{name + " two-distances", "positions", {}};
    for (const int stones : {0, 10, 30, 50}) {
      const Positions positions = positions_of(game, stones, 64);
      const std::string depth = std::to_string(stones) + " stones";
      inferior.subjects.push_back(find_subject(depth, game, positions));
      circuits.subjects.push_back(circuit_subject(depth, game, positions));
      distances.subjects.push_back(distance_subject(depth, game, positions));
    }
    for (const Group& group : {inferior, circuits, distances}) run(group, settings);
  }
  return 0;
}
