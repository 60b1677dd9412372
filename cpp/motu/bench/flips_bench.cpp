// Atomorph: what knowing about flips costs, on positions from random games. Run as measure.hpp says.
#include <memory>
#include <string>
#include <vector>

#include "motu/atomorph/analysis.hpp"
#include "motu/atomorph/connection_advisor.hpp"
#include "motu/atomorph/evaluator.hpp"
#include "motu/atomorph/safety.hpp"
#include "motu/atomorph/threats.hpp"
#include "motu/bench/measure.hpp"
#include "motu/core/search/evaluators.hpp"

using namespace motu;
using namespace motu::bench;

namespace {

using States = std::vector<std::unique_ptr<State>>;

// Positions of random games that go on, at all stages.
States random_positions(const AtomorphGame& game, std::size_t count) {
  Rng rng(1);
  States states;
  while (states.size() < count) {
    auto state = game.new_state();
    const auto plies = static_cast<int>(rng.below(static_cast<std::uint32_t>(game.num_cells())));
    for (int ply = 0; ply < plies && !state->is_terminal(); ++ply) state->apply_unchecked(state->sample_legal(rng));
    if (!state->is_terminal()) states.push_back(std::move(state));
  }
  return states;
}

// A subject that calls work(state) on one position after the other.
template <class F>
Subject over(const States& states, std::string name, F work) {
  auto next = std::make_shared<std::size_t>(0);
  return {std::move(name), [&states, next, work](std::uint64_t times) mutable {
            for (std::uint64_t i = 0; i < times; ++i) work(*states[(*next)++ % states.size()]);
            return times;
          }};
}

Subject continuations(const States& states, std::string name, std::shared_ptr<Evaluator> evaluator) {
  return over(states, std::move(name), [evaluator, evaluation = Evaluation()](State& state) mutable {
    State* one[] = {&state};
    evaluator->evaluate(one, {&evaluation, 1});
  });
}

void measure(int size, const Settings& settings) {
  const auto game = AtomorphGame::create({.size = size, .swap = false});
  const States states = random_positions(*game, 200);
  const std::string board = "atomorph " + std::to_string(size);
  run({board + ", continuations",
       "continuations",
       {continuations(states, "reference", std::make_shared<RolloutEvaluator>(*game, 1)),
        continuations(states, "flips", std::make_shared<FlipEvaluator>(*game, 1))}},
      settings);
  const auto safe = [](State& state) {
    return visit_atomorph(state, [](const auto& s) { return safe_stones(s.game(), s.stones_of(kFirst)).count(); });
  };
  const auto answers = [actions = std::vector<Action>()](State& state) mutable {
    visit_atomorph(state, [&](auto& concrete) { must_answers(concrete, actions); });
  };
  const auto advise = [](State& state) {
    Advice advice;
    FlipAdvisor().advise(state, advice);
  };
  run({board + ", positions",
       "positions",
       {over(states, "safe stones", safe), over(states, "answers", answers),
        over(states, "connections", [](State& state) { find_flip_connections(state, kFirst); }),
        over(states, "distances", [](State& state) { find_flip_distances(state, kFirst); }),
        over(states, "advice", advise)}},
      settings);
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = Settings::of(argc, argv);
  for (const int size : {9, 11, 19}) measure(size, settings);
  return 0;
}
