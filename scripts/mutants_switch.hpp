// The switch of a mutant: included before everything else in each file that has mutants (scripts/mutate_native.py).
// One program holds them all; MUTANT is the number of the one that is on, MUTANTS_PASSED a file for those passed by.
#pragma once
#include <type_traits>

namespace mutants {
bool is_on_now(int number) noexcept;
constexpr bool is_on(int number) noexcept { return std::is_constant_evaluated() ? false : is_on_now(number); }
}  // namespace mutants

#ifdef MUTANTS_SWITCHBOARD  // the one translation unit behind it
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace mutants {
namespace {

constexpr int kMost = 100000;
std::atomic<bool> passed[kMost];

int chosen() noexcept {
  static const int number = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : -1;
  return number;
}

// Adds to the file, which children of a test may write, too. At the end of the program, before the counters of a
// coverage build are written, which takes longer than most tests.
void write_passed(int status, void*) {
  const char* path = std::getenv("MUTANTS_PASSED");
  if (std::FILE* file = path != nullptr ? std::fopen(path, "a") : nullptr) {
    for (int number = 0; number < kMost; ++number) {
      if (passed[number]) std::fprintf(file, "%d\n", number);
    }
    std::fclose(file);
  }
  std::fflush(nullptr);
  _exit(status);
}

[[maybe_unused]] const int registered = on_exit(write_passed, nullptr);

}  // namespace

bool is_on_now(int number) noexcept {
  passed[number].store(true, std::memory_order_relaxed);
  return chosen() == number;
}
}  // namespace mutants
#endif
