#include "motu/core/search/mcts.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motu/core/base/threads.hpp"
#include "motu/core/search/gumbel.hpp"
#include "motu/core/search/worker.hpp"

namespace motu {

namespace {

void check_state(const State& state) {
  if (state.is_terminal()) throw Error("engine/no-move", "the game is over: there is no move to search for");
}

void check_options(const SearchOptions& options) {
  const auto check = [](bool is_right, const char* what) {
    if (!is_right) throw Error("engine/options", std::string("a search needs ") + what);
  };
  check(options.threads >= 1 && options.threads <= 256, "1 to 256 threads");
  check(options.batch >= 1 && options.batch <= 4096, "a batch of 1 to 4096 leaves");
  check(options.gumbel >= 0, "a number of root moves from 0 on for sequential halving");
  check(options.expand_visits >= 1, "at least one visit before a position is expanded");
  check(options.lcb >= 0, "a caution from 0 on by which moves are chosen (lcb)");
  check(options.advise_visits >= 0, "a number of visits from 0 on before an advisor is asked");
  check(options.roll_faces >= 0, "a number of faces from 0 on that are judged at once");
  check(options.rave_initial > 0 && options.rave_final > 0, "weights of RAVE above 0");
}

}  // namespace

// One search: what its threads share.
class SearchTree::Run {
 public:
  Run(SearchTree& owner, const SearchLimits& limits, const std::atomic<bool>* stop, const ReportCallback& report,
      double report_seconds)
      : owner_(owner),
        limits_(limits),
        report_(report),
        report_seconds_(report_seconds),
        clock_(limits.seconds, stop),
        first_visits_(owner.root_->visits),
        claimed_(owner.root_->visits) {
    if (owner.options_.gumbel > 0 && limits.visits > first_visits_ && !owner.root_->is_chance()) {
      Rng rng(owner.options_.seed ^ splitmix64(~owner.searches_));
      halving_.emplace(*owner.root_, owner.options_.gumbel, limits.visits - first_visits_, owner.options_.gumbel_scale,
                       rng);
    }
  }

  SearchResult go() {
    auto helpers = start_threads(
        1, owner_.options_.threads, [this](int i) { guard(i); },
        [this] { is_over_.store(true, std::memory_order_relaxed); });
    guard(0);
    helpers.clear();  // joins: each of them does what it was granted
    if (failure_) std::rethrow_exception(failure_);
    return finished();
  }

 private:
  void guard(int index) {
    try {
      work(index);
    } catch (...) {
      const Guard lock(lock_);
      if (!failure_) failure_ = std::current_exception();
      is_over_.store(true, std::memory_order_relaxed);
    }
  }

  void work(int index) {
    Worker worker(*owner_.tree_, owner_.options_, owner_.state_->clone(), owner_.judges_of(index), limits_.depth,
                  index);
    StopCondition clock = clock_;
    std::uint64_t granted = 0;
    const auto batch = static_cast<std::size_t>(owner_.options_.batch);
    while (!is_finished(worker, clock)) {
      while (worker.num_waiting() < batch && claim(granted)) worker.descend(owner_.root_, next_edge());
      if (worker.num_waiting() == 0) break;
      worker.settle();
      if (index == 0) report_if_due(worker, clock);
    }
  }

  // One more visit of the root, if there is one left. Threads take a few at a time (`granted`), towards the end one.
  bool claim(std::uint64_t& granted) {
    if (limits_.visits == 0) return true;
    if (granted == 0) granted = grant();
    if (granted == 0) return false;
    --granted;
    return true;
  }

  std::uint64_t grant() {
    constexpr std::uint64_t kMost = 32;
    const auto threads = static_cast<std::uint64_t>(owner_.options_.threads);
    std::uint64_t claimed = claimed_.load(std::memory_order_relaxed);
    std::uint64_t share = 0;
    do {
      if (claimed >= limits_.visits) return 0;
      share = std::clamp<std::uint64_t>((limits_.visits - claimed) / (8 * threads), 1, kMost);
    } while (!claimed_.compare_exchange_weak(claimed, claimed + share, std::memory_order_relaxed));
    return share;
  }

  int next_edge() {
    if (!halving_) return -1;
    const Guard guard(owner_.root_->lock);
    return halving_->next(*owner_.root_);
  }

  bool is_finished(Worker& worker, StopCondition& clock) {
    if (is_over_.load(std::memory_order_relaxed) || clock.is_met()) return true;
    if (limits_.nodes > 0 && owner_.tree_->num_positions() >= limits_.nodes) return true;
    if (!worker.bounds_of(*owner_.root_).is_exact()) return false;
    is_over_.store(true, std::memory_order_relaxed);
    return true;
  }

  void report_if_due(Worker& worker, const StopCondition& clock) {
    if (!report_ || clock.last_look() - reported_ < report_seconds_) return;
    reported_ = clock.last_look();
    worker.flush();
    if (!report_(finished())) is_over_.store(true, std::memory_order_relaxed);
  }

  SearchResult finished() {
    SearchResult result = owner_.result();
    result.simulations = result.visits - first_visits_;
    result.seconds = clock_.elapsed();
    if (halving_ && result.lower < result.upper) prefer(result);
    return result;
  }

  // Puts sequential halving's choice first.
  void prefer(SearchResult& result) {
    Action best = 0;
    {
      const Guard guard(owner_.root_->lock);
      best = owner_.root_->edges->actions[halving_->best(*owner_.root_)];
    }
    const auto at = std::ranges::find(result.moves, best, &RootMove::action);
    if (at->upper > -1.0) std::rotate(result.moves.begin(), at, at + 1);
  }

