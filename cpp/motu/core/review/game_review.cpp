#include "motu/core/review/game_review.hpp"

#include <algorithm>

#include "motu/core/state/chance.hpp"

namespace motu {

namespace {

bool wants_choice(const State& state) {
  if (state.is_terminal() || state.is_chance_node()) return false;
  std::vector<Action> actions;
  state.legal_actions(actions);
  return actions.size() > 1;
}

std::unique_ptr<State> after_action(const State& state, Action action) {
  auto after = state.clone();
  after->apply_unchecked(action);
  return after;
}

// The different positions after a roll.
struct Rolled {
  std::unique_ptr<State> state;
  double probability;
};

std::vector<Rolled> after_roll(const State& state) {
  std::vector<Action> outcomes;
  std::vector<Face> faces;
  merge_outcomes(*state.clone(), outcomes, faces);
  std::vector<Rolled> rolled;
  for (const Face& face : faces) rolled.push_back({after_action(state, face.outcome), face.probability});
  return rolled;
}

template <class F>
double mean_of(const std::vector<Rolled>& rolled, F&& value) {
  return mean_over(rolled.size(),
                   [&](std::size_t i) { return std::pair(rolled[i].probability, value(*rolled[i].state)); });
}

void add_to(ReviewAccount& account, const ReviewedStep& step) {
  account.decisions += static_cast<int>(step.kind != StepKind::roll && !step.is_forced);
  account.error += step.error;
  account.luck += step.luck;
}

}  // namespace

GameReview::GameReview(const State& end) {
  for (const auto& [action, is_chance] : end.history()) actions_.push_back(action);
  line_.push_back(end.clone());
  for (std::size_t left = actions_.size(); left > 0; --left) {
    line_.push_back(line_.back()->clone());
    line_.back()->undo_unchecked();
  }
  std::ranges::reverse(line_);
  for (const auto& state : line_) {
    if (wants_choice(*state)) want(*state);
  }
  want(end);
  num_own_ = positions_.size();
  if (num_own_ == 0) {
    for (std::size_t index = 0; index < actions_.size(); ++index) want_others(index);
  }
}

std::size_t GameReview::place_of(const State& state) const {
  return static_cast<std::size_t>(std::ranges::find(keys_, key_of(state)) - keys_.begin());
}

// Asks about a position, or in place of one in which a roll is awaited about those after it.
void GameReview::want(const State& state) {
  if (state.is_terminal()) return;
  if (state.is_chance_node()) {
    for (const Rolled& each : after_roll(state)) want(*each.state);
  } else if (place_of(state) == num_positions()) {
    keys_.push_back(key_of(state));
    positions_.push_back(state.clone());
  }
}

// Asks about what lies beside the game: the best other moves, the other faces.
void GameReview::want_others(std::size_t index) {
  const State& state = *line_[index];
  if (!state.is_chance_node()) {
    for (const Action rival : rivals(index)) want(*after_action(state, rival));
    return;
  }
  const std::uint64_t played = line_[index + 1]->hash();
  for (const Rolled& each : after_roll(state)) {
    if (each.state->hash() != played) want(*each.state);
  }
}

void GameReview::take(Estimate estimate) {
  if (is_complete()) throw Error("engine/request", "every position of this review has been judged");
  estimates_.push_back(std::move(estimate));
  if (estimates_.size() != num_own_) return;
  for (std::size_t index = 0; index < actions_.size(); ++index) want_others(index);
}

const Estimate& GameReview::estimate_of(const State& state) const { return estimates_.at(place_of(state)); }

// The moves that the one played is compared with; none where there was no choice.
std::vector<Action> GameReview::rivals(std::size_t index) const {
  const State& state = *line_[index];
  if (!wants_choice(state)) return {};
  const Action played = actions_[index];
  const std::vector<Action>& ranking = estimate_of(state).ranking;
  const auto other = std::ranges::find_if(ranking, [&](Action action) { return action != played; });
  if (other == ranking.end() || !state.is_legal(*other)) {
    throw Error("engine/request", "what judges a position with a choice ranks its moves, and more than one of them");
  }
  std::vector<Action> found{*other};
  if (state.swap_is_legal()) {
    const Action swap = state.parse_action("swap");
    if (swap != played && swap != *other) found.push_back(swap);
  }
  return found;
}

// What a position beside the game, or at its end, is worth to person 0.
double GameReview::worth(const State& state) const {
  if (state.is_terminal()) return state.outcome().value_for(0);
  if (!state.is_chance_node()) return estimate_of(state).value;
  return mean_of(after_roll(state), [this](const State& each) { return worth(each); });
}

ReviewedGame GameReview::told() const {
  if (!is_complete()) throw Error("engine/request", "a review is told when all of its positions have been judged");
  ReviewedGame game;
  game.is_over = line_.back()->is_terminal();
  game.end = game.start = worth(*line_.back());
  for (std::size_t index = actions_.size(); index-- > 0;) {
    const bool is_roll = line_[index]->is_chance_node();
    game.steps.push_back(is_roll ? tell_roll(index, game.start) : tell_move(index, game.start));
    game.start = game.steps.back().before;
  }
  std::ranges::reverse(game.steps);
  for (const ReviewedStep& step : game.steps) add_to(game.accounts[static_cast<std::size_t>(step.person)], step);
  return game;
}

ReviewedStep GameReview::begin_step(std::size_t index, double after) const {
  const State& state = *line_[index];
  ReviewedStep step;
  step.ply = state.ply();
  step.person = person_to_act(state);
  step.colour = state.to_move();
  step.move = step.best = state.action_to_string(actions_[index]);
  step.before = step.after = after;
  return step;
}

ReviewedStep GameReview::tell_move(std::size_t index, double after) const {
  const State& state = *line_[index];
  ReviewedStep step = begin_step(index, after);
  const double sign = step.person == 0 ? 1.0 : -1.0;
  const std::vector<Action> others = rivals(index);
  for (const Action rival : others) {
    const double value = worth(*after_action(state, rival));
    if (sign * value <= sign * step.before) continue;
    step.before = value;
    step.best = state.action_to_string(rival);
  }
  step.kind = line_[index + 1]->is_chance_node() ? StepKind::announcement : StepKind::move;
  step.error = step.person == 0 ? step.before - after : after - step.before;
  step.is_forced = others.empty();
  if (!others.empty()) {
    const Estimate& known = estimate_of(state);
    step.estimate = known.value;
    step.first = state.action_to_string(known.ranking.front());
  }
  return step;
}

ReviewedStep GameReview::tell_roll(std::size_t index, double after) const {
  const std::uint64_t played = line_[index + 1]->hash();
  ReviewedStep step = begin_step(index, after);
  step.kind = StepKind::roll;
  step.before = mean_of(after_roll(*line_[index]),
                        [&](const State& each) { return each.hash() == played ? after : worth(each); });
  step.luck = step.person == 0 ? after - step.before : step.before - after;
  return step;
}

}  // namespace motu
