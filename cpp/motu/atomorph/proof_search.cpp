#include "motu/atomorph/proof_search.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

#include "motu/core/base/threads.hpp"

namespace motu {

namespace {

constexpr std::size_t kJudgedShare = 8;  // of the memory one part at least is for what the judge said
constexpr auto kTick = std::chrono::milliseconds(50);

FlipBounds turned(const FlipBounds& bounds, bool is_same_mover) {
  return is_same_mover ? bounds : FlipBounds{-bounds.upper, -bounds.lower};
}

}  // namespace

template <class Set>
BasicFlipSearch<Set>::BasicFlipSearch(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                                      std::unique_ptr<Evaluator> judge, int threads)
    : context_(std::move(game), judge ? memory_bytes - memory_bytes / kJudgedShare : memory_bytes) {
  if (threads < 1) throw Error("solve/limits", "a solver has at least one thread, not " + std::to_string(threads));
  const auto count = static_cast<std::size_t>(threads);
  context_.is_shared = count > 1;
  if (judge) cache_ = std::make_unique<BasicOddsCache<Set>>(memory_bytes - std::min(memory_bytes, memory().bytes()));
  for (std::size_t i = 0; i < count; ++i) {
    if (!cache_) {
      workers_.push_back(std::make_unique<BasicFlipWorker<Set>>(context_));
      continue;
    }
    auto own = i + 1 < count ? judge->fork(i) : std::move(judge);
    workers_.push_back(std::make_unique<BasicFlipWorker<Set>>(context_, std::move(own), *cache_));
  }
}

template <class Set>
std::size_t BasicFlipSearch<Set>::bytes() const {
  return memory().bytes() + (cache_ ? cache_->bytes() : 0);
}

template <class Set>
std::uint64_t BasicFlipSearch<Set>::num_judged() const {
  std::uint64_t asked = 0;
  for (const auto& worker : workers_) asked += worker->num_judged();
  return asked;
}

// ----------------------------------------------------------------------------------------------------------- questions

// What was found is kept here as well: in a small memory the second question may take the place of the first one.
template <class Set>
FlipBounds BasicFlipSearch<Set>::solve(const Position& position, const FlipSearchLimits& limits) {
  const Position canonical = board().canonical(position);
  const auto first = ask(Question::of(canonical, context_.can_draw), limits);
  ProofNumbers second;
  if (context_.can_draw && first.is_won()) second = ask(Question::of(canonical, false), limits);
  Bounds bounds = known(position);
  narrow(bounds, first, context_.can_draw);
  narrow(bounds, second, false);
  return bounds;
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::known(const Position& position) const {
  const Position canonical = board().canonical(position);
  Bounds bounds;
  for (const bool draw_wins : {true, false}) {
    if (draw_wins && !context_.can_draw) continue;
    narrow(bounds, context_.numbers_of(Question::of(canonical, draw_wins)), draw_wins);
  }
  if (bounds.is_exact() || !context_.threats.knows_rules()) return bounds;
  if (context_.threats.attack(position) >= 0) return {1, 1};
  return is_lost_at_once(position) ? Bounds{-1, -1} : bounds;
}

template <class Set>
void BasicFlipSearch<Set>::narrow(Bounds& bounds, const ProofNumbers& numbers, bool draw_wins) const {
  if (numbers.is_won()) bounds.lower = std::max(bounds.lower, draw_wins ? 0 : 1);
  if (numbers.is_lost()) bounds.upper = std::min(bounds.upper, draw_wins || !context_.can_draw ? -1 : 0);
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::solve_after(const Position& position, int point, const FlipSearchLimits& limits) {
  if (((board().row_wins(position.own) >> point) & 1U) != 0) return {1, 1};
  const auto step = board().after(position, point);
  if (step.is_draw) return {0, 0};
  return turned(solve(step.next, limits), step.is_same_mover);
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::known_after(const Position& position, int point) const {
  if (((board().row_wins(position.own) >> point) & 1U) != 0) return {1, 1};
  const auto step = board().after(position, point);
  if (step.is_draw) return {0, 0};
  return turned(known(step.next), step.is_same_mover);
}

template <class Set>
ProofNumbers BasicFlipSearch<Set>::numbers(const Position& position) const {
  const Position canonical = board().canonical(position);
  const auto first = context_.numbers_of(Question::of(canonical, context_.can_draw));
  const bool is_second = context_.can_draw && first.is_won();
  return is_second ? context_.numbers_of(Question::of(canonical, false)) : first;
}

// ------------------------------------------------------------------------------------------------------------- threads

// What the threads of one question tell the one that waits for them.
template <class Set>
struct BasicFlipSearch<Set>::Meeting {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t running = 0;
  ProofNumbers numbers;
  std::exception_ptr fault;
};

template <class Set>
ProofNumbers BasicFlipSearch<Set>::ask(const Question& question, const FlipSearchLimits& limits) {
  context_.stop = false;
  context_.until = limits.until;
  const ProofNumbers known = context_.numbers_of(question);
  if (known.is_decided()) return known;
  return workers_.size() == 1 ? run_here(question, limits) : run_beside(question, limits);
}

template <class Set>
ProofNumbers BasicFlipSearch<Set>::run_here(const Question& question, const FlipSearchLimits& limits) {
  struct Unwatched {
    std::function<void()>& watch;
    ~Unwatched() { watch = nullptr; }
  };
  const Unwatched unwatched{context_.watch};
  if (limits.go_on) {
    context_.watch = [&] {
      if (!limits.go_on({nodes(), context_.numbers_of(question)})) context_.stop = true;
    };
  }
  if (workers_.front()->must_stop()) return context_.numbers_of(question);
  return workers_.front()->solve(question);
}

template <class Set>
ProofNumbers BasicFlipSearch<Set>::run_beside(const Question& question, const FlipSearchLimits& limits) {
  for (auto& counter : context_.busy) counter = 0;
  Meeting meeting;
  meeting.running = workers_.size();
  auto threads = start_threads(
      0, static_cast<int>(workers_.size()),
      [&](int i) { work(*workers_[static_cast<std::size_t>(i)], question, meeting); }, [&] { context_.stop = true; },
      "solve/threads");
  try {
    std::unique_lock lock(meeting.mutex);
    while (!meeting.changed.wait_for(lock, kTick, [&] { return meeting.running == 0; })) {
      lock.unlock();
      if (limits.go_on && !limits.go_on({nodes(), context_.numbers_of(question)})) context_.stop = true;
      lock.lock();
    }
  } catch (...) {
    context_.stop = true;
    throw;
  }
  threads.clear();
  if (meeting.fault) std::rethrow_exception(meeting.fault);
  return meeting.numbers;
}

template <class Set>
void BasicFlipSearch<Set>::work(BasicFlipWorker<Set>& worker, const Question& question, Meeting& meeting) {
  ProofNumbers numbers;
  std::exception_ptr fault;
  try {
    if (!worker.must_stop()) numbers = worker.solve(question);
  } catch (...) {
    fault = std::current_exception();
  }
  context_.stop = true;  // one answer is enough
  const std::scoped_lock lock(meeting.mutex);
  if (!meeting.numbers.is_decided()) meeting.numbers = numbers;
  if (fault) meeting.fault = fault;
  --meeting.running;
  meeting.changed.notify_all();
}

// Whether the enemy wins at once after every action.
template <class Set>
bool BasicFlipSearch<Set>::is_lost_at_once(const Position& position) const {
  const auto choices = board().choices(position);
  if (choices.wins != 0) return false;
  bool is_lost = true;
  for_each_point(context_.threats.must_place(position) | choices.flips, [&](int point) {
    if (!is_lost) return;
    const auto step = board().after(position, point);
    is_lost = !step.is_same_mover && board().choices(step.next).wins != 0;
  });
  return is_lost;
}

template class BasicFlipSearch<FlipSet>;
template class BasicFlipSearch<WideFlipSet>;

}  // namespace motu
