#include "motu/core/base/threads.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <system_error>

namespace motu {

namespace {

// Work that goes on until it is told to stop. Each thread has a copy, and none can be made beyond `most`: as if the
// system had started no more.
struct Work {
  std::atomic<bool>& is_stopped;
  std::atomic<int>& ended;
  std::atomic<int>& copies;
  int most;

  Work(std::atomic<bool>& stopped, std::atomic<int>& done, std::atomic<int>& made, int number)
      : is_stopped(stopped), ended(done), copies(made), most(number) {}
  Work(const Work& other) : is_stopped(other.is_stopped), ended(other.ended), copies(other.copies), most(other.most) {
    if (copies++ == most) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }
  Work(Work&&) = default;
  Work& operator=(const Work&) = delete;
  Work& operator=(Work&&) = delete;
  ~Work() = default;

  void operator()(int) const {
    while (!is_stopped) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++ended;
  }
};

}  // namespace

TEST_CASE("threads: each has its number") {
  std::atomic<int> sum = 0;
  start_threads(3, 7, [&](int number) { sum += number; }, [] {}).clear();
  CHECK(sum == 3 + 4 + 5 + 6);
  CHECK(start_threads(1, 1, [](int) {}, [] {}).empty());
}

TEST_CASE(
    "threads: where the system starts too few, those that run are ended, and the error says how many there were") {
  std::atomic<bool> is_stopped = false;
  std::atomic<int> ended = 0;
  std::atomic<int> copies = 0;
  const Work work(is_stopped, ended, copies, 3);
  try {
    start_threads(1, 10, work, [&] { is_stopped = true; }, "solve/threads");
    FAIL("all were started");
  } catch (const Error& error) {
    CHECK(error.slug() == "solve/threads");
    CHECK(error.text() == "9");
    CHECK(std::string(error.what()) == "the system starts only 3 more threads, not 9: fewer would be right");
  }
  CHECK(ended == 3);
}

}  // namespace motu
