// What a search of Atomorph can be told without playing it out: wins by threats, answers that must be found, and
// connections that hold against everything.
#pragma once

#include <cstdint>
#include <memory>

#include "motu/atomorph/atomorph.hpp"
#include "motu/core/search/advisor.hpp"

namespace motu {

class FlipAdvisor final : public Advisor {
 public:
  // How far a win by threats is looked for: in own actions, and in positions.
  struct Effort {
    int depth = 3;
    std::uint64_t max_nodes = 400;
  };

  FlipAdvisor() = default;
  explicit FlipAdvisor(const Effort& effort) : effort_(effort) {}

  // Knows nothing of other games' positions.
  void advise(State& state, Advice& advice) override;
  std::unique_ptr<Advisor> fork() const override { return std::make_unique<FlipAdvisor>(effort_); }

 private:
  template <int W>
  bool find_win(AtomorphState<W>& state, Advice& advice) const;
  template <int W>
  void find_answers(AtomorphState<W>& state, Advice& advice) const;
  bool find_connection(const State& state, Advice& advice) const;

  Effort effort_;
};

}  // namespace motu
