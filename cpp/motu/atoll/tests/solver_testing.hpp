// What the tests of the solver share: a worker of its own for a board, with connections as weak as wanted.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "motu/atoll/proof_search.hpp"
#include "motu/atoll/tests/brute_force.hpp"
#include "motu/atoll/tests/connection_testing.hpp"
#include "motu/core/tests/temporary.hpp"

namespace motu::solve_testing {

using namespace motu::atoll_testing;
using namespace motu::connect_testing;
using testing::TemporaryFile;

inline bool is_slow_run() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// Sanitizers make everything an order of magnitude slower.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// So weak that nearly everything is left to the search.
inline ConnectionOptions weak_connections() {
  ConnectionOptions options = ConnectionOptions::quick();
  options.limits = {.fulls = 1, .semis = 2, .cells_carrier = 1, .carrier = 4, .alternatives = 2, .steps = 100'000};
  return options;
}

struct Bench {
  explicit Bench(const HexBoard& board, const ConnectionOptions& options = ConnectionOptions::quick(),
                 std::size_t bytes = std::size_t{4} << 20, int threads = 1,
                 int most_region = ProofOptions{}.most_region)
      : keys(board), table(bytes), context(board, keys, table) {
    context.options.connections = options;
    context.options.most_region = most_region;
    context.threads = threads;
    for (int i = 0; i < threads; ++i) workers.push_back(std::make_unique<ProofWorker<1>>(context, bytes));
  }

  // With no `nodes`, until it is decided.
  ProofEntry<1> solve(const Stones& stones, Colour to_move, std::uint64_t nodes = 0) {
    context.stop = false;
    context.max_nodes = nodes == 0 ? 0 : context.nodes + nodes;
    if (workers.size() == 1) return workers.front()->solve(stones, to_move);
    std::mutex mutex;
    ProofEntry<1> first;
    std::vector<std::jthread> threads;
    for (const auto& worker : workers) {
      threads.emplace_back([&, at_work = worker.get()] {
        const ProofEntry<1> entry = at_work->solve(stones, to_move);
        context.stop = true;
        const std::scoped_lock lock(mutex);
        if (!first.numbers.is_decided()) first = entry;
      });
    }
    threads.clear();
    return first;
  }
  Colour winner(const Stones& stones, Colour to_move) {
    return solve(stones, to_move).numbers.is_won() ? to_move : other(to_move);
  }

  CanonicalKeys keys;
  ProofTable<1> table;
  ProofContext<1> context;
  std::vector<std::unique_ptr<ProofWorker<1>>> workers;
};

// Whether black's first stone on a cell wins.
inline bool opening_wins(Bench& bench, const HexBoard& board, int cell) {
  Stones stones(static_cast<std::size_t>(board.num_cells()), kNoColour);
  stones[static_cast<std::size_t>(cell)] = kFirst;
  return bench.winner(stones, kSecond) == kFirst;
}

// A row for each row of the board, 'B' where the opening wins.
inline std::string map_of_openings(Bench& bench, const HexBoard& board) {
  std::string map;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    if (cell > 0 && board.row_of(cell) != board.row_of(cell - 1)) map += '/';
    map += opening_wins(bench, board, cell) ? 'B' : '.';
  }
  return map;
}

}  // namespace motu::solve_testing
