// What can be proved about an Atoll position (Hex included) while it is searched: wins and losses by virtual
// connections, the cells outside of which every move loses, and cells that need no thought.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "motu/connect/analysis.hpp"
#include "motu/connect/inferior.hpp"
#include "motu/search/advisor.hpp"

namespace motu {

class ConnectionAdvisor final : public Advisor {
 public:
  explicit ConnectionAdvisor(const ConnectionOptions& options = ConnectionOptions::quick());

  // For states of Atoll alone. Where the pie rule still matters it only says what connections say.
  void advise(State& state, Advice& advice) override;
  std::unique_ptr<Advisor> fork() const override;

 private:
  bool fill_in(const AtollState& state, Advice& advice);
  void judge(const AtollState& state, const ConnectionAnalysis& analysis, Advice& advice) const;
  void decide(const AtollState& state, Colour winner, Advice& advice) const;

  ConnectionOptions options_;
  ConnectionSearch connections_;
  InferiorCells inferior_;
  std::unique_ptr<AtollState> filled_;  // the position with what was filled in
  std::vector<std::uint8_t> stones_;
};

}  // namespace motu
