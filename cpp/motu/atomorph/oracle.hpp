// Answers about positions of Atomorph as the persons see them, the pie rule included, whatever they come from; and the
// proof of the pudding: playing a claimed result out by the rules.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motu/atomorph/proof_file.hpp"
#include "motu/atomorph/proof_search.hpp"
#include "motu/atomorph/table.hpp"

namespace motu {

// A value's bounds for whoever is meant, -1 to 1, and the plies to the end where they are known.
struct FlipAnswer {
  int lower = -1;
  int upper = 1;
  int plies = 0;
  bool is_exact() const { return lower == upper; }
};

class FlipOracle {
 public:
  virtual ~FlipOracle() = default;
  virtual const AtomorphGame& game() const = 0;
  // For the mover of a state of this game in which somebody is to move; a swap that is still possible is not heeded.
  // `is_known`: what is known already, without any work.
  virtual FlipAnswer of(const State& state, bool is_known) = 0;
};

class FlipTableOracle final : public FlipOracle {
 public:
  explicit FlipTableOracle(std::shared_ptr<const FlipTable> table) : table_(std::move(table)) {}
  const AtomorphGame& game() const override { return table_->board().game(); }
  FlipAnswer of(const State& state, bool is_known) override;

 private:
  std::shared_ptr<const FlipTable> table_;
};

// Searches as far as the limits go, every time it is asked; `limits` may be changed meanwhile.
class FlipSearchOracle : public FlipOracle {
 public:
  // With a set of points that the board fits into; the judge may be null. Throws "solve/size" for a board that is too
  // large.
  static std::unique_ptr<FlipSearchOracle> make(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                                                const FlipSearchLimits& limits, std::unique_ptr<Evaluator> judge,
                                                int threads = 1);
  virtual std::uint64_t nodes() const = 0;  // positions searched so far
  virtual std::size_t bytes() const = 0;    // what its memory takes
  // Proof and disproof number of a state in which somebody is to move; a swap that is still possible is not heeded.
  virtual ProofNumbers numbers(const State& state) const = 0;
  // What it learnt, as a file, and back: added to what is known, as much as its memory holds. Files of this board
  // alone, with the pie rule or without. Errors are "solve/table".
  virtual void save(const std::string& path) const = 0;
  virtual void load(const std::string& path) = 0;
};

template <class Set>
class BasicFlipSearchOracle final : public FlipSearchOracle {
 public:
  BasicFlipSearchOracle(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                        const FlipSearchLimits& limits, std::unique_ptr<Evaluator> judge, int threads = 1)
      : search_(std::move(game), memory_bytes, std::move(judge), threads), limits_(limits) {}
  const AtomorphGame& game() const override { return search_.board().game(); }
  FlipAnswer of(const State& state, bool is_known) override;
  std::uint64_t nodes() const override { return search_.nodes(); }
  std::size_t bytes() const override { return search_.bytes(); }
  ProofNumbers numbers(const State& state) const override { return search_.numbers(search_.board().of(state)); }
  void save(const std::string& path) const override { save_proofs(search_.memory(), game().rules(), path); }
  void load(const std::string& path) override { load_proofs(search_.memory(), game().rules(), path); }

 private:
  BasicFlipSearch<Set> search_;
  const FlipSearchLimits& limits_;
};

// The value of a state for the person to act; at the end for person 0. Plays on the state and takes it back.
FlipAnswer answer(FlipOracle& oracle, State& state, bool is_known = false);
// The value of a legal action for the person who takes it.
FlipAnswer answer_after(FlipOracle& oracle, State& state, Action action, bool is_known = false);
// The best action as far as anything is known without work: where lengths are known the winner hurries, the loser holds
// out. -1 at the end.
Action best_action(FlipOracle& oracle, State& state);
// The same to the end, or until nothing is known.
std::vector<Action> best_line(FlipOracle& oracle, State& state);

// How far the search of a state is; nothing at the end, and where a swap is ahead: there each opening is a search.
std::optional<ProofNumbers> numbers_of(const FlipSearchOracle& oracle, State& state);

struct FlipReplay {
  bool holds = true;
  bool is_complete = true;      // all replies were tried
  std::uint64_t positions = 0;  // different ones where the walk is complete
  std::uint64_t games = 0;      // random ones
  std::string failure;          // the moves of a line in which the claim failed
};

// Plays for a person who claims a value of at least `value` (-1 to 1), as the oracle advises, against every reply of
// the other person, by the rules alone. Beyond `max_positions` different positions it gives up on all replies and goes
// through so many positions of games with random replies instead.
FlipReplay replay(FlipOracle& oracle, State& state, int person, int value, std::uint64_t max_positions,
                  std::uint64_t seed);

}  // namespace motu
