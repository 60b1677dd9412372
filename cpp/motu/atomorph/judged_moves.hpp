// What an evaluator of searches, a net, thinks of the moves of a position of Atomorph, for a proof search to begin
// with: the odds at which the mover wins after each. It is asked only of positions with many empty points. Of those
// there are few, and what it knows takes a search long to find out; near the end a search is done before it has
// answered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <vector>

#include "motu/atomorph/solver_board.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// The odds on each point, as eighths of their logarithm to base 2, at most 13 either way.
template <class Set>
using BasicOdds = std::array<std::int8_t, sizeof(Set) == sizeof(FlipSet) ? 49 : 121>;

// What a judge has said of positions, for all threads of a search; a new position replaces the one in its place.
template <class Set>
class BasicOddsCache {
 public:
  using Position = BasicFlipPosition<Set>;
  using Odds = BasicOdds<Set>;

  // In at most so many bytes, or of one position.
  explicit BasicOddsCache(std::size_t bytes);

  bool find(const Position& position, Odds& odds) const;
  void store(const Position& position, const Odds& odds);
  std::size_t bytes() const { return count_ * sizeof(Entry); }

 private:
  static constexpr std::size_t kLocks = 64;

  struct Entry {
    Position position;
    bool is_used;
    Odds odds;
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::size_t place_of(const Position& position) const;

  std::size_t count_;
  std::unique_ptr<Entry[], Free> entries_;
  mutable std::array<std::mutex, kLocks> locks_;  // entry i has the lock i % kLocks
};

// Not thread-safe: one object a thread.
template <class Set>
class BasicJudgedMoves {
 public:
  using Board = BasicFlipBoard<Set>;
  using Position = BasicFlipPosition<Set>;
  using Odds = BasicOdds<Set>;

  static constexpr int kStepsPerBit = 8;
  static constexpr int kMostSteps = 13 * kStepsPerBit;

  // The judge must have priors.
  BasicJudgedMoves(const Board& board, std::unique_ptr<Evaluator> judge, BasicOddsCache<Set>& cache);

  bool is_asked_of(const Position& position) const { return position.num_stones() <= most_stones_; }
  // Of the position's choices, which are given; the other points mean nothing. Asks only where nothing was said yet.
  Odds of(const Position& position, Set choices);
  std::uint64_t num_asked() const { return num_asked_; }

 private:
  void ask(const Position& position, Set choices, Odds& odds);

  const Board* board_;
  BasicOddsCache<Set>* cache_;
  std::unique_ptr<Evaluator> judge_;
  std::unique_ptr<State> state_;
  int most_stones_;
  std::uint64_t num_asked_ = 0;
  Evaluation answer_;
  std::vector<Action> actions_;
  std::vector<float> priors_;  // [action]
};

extern template class BasicOddsCache<FlipSet>;
extern template class BasicOddsCache<WideFlipSet>;
extern template class BasicJudgedMoves<FlipSet>;
extern template class BasicJudgedMoves<WideFlipSet>;

}  // namespace motu
