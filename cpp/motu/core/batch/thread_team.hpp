// A few threads that share out one piece of work after another; whoever hands it out works along.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace motu {

class ThreadTeam {
 public:
  // Of what is to be done, the items from `begin` up to but not including `end`. Must not throw.
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  // With one thread, nobody but the caller works.
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  // Has items 0..count-1 done, an equal part by each thread, and returns when all are. One call at a time.
  void run(std::size_t count, const Work& work);

 private:
  void wait_for_work(std::size_t member);
  void do_part(std::size_t member) const;

  std::vector<std::thread> threads_;
  std::mutex lock_;
  std::condition_variable begun_;
  std::condition_variable done_;
  const Work* work_ = nullptr;
  std::size_t count_ = 0;
  std::uint64_t round_ = 0;
  std::size_t working_ = 0;
  bool is_over_ = false;
};

}  // namespace motu
