#include "motu/atmalof/match.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "motu/core/base/rng.hpp"

namespace motu {

namespace {

// The face of a roll, the same in both games of a pair.
Action duplicate_face(const State& state, std::uint64_t dice) {
  const Action line = visit_atmalof(state, [](const auto& concrete) { return concrete.announced(); });
  const auto faces = static_cast<std::uint32_t>(static_cast<const AtmalofGame&>(state.game()).num_faces(line));
  Rng rng(dice + 2 * static_cast<std::uint64_t>(state.ply()) + state.to_move());
  return static_cast<Action>(rng.below(faces));
}

class Seat {
 public:
  Seat(const std::shared_ptr<const LineNet>& net, std::uint64_t seed) : rng_(seed) {
    if (net != nullptr) turns_.emplace(net);
  }

  Action choose(const State& state) {
    if (!turns_) return state.sample_legal(rng_);
    turns_->load(state);
    state.legal_actions(actions_);
    const auto& values = turns_->values();
    return actions_[static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())];
  }

 private:
  std::optional<LineTurns> turns_;
  std::vector<Action> actions_;
  Rng rng_;
};

// The result for person 0 in 0..1, or nothing where the game was cut off.
std::optional<double> play_game(const AtmalofGame& game, std::array<Seat*, 2> seats, std::uint64_t dice) {
  const auto state = game.new_state();
  while (!state->is_terminal()) {
    if (state->ply() >= kLineMatchPlies) return {};
    const Action action =
        state->is_chance_node() ? duplicate_face(*state, dice) : seats[state->to_move()]->choose(*state);
    state->apply_unchecked(action);
  }
  const int winner = state->outcome().winner;
  return winner < 0 ? 0.5 : 1.0 - winner;
}

// Adds a result for person 0 to those of the first player, who is person 0 or not; his score in 0..1.
double count(LineMatch& match, std::optional<double> result, bool is_first) {
  const double score = !result ? 0.5 : (is_first ? *result : 1.0 - *result);
  match.unfinished += static_cast<std::uint64_t>(!result);
  match.wins += static_cast<std::uint64_t>(score > 0.5);
  match.losses += static_cast<std::uint64_t>(score < 0.5);
  match.draws += static_cast<std::uint64_t>(result && score == 0.5);
  return score;
}

}  // namespace

double LineMatch::score() const {
  const std::uint64_t games = wins + draws + losses + unfinished;
  if (games == 0) return 0.5;
  return (static_cast<double>(wins) + 0.5 * static_cast<double>(draws + unfinished)) / static_cast<double>(games);
}

double LineMatch::standard_error() const {
  if (pairs < 2) return 0.5;
  const auto n = static_cast<double>(pairs);
  const double variance = std::max(squares / n - score() * score(), 0.0) * n / (n - 1);
  return std::sqrt(variance / n);
}

LineMatch play_line_match(const AtmalofGame& game, const std::shared_ptr<const LineNet>& first,
                          const std::shared_ptr<const LineNet>& second, std::uint64_t pairs, std::uint64_t seed,
                          const std::function<void()>& between) {
  Seat a(first, splitmix64(seed));
  Seat b(second, splitmix64(seed + 1));
  LineMatch match;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    const std::uint64_t dice = splitmix64(splitmix64(seed) + pair);
    const double home = count(match, play_game(game, {&a, &b}, dice), true);
    const double away = count(match, play_game(game, {&b, &a}, dice), false);
    const double mean = (home + away) / 2;
    match.squares += mean * mean;
    ++match.pairs;
    if (between) between();
  }
  return match;
}

LineMatch play_line_games(const AtmalofGame& game, const std::shared_ptr<const LineNet>& net, std::uint64_t games,
                          std::uint64_t seed, const std::function<void()>& between) {
  Seat seat(net, splitmix64(seed));
  LineMatch match;
  for (std::uint64_t number = 0; number < games; ++number) {
    const std::uint64_t dice = splitmix64(splitmix64(seed) + number);
    const double score = count(match, play_game(game, {&seat, &seat}, dice), true);
    match.squares += score * score;
    ++match.pairs;
    if (between) between();
  }
  return match;
}

}  // namespace motu
