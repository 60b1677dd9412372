#include "motu/atomorph/proof_worker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motu {

namespace {

constexpr std::uint64_t kAskEvery = 4096;  // positions

std::uint32_t limited(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, ProofNumbers::kInfinite));
}

constexpr std::uint32_t power_of(double base, int exponent) {
  double power = 1.0;
  for (int i = 0; i < std::min(exponent, 12); ++i) power *= base;
  return static_cast<std::uint32_t>(power);
}

ProofNumbers turned(const ProofNumbers& numbers, bool is_same_mover) {
  return is_same_mover ? numbers : ProofNumbers{numbers.delta, numbers.phi};
}

// So many times, by a logarithm as BasicJudgedMoves has it; neither nothing nor close to infinite.
std::uint32_t scaled(std::uint32_t number, int steps) {
  constexpr double kMost = ProofNumbers::kInfinite / 8;
  const double product = number * std::exp2(static_cast<double>(steps) / BasicJudgedMoves<FlipSet>::kStepsPerBit);
  return static_cast<std::uint32_t>(std::clamp(product, 1.0, kMost));
}

}  // namespace

// A guess: every turn that a colour still needs makes its proof some times as large.
template <class Set>
ProofNumbers BasicFlipContext<Set>::first_numbers(const BasicFlipPosition<Set>& position) const {
  if (board.choices(position).wins != 0) return ProofNumbers::of_win();
  const int own = board.row_distance(position.own, position.enemy);
  const int enemy = board.row_distance(board.transposed(position.enemy), board.transposed(position.own));
  return {power_of(2.5, own), power_of(3.2, enemy)};
}

template <class Set>
ProofNumbers BasicFlipContext<Set>::numbers_of(const BasicFlipQuestion<Set>& question) const {
  ProofNumbers numbers;
  return memory.find(question, numbers) ? numbers : first_numbers(question.position());
}

template <class Set>
BasicFlipWorker<Set>::BasicFlipWorker(Context& context, std::unique_ptr<Evaluator> judge, BasicOddsCache<Set>& cache)
    : context_(context), judged_(std::make_unique<BasicJudgedMoves<Set>>(context.board, std::move(judge), cache)) {}

template <class Set>
ProofNumbers BasicFlipWorker<Set>::solve(const Question& question) {
  depth_ = 0;
  return search(question, {ProofNumbers::kInfinite, ProofNumbers::kInfinite});
}

template <class Set>
bool BasicFlipWorker<Set>::must_stop() {
  const std::uint64_t nodes = context_.nodes.load(std::memory_order_relaxed);
  if (context_.until > 0 && nodes >= context_.until) context_.stop = true;
  if (context_.watch && nodes % kAskEvery == 0 && !context_.stop) context_.watch();
  return context_.stop;
}

// Until the numbers reach a limit, or the question is settled, or the search must stop; remembers what it found. A full
// memory may forget a child at once, so what came of it is kept here as well: else the same child would be searched for
// ever.
template <class Set>
ProofNumbers BasicFlipWorker<Set>::search(const Question& question, const ProofNumbers& limits) {
  context_.nodes.fetch_add(1, std::memory_order_relaxed);
  const std::uint64_t begin = nodes_++;
  if (children_.size() <= depth_) children_.resize(depth_ + 16);
  if (!list_children(question, children_[depth_])) {
    context_.stop = true;
    return context_.numbers_of(question);
  }
  for (;;) {
    const Choice choice = choose(children_[depth_]);
    context_.memory.store(question, choice.numbers, nodes_ - begin);
    const ProofNumbers& numbers = choice.numbers;
    if (numbers.is_decided() || numbers.phi >= limits.phi || numbers.delta >= limits.delta) return numbers;
    if (must_stop()) return numbers;
    const Child child = children_[depth_][choice.best];
    ++depth_;
    const ProofNumbers found = search_child(child, choice, limits);
    --depth_;
    children_[depth_][choice.best].numbers = found;
  }
}

// A little beyond the second best, so that the search does not go to and fro between two (the 1 + epsilon trick). One
// that only looks best, since others are busy, may be beyond the limits; it has to change all the same.
template <class Set>
ProofNumbers BasicFlipWorker<Set>::search_child(const Child& child, const Choice& choice, const ProofNumbers& limits) {
  const std::uint32_t beyond = std::min(limits.phi, limited(choice.second + choice.second / 8 + 1ULL));
  const std::uint32_t proof = std::max(beyond, limited(choice.proof + 1ULL));
  const std::uint32_t disproof = limits.delta - choice.other_disproof;
  const ProofNumbers turned_limits = turned(ProofNumbers{proof, disproof}, child.is_same_mover);
  if (!context_.is_shared) return search(child.question, turned_limits);
  std::atomic<std::uint8_t>& busy = counter(child.question);
  busy.fetch_add(1, std::memory_order_relaxed);
  const ProofNumbers found = search(child.question, turned_limits);
  busy.fetch_sub(1, std::memory_order_relaxed);
  return found;
}

