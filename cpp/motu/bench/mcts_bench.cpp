// Simulations a second of the Monte-Carlo search with one random rollout each, from the empty board: one JSON line a
// game and number of threads.
//
//   mcts_bench [seconds a line] [threads…]
//
// Two threads on two idle cores should do nearly twice as much as one in the same wall time. On a busy machine look at
// CPU time instead: what two threads do less in a CPU second they lose to each other.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/bench/measure.hpp"
#include "motu/core/boards/hex_board.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"

namespace {

using namespace motu;

void measure(const char* name, const State& state, double seconds, int threads) {
  SearchOptions options;
  options.threads = threads;
  SearchTree tree(state, RolloutEvaluator(state.game(), 1), options);
  const double begin = bench::cpu_seconds();
  const SearchResult result = tree.search({.seconds = seconds});
  const double cpu_seconds = bench::cpu_seconds() - begin;
  const auto simulations = static_cast<double>(result.simulations);
  std::printf(
      "{\"bench\": \"mcts\", \"game\": \"%s\", \"threads\": %d, \"simulations_per_second\": %.0f, "
      "\"per_cpu_second\": %.0f, \"simulations\": %llu, "
      "\"nodes\": %llu, \"best\": \"%s\", \"value\": %.3f}\n",
      name, threads, simulations / result.seconds, simulations / cpu_seconds,
      static_cast<unsigned long long>(result.simulations), static_cast<unsigned long long>(result.nodes),
      state.action_to_string(result.moves.front().action).c_str(), result.moves.front().value);
  std::fflush(stdout);
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
