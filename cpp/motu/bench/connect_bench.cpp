// Analyses of virtual connections a second, and the share of positions that they decide: one JSON line for each board,
// number of random stones and level of options.
//
//   connect_bench [positions a line]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/bench/measure.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace {

using namespace motu;

struct Level {
  const char* name;
  ConnectionOptions options;
};

// Positions after so many random moves, nobody having won.
std::vector<AtollState> random_positions(const std::shared_ptr<const HexBoard>& board, int stones, int count) {
  const auto game = AtollGame::create(board, {.swap = false});
  Rng rng(static_cast<std::uint64_t>(stones) + 1);
  std::vector<AtollState> positions;
  while (static_cast<int>(positions.size()) < count) {
    AtollState state(game);
    for (int i = 0; i < stones && !state.is_terminal(); ++i) state.apply_unchecked(state.sample_legal(rng));
    if (!state.is_terminal()) positions.push_back(std::move(state));
  }
  return positions;
}

void measure(const char* name, const std::vector<AtollState>& positions, int stones, const Level& level) {
  ConnectionSearch search(level.options);
  int decided = 0;
  int narrowed = 0;
  int unfinished = 0;
  double worst = 0;
  double total = 0;
  for (const AtollState& state : positions) {
    const double begin = bench::cpu_seconds();
    const auto found = search.analyze(state);
    const double seconds = bench::cpu_seconds() - begin;
    total += seconds;
    worst = std::max(worst, seconds);
    if (found.verdict != Verdict::open) {
      ++decided;
    } else if (static_cast<int>(found.must_play.size()) < state.num_empty()) {
      ++narrowed;
    }
    if (!found.finished[kFirst] || !found.finished[kSecond]) ++unfinished;
  }
  const auto count = static_cast<double>(positions.size());
  std::printf(
      "{\"bench\": \"connect\", \"board\": \"%s\", \"stones\": %d, \"level\": \"%s\", \"positions\": %d, "
      "\"analyses_per_cpu_second\": %.0f, \"mean_ms\": %.3f, \"worst_ms\": %.3f, \"decided\": %.3f, \"narrowed\": "
      "%.3f, \"cut_short\": %.3f}\n",
      name, stones, level.name, static_cast<int>(positions.size()), count / total, 1000 * total / count, 1000 * worst,
      decided / count, narrowed / count, unfinished / count);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  const std::vector<Level> levels{
      {"quick", ConnectionOptions::quick()}, {"standard", {}}, {"thorough", ConnectionOptions::thorough()}};
  const std::vector<std::pair<const char*, std::shared_ptr<const HexBoard>>> boards{
      {"hex 11x11", HexBoard::rhombus(11, 11, 4)},
      {"atoll, square 11, 8 islands", HexBoard::square(11, 8)},
      {"atoll, hexagon 6, 12 islands", HexBoard::hexagon(6, 12)}};
  for (const auto& [name, board] : boards) {
    for (const int stones : {0, 10, 20, 30, 40, 50}) {
      const auto positions = random_positions(board, stones, stones == 0 ? 1 : count);
      for (const Level& level : levels) measure(name, positions, stones, level);
    }
  }
  return 0;
}
