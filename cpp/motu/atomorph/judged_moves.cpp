#include "motu/atomorph/judged_moves.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "motu/atomorph/proof_table.hpp"

namespace motu {

namespace {

constexpr double kSurest = 0.99;       // chance of a win, as far as a net is believed
constexpr double kLeastPrior = 0.001;  // of a move, compared with the best one

}  // namespace

// ---------------------------------------------------------------------------------------------------------- remembering

template <class Set>
BasicOddsCache<Set>::BasicOddsCache(std::size_t bytes)
    : count_(std::max<std::size_t>(bytes / sizeof(Entry), 1)),
      entries_(static_cast<Entry*>(std::calloc(count_, sizeof(Entry)))) {
  if (entries_ == nullptr) throw std::bad_alloc();
}

template <class Set>
bool BasicOddsCache<Set>::find(const Position& position, Odds& odds) const {
  const std::size_t place = place_of(position);
  const std::scoped_lock lock(locks_[place % kLocks]);
  const Entry& entry = entries_[place];
  if (!entry.is_used || entry.position != position) return false;
  odds = entry.odds;
  return true;
}

template <class Set>
void BasicOddsCache<Set>::store(const Position& position, const Odds& odds) {
  const std::size_t place = place_of(position);
  const std::scoped_lock lock(locks_[place % kLocks]);
  entries_[place] = {position, true, odds};
}

template <class Set>
std::size_t BasicOddsCache<Set>::place_of(const Position& position) const {
  return BasicFlipQuestion<Set>::of(position, false).hash() % count_;
}

// --------------------------------------------------------------------------------------------------------------- asking

// Up to four ninths of the points: measured on 5x5 and 6x6 (docs/solved-atomorph.md).
template <class Set>
BasicJudgedMoves<Set>::BasicJudgedMoves(const Board& board, std::unique_ptr<Evaluator> judge,
                                        BasicOddsCache<Set>& cache)
    : board_(&board),
      cache_(&cache),
      judge_(std::move(judge)),
      state_(board.game().new_state()),
      most_stones_(board.num_points() * 4 / 9),
      priors_(static_cast<std::size_t>(board.game().num_actions())) {}

// Two threads that need the same at once both ask.
template <class Set>
typename BasicJudgedMoves<Set>::Odds BasicJudgedMoves<Set>::of(const Position& position, Set choices) {
  Odds odds{};
  if (cache_->find(position, odds)) return odds;
  ask(position, choices, odds);
  cache_->store(position, odds);
  return odds;
}

// A move that is played with half the probability of the best one is taken to have a quarter of its odds.
template <class Set>
void BasicJudgedMoves<Set>::ask(const Position& position, Set choices, Odds& odds) {
  ++num_asked_;
  state_->setup(board_->stones_of(position, kFirst), kFirst, Board::flags_of(position));
  State* states[] = {state_.get()};
  judge_->evaluate(states, {&answer_, 1});
  state_->legal_actions(actions_);
  for (std::size_t i = 0; i < actions_.size(); ++i) priors_[static_cast<std::size_t>(actions_[i])] = answer_.priors[i];
  const auto prior = [&](int point) -> double {
    return priors_[static_cast<std::size_t>(board_->action_on(position, point, kFirst))];
  };
  double best = 0.0;
  for_each_point(choices, [&](int point) { best = std::max(best, prior(point)); });
  const double win = std::clamp((1.0 + answer_.value) / 2, 1 - kSurest, kSurest);
  for_each_point(choices, [&](int point) {
    const double share = best > 0 ? std::max(prior(point) / best, kLeastPrior) : 1.0;
    const double steps = kStepsPerBit * std::log2(win / (1 - win) * share * share);
    odds[static_cast<std::size_t>(point)] =
        static_cast<std::int8_t>(std::clamp<double>(std::round(steps), -kMostSteps, kMostSteps));
  });
}

template class BasicOddsCache<FlipSet>;
template class BasicOddsCache<WideFlipSet>;
template class BasicJudgedMoves<FlipSet>;
template class BasicJudgedMoves<WideFlipSet>;

}  // namespace motu
