#include "motu/core/batch/thread_team.hpp"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "motu/core/base/threads.hpp"

namespace motu {

// The threads, and what they and the caller tell each other.
class ThreadTeam::Members {
 public:
  explicit Members(int threads)
      : num_members_(static_cast<std::size_t>(threads)),
        threads_(start_threads(
            1, threads, [this](int i) { wait_for_work(static_cast<std::size_t>(i)); }, [this] { end(); },
            "batch/threads")) {}
  ~Members() { end(); }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  void run(std::size_t count, const Work& work) {
    {
      const std::lock_guard locked(lock_);
      work_ = &work;
      count_ = count;
      working_ = num_members_ - 1;
      ++round_;
    }
    begun_.notify_all();
    do_part(0);
    std::unique_lock locked(lock_);
    done_.wait(locked, [this] { return working_ == 0; });
  }

 private:
  void end() {
    {
      const std::lock_guard locked(lock_);
      is_over_ = true;
    }
    begun_.notify_all();
  }

  void wait_for_work(std::size_t member) {
    std::uint64_t seen = 0;
    std::unique_lock locked(lock_);
    while (true) {
      begun_.wait(locked, [&] { return is_over_ || round_ != seen; });
      if (is_over_) return;
      seen = round_;
      locked.unlock();
      do_part(member);
      locked.lock();
      if (--working_ == 0) done_.notify_one();
    }
  }

  void do_part(std::size_t member) const {
    (*work_)(member* count_ / num_members_, (member + 1) * count_ / num_members_);
  }

  std::mutex lock_;
  std::condition_variable begun_;
  std::condition_variable done_;
  const Work* work_ = nullptr;
  std::size_t count_ = 0;
  std::uint64_t round_ = 0;
  std::size_t working_ = 0;
  bool is_over_ = false;
  std::size_t num_members_;            // the caller is one of them
  std::vector<std::jthread> threads_;  // the last: they are waited for before what they use goes
};

ThreadTeam::ThreadTeam(int threads) {
  if (threads > 1) members_ = std::make_unique<Members>(threads);
}

ThreadTeam::~ThreadTeam() = default;

void ThreadTeam::run(std::size_t count, const Work& work) {
  if (members_ == nullptr) return work(0, count);
  members_->run(count, work);
}

// Not destroyed: that would wait for them.
void ThreadTeam::forget_threads() noexcept { static_cast<void>(members_.release()); }

}  // namespace motu