template <class Set>
typename BasicFlipWorker<Set>::Choice BasicFlipWorker<Set>::choose(const std::vector<Child>& children) const {
  Choice choice{0, {ProofNumbers::kInfinite, 0}, ProofNumbers::kInfinite, ProofNumbers::kInfinite, 0};
  std::uint32_t hardest = 0;
  std::uint32_t open = 0;
  std::uint32_t least = ProofNumbers::kInfinite;  // proof number, as it looks
  std::uint32_t best_disproof = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    ProofNumbers numbers = children[i].numbers;
    context_.memory.find(children[i].question, numbers);
    numbers = turned(numbers, children[i].is_same_mover);
    if (numbers.is_won()) return {i, ProofNumbers::of_win(), 0, 0, 0};
    if (numbers.is_lost()) continue;
    ++open;
    hardest = std::max(hardest, numbers.delta);
    choice.numbers.phi = std::min(choice.numbers.phi, numbers.phi);
    const std::uint32_t proof = looks(numbers.phi, children[i].question);
    const bool is_better = proof < least || (proof == least && numbers.delta < best_disproof);
    if (is_better) {
      choice.second = least;
      least = proof;
      choice.best = i;
      choice.proof = numbers.phi;
      best_disproof = numbers.delta;
    } else {
      choice.second = std::min(choice.second, proof);
    }
  }
  if (open == 0) return {0, ProofNumbers::of_loss(), 0, 0, 0};
  choice.numbers.delta = limited(std::uint64_t{hardest} + open - 1);
  choice.other_disproof = open - 1;
  return choice;
}

// A proof number as it looks, with the threads that are at it.
template <class Set>
std::uint32_t BasicFlipWorker<Set>::looks(std::uint32_t proof, const Question& question) const {
  if (!context_.is_shared) return proof;
  return limited(std::uint64_t{proof} * (1ULL + counter(question).load(std::memory_order_relaxed)));
}

// -------------------------------------------------------------------------------------------------------------- moves

// False where nothing can be said: both players could be skipped in turn for ever (solver_board.hpp).
template <class Set>
bool BasicFlipWorker<Set>::list_children(const Question& question, std::vector<Child>& children) {
  children.clear();
  const Position position = question.position();
  const auto choices = context_.board.choices(position);
  Set places = choices.places;
  if (context_.threats.knows_rules()) {
    if (add_attack(position, question.draw_wins(), children)) return true;
    places = context_.threats.must_place(position);
  }
  bool is_sound = true;
  for_each_point(places | choices.flips, [&](int point) {
    const auto step = context_.board.after(position, point);
    is_sound = is_sound && !step.is_double_skip;
    add_child(step, point, question.draw_wins(), children);
  });
  if (judged_ && is_sound && children.size() > 1 && judged_->is_asked_of(position)) judge(position, children);
  for (const Child& child : children) context_.memory.prefetch(child.question);
  return is_sound;
}

template <class Set>
void BasicFlipWorker<Set>::add_child(const BasicFlipStep<Set>& step, int point, bool draw_wins,
                                     std::vector<Child>& children) const {
  if (step.is_draw) {
    children.push_back({{}, true, draw_wins ? ProofNumbers::of_win() : ProofNumbers::of_loss(), point});
    return;
  }
  const bool draw_wins_then = context_.can_draw && draw_wins == step.is_same_mover;
  const auto question = Question::of(context_.board.canonical(step.next), draw_wins_then);
  const auto is_it = [&](const Child& child) {
    return child.question == question && child.is_same_mover == step.is_same_mover;
  };
  if (std::ranges::any_of(children, is_it)) return;
  children.push_back({question, step.is_same_mover, context_.first_numbers(question.position()), point});
}

// Mends what is thought of the children before they are searched.
template <class Set>
void BasicFlipWorker<Set>::judge(const Position& position, std::vector<Child>& children) {
  Set points = 0;
  for (const Child& child : children) points |= Set{1} << child.point;
  const auto odds = judged_->of(position, points);
  for (Child& child : children) {
    ProofNumbers numbers = turned(child.numbers, child.is_same_mover);
    if (numbers.is_decided()) continue;
    const int steps = odds[static_cast<std::size_t>(child.point)];
    numbers = {scaled(numbers.phi, -steps), scaled(numbers.delta, steps)};
    child.numbers = turned(numbers, child.is_same_mover);
  }
}

// What comes of an attack is remembered, so that whoever asks how to win is told.
template <class Set>
bool BasicFlipWorker<Set>::add_attack(const Position& position, bool draw_wins, std::vector<Child>& children) {
  const int point = context_.threats.attack(position);
  if (point < 0) return false;
  add_child(context_.board.after(position, point), point, draw_wins, children);
  Child& child = children.front();
  child.numbers = turned(ProofNumbers::of_win(), child.is_same_mover);  // the enemy may be skipped
  context_.memory.store(child.question, child.numbers, 1);
  return true;
}

template struct BasicFlipContext<FlipSet>;
template struct BasicFlipContext<WideFlipSet>;
template class BasicFlipWorker<FlipSet>;
template class BasicFlipWorker<WideFlipSet>;

}  // namespace motu
