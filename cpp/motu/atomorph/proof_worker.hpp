// One thread of a proof search of Atomorph (proof_search.hpp), and what all of them have in common. A thread that goes
// into a position makes its proof look dearer to the others, so that they go elsewhere.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "motu/atomorph/judged_moves.hpp"
#include "motu/atomorph/proof_table.hpp"
#include "motu/atomorph/solver_board.hpp"
#include "motu/atomorph/solver_threats.hpp"

namespace motu {

template <class Set>
struct BasicFlipContext {
  using Board = BasicFlipBoard<Set>;
  using Memory = BasicFlipMemory<Set>;

  static constexpr std::size_t kCounters = std::size_t{1} << 14;

  BasicFlipContext(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes)
      : board(std::move(game)), memory(memory_bytes), can_draw(!board.rules().corners) {}

  Board board;
  BasicFlipThreats<Set> threats{board};
  Memory memory;
  bool can_draw;
  bool is_shared = false;                // by several threads
  std::uint64_t until = 0;               // stop when `nodes` is this; 0: no bound
  std::atomic<std::uint64_t> nodes = 0;  // positions expanded
  std::atomic<bool> stop = false;
  std::function<void()> watch;  // where one thread does all: called every few thousand positions, may set `stop`
  std::array<std::atomic<std::uint8_t>, kCounters> busy{};  // threads below a position

  // What is thought of a question before it is searched.
  ProofNumbers first_numbers(const BasicFlipPosition<Set>& position) const;
  // The same, or what a search has found.
  ProofNumbers numbers_of(const BasicFlipQuestion<Set>& question) const;
};

template <class Set>
class BasicFlipWorker {
 public:
  using Context = BasicFlipContext<Set>;
  using Position = BasicFlipPosition<Set>;
  using Question = BasicFlipQuestion<Set>;

  // Without a judge it has none.
  explicit BasicFlipWorker(Context& context) : context_(context) {}
  BasicFlipWorker(Context& context, std::unique_ptr<Evaluator> judge, BasicOddsCache<Set>& cache);

  // Searches until the question is settled or the context says stop.
  ProofNumbers solve(const Question& question);
  bool must_stop();
  // Positions of which the judge was asked.
  std::uint64_t num_judged() const { return judged_ ? judged_->num_asked() : 0; }

 private:
  struct Child {
    Question question;
    bool is_same_mover;
    ProofNumbers numbers;  // what is thought of it before it is searched, then what its search found
    int point = -1;        // of one of the actions that lead to it
  };
  struct Choice {
    std::size_t best;
    ProofNumbers numbers;          // of the parent
    std::uint32_t proof;           // the best proof number, as it is
    std::uint32_t second;          // the best proof number but one, as it looks
    std::uint32_t other_disproof;  // what all children but the best add to the disproof number
  };

  ProofNumbers search(const Question& question, const ProofNumbers& limits);
  ProofNumbers search_child(const Child& child, const Choice& choice, const ProofNumbers& limits);
  bool list_children(const Question& question, std::vector<Child>& children);
  void add_child(const BasicFlipStep<Set>& step, int point, bool draw_wins, std::vector<Child>& children) const;
  bool add_attack(const Position& position, bool draw_wins, std::vector<Child>& children);
  void judge(const Position& position, std::vector<Child>& children);
  Choice choose(const std::vector<Child>& children) const;
  std::uint32_t looks(std::uint32_t proof, const Question& question) const;
  std::atomic<std::uint8_t>& counter(const Question& question) const {
    return context_.busy[(question.hash() >> 40) % Context::kCounters];
  }

  Context& context_;
  std::unique_ptr<BasicJudgedMoves<Set>> judged_;
  std::uint64_t nodes_ = 0;
  std::vector<std::vector<Child>> children_;  // [depth], kept for their memory
  std::size_t depth_ = 0;
};

extern template struct BasicFlipContext<FlipSet>;
extern template struct BasicFlipContext<WideFlipSet>;
extern template class BasicFlipWorker<FlipSet>;
extern template class BasicFlipWorker<WideFlipSet>;

}  // namespace motu
