#include "motu/atomorph/connection_proof.hpp"

#include <algorithm>

namespace motu {

FlipProof::FlipProof(const AtomorphGame& game, std::span<const std::uint8_t> stones, Colour colour, bool has_pairs)
    : colour_(colour),
      is_contested_never_(game.rules().contested_never),
      has_pairs_(has_pairs),
      stones_(stones.begin(), stones.end()),
      patterns_(stones.size()),
      is_hopeful_(stones.size(), 0),
      is_proved_(stones.size(), 0),
      partners_(stones.size(), -1) {
  list_patterns(game);
  rule_out();
}

// The eight patterns of a point, less those that go beyond the board; of a corner the one that is its own.
void FlipProof::list_patterns(const AtomorphGame& game) {
  const int size = game.size();
  const auto at = [size](int column, int row) {
    return column >= 0 && column < size && row >= 0 && row < size ? row * size + column : -1;
  };
  for (int point = 0; point < game.num_cells(); ++point) {
    const int column = point % size;
    const int row = point / size;
    const bool is_corner = AtomorphMasks::has(game.masks().corners, point);
    for (const int v : {-1, 1}) {
      for (const int h : {-1, 1}) {
        const int vertical = at(column, row + v);
        const int horizontal = at(column + h, row);
        if (vertical < 0 || horizontal < 0 || (is_corner && !game.rules().corners)) continue;
        if (is_corner) patterns_[index(point)].push_back({vertical, horizontal, horizontal});
        for (const int diagonal : {at(column - h, row + v), at(column + h, row - v)}) {
          if (diagonal >= 0) patterns_[index(point)].push_back({vertical, horizontal, diagonal});
        }
      }
    }
  }
}

// Whether a hopeful stone, or a pair of hopeful points, could block the pattern.
bool FlipProof::may_be_blocked(const Pattern& pattern) const {
  int empty = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (!is_hopeful(pattern[i]) || (i > 0 && pattern[i] == pattern[i - 1])) continue;
    if (is_own(pattern[i])) return true;
    ++empty;
  }
  return empty >= 2;
}

// Finds what no proof can contain: the greatest fixpoint of what may be blocked, pairs not held to be disjoint.
void FlipProof::rule_out() {
  const int points = static_cast<int>(stones_.size());
  for (int point = 0; point < points; ++point) {
    is_hopeful_[index(point)] = is_own(point) || (has_pairs_ && is_empty(point)) ? 1 : 0;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (int point = 0; point < points; ++point) {
      if (!is_hopeful(point)) continue;
      const auto& patterns = patterns_[index(point)];
      const auto may_be = [this](const Pattern& pattern) { return may_be_blocked(pattern); };
      if (std::ranges::all_of(patterns, may_be)) continue;
      const auto is_friendly = [this](const Pattern& pattern) {
        return std::ranges::all_of(pattern, [this](int other) { return is_own(other) && is_hopeful(other); });
      };
      if (is_contested_never_ && std::ranges::any_of(patterns, is_friendly)) continue;
      is_hopeful_[index(point)] = 0;
      has_changed = true;
    }
  }
}

bool FlipProof::is_blocked(const Pattern& pattern) const {
  return std::ranges::any_of(pattern, [&](int point) {
    if (is_own(point)) return is_proved(point);
    return partner(point) >= 0 && std::ranges::find(pattern, partner(point)) != pattern.end();
  });
}

// The first pattern of proved own stones that keeps the point contested, where contested stones are never flipped.
const FlipProof::Pattern* FlipProof::guard_of(int point) const {
  if (!is_contested_never_) return nullptr;
  const auto guard = std::ranges::find_if(patterns_[index(point)], [this](const Pattern& pattern) {
    return std::ranges::all_of(pattern, [this](int other) { return is_own(other) && is_proved(other); });
  });
  return guard == patterns_[index(point)].end() ? nullptr : &*guard;
}

// ---------------------------------------------------------------------------------------------------------- additions

