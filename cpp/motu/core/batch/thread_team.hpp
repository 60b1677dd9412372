// A few threads that share out one piece of work after another; whoever hands it out works along.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace motu {

class ThreadTeam {
 public:
  // Of what is to be done, the items from `begin` up to but not including `end`. Must not throw.
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  // With one thread, nobody but the caller works. Throws "batch/threads" where the system starts fewer.
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  // Has items 0..count-1 done, an equal part by each thread, and returns when all are. One call at a time.
  void run(std::size_t count, const Work& work);

  // In a child of the process that started the threads, where they do not exist: the caller works alone from now on,
  // and what they held or waited for is never touched again.
  void forget_threads() noexcept;

 private:
  class Members;

  std::unique_ptr<Members> members_;  // null: nobody but the caller
};

}  // namespace motu
