// What a search of Atmalof can be told where the game is solved: bounds, and actions that are worse than another.
#pragma once

#include <memory>
#include <vector>

#include "motu/atmalof/table_judge.hpp"
#include "motu/core/search/advisor.hpp"

namespace motu {

class LineTableAdvisor final : public Advisor {
 public:
  explicit LineTableAdvisor(std::shared_ptr<const LineTable> table);

  // Keeps the actions that, for all the table says, may be the best. Where the table is damaged it says nothing.
  void advise(State& state, Advice& advice) override;
  void advise_moves(State& state, std::vector<ProvedMove>& moves) override;
  std::unique_ptr<Advisor> fork() const override;

 private:
  std::shared_ptr<const LineTable> table_;
  LineJudge judge_;
};

}  // namespace motu
