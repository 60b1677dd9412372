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
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "motu/atomorph/judged_moves.hpp"
#include "motu/atomorph/proof_table.hpp"
#include "motu/atomorph/solver_board.hpp"
#include "motu/atomorph/solver_threats.hpp"

namespace motu {

// Where a search is.
struct FlipProgress {
  std::uint64_t nodes = 0;
  ProofNumbers root;
};

struct FlipSearchLimits {
  std::uint64_t until = 0;  // stop when the search's nodes() is this; 0: no bound
  // Asked every few thousand positions; false stops the search.
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
  // "solve/size" for a board that is too large.
  BasicFlipSearch(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                  std::unique_ptr<Evaluator> judge = nullptr);
  BasicFlipSearch(const BasicFlipSearch&) = delete;
  BasicFlipSearch& operator=(const BasicFlipSearch&) = delete;

  const Board& board() const { return board_; }
  const Memory& memory() const { return memory_; }
  Memory& memory() { return memory_; }
  // What all that it remembers takes.
  std::size_t bytes() const { return memory_.bytes() + (judged_ ? judged_->bytes() : 0); }
  // All that were expanded so far, and those of which the judge was asked.
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t num_judged() const { return judged_ ? judged_->num_asked() : 0; }

  // What a position is worth to its mover. Keeps what it learnt.
  Bounds solve(const Position& position, const FlipSearchLimits& limits);
  // The same for an action that is one of the position's choices.
  Bounds solve_after(const Position& position, int point, const FlipSearchLimits& limits);
  // The same as far as it is known without search.
  Bounds known(const Position& position) const;
  Bounds known_after(const Position& position, int point) const;

 private:
  using Question = BasicFlipQuestion<Set>;
  struct Child {
    Question question;
    bool is_same_mover;
    ProofNumbers numbers;  // what is thought of it before it is searched, then what its search found
    int point = -1;        // of one of the actions that lead to it
  };
  struct Choice {
    std::size_t best;
    ProofNumbers numbers;          // of the parent
    std::uint32_t second;          // the best proof number but one
    std::uint32_t other_disproof;  // what all children but the best add to the disproof number
  };

  ProofNumbers ask(const Question& question, const FlipSearchLimits& limits);
  // What the answer to a question says of a position's value.
  void narrow(Bounds& bounds, const ProofNumbers& numbers, bool draw_wins) const;
  ProofNumbers numbers_of(const Question& question) const;
  ProofNumbers search(const Question& question, std::uint32_t proof_limit, std::uint32_t disproof_limit);
  bool list_children(const Question& question, std::vector<Child>& children);
  void add_child(const BasicFlipStep<Set>& step, int point, bool draw_wins, std::vector<Child>& children) const;
  bool add_attack(const Position& position, bool draw_wins, std::vector<Child>& children);
  void judge(const Position& position, std::vector<Child>& children);
  ProofNumbers first_numbers(const Position& position) const;
  bool is_lost_at_once(const Position& position) const;
  Choice choose(const std::vector<Child>& children) const;
  bool must_stop();

  Board board_;
  BasicFlipThreats<Set> threats_{board_};
  Memory memory_;
  std::unique_ptr<BasicJudgedMoves<Set>> judged_;
  bool can_draw_;
  std::uint64_t nodes_ = 0;
  std::vector<std::vector<Child>> children_;  // [depth], kept for their memory
  std::size_t depth_ = 0;
  const FlipSearchLimits* limits_ = nullptr;
  Question root_;
  bool is_stopped_ = false;
};

using FlipSearch = BasicFlipSearch<FlipSet>;
using WideFlipSearch = BasicFlipSearch<WideFlipSet>;

extern template class BasicFlipSearch<FlipSet>;
extern template class BasicFlipSearch<WideFlipSet>;

}  // namespace motu
