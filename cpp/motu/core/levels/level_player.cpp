#include "motu/core/levels/level_player.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "motu/core/base/exponential.hpp"
#include "motu/core/levels/tactics.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/evaluator_names.hpp"
#include "motu/core/state/game_type.hpp"

namespace motu {

namespace {

// Positions in the tree of one move that is compared with a few others.
constexpr std::uint64_t kSmallTree = 20'000;
// Simulations of a step in the tree of a strong level.
constexpr std::uint64_t kStep = 512;
// How often a search that goes on for long asks whether it may.
constexpr double kPollSeconds = 0.05;
// A bound on time that is over already.
constexpr double kLeastSeconds = 0.001;
constexpr std::uint64_t kTableEntries = 1U << 18;
constexpr std::uint64_t kTableBytes = 32 * kTableEntries;

ReportCallback as_report(const PollCallback& go_on) {
  if (!go_on) return {};
  return [&go_on](const SearchResult&) { return go_on(); };
}

}  // namespace

double LevelPlayer::Candidate::judgement() const {
  return visits > 0 ? value + appeal / std::sqrt(static_cast<double>(visits)) : value;
}

LevelPlayer::LevelPlayer(std::uint64_t seed, std::uint64_t max_memory) : rng_(seed), max_memory_(max_memory) {}

void LevelPlayer::take_level(const Game& game, const Level& level, EvaluatorMaker make_evaluator) {
  level.check();
  const auto make_eye = game.type().make_eye;
  eye_ = make_eye != nullptr ? make_eye(game) : nullptr;
  game_ = share(game);
  level_ = level;
  make_evaluator_ = std::move(make_evaluator);
  tree_ = nullptr;
  expectimax_ = nullptr;
  bytes_ = 0;
  candidates_.clear();
  position_ = nullptr;
  is_decided_ = true;
}

void LevelPlayer::take_level(const Game& game, const Level& level) {
  take_level(game, level, [name = level.evaluator](const Game& played, std::uint64_t seed) {
    return make_named_evaluator(played, name, seed);
  });
}

LevelChoice LevelPlayer::choose(const State& position, const PollCallback& go_on) {
  begin(position);
  // Whoever compares has a move before anything is looked into; a search needs a step for one.
  if (level_.considers > 0 && go_on && !go_on()) return choice();
  while (think(go_on) && (!go_on || go_on())) {
  }
  return choice();
}

void LevelPlayer::begin(const State& position) {
  if (game_ == nullptr) throw Error("engine/levels", "this player has no level yet");
  check_game(*game_, position, "this player");
  if (position.is_terminal() || position.is_chance_node()) {
    throw Error("engine/no-move", "there is no move to choose here");
  }
  position_ = position.clone();
  candidates_.clear();
  is_decided_ = false;
  choice_ = {};
  seconds_ = 0.0;
  simulations_ = 0;
  std::vector<Action> actions;
  position_->legal_actions(actions);
  const auto won = winning_actions(*position_, actions);
  if (!won.empty()) return decide({.action = won.front(), .value = 1.0});
  if (actions.size() == 1) return decide({.action = actions.front()});
  if (const auto swapped = swap(); swapped && level_.swaps_centre) {
    if (stands_central()) return decide({.action = *swapped});
    std::erase(actions, *swapped);
  }
  level_.considers == 0 ? begin_search() : begin_comparing(std::move(actions));
}

bool LevelPlayer::think(const PollCallback& go_on) {
  if (is_decided_) return false;
  if (level_.considers > 0) {
    look(candidates_[next_], go_on);
    if (++next_ == candidates_.size()) end_round();
  } else if (level_.depth > 0) {
    search_depth(go_on);
  } else {
    search_tree(go_on);
  }
  return !is_decided_;
}

LevelChoice LevelPlayer::choice() const {
  if (is_decided_ || candidates_.empty()) return choice_;
  // Among those that were looked into, the first of the best; else the one that attracts most.
  const Candidate* best = nullptr;
  for (const Candidate& each : candidates_) {
    if (each.is_known() && (best == nullptr || each.judgement() > best->judgement())) best = &each;
  }
  if (best == nullptr) return {.action = candidates_.front().action, .simulations = simulations_};
  return {best->action, best->value, best->visits, simulations_};
}

void LevelPlayer::decide(const LevelChoice& choice) {
  choice_ = choice;
  is_decided_ = true;
}

// The pie rule's swap, where it is legal: of all games that have it the last action.
std::optional<Action> LevelPlayer::swap() const {
  if (!position_->swap_is_legal()) return std::nullopt;
  return game_->num_actions() - 1;
}

bool LevelPlayer::stands_central() const {
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(game_->num_cells()));
  position_->stones(stones);
  const auto first = std::ranges::find_if(stones, [](std::uint8_t stone) { return stone != kNoColour; });
  return eye_ != nullptr && first != stones.end() && eye_->is_central(static_cast<int>(first - stones.begin()));
}

