#include "motu/atomorph/proof_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motu {

namespace {

constexpr std::uint64_t kAskEvery = 4096;  // positions
constexpr std::size_t kJudgedShare = 8;    // of the memory one part at least is for what the judge said

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

FlipBounds turned(const FlipBounds& bounds, bool is_same_mover) {
  return is_same_mover ? bounds : FlipBounds{-bounds.upper, -bounds.lower};
}

}  // namespace

template <class Set>
BasicFlipSearch<Set>::BasicFlipSearch(std::shared_ptr<const AtomorphGame> game, std::size_t memory_bytes,
                                      std::unique_ptr<Evaluator> judge)
    : board_(std::move(game)),
      memory_(judge ? memory_bytes - memory_bytes / kJudgedShare : memory_bytes),
      can_draw_(!board_.rules().corners) {
  if (!judge) return;
  const std::size_t left = memory_bytes - std::min(memory_bytes, memory_.bytes());
  judged_ = std::make_unique<BasicJudgedMoves<Set>>(board_, std::move(judge), left);
}

// ----------------------------------------------------------------------------------------------------------- questions

// What was found is kept here as well: in a small memory the second question may take the place of the first one.
template <class Set>
FlipBounds BasicFlipSearch<Set>::solve(const Position& position, const FlipSearchLimits& limits) {
  const Position canonical = board_.canonical(position);
  const auto first = ask(Question::of(canonical, can_draw_), limits);
  ProofNumbers second;
  if (can_draw_ && !first.is_lost() && !is_stopped_) second = ask(Question::of(canonical, false), limits);
  Bounds bounds = known(position);
  narrow(bounds, first, can_draw_);
  narrow(bounds, second, false);
  return bounds;
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::known(const Position& position) const {
  const Position canonical = board_.canonical(position);
  Bounds bounds;
  for (const bool draw_wins : {true, false}) {
    if (draw_wins && !can_draw_) continue;
    narrow(bounds, numbers_of(Question::of(canonical, draw_wins)), draw_wins);
  }
  if (bounds.is_exact() || !threats_.knows_rules()) return bounds;
  if (threats_.attack(position) >= 0) return {1, 1};
  return is_lost_at_once(position) ? Bounds{-1, -1} : bounds;
}

template <class Set>
void BasicFlipSearch<Set>::narrow(Bounds& bounds, const ProofNumbers& numbers, bool draw_wins) const {
  if (numbers.is_won()) bounds.lower = std::max(bounds.lower, draw_wins ? 0 : 1);
  if (numbers.is_lost()) bounds.upper = std::min(bounds.upper, draw_wins || !can_draw_ ? -1 : 0);
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::solve_after(const Position& position, int point, const FlipSearchLimits& limits) {
  if (((board_.row_wins(position.own) >> point) & 1U) != 0) return {1, 1};
  const auto step = board_.after(position, point);
  if (step.is_draw) return {0, 0};
  return turned(solve(step.next, limits), step.is_same_mover);
}

template <class Set>
FlipBounds BasicFlipSearch<Set>::known_after(const Position& position, int point) const {
  if (((board_.row_wins(position.own) >> point) & 1U) != 0) return {1, 1};
  const auto step = board_.after(position, point);
  if (step.is_draw) return {0, 0};
  return turned(known(step.next), step.is_same_mover);
}

template <class Set>
ProofNumbers BasicFlipSearch<Set>::numbers_of(const Question& question) const {
  if (const auto* entry = memory_.find(question)) return entry->numbers;
  return first_numbers(question.position());
}

template <class Set>
ProofNumbers BasicFlipSearch<Set>::ask(const Question& question, const FlipSearchLimits& limits) {
  is_stopped_ = false;
  limits_ = &limits;
  root_ = question;
  depth_ = 0;
  ProofNumbers numbers = numbers_of(question);
  if (!numbers.is_decided() && !must_stop()) {
    numbers = search(question, ProofNumbers::kInfinite, ProofNumbers::kInfinite);
  }
  limits_ = nullptr;
  return numbers;
}

template <class Set>
bool BasicFlipSearch<Set>::must_stop() {
  if (is_stopped_) return true;
  if (limits_->until > 0 && nodes_ >= limits_->until) return is_stopped_ = true;
  if (nodes_ % kAskEvery != 0 || !limits_->go_on) return false;
  return is_stopped_ = !limits_->go_on({nodes_, numbers_of(root_)});
}

// ------------------------------------------------------------------------------------------------------------- search

// Until the numbers reach a limit, or the question is settled, or the search must stop; remembers what it found. A full
// memory may forget a child at once, so what came of it is kept here as well: else the same child would be searched for
// ever.
template <class Set>
ProofNumbers BasicFlipSearch<Set>::search(const Question& question, std::uint32_t proof_limit,
                                          std::uint32_t disproof_limit) {
  ++nodes_;
  const std::uint64_t begin = nodes_;
  if (children_.size() <= depth_) children_.resize(depth_ + 16);
  if (!list_children(question, children_[depth_])) {
    is_stopped_ = true;
    return numbers_of(question);
  }
  for (;;) {
    const Choice choice = choose(children_[depth_]);
    memory_.store(question, choice.numbers, nodes_ - begin + 1);
    const ProofNumbers& numbers = choice.numbers;
    if (numbers.is_decided() || numbers.phi >= proof_limit || numbers.delta >= disproof_limit) return numbers;
    if (must_stop()) return numbers;
    const Child child = children_[depth_][choice.best];
    // A little beyond the second best, so that the search does not go to and fro between two (the 1 + epsilon trick).
    const std::uint32_t proof = std::min(proof_limit, limited(choice.second + choice.second / 8 + 1ULL));
    const std::uint32_t disproof = disproof_limit - choice.other_disproof;
    const ProofNumbers limits = turned(ProofNumbers{proof, disproof}, child.is_same_mover);
    ++depth_;
    const ProofNumbers found = search(child.question, limits.phi, limits.delta);
    --depth_;
    children_[depth_][choice.best].numbers = found;
  }
}

template <class Set>
typename BasicFlipSearch<Set>::Choice BasicFlipSearch<Set>::choose(const std::vector<Child>& children) const {
  Choice choice{0, {ProofNumbers::kInfinite, 0}, ProofNumbers::kInfinite, 0};
  std::uint32_t hardest = 0;
  std::uint32_t open = 0;
  std::uint32_t best_disproof = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto* entry = memory_.find(children[i].question);
    const ProofNumbers numbers =
        turned(entry != nullptr ? entry->numbers : children[i].numbers, children[i].is_same_mover);
    if (numbers.is_won()) return {i, ProofNumbers::of_win(), 0, 0};
    if (numbers.is_lost()) continue;
    ++open;
    hardest = std::max(hardest, numbers.delta);
    const bool is_better =
        numbers.phi < choice.numbers.phi || (numbers.phi == choice.numbers.phi && numbers.delta < best_disproof);
    if (is_better) {
      choice.second = choice.numbers.phi;
      choice.numbers.phi = numbers.phi;
      choice.best = i;
      best_disproof = numbers.delta;
    } else {
      choice.second = std::min(choice.second, numbers.phi);
    }
  }
  if (open == 0) return {0, ProofNumbers::of_loss(), 0, 0};
  choice.numbers.delta = limited(std::uint64_t{hardest} + open - 1);
  choice.other_disproof = open - 1;
  return choice;
}

// -------------------------------------------------------------------------------------------------------------- moves

// False where nothing can be said: both players could be skipped in turn for ever (solver_board.hpp).
template <class Set>
bool BasicFlipSearch<Set>::list_children(const Question& question, std::vector<Child>& children) {
  children.clear();
  const Position position = question.position();
  const auto choices = board_.choices(position);
  Set places = choices.places;
  if (threats_.knows_rules()) {
    if (add_attack(position, question.draw_wins(), children)) return true;
    places = threats_.must_place(position);
  }
  bool is_sound = true;
  for_each_point(places | choices.flips, [&](int point) {
    const auto step = board_.after(position, point);
    is_sound = is_sound && !step.is_double_skip;
    add_child(step, point, question.draw_wins(), children);
  });
  if (judged_ && is_sound && children.size() > 1 && judged_->is_asked_of(position)) judge(position, children);
  for (const Child& child : children) memory_.prefetch(child.question);
  return is_sound;
}

template <class Set>
void BasicFlipSearch<Set>::add_child(const BasicFlipStep<Set>& step, int point, bool draw_wins,
                                     std::vector<Child>& children) const {
  if (step.is_draw) {
    children.push_back({{}, true, draw_wins ? ProofNumbers::of_win() : ProofNumbers::of_loss(), point});
    return;
  }
  const bool draw_wins_then = can_draw_ && draw_wins == step.is_same_mover;
  const auto question = Question::of(board_.canonical(step.next), draw_wins_then);
  const auto is_it = [&](const Child& child) {
    return child.question == question && child.is_same_mover == step.is_same_mover;
  };
  if (std::ranges::any_of(children, is_it)) return;
  children.push_back({question, step.is_same_mover, first_numbers(question.position()), point});
}

// Mends what is thought of the children before they are searched.
template <class Set>
void BasicFlipSearch<Set>::judge(const Position& position, std::vector<Child>& children) {
  Set points = 0;
  for (const Child& child : children) points |= Set{1} << child.point;
  const auto& odds = judged_->of(position, points);
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
bool BasicFlipSearch<Set>::add_attack(const Position& position, bool draw_wins, std::vector<Child>& children) {
  const int point = threats_.attack(position);
  if (point < 0) return false;
  add_child(board_.after(position, point), point, draw_wins, children);
  Child& child = children.front();
  child.numbers = turned(ProofNumbers::of_win(), child.is_same_mover);  // the enemy may be skipped
  memory_.store(child.question, child.numbers, 1);
  return true;
}

// A guess: every turn that a colour still needs makes its proof some times as large.
template <class Set>
ProofNumbers BasicFlipSearch<Set>::first_numbers(const Position& position) const {
  if (board_.choices(position).wins != 0) return ProofNumbers::of_win();
  const int own = board_.row_distance(position.own, position.enemy);
  const int enemy = board_.row_distance(board_.transposed(position.enemy), board_.transposed(position.own));
  return {power_of(2.5, own), power_of(3.2, enemy)};
}

// Whether the enemy wins at once after every action.
template <class Set>
bool BasicFlipSearch<Set>::is_lost_at_once(const Position& position) const {
  const auto choices = board_.choices(position);
  if (choices.wins != 0) return false;
  bool is_lost = true;
  for_each_point(threats_.must_place(position) | choices.flips, [&](int point) {
    if (!is_lost) return;
    const auto step = board_.after(position, point);
    is_lost = !step.is_same_mover && board_.choices(step.next).wins != 0;
  });
  return is_lost;
}

template class BasicFlipSearch<FlipSet>;
template class BasicFlipSearch<WideFlipSet>;

}  // namespace motu
