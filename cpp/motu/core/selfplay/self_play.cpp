#include "motu/core/selfplay/self_play.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "motu/core/base/threads.hpp"

namespace motu {

namespace {

[[noreturn]] void refuse(const std::string& message) { throw Error("net/self-play", message); }

void check(const SelfPlayGroup& group, const SelfPlayOptions& options) {
  if (group.boards < 1 || !(group.weight > 0.0)) refuse("a group of self-play has boards, and a weight above 0");
  if (options.visits < 1 || options.fast_visits < 0 || options.considered < 1) {
    refuse("self-play needs visits and considered moves from 1 on, and fast visits from 0 on");
  }
  if (!(options.longest > 0.0F)) refuse("games of self-play have more than no plies");
  if (options.proof_nodes < 0) refuse("self-play needs proof nodes from 0 on");
  const auto start = group.game->new_state();
  start->apply_unchecked(0);
  if (start->swap_is_legal()) refuse("nets learn without the pie rule: swap=false would be right");
}

}  // namespace

SelfPlay::SelfPlay(std::vector<SelfPlayGroup> groups, const SelfPlayOptions& options, int threads) {
  if (groups.empty() || threads < 1) refuse("self-play needs a group of boards and a thread");
  for (const SelfPlayGroup& group : groups) make_lane(group, options);
  threads_ = start_threads(0, threads, [this](int) { work(); }, [this] { close(); }, "net/threads");
}

SelfPlay::~SelfPlay() { close(); }

// Tells the threads to end.
void SelfPlay::close() {
  {
    const std::lock_guard guard(lock_);
    is_closing_ = true;
  }
  changed_.notify_all();
}

void SelfPlay::make_lane(const SelfPlayGroup& group, const SelfPlayOptions& options) {
  check(group, options);
  auto lane = std::make_unique<Lane>();
  lane->group = group;
  lane->encoder = make_net_encoder(*group.game);
  if (options.proof_nodes > 0) {
    lane->prover = ResultProver::create(group.game, static_cast<std::uint64_t>(options.proof_nodes));
  }
  for (int i = 0; i < group.boards; ++i) {
    const std::uint64_t number = (static_cast<std::uint64_t>(lanes_.size()) << 32) + static_cast<std::uint64_t>(i);
    lane->games.emplace_back(*group.game, lane->encoder, options, splitmix64(options.seed ^ splitmix64(number)),
                             lane->prover.get());
  }
  const auto boards = static_cast<std::size_t>(group.boards);
  lane->planes.resize(boards * lane->encoder->planes().size() * lane->encoder->plane_bytes());
  lane->values.resize(boards);
  lane->logits.resize(boards * static_cast<std::size_t>(lane->encoder->policy_size()));
  const std::size_t bytes = lane->planes.size() / boards;
  for (std::size_t i = 0; i < boards; ++i) lane->games[i].encode(std::span(lane->planes).subspan(i * bytes, bytes));
  lane->is_ready = true;
  lanes_.push_back(std::move(lane));
}

// The group that has been served least, by its weight.
std::size_t SelfPlay::choose() const {
  std::size_t best = lanes_.size();
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const Lane& lane = *lanes_[i];
    if (lane.is_handed_out) continue;
    if (best == lanes_.size() ||
        (lane.served + 1) / lane.group.weight < (lanes_[best]->served + 1) / lanes_[best]->group.weight) {
      best = i;
    }
  }
  return best;
}

std::size_t SelfPlay::next(const std::function<void()>& meanwhile) {
  constexpr auto kPatience = std::chrono::milliseconds(50);
  std::unique_lock guard(lock_);
  while (true) {
    const std::size_t group = choose();  // anew each time: another thread may have been handed the one waited for
    if (group == lanes_.size()) refuse("all groups of this self-play wait for their answers");
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    Lane& lane = *lanes_[group];
    if (lane.is_ready) {
      lane.is_handed_out = true;
      lane.served += 1.0;
      return group;
    }
    changed_.wait_for(guard, kPatience);
    if (!meanwhile) continue;
    guard.unlock();
    meanwhile();
    guard.lock();
  }
}

void SelfPlay::check_handed_out(std::size_t group) const {
  if (group >= lanes_.size() || !lanes_[group]->is_handed_out) {
    refuse("group " + std::to_string(group) + " waits for no answers");
  }
}

void SelfPlay::submit(std::size_t group, std::span<const float> values, std::span<const float> logits) {
  {
    const std::lock_guard guard(lock_);
    check_handed_out(group);
    Lane& lane = *lanes_[group];
    if (values.size() != lane.values.size() || logits.size() != lane.logits.size()) {
      refuse("group " + std::to_string(group) + " needs " + std::to_string(lane.values.size()) + " values and " +
             std::to_string(lane.logits.size()) + " logits");
    }
    std::ranges::copy(values, lane.values.begin());
    std::ranges::copy(logits, lane.logits.begin());
    lane.is_ready = false;
    lane.is_handed_out = false;
    waiting_.push_back(&lane);
  }
  changed_.notify_all();
}

Samples SelfPlay::take_samples(std::size_t group) {
  const std::lock_guard guard(lock_);
  check_handed_out(group);
  return std::exchange(lanes_[group]->samples, {});
}

SelfPlayCounts SelfPlay::counts(std::size_t group) const {
  const std::lock_guard guard(lock_);
  check_handed_out(group);
  return lanes_[group]->counts;
}

void SelfPlay::work() {
  std::unique_lock guard(lock_);
  while (true) {
    changed_.wait(guard, [this] { return is_closing_ || !waiting_.empty(); });
    if (is_closing_) return;
    Lane& lane = *waiting_.front();
    waiting_.pop_front();
    guard.unlock();
    try {
      move_on(lane);
      guard.lock();
    } catch (...) {
      guard.lock();
      failure_ = std::current_exception();
    }
    lane.is_ready = true;
    changed_.notify_all();
  }
}

void SelfPlay::move_on(Lane& lane) {
  const std::size_t bytes = lane.planes.size() / lane.games.size();
  const std::size_t policy = lane.logits.size() / lane.games.size();
  for (std::size_t i = 0; i < lane.games.size(); ++i) {
    lane.games[i].answer(lane.values[i], std::span(lane.logits).subspan(i * policy, policy), lane.samples, lane.counts);
    lane.games[i].encode(std::span(lane.planes).subspan(i * bytes, bytes));
  }
}

}  // namespace motu