std::unique_ptr<SearchTree> LevelPlayer::plant(const State& root, std::uint64_t max_nodes) {
  SearchOptions options;
  options.threads = level_.threads;
  options.max_nodes = max_nodes;
  options.max_memory = max_memory_;
  options.seed = rng_.next();
  const auto evaluator = make_evaluator_(*game_, options.seed);
  return std::make_unique<SearchTree>(root, *evaluator, options, make_advisor(*game_, false).get());
}

// --- strong ----------------------------------------------------------------------------------------------------------

void LevelPlayer::begin_search() {
  std::vector<Action> actions;
  position_->legal_actions(actions);
  choice_.action = actions.front();
  if (level_.depth > 0) {
    if (expectimax_ != nullptr) return;
    expectimax_ = std::make_unique<Expectimax>(static_evaluator(make_evaluator_(*game_, rng_.next())), kTableEntries);
    return;
  }
  if (tree_ == nullptr) {
    tree_ = plant(*position_, 0);
  } else {
    tree_->advance_to(*position_);
  }
  visits_ = tree_->result().visits;
}

// A step in the tree of all moves; the last one where its simulations or its time are over, or nothing is open.
void LevelPlayer::search_tree(const PollCallback& go_on) {
  const std::uint64_t all = level_.visits_on(*game_);
  SearchLimits limits;
  limits.visits = std::min(all, visits_ + kStep);
  limits.seconds = std::max(level_.seconds - seconds_, kLeastSeconds);
  const SearchResult found = tree_->search(limits, nullptr, as_report(go_on), kPollSeconds);
  visits_ = found.visits;
  seconds_ += found.seconds;
  simulations_ += found.simulations;
  bytes_ = found.bytes;
  const RootMove& best = found.moves.front();
  const bool is_known = best.visits > 0 || best.lower > -1.0 || best.upper < 1.0;
  choice_ = {best.action, is_known ? std::optional(best.value) : std::nullopt, static_cast<std::uint64_t>(best.visits),
             simulations_};
  is_decided_ = visits_ >= all || found.simulations == 0 || seconds_ >= level_.seconds;
}

// All in one step: a depth that is begun cannot be put aside.
void LevelPlayer::search_depth(const PollCallback& go_on) {
  SearchLimits limits;
  limits.depth = level_.depth;
  limits.seconds = level_.seconds;
  const ExpectimaxResult found = expectimax_->search(*position_, limits, nullptr, {}, go_on);
  bytes_ = kTableBytes;
  decide({.action = found.action, .value = found.value, .simulations = found.nodes});
}

// --- weak ------------------------------------------------------------------------------------------------------------