  SearchTree& owner_;
  SearchLimits limits_;
  const ReportCallback& report_;
  double report_seconds_;
  double reported_ = 0.0;
  StopCondition clock_;
  std::uint64_t first_visits_;
  alignas(64) std::atomic<std::uint64_t> claimed_;
  alignas(64) std::atomic<bool> is_over_{false};
  std::optional<SequentialHalving> halving_;  // guarded by the root's lock
  SpinLock lock_;                             // guards failure_
  std::exception_ptr failure_;
};

SearchTree::SearchTree(const State& root, const Evaluator& evaluator, const SearchOptions& options,
                       const Advisor* advisor)
    : options_(options),
      evaluator_(evaluator.fork(options.seed)),
      advisor_(advisor != nullptr && options.advise_visits > 0 ? advisor->fork() : nullptr),
      state_(root.clone()) {
  check_state(root);
  check_options(options);
  judges_.resize(static_cast<std::size_t>(options.threads));
}

// Each thread asks for its own alone.
Judges& SearchTree::judges_of(int thread) {
  Judges& judges = judges_[static_cast<std::size_t>(thread)];
  if (judges.evaluator == nullptr) {
    judges.evaluator =
        evaluator_->fork(splitmix64(options_.seed + 0x9E37ULL) + 7919ULL * static_cast<std::uint64_t>(thread));
    if (advisor_ != nullptr) judges.advisor = advisor_->fork();
  }
  return judges;
}

std::unique_ptr<Tree> SearchTree::make_tree() const {
  constexpr std::uint64_t kNoBound = std::uint64_t{1} << 62;
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
  const Tree::Room room{
      options_.max_nodes > 0 ? std::min(options_.max_nodes, kNoBound) : kNoBound,
      options_.max_memory > 0 ? std::min(options_.max_memory, kNoBound / kMegabyte) * kMegabyte : kNoBound};
  return std::make_unique<Tree>(room, evaluator_->has_priors(), options_.threads);
}

// The tree is only made when something is asked of it: evaluators may be slow.
void SearchTree::plant() {
  if (root_ == nullptr) {
    if (tree_ == nullptr) tree_ = make_tree();
    Worker worker(*tree_, options_, state_->clone(), judges_of(0), 0);
    root_ = worker.plant();
    tree_->unfold(*root_, true, 0);
  }
  if (!is_seen_closely_) look_closely();
}

void SearchTree::look_closely() {
  Evaluation seen;
  if (root_->is_decision() && evaluator_->look_closely(*state_, seen)) {
    std::ranges::copy(seen.priors, root_->moves.priors);
  }
  is_seen_closely_ = true;
}

void SearchTree::consult() {
  if (advisor_ != nullptr) {
    Worker worker(*tree_, options_, state_->clone(), judges_of(0), 0);
    worker.consult_about(*root_);
    if (!has_asked_about_moves_) worker.consult_about_moves(*root_);
    has_asked_about_moves_ = true;
  }
  if (!root_->is_decision() || !root_->bounds.is_won_by(1 - root_->player)) return;
  const Bounds shown = root_->bounds_of_edges();
  if (shown.is_exact()) return;
  advised_ = root_->bounds;
  root_->bounds = shown;
}

SearchResult SearchTree::search(const SearchLimits& limits, const std::atomic<bool>* stop, const ReportCallback& report,
                                double report_seconds) {
  if (!limits.is_bounded() && stop == nullptr && !report) {
    throw Error("engine/limits", "a search needs a bound: visits, nodes or seconds above 0");
  }
  if (options_.gumbel > 0 && limits.visits == 0) {
    throw Error("engine/limits", "sequential halving plans its visits: it needs a bound on them, not on time alone");
  }
  plant();
  consult();
  ++searches_;
  return Run(*this, limits, stop, report, report_seconds).go();
}

std::uint64_t SearchTree::num_bytes() const { return tree_->num_bytes(); }

SearchResult SearchTree::result() {
  plant();
  // Where dice decide much, moves differ by less than what is taken off for doubt.
  const bool has_dice = state_->game().max_chance_outcomes() > 0;
  SearchResult result = read_result(*root_, advised_, has_dice ? 0.0F : options_.lcb);
  result.nodes = tree_->num_positions();
  result.bytes = num_bytes();
  return result;
}

void SearchTree::advance(Action action) {
  state_->apply(action);
  if (state_->is_terminal()) {
    state_->undo();
    check_state(*state_);
    throw Error("engine/no-move", "the game is over after this move: there is nothing left to search for");
  }
  move_root(tree_ != nullptr ? tree_->find(Tree::key_of(*state_)) : nullptr);
}

// To a node of the tree, with what hangs on it, or to nothing.
void SearchTree::move_root(Node* kept) {
  auto smaller = kept != nullptr ? make_tree() : nullptr;
  root_ = kept != nullptr ? tree_->copy_into(*smaller, kept) : nullptr;
  tree_ = std::move(smaller);
  if (root_ != nullptr) tree_->unfold(*root_, true, 0);
  advised_ = {};
  is_seen_closely_ = false;
  has_asked_about_moves_ = false;
}

bool SearchTree::is_continuation(const State& state) const {
  const auto before = state_->history();
  const auto now = state.history();
  if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin())) return false;
  const auto twin = state.clone();
  for (std::size_t i = before.size(); i < now.size(); ++i) twin->undo();
  return twin->hash() == state_->hash();
}

bool SearchTree::advance_to(const State& state) {
  check_game(state_->game(), state, "this search tree");
  check_state(state);
  const bool is_after = is_continuation(state);
  state_ = state.clone();
  Node* kept = is_after && tree_ != nullptr ? tree_->find(Tree::key_of(*state_)) : nullptr;
  if (kept != nullptr && kept == root_) return true;
  move_root(kept);
  return kept != nullptr;
}

}  // namespace motu
