// Simulations a second of the Monte-Carlo search with one random rollout each, from the empty board: one JSON line a
// game and number of threads.
//
//   mcts_bench [seconds a line] [threads…]
//
// Time is wall time: two threads on two idle cores should do nearly twice as much as one.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "motu/board/hex_board.hpp"
#include "motu/games/atmalof.hpp"
#include "motu/games/atoll.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/search/evaluators.hpp"
#include "motu/search/mcts.hpp"

namespace {

using namespace motu;

double measure(const char* name, const State& state, double seconds, int threads) {
  SearchOptions options;
  options.threads = threads;
  SearchTree tree(state, RolloutEvaluator(state.game(), 1), options);
  const SearchResult result = tree.search({.seconds = seconds});
  const double rate = static_cast<double>(result.simulations) / result.seconds;
  std::printf(
      "{\"bench\": \"mcts\", \"game\": \"%s\", \"threads\": %d, \"simulations_per_second\": %.0f, \"simulations\": "
      "%llu, "
      "\"nodes\": %llu, \"best\": \"%s\", \"value\": %.3f}\n",
      name, threads, rate, static_cast<unsigned long long>(result.simulations),
      static_cast<unsigned long long>(result.nodes), state.action_to_string(result.moves.front().action).c_str(),
      result.moves.front().value);
  std::fflush(stdout);
  return rate;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2.0;
  std::vector<int> threads;
  for (int i = 2; i < argc; ++i) threads.push_back(std::atoi(argv[i]));
  if (threads.empty()) threads = {1, 2};
  const auto hex = AtollGame::create(HexBoard::rhombus(11, 11, 4), {.swap = false});
  const auto nauru = AtollGame::create(HexBoard::square(11, 8), {.swap = false});
  const auto atomorph = AtomorphGame::create({.size = 9, .swap = false});
  const auto atmalof = AtmalofGame::create({});
  for (const int count : threads) {
    measure("hex 11x11", *hex->new_state(), seconds, count);
    measure("atoll, square 11, 8 islands", *nauru->new_state(), seconds, count);
    measure("atomorph 9", *atomorph->new_state(), seconds, count);
    measure("atmalof", *atmalof->new_state(), seconds, count);
  }
  return 0;
}