void LevelPlayer::begin_comparing(std::vector<Action> actions) {
  const auto seen = shortlist(std::move(actions));
  if (seen.size() == 1) return decide({.action = seen.front().first});
  for (const auto& [action, appeal] : seen) candidates_.push_back(candidate(action, appeal));
  rounds_ = static_cast<int>(std::bit_width(seen.size() - 1));
  begin_round();
}

// The moves that catch the eye with the logarithm of how they attract, the most attractive first; a swap always does.
std::vector<std::pair<Action, double>> LevelPlayer::shortlist(std::vector<Action> actions) {
  if (rng_.uniform() < level_.sees_threats) {
    const auto against = threats(*position_);
    if (!against.empty()) actions = answers(*position_, against, actions);
  }
  std::vector<std::pair<Action, double>> seen;
  if (const auto swapped = swap(); swapped && std::erase(actions, *swapped) > 0) seen.emplace_back(*swapped, 0.0);
  if (!actions.empty()) {
    const auto others = catching_the_eye(actions);
    seen.insert(seen.end(), others.begin(), others.end());
  }
  return seen;
}

// Gumbel noise makes a draw without replacement of it: the largest of log-weights plus such noise is a draw by weight.
std::vector<std::pair<Action, double>> LevelPlayer::catching_the_eye(const std::vector<Action>& actions) {
  std::vector<double> weights(actions.size(), 1.0);
  if (eye_ != nullptr) weights = eye_->weights(*position_, actions, level_.naivety);
  std::vector<std::pair<Action, double>> seen;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    seen.emplace_back(actions[i], logarithm(weights[i]) + level_.temperature * gumbel());
  }
  std::ranges::stable_sort(seen, std::ranges::greater(), [](const auto& each) { return each.second; });
  seen.resize(std::min(seen.size(), static_cast<std::size_t>(level_.considers)));
  const double best = seen.front().second;
  for (auto& each : seen) each.second -= best;
  return seen;
}

double LevelPlayer::gumbel() {
  const double uniform = (static_cast<double>(rng_.next() >> 12) + 0.5) * 0x1.0p-52;  // never 0 or 1
  return -logarithm(-logarithm(uniform));
}

LevelPlayer::Candidate LevelPlayer::candidate(Action action, double appeal) {
  const int person = position_->current_player();
  const auto after = position_->clone();
  after->apply_unchecked(action);
  Candidate made;
  made.action = action;
  made.appeal = appeal;
  if (after->is_terminal()) {
    made.value = after->outcome().value_for(person);
    return made;
  }
  const int perspective = after->is_chance_node() ? 0 : after->current_player();
  made.sign = perspective == person ? 1 : -1;
  made.tree = plant(*after, kSmallTree);
  return made;
}

// Each candidate that is left gets an equal share of the round's simulations.
void LevelPlayer::begin_round() {
  const double all = static_cast<double>(level_.visits_on(*game_)) / rounds_;
  visits_ = static_cast<std::uint64_t>(std::max(1.0, std::nearbyint(all / static_cast<double>(candidates_.size()))));
  next_ = 0;
}

void LevelPlayer::look(Candidate& candidate, const PollCallback& go_on) {
  if (candidate.tree == nullptr) return;
  SearchLimits limits;
  limits.visits = candidate.visits + visits_;
  limits.seconds = level_.seconds / rounds_ / static_cast<double>(candidates_.size());
  const SearchResult found = candidate.tree->search(limits, nullptr, as_report(go_on), kPollSeconds);
  candidate.value = candidate.sign * found.value;
  candidate.visits = found.visits;
  simulations_ += found.simulations;
}

// The better half goes on to the next round, the last one is played.
void LevelPlayer::end_round() {
  std::ranges::stable_sort(candidates_, std::ranges::greater(), &Candidate::judgement);
  candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>((candidates_.size() + 1) / 2), candidates_.end());
  if (candidates_.size() > 1) return begin_round();
  const Candidate& last = candidates_.front();
  decide({last.action, last.value, last.visits, simulations_});
}

}  // namespace motu
