// Atomorph beyond the tables: who wins a position, by depth-first proof-number search (Nagai 2002).
//
// A position is one node for both colours and for its four images (solver_board.hpp). Positions do not come back, so
// the graph has no cycles. Many ways lead to one position, so a sum of numbers would count the same work over and over:
// the disproof number of a position is that of its hardest successor, plus one for each other that is unsolved (weak
// proof numbers, Ueda et al. 2008). Draws (corners=false) are settled by two questions: does the mover win when a draw
// counts as a win, and when it does not?
//
// Before a position is searched its numbers are a guess, by the turns that each colour still needs. A judge, where
// there is one, mends the guess: at odds of so many to one that the mover wins, its proof is taken to be so many times
// smaller and the disproof so many times larger. Whatever it says, what is proved is proved.
//
// Several threads search the same question in one memory (proof_worker.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "motu/atomorph/proof_worker.hpp"

namespace motu {

// Where a search is.
struct FlipProgress {
  std::uint64_t nodes = 0;
  ProofNumbers root;
};

struct FlipSearchLimits {
  std::uint64_t until = 0;  // stop when the search's nodes() is this; 0: no bound
  // Asked by the caller's thread every few thousand positions, or with several threads some times a second; false stops
  // the search. What it throws ends the search as well.
  std::function<bool(const FlipProgress&)> go_on;
};

// Bounds of a position's value for its mover, -1 to 1: equal when it is solved.
struct FlipBounds {
  int lower = -1;
  int upper = 1;
  bool is_exact() const { return lower == upper; }
};

template <class Set>
class BasicFlipSearch {
 public:
  using Board = BasicFlipBoard<Set>;
  using Position = BasicFlipPosition<Set>;
  using Memory = BasicFlipMemory<Set>;
  using Bounds = FlipBounds;

  // A judge must have priors; what it says takes the part of the memory that the table, a power of two, leaves. Throws
  // "solve/size" for a board that is too large, "solve/limits" without a thread.
  BasicFlipSearch(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                  std::unique_ptr<Evaluator> judge = nullptr, int threads = 1);
  BasicFlipSearch(const BasicFlipSearch&) = delete;
  BasicFlipSearch& operator=(const BasicFlipSearch&) = delete;

  const Board& board() const { return context_.board; }
  const Memory& memory() const { return context_.memory; }
  Memory& memory() { return context_.memory; }
  // What all that it remembers takes.
  std::size_t bytes() const;
  // All that were expanded so far, and those of which the judge was asked.
  std::uint64_t nodes() const { return context_.nodes; }
  std::uint64_t num_judged() const;

  // What a position is worth to its mover. Keeps what it learnt.
  Bounds solve(const Position& position, const FlipSearchLimits& limits);
  // The same for an action that is one of the position's choices.
  Bounds solve_after(const Position& position, int point, const FlipSearchLimits& limits);
  // The same as far as it is known without search.
  Bounds known(const Position& position) const;
  Bounds known_after(const Position& position, int point) const;
  // How far the question is that `solve` is at: whether the mover wins, or at least draws. Infinite and nought where it
  // is solved.
  ProofNumbers numbers(const Position& position) const;

 private:
  using Question = BasicFlipQuestion<Set>;
  struct Meeting;

  ProofNumbers ask(const Question& question, const FlipSearchLimits& limits);
  ProofNumbers run_here(const Question& question, const FlipSearchLimits& limits);
  ProofNumbers run_beside(const Question& question, const FlipSearchLimits& limits);
  void work(BasicFlipWorker<Set>& worker, const Question& question, Meeting& meeting);
  // What the answer to a question says of a position's value.
  void narrow(Bounds& bounds, const ProofNumbers& numbers, bool draw_wins) const;
  bool is_lost_at_once(const Position& position) const;

  BasicFlipContext<Set> context_;
  std::unique_ptr<BasicOddsCache<Set>> cache_;  // by the judge; null without one
  std::vector<std::unique_ptr<BasicFlipWorker<Set>>> workers_;
};

using FlipSearch = BasicFlipSearch<FlipSet>;
using WideFlipSearch = BasicFlipSearch<WideFlipSet>;

extern template class BasicFlipSearch<FlipSet>;
extern template class BasicFlipSearch<WideFlipSet>;

}  // namespace motu