void FlipProof::include(int point) {
  if (is_proved(point)) return;
  is_proved_[index(point)] = 1;
  proved_.push_back(point);
}

void FlipProof::include_pair(int first, int second) {
  partners_[index(first)] = second;
  partners_[index(second)] = first;
  include(first);
  include(second);
}

void FlipProof::retreat(std::size_t size) {
  for (; proved_.size() > size; proved_.pop_back()) {
    is_proved_[index(proved_.back())] = 0;
    partners_[index(proved_.back())] = -1;
  }
}

bool FlipProof::add(std::span<const int> stones, std::array<int, 2> pair) {
  const std::size_t size = proved_.size();
  choices_left_ = kMaxChoices;
  bool is_possible = std::ranges::all_of(stones, [this](int stone) { return is_hopeful(stone); });
  for (const int point : pair) {
    is_possible = is_possible && (point < 0 || (is_hopeful(point) && partner(point) < 0));
  }
  if (!is_possible) return false;
  for (const int stone : stones) include(stone);
  if (pair[0] >= 0) include_pair(pair[0], pair[1]);
  if (settle(size, 0)) return true;
  retreat(size);
  return false;
}

// Blocks all patterns of all points from proved_[next] on, the first one's from `pattern` on; tries one choice after
// the other. What has been included may be relied on: the proof is complete when nothing is left to block.
bool FlipProof::settle(std::size_t next, std::size_t pattern) {
  for (; next < proved_.size(); ++next, pattern = 0) {
    const auto& patterns = patterns_[index(proved_[next])];
    if (guard_of(proved_[next]) != nullptr) continue;
    while (pattern < patterns.size() && is_blocked(patterns[pattern])) ++pattern;
    if (pattern == patterns.size()) continue;
    if (choices_left_-- <= 0) return false;
    const Pattern open = patterns[pattern];
    for (const int stone : open) {
      if (is_own(stone) && is_hopeful(stone) && try_stone(stone, next, pattern)) return true;
    }
    return has_pairs_ && (try_pair(open[0], open[1], next, pattern) || try_pair(open[0], open[2], next, pattern) ||
                          try_pair(open[1], open[2], next, pattern));
  }
  return true;
}

bool FlipProof::try_stone(int stone, std::size_t next, std::size_t pattern) {
  const std::size_t size = proved_.size();
  include(stone);
  if (settle(next, pattern + 1)) return true;
  retreat(size);
  return false;
}

bool FlipProof::try_pair(int first, int second, std::size_t next, std::size_t pattern) {
  for (const int point : {first, second}) {
    if (first == second || !is_empty(point) || !is_hopeful(point) || partner(point) >= 0) return false;
  }
  const std::size_t size = proved_.size();
  include_pair(first, second);
  if (settle(next, pattern + 1)) return true;
  retreat(size);
  return false;
}

// Goes back along one blocker of every pattern: own stones where there are some, else a pair.
std::vector<int> FlipProof::carrier_of(std::span<const int> points) const {
  std::vector<int> queue(points.begin(), points.end());
  std::vector<char> is_seen(stones_.size(), 0);
  const auto reach = [&](int point) {
    if (is_seen[index(point)]) return;
    is_seen[index(point)] = 1;
    queue.push_back(point);
  };
  for (const int point : points) is_seen[index(point)] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (partner(queue[i]) >= 0) reach(partner(queue[i]));
    if (const Pattern* guard = guard_of(queue[i])) {
      std::ranges::for_each(*guard, reach);
      continue;
    }
    for (const Pattern& pattern : patterns_[index(queue[i])]) {
      const auto stone = std::ranges::find_if(pattern, [&](int point) { return is_own(point) && is_proved(point); });
      if (stone != pattern.end()) {
        reach(*stone);
        continue;
      }
      for (const int point : pattern) {
        if (partner(point) >= 0 && std::ranges::find(pattern, partner(point)) != pattern.end()) reach(point);
      }
    }
  }
  std::erase_if(queue, [this](int point) { return !is_empty(point); });
  std::ranges::sort(queue);
  return queue;
}

}  // namespace motu
