// Keeps threads apart that change different parts of one table: every part has a lock, many parts the same one. A lock
// is held for some instructions, so who waits for it does not sleep.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

namespace motu {

class StripedLock {
 public:
  class Guard {
   public:
    explicit Guard(std::atomic_flag& flag) : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
      }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { flag_.clear(std::memory_order_release); }

   private:
    std::atomic_flag& flag_;
  };

  // While the guard lives nobody else has this part.
  Guard hold(std::size_t part) const { return Guard((*flags_)[part % kLocks]); }

 private:
  static constexpr std::size_t kLocks = 1024;

  std::unique_ptr<std::array<std::atomic_flag, kLocks>> flags_ =
      std::make_unique<std::array<std::atomic_flag, kLocks>>();
};

}  // namespace motu
