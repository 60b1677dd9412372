// Tables of proofs in a process that gets no more memory: bounds on it are POSIX's. Not built on other systems.
#include <sys/resource.h>

#include <doctest/doctest.h>

#include <cstddef>
#include <new>

#include "motu/atoll/tests/solver_testing.hpp"

using namespace motu;
using namespace motu::solve_testing;

TEST_CASE("solve: a table that there is no memory for is refused" * doctest::skip(kIsSanitized)) {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_AS, &before) == 0);
  const rlimit narrow{rlim_t{1} << 30, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_AS, &narrow) == 0);
  CHECK_THROWS_AS(ProofTable<1>(std::size_t{4} << 30), std::bad_alloc);  // of its two parts the small one is to be had
  CHECK_NOTHROW(ProofTable<1>(std::size_t{1} << 20));
  ::setrlimit(RLIMIT_AS, &before);
}
