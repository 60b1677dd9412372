// Exact results of positions of Atoll, where a proof is quickly found.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atoll/solver.hpp"
#include "motu/core/selfplay/result_prover.hpp"

namespace motu {

class AtollResultProver final : public ResultProver {
 public:
  AtollResultProver(const AtollGame& game, std::uint64_t nodes);
  int winner(const State& state) override;

 private:
  std::unique_ptr<ConnectionSolver> solver_;
  std::uint64_t nodes_;
  std::vector<std::uint8_t> stones_;
};

}  // namespace motu
