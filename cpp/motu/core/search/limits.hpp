// How long a search may go on, and the question whether it should stop, asked cheaply.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "motu/core/base/error.hpp"

namespace motu {

// A game clock: what is left for all moves to come, and what every move adds.
struct GameClock {
  double remaining = 0.0;  // seconds
  double increment = 0.0;  // seconds a move
  int moves_left = 30;     // own moves that are still expected
};

// Seconds for the move to come: an even share of what is left and most of the increment, never more than nine tenths
// of what is left, never nothing.
inline double seconds_for_move(const GameClock& clock) {
  const double share = clock.remaining / std::max(clock.moves_left, 1) + 0.8 * clock.increment;
  return std::max(std::min(share, 0.9 * clock.remaining), 0.001);
}

// Every bound that is set holds; 0 means not set.
struct SearchLimits {
  std::uint64_t visits = 0;  // of the root, those of a reused tree included; expectimax knows none
  std::uint64_t nodes = 0;   // positions: in a tree with edges, in expectimax those it went through
  double seconds = 0.0;      // wall time
  int depth = 0;             // plies below the root

  bool is_bounded() const { return visits > 0 || nodes > 0 || seconds > 0.0; }
};

// Asked after every simulation or position. The flag is looked at each time; the clock only every few times, as often
// as makes a look every quarter of a millisecond or less. One a thread.
class StopCondition {
 public:
  using Clock = std::chrono::steady_clock;

  StopCondition(double seconds, const std::atomic<bool>* stop) : stop_(stop), begin_(Clock::now()), last_(begin_) {
    // Beyond a year there is no bound: the clock's arithmetic would overflow long before the user.
    constexpr double kYear = 3.2e7;
    is_timed_ = seconds > 0.0 && seconds < kYear;
    if (is_timed_)
      deadline_ = begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  bool is_met() {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return true;
    if (++asked_ < stride_) return is_late_;
    asked_ = 0;
    look();
    return is_late_;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  // The time of the last look, in seconds since the beginning: good enough for deciding when to report.
  double last_look() const { return std::chrono::duration<double>(last_ - begin_).count(); }

 private:
  void look() {
    constexpr auto kOften = std::chrono::microseconds(60);
    constexpr auto kSeldom = std::chrono::microseconds(250);
    constexpr std::uint32_t kMaxStride = 4096;
    const auto now = Clock::now();
    if (now - last_ < kOften && stride_ < kMaxStride) stride_ *= 2;
    if (now - last_ > kSeldom && stride_ > 1) stride_ /= 2;
    last_ = now;
    is_late_ = is_timed_ && now >= deadline_;
  }

  const std::atomic<bool>* stop_;
  Clock::time_point begin_;
  Clock::time_point last_;
  Clock::time_point deadline_;
  bool is_timed_ = false;
  bool is_late_ = false;
  std::uint32_t asked_ = 0;
  std::uint32_t stride_ = 1;
};

}  // namespace motu
