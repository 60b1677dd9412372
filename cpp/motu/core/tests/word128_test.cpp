// Two words as one value: what the compiler's own 128 bits do.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/base/word128.hpp"

using namespace motu;

namespace {

std::uint64_t low(TwoWords set) { return static_cast<std::uint64_t>(set); }
std::uint64_t high(TwoWords set) { return static_cast<std::uint64_t>(set >> 64); }
TwoWords of(std::uint64_t upper, std::uint64_t lower) { return TwoWords{upper} << 64 | lower; }

}  // namespace

TEST_CASE("two words: bits go from one to the other, and nothing is left outside") {
  for (int i = 0; i < 128; ++i) {
    CAPTURE(i);
    const TwoWords bit = TwoWords{1} << i;
    CHECK(low(bit) == (i < 64 ? std::uint64_t{1} << i : 0));
    CHECK(high(bit) == (i < 64 ? 0 : std::uint64_t{1} << (i - 64)));
    CHECK((bit >> i) == TwoWords{1});
    CHECK(((bit - 1) & bit) == TwoWords{});
    CHECK((((bit - 1) | bit) >> i) == TwoWords{1});
    CHECK((bit << (127 - i)) == (TwoWords{1} << 127));
    CHECK(bit != TwoWords{});
    CHECK(static_cast<bool>(bit));
  }
  CHECK_FALSE(static_cast<bool>(TwoWords{}));
  CHECK(~TwoWords{} == of(~0ULL, ~0ULL));
  CHECK((TwoWords{} - 1) == of(~0ULL, ~0ULL));
  CHECK((TwoWords{true} << 127) == of(1ULL << 63, 0));
}

#ifdef __SIZEOF_INT128__
namespace {

__extension__ typedef unsigned __int128 Number;

Number number_of(TwoWords set) { return Number{high(set)} << 64 | low(set); }

}  // namespace

TEST_CASE("two words: all that sets do is what the compiler's number does") {
  Rng rng(11);
  for (int round = 0; round < 20'000; ++round) {
    const TwoWords a = of(rng.next(), rng.next());
    const TwoWords b = round % 3 == 0 ? TwoWords{rng.next()} : of(rng.next(), rng.next());
    const Number x = number_of(a);
    const Number y = number_of(b);
    const int by = static_cast<int>(rng.below(128));
    REQUIRE(number_of(a & b) == (x & y));
    REQUIRE(number_of(a | b) == (x | y));
    REQUIRE(number_of(a ^ b) == (x ^ y));
    REQUIRE(number_of(a - b) == (x - y));
    REQUIRE(number_of(~a) == ~x);
    REQUIRE((a < b) == (x < y));
    REQUIRE((a >= b) == (x >= y));
    REQUIRE(number_of(a << by) == (x << by));
    REQUIRE(number_of(a >> by) == (x >> by));
    REQUIRE((a == b) == (x == y));
    TwoWords c = a;
    c &= b;
    c |= TwoWords{7} << by;
    c ^= a;
    c <<= 3;
    c >>= by;
    Number z = x & y;
    z |= Number{7} << by;
    z ^= x;
    z <<= 3;
    z >>= by;
    REQUIRE(number_of(c) == z);
  }
}
#endif
