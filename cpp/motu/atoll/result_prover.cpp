#include "motu/atoll/result_prover.hpp"

namespace motu {

namespace {

constexpr std::size_t kTableBytes = std::size_t{16} << 20;

}  // namespace

AtollResultProver::AtollResultProver(const AtollGame& game, std::uint64_t nodes)
    : solver_(make_connection_solver(share(game), kTableBytes, 1)),
      nodes_(nodes),
      stones_(static_cast<std::size_t>(game.num_cells())) {}

int AtollResultProver::winner(const State& state) {
  state.stones(stones_);
  const SolverAnswer answer = solver_->solve(stones_, state.to_move(), {.nodes = nodes_}, nullptr, {});
  return answer.winner == kNoColour ? -1 : static_cast<int>(answer.winner);
}

}  // namespace motu
