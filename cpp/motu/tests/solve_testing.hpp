// What the tests of the solver share: a worker of its own for a board, with connections as weak as wanted.
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "motu/solve/proof_search.hpp"
#include "motu/tests/connect_brute_force.hpp"
#include "motu/tests/connect_testing.hpp"

namespace motu::solve_testing {

using namespace motu::atoll_testing;
using namespace motu::connect_testing;

inline bool is_slow_run() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// So weak that nearly everything is left to the search.
inline ConnectionOptions weak_connections() {
  ConnectionOptions options = ConnectionOptions::quick();
  options.limits = {.fulls = 1, .semis = 2, .cells_carrier = 1, .carrier = 4, .alternatives = 2, .steps = 100'000};
  return options;
}

struct Bench {
  explicit Bench(const HexBoard& board, const ConnectionOptions& options = ConnectionOptions::quick(),
                 std::size_t bytes = std::size_t{4} << 20)
      : keys(board), table(bytes), context(board, keys, table) {
    context.options.connections = options;
    worker = std::make_unique<ProofWorker<1>>(context, bytes);
  }
  Colour winner(const Stones& stones, Colour to_move) {
    return worker->solve(stones, to_move).numbers.is_won() ? to_move : other(to_move);
  }

  CanonicalKeys keys;
  ProofTable<1> table;
  ProofContext<1> context;
  std::unique_ptr<ProofWorker<1>> worker;
};

// A row for each row of the board, 'B' where the opening wins.
inline std::string map_of_openings(Bench& bench, const HexBoard& board) {
  std::string map;
  Stones stones(static_cast<std::size_t>(board.num_cells()), kNoColour);
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    if (cell > 0 && board.row_of(cell) != board.row_of(cell - 1)) map += '/';
    stones[static_cast<std::size_t>(cell)] = kFirst;
    map += bench.winner(stones, kSecond) == kFirst ? 'B' : '.';
    stones[static_cast<std::size_t>(cell)] = kNoColour;
  }
  return map;
}

}  // namespace motu::solve_testing
