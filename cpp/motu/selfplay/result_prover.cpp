#include "motu/selfplay/result_prover.hpp"

#include <utility>

namespace motu {

namespace {

constexpr std::size_t kTableBytes = std::size_t{16} << 20;

}  // namespace

std::unique_ptr<ResultProver> ResultProver::create(const std::shared_ptr<const Game>& game, std::uint64_t nodes) {
  auto atoll = std::dynamic_pointer_cast<const AtollGame>(game);
  if (atoll == nullptr) return nullptr;
  const int cells = atoll->num_cells();
  return std::unique_ptr<ResultProver>(
      new ResultProver(make_connection_solver(std::move(atoll), kTableBytes, 1), nodes, cells));
}

ResultProver::ResultProver(std::unique_ptr<ConnectionSolver> solver, std::uint64_t nodes, int cells)
    : solver_(std::move(solver)), nodes_(nodes), stones_(static_cast<std::size_t>(cells)) {}

int ResultProver::winner(const State& state) {
  state.stones(stones_);
  const SolverAnswer answer = solver_->solve(stones_, state.to_move(), {.nodes = nodes_}, nullptr, {});
  return answer.winner == kNoColour ? -1 : static_cast<int>(answer.winner);
}

}  // namespace motu
