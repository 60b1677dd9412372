#include "motu/atomorph/evaluator.hpp"

#include <cstdlib>

#include "motu/core/search/rollout.hpp"

namespace motu {

FlipEvaluator::FlipEvaluator(const Game& game, std::uint64_t seed)
    : game_(share(expect<AtomorphGame>(game))), rng_(seed) {
  constexpr int kSteps = 2;
  const int size = game_->size();
  const int points = game_->num_cells();
  auto surroundings = std::make_shared<Surroundings>(static_cast<std::size_t>(points));
  for (int from = 0; from < points; ++from) {
    for (int to = 0; to < points; ++to) {
      const int steps = std::abs(from / size - to / size) + std::abs(from % size - to % size);
      if (steps > kSteps) continue;
      (*surroundings)[static_cast<std::size_t>(from)][static_cast<std::size_t>(to / 64)] |= 1ULL << (to % 64);
    }
  }
  surroundings_ = std::move(surroundings);
}

FlipEvaluator::FlipEvaluator(const FlipEvaluator& other, std::uint64_t seed)
    : game_(other.game_), surroundings_(other.surroundings_), rng_(seed) {}

std::unique_ptr<Evaluator> FlipEvaluator::fork(std::uint64_t seed) const {
  return std::unique_ptr<Evaluator>(new FlipEvaluator(*this, seed));
}

// A flip, or a stone on a point that the enemy does not attack, near the last action as often as not; any legal action
// where there is none of these.
template <int W>
Action FlipEvaluator::choose(const AtomorphState<W>& state, int last) {
  using Points = PointSet<W>;
  const int points = game_->num_cells();
  Points places =
      Points::from_words(game_->masks().board)
          .without(state.stones_of(kFirst) | state.stones_of(kSecond) | state.attacks_of(other(state.to_move())));
  Points flips = state.to_return() ? Points() : state.flips();
  if (last >= 0 && rng_.below(2) == 0) {
    const Points near = Points::from_words((*surroundings_)[static_cast<std::size_t>(last)]);
    if (((places | flips) & near).any()) {
      places = places & near;
      flips = flips & near;
    }
  }
  const int num_places = places.count();
  const int num_choices = num_places + flips.count();
  if (num_choices == 0) return state.sample_legal(rng_);
  const int choice = static_cast<int>(rng_.below(static_cast<std::uint32_t>(num_choices)));
  if (choice >= num_places) return points + flips.nth(choice - num_places);
  return (state.to_return() ? 2 * points : 0) + places.nth(choice);
}

template <int W>
void FlipEvaluator::play_out(AtomorphState<W>& state, Evaluation& out) {
  const int begin = state.ply();
  int last = -1;
  int applied = 0;
  for (; !state.is_terminal() && state.ply() - begin < kRolloutPlies; ++applied) {
    const Action action = choose(state, last);
    last = action == game_->swap_action() ? -1 : game_->point_of(action);
    out.taken[static_cast<std::size_t>(action)] |= static_cast<std::uint8_t>(1U << state.to_move());
    state.apply_unchecked(action);
  }
  const Outcome outcome = state.outcome();
  while (applied-- > 0) state.undo_unchecked();
  out.value = static_cast<float>(outcome.value_for(side_of(state)));
}

void FlipEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i].priors.clear();
    out[i].taken.assign(static_cast<std::size_t>(game_->num_actions()), 0);
    visit_atomorph(*states[i], [&](auto& concrete) { play_out(concrete, out[i]); });
  }
}

}  // namespace motu
