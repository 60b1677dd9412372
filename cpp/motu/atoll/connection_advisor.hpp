// What can be proved about an Atoll position (Hex included) while it is searched: wins and losses by virtual
// connections, the cells outside of which every move loses, and cells that need no thought.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/inferior.hpp"
#include "motu/core/search/advisor.hpp"

namespace motu {

// Turns until the winner has taken what a carrier of so many cells leaves open, when both take turns in it.
int plies_within(std::size_t cells, bool mover_wins);
// The result for person 0 of a win for a colour.
Bounds win_of(const State& state, Colour colour);

class ConnectionAdvisor : public Advisor {
 public:
  explicit ConnectionAdvisor(const ConnectionOptions& options = ConnectionOptions::quick());

  // For states of Atoll alone. Where the pie rule still matters it only says what connections say.
  void advise(State& state, Advice& advice) override;
  std::unique_ptr<Advisor> fork() const override;

 protected:
  const ConnectionOptions& options() const { return options_; }
  // A look at what is known from elsewhere about a position that fill-in does not decide, before connections are
  // searched for: whether it decides the game.
  virtual bool recall(const AtollState& /*state*/, const InferiorCells& /*filled*/, Advice& /*advice*/) {
    return false;
  }

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
