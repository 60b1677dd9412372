// The search for proofs of connections.hpp: which own stones and pairs of empty points protect a given set of
// points.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

class FlipProof {
 public:
  using Pattern = std::array<int, 3>;  // points that make a stone weak together; a corner's two, one twice

  // `stones` as State::stones gives them; `has_pairs`: whether pairs of empty points may be used.
  FlipProof(const AtomorphGame& game, std::span<const std::uint8_t> stones, Colour colour, bool has_pairs);

  bool is_own(int point) const { return stones_[index(point)] == colour_; }
  bool is_empty(int point) const { return stones_[index(point)] == kNoColour; }
  // Whether a point is proved to stay or, once taken, to become the owner's for good.
  bool is_proved(int point) const { return is_proved_[index(point)]; }
  // False for points that no proof can contain.
  bool is_hopeful(int point) const { return is_hopeful_[index(point)]; }
  int partner(int point) const { return partners_[index(point)]; }  // -1: in no pair

  // Adds own stones, and a pair where pair[0] >= 0, with all that they need; or changes nothing and returns false.
  bool add(std::span<const int> stones, std::array<int, 2> pair);
  // The points of the pairs that the proof of these points rests on, ascending; those among `points` included.
  std::vector<int> carrier_of(std::span<const int> points) const;
  const std::vector<int>& proved() const { return proved_; }

 private:
  static std::size_t index(int point) { return static_cast<std::size_t>(point); }
  static constexpr int kMaxChoices = 400;  // of one addition

  void list_patterns(const AtomorphGame& game);
  void rule_out();
  bool may_be_blocked(const Pattern& pattern) const;
  bool is_blocked(const Pattern& pattern) const;
  const Pattern* guard_of(int point) const;
  bool settle(std::size_t next, std::size_t pattern);
  bool try_stone(int stone, std::size_t next, std::size_t pattern);
  bool try_pair(int first, int second, std::size_t next, std::size_t pattern);
  void include(int point);
  void include_pair(int first, int second);
  void retreat(std::size_t size);

  Colour colour_;
  bool is_contested_never_;
  bool has_pairs_;
  std::vector<std::uint8_t> stones_;
  std::vector<std::vector<Pattern>> patterns_;  // [point]
  std::vector<char> is_hopeful_;
  std::vector<char> is_proved_;
  std::vector<int> partners_;
  std::vector<int> proved_;  // in the order in which they came
  int choices_left_ = 0;
};

}  // namespace motu
