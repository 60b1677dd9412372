#include "motu/atoll/winning_sets.hpp"

namespace motu {

namespace {

// The pairs that win, as a symmetric table, so that triples know at a glance which of them are not minimal.
class PairTable {
 public:
  explicit PairTable(std::size_t size) : size_(size), wins_(size * size, 0) {}
  void add(std::size_t a, std::size_t b) { wins_[a * size_ + b] = 1; }
  bool wins(std::size_t a, std::size_t b) const { return wins_[a * size_ + b] != 0; }

 private:
  std::size_t size_;
  std::vector<char> wins_;  // [a][b] for a < b
};

}  // namespace

void find_winning_sets(const WinningIslands& winning, std::span<const std::uint64_t> islands,
                       std::vector<WinningSet>& out) {
  out.clear();
  std::vector<std::uint16_t> rest;  // with islands, and not winning alone
  for (std::size_t group = 0; group < islands.size(); ++group) {
    const auto number = static_cast<std::uint16_t>(group);
    if (winning.contain(islands[group])) {
      out.push_back({{number}, 1});
    } else if (islands[group] != 0) {
      rest.push_back(number);
    }
  }
  PairTable pairs(rest.size());
  for (std::size_t a = 0; a < rest.size(); ++a) {
    for (std::size_t b = a + 1; b < rest.size(); ++b) {
      if (!winning.contain(islands[rest[a]] | islands[rest[b]])) continue;
      pairs.add(a, b);
      out.push_back({{rest[a], rest[b]}, 2});
    }
  }
  for (std::size_t a = 0; a < rest.size(); ++a) {
    for (std::size_t b = a + 1; b < rest.size(); ++b) {
      if (pairs.wins(a, b)) continue;
      for (std::size_t c = b + 1; c < rest.size(); ++c) {
        if (pairs.wins(a, c) || pairs.wins(b, c)) continue;
        if (!winning.contain(islands[rest[a]] | islands[rest[b]] | islands[rest[c]])) continue;
        out.push_back({{rest[a], rest[b], rest[c]}, 3});
      }
    }
  }
}

}  // namespace motu
