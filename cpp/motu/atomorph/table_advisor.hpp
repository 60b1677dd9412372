// What a search of Atomorph on a solved board can be told: everything.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "motu/atomorph/oracle.hpp"
#include "motu/core/search/advisor.hpp"

namespace motu {

class FlipTableAdvisor final : public Advisor {
 public:
  explicit FlipTableAdvisor(std::shared_ptr<const FlipTable> table) : table_(std::move(table)), oracle_(table_) {}

  // Wins with the quickest move, losses with their length; in a drawn position it keeps the moves that draw.
  void advise(State& state, Advice& advice) override;
  void advise_moves(State& state, std::vector<ProvedMove>& moves) override;
  std::unique_ptr<Advisor> fork() const override { return std::make_unique<FlipTableAdvisor>(table_); }

 private:
  std::shared_ptr<const FlipTable> table_;
  FlipTableOracle oracle_;
};

}  // namespace motu
