#include "motu/core/batch/thread_team.hpp"

namespace motu {

ThreadTeam::ThreadTeam(int threads) {
  for (int i = 1; i < threads; ++i) {
    threads_.emplace_back([this, i] { wait_for_work(static_cast<std::size_t>(i)); });
  }
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard locked(lock_);
    is_over_ = true;
  }
  begun_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void ThreadTeam::run(std::size_t count, const Work& work) {
  if (threads_.empty()) return work(0, count);
  {
    const std::lock_guard locked(lock_);
    work_ = &work;
    count_ = count;
    working_ = threads_.size();
    ++round_;
  }
  begun_.notify_all();
  do_part(0);
  std::unique_lock locked(lock_);
  done_.wait(locked, [this] { return working_ == 0; });
}

void ThreadTeam::wait_for_work(std::size_t member) {
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

void ThreadTeam::do_part(std::size_t member) const {
  const std::size_t members = threads_.size() + 1;
  (*work_)(member* count_ / members, (member + 1) * count_ / members);
}

}  // namespace motu
