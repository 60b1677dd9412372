// One thread of a Monte-Carlo search: descend, evaluate, back up.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/search/hot_nodes.hpp"
#include "motu/core/search/judges.hpp"
#include "motu/core/search/selection.hpp"
#include "motu/core/search/tree.hpp"
#include "motu/core/state/chance.hpp"

namespace motu {

class Worker {
 public:
  // `state` is the root's position, for this worker alone; the judges outlive it. `max_depth` in plies below the root;
  // 0: no bound. `thread` is its number among those that work in the tree, from 0.
  Worker(Tree& tree, const SearchOptions& options, std::unique_ptr<State> state, Judges& judges, int max_depth,
         int thread = 0);

  // The node of the worker's position, with its moves or faces evaluated; made when it is missing.
  Node* plant();
  // Asks the advisor about the node of the worker's position, unless somebody has done so.
  void consult_about(Node& node);
  // Asks it about the node's single moves, or about the faces of its roll.
  void consult_about_moves(Node& node);
  // Descends once from `root` and remembers the leaf; by `forced` (an edge of the root) or, when that is -1, freely.
  void descend(Node* root, int forced);
  // Evaluates all leaves that wait, together, and backs them up.
  void settle();
  std::size_t num_waiting() const { return num_leaves_; }
  // What is proved about a node, as far as this thread has heard.
  Bounds bounds_of(Node& node);
  // Lets others see everything that this thread has found out. No leaf may wait.
  void flush() { hot_nodes_.flush(); }

 private:
  struct Step {
    Node* node;    // of the tree
    HotNode* hot;  // the thread's copy of it; null: none
    int edge;
    bool is_swap;  // the persons exchanged colours: what was good for a colour was so for the other person
  };
  // A position after a roll, evaluated or known.
  struct Branch {
    Face face;
    Bounds bounds;                // exact for the end of a game
    double value = 0.0;           // once known
    std::uint16_t plies = 0;      // where the game is decided
    Node* child = nullptr;        // where it is in the tree already
    int evaluation = -1;          // else its place in the batch
    bool is_guessed = false;      // else by what the evaluator thinks of the whole roll
    std::vector<Action> actions;  // at a new decision of a search with priors
  };
  // Where a simulation ended.
  struct Leaf {
    enum class Kind : std::uint8_t { node, ended, position, roll };
    Kind kind = Kind::node;
    std::vector<Step> steps;
    Node* node = nullptr;          // Kind::node: one that needs no evaluation
    Bounds bounds;                 // Kind::ended: the result
    int evaluation = -1;           // its place in the batch; of a roll where faces are guessed
    std::vector<Branch> branches;  // Kind::roll
    std::size_t num_branches = 0;  // of them in use
    std::unique_ptr<State> state;  // a copy, where a node will be made of it or it must wait
    std::vector<Action> actions;
  };
  // What comes up from below an edge.
  struct Report {
    Node* child;  // null: nothing but a result of one simulation
    double value;
    Bounds bounds;
    std::uint16_t plies = 0;  // where the game is decided
  };
  // What became of a visit to a node.
  enum class Visit : std::uint8_t { went_on, settled, needs_advice };

  // Where a step's results are counted.
  static Node& place_of(const Step& step) { return step.hot != nullptr ? step.hot->local() : *step.node; }

  Leaf& next_leaf();
  Visit take_edge(Node& node, int forced, Step& step, Action& action, Node*& child, std::int32_t& visits);
  bool is_advice_due(const Node& node) const;
  void consult(Node& node);
  void consult_about(const Step& step);
  Node* grow(Leaf& leaf, const Step& step, std::int32_t visits);
  Node* grow_decision(const Step& step, std::int32_t visits);
  void prepare(Leaf& leaf);
  void prepare_position(Leaf& leaf);
  void prepare_roll(Leaf& leaf);
  void prepare_branch(Branch& branch, const Face& face, bool is_due);
  void choose_faces();
  int enqueue(State& state);
  void evaluate();
  Node* make_decision(const State& state, std::span<const Action> actions, int evaluation);
  void judge_branches(Leaf& leaf);
  Report report_of_roll(Leaf& leaf);
  Report report_of_position(Leaf& leaf);
  Report report_of(Leaf& leaf);
  void back_up(Leaf& leaf);
  bool refresh(Node& node, int edge, const Report& report) const;
  template <class F>
  void for_each_sample(const Leaf& leaf, F&& visit);
  void count_samples(const Leaf& leaf, Node& node, Action action);
  double value_of(int evaluation) const;
  double guess_of(const Leaf& leaf, const Branch& branch) const;
  float loss_of(const Node& node) const { return node.player == 0 ? -1.0F : 1.0F; }
  // Whether a position can be evaluated where it stands, without a copy.
  bool is_direct() const { return !has_priors_ && options_.batch <= 1; }
  // Whether the position reached is the last one that the depth allows. Before a roll it never is.
  bool is_deepest() const {
    return max_depth_ > 0 && !state_->is_chance_node() && state_->ply() - root_ply_ >= max_depth_;
  }
  bool is_shared() const { return options_.threads > 1 || options_.batch > 1; }

  Tree& tree_;
  const SearchOptions& options_;
  std::unique_ptr<State> state_;
  Evaluator& evaluator_;
  Advisor* advisor_;  // null: none
  bool has_priors_;
  int max_depth_;
  int root_ply_;
  int thread_;
  HotNodes hot_nodes_;
  std::vector<Leaf> leaves_;  // the first num_leaves_ of them wait
  std::size_t num_leaves_ = 0;
  std::vector<State*> queue_;                   // positions to evaluate
  std::vector<std::unique_ptr<State>> copies_;  // those of them that are copies
  std::vector<int> sides_;                      // side_of each
  std::vector<Evaluation> evaluations_;         // the answers, the first num_evaluated_ of them given
  std::size_t num_evaluated_ = 0;
  std::vector<Action> actions_;
  std::vector<Action> outcomes_;
  std::vector<Face> faces_;
  std::vector<bool> is_due_;  // [face]
  std::vector<float> scores_;
  Advice advice_;
  std::vector<ProvedMove> proved_;
};

}  // namespace motu
