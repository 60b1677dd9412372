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
#include <span>
#include <vector>

#include "motu/atomorph/solver_board.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// Not thread-safe: one object a thread.
template <class Set>
class BasicJudgedMoves {
 public:
  using Board = BasicFlipBoard<Set>;
  using Position = BasicFlipPosition<Set>;

  static constexpr int kMostPoints = sizeof(Set) == sizeof(FlipSet) ? 49 : 121;
  static constexpr int kStepsPerBit = 8;
  static constexpr int kMostSteps = 13 * kStepsPerBit;

  // The odds on each point, as eighths of their logarithm to base 2, at most 13 either way.
  using Odds = std::array<std::int8_t, kMostPoints>;

  // The judge must have priors. What it said is kept in at most so many bytes, or for one position.
  BasicJudgedMoves(const Board& board, std::unique_ptr<Evaluator> judge, std::size_t bytes);

  bool is_asked_of(const Position& position) const { return position.num_stones() <= most_stones_; }
  // Of the position's choices, which are given; the other points mean nothing. Good until the next call.
  const Odds& of(const Position& position, Set choices);
  std::uint64_t num_asked() const { return num_asked_; }
  std::size_t bytes() const { return count_ * sizeof(Entry); }

 private:
  struct Entry {
    Position position;
    bool is_used;
    Odds odds;
  };
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  Entry& entry_of(const Position& position) const;
  void ask(const Position& position, Set choices, Odds& odds);

  const Board* board_;
  std::unique_ptr<Evaluator> judge_;
  std::unique_ptr<State> state_;
  int most_stones_;
  std::size_t count_;
  std::unique_ptr<Entry[], Free> entries_;
  std::uint64_t num_asked_ = 0;
  Evaluation answer_;
  std::vector<Action> actions_;
  std::vector<float> priors_;  // [action]
};

extern template class BasicJudgedMoves<FlipSet>;
extern template class BasicJudgedMoves<WideFlipSet>;

}  // namespace motu
