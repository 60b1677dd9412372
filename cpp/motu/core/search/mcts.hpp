// Monte-Carlo tree search for any game and any evaluator: a tree that lives as long as a game and follows its moves.
//
// With priors: PUCT (Silver et al., 2017), at the root Gumbel's sequential halving on demand. Without: UCT with RAVE
// (Gelly and Silver, 2011). Rolls are nodes of their own, all faces expanded at once, their value the exact mean. Wins,
// losses and exact values are proved on the way (Winands, Björnsson and Saito, 2008, with bounds as in Cazenave and
// Saffidine, 2010) and stop the search at the root. See tree.hpp for how positions are shared.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "motu/core/search/judges.hpp"
#include "motu/core/search/limits.hpp"
#include "motu/core/search/search_result.hpp"
#include "motu/core/search/selection.hpp"
#include "motu/core/search/tree.hpp"

namespace motu {

// Gets what is known so far, in the thread that called `search`; false stops the search.
using ReportCallback = std::function<bool(const SearchResult&)>;

class SearchTree {
 public:
  // Begins at a position that is not over; a roll may be awaited. There need not be an advisor. Throws "engine/no-move"
  // at the end of a game and "engine/options" for options out of range.
  SearchTree(const State& root, const Evaluator& evaluator, const SearchOptions& options,
             const Advisor* advisor = nullptr);

  // Searches on until a limit is met, the root is solved or `stop` is set, calling `report` about every
  // `report_seconds`. One thread, no limit in seconds: same seed, same tree, in one call or in several; but sequential
  // halving plans each call by itself. An exception of an evaluator or of `report` comes out of here, and the tree
  // stays usable. A loss that only an advisor sees ends no search: it goes on for the move that resists longest. Throws
  // "engine/limits" when nothing bounds the search, and without a bound on visits where sequential halving is to plan
  // them.
  SearchResult search(const SearchLimits& limits, const std::atomic<bool>* stop = nullptr,
                      const ReportCallback& report = {}, double report_seconds = 0.1);
  // What is known now, without searching.
  SearchResult result();
  // Goes on to the position after an action, or after an outcome; keeps what is known about it and forgets the rest.
  // Throws what State::apply throws; "engine/no-move" at the end of a game, and changes nothing.
  void advance(Action action);
  // Goes on to a position: by its moves where it comes after the root's, else with an empty tree. Whether something
  // was kept. Throws "engine/other-game" for a position of another game, whose evaluator this tree does not have.
  bool advance_to(const State& state);
  const State& state() const { return *state_; }
  // Bytes that the tree takes.
  std::uint64_t num_bytes() const;

 private:
  class Run;

  std::unique_ptr<Tree> make_tree() const;
  Judges& judges_of(int thread);
  void plant();
  void look_closely();
  void consult();
  void move_root(Node* kept);
  bool is_continuation(const State& state) const;

  SearchOptions options_;
  std::unique_ptr<Evaluator> evaluator_;  // forked for every thread
  std::unique_ptr<Advisor> advisor_;      // so is this; null: none
  std::vector<Judges> judges_;            // [thread], made by its first search
  std::unique_ptr<State> state_;
  std::unique_ptr<Tree> tree_;
  Node* root_ = nullptr;
  Bounds advised_;                      // the loss that an advisor proved and the root's moves do not show
  bool is_seen_closely_ = false;        // the root, by the evaluator
  bool has_asked_about_moves_ = false;  // the advisor, about those of the root
  std::uint64_t searches_ = 0;          // so far; part of sequential halving's seeds
};

}  // namespace motu
