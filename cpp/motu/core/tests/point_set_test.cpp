#include "motu/core/boards/point_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "motu/core/base/rng.hpp"

using motu::PointSet;

namespace {

template <int W>
std::vector<int> listed(const PointSet<W>& set) {
  std::vector<int> points;
  set.for_each([&](int point) { points.push_back(point); });
  return points;
}

template <int W>
PointSet<W> random_set(motu::Rng& rng, int percent) {
  PointSet<W> set;
  for (int point = 0; point < 64 * W; ++point) {
    if (static_cast<int>(rng.below(100)) < percent) set.toggle(point);
  }
  return set;
}

template <int W>
void compare_with_lists(motu::Rng& rng, int percent) {
  const auto set = random_set<W>(rng, percent);
  const auto points = listed(set);
  REQUIRE(set.count() == static_cast<int>(points.size()));
  CHECK(set.any() == !points.empty());
  for (std::size_t k = 0; k < points.size(); ++k) REQUIRE(set.nth(static_cast<int>(k)) == points[k]);
  for (int point = 0; point < 64 * W; ++point) REQUIRE(set.has(point) == std::ranges::binary_search(points, point));
  for (const int by : {1, 3, 25, 63}) {
    const auto higher = set << by;
    const auto lower = set >> by;
    for (int point = 0; point < 64 * W; ++point) {
      REQUIRE(higher.has(point) == (point >= by && set.has(point - by)));
      REQUIRE(lower.has(point) == (point + by < 64 * W && set.has(point + by)));
    }
  }
}

}  // namespace

TEST_CASE("point set: counting, choosing and shifting agree with a list of points") {
  motu::Rng rng(3);
  for (const int percent : {0, 1, 10, 50, 90, 100}) {
    for (int i = 0; i < 20; ++i) {
      compare_with_lists<1>(rng, percent);
      compare_with_lists<2>(rng, percent);
      compare_with_lists<5>(rng, percent);
    }
  }
}

TEST_CASE("point set: union, intersection and difference") {
  motu::Rng rng(4);
  const auto a = random_set<3>(rng, 40);
  const auto b = random_set<3>(rng, 40);
  for (int point = 0; point < 192; ++point) {
    CHECK((a | b).has(point) == (a.has(point) || b.has(point)));
    CHECK((a & b).has(point) == (a.has(point) && b.has(point)));
    CHECK(a.without(b).has(point) == (a.has(point) && !b.has(point)));
  }
  CHECK(PointSet<3>::single(130) == PointSet<3>::from_words(std::array<std::uint64_t, 4>{0, 0, 4, 9}));
}
