#include "motu/atomorph/distances.hpp"

#include <algorithm>

#include "motu/atomorph/safety.hpp"

namespace motu {

namespace {

constexpr int kExposed = 1;  // what an own stone costs that can be flipped
constexpr int kSurround = 3 * FlipDistances::kTurn;
constexpr int kMaxCost = kSurround;

template <int W>
std::vector<int> costs_of(const AtomorphState<W>& state, Colour colour) {
  const AtomorphGame& game = state.game();
  const auto exposed = exposed_stones(state, kFirst) | exposed_stones(state, kSecond);
  const auto safe = safe_stones(game, state.stones_of(other(colour)));
  std::vector<int> costs(static_cast<std::size_t>(game.num_cells()), FlipDistances::kTurn);
  state.stones_of(colour).for_each(
      [&](int point) { costs[static_cast<std::size_t>(point)] = exposed.has(point) ? kExposed : 0; });
  state.stones_of(other(colour)).for_each([&](int point) {
    const int cost = exposed.has(point) ? FlipDistances::kTurn + kExposed : kSurround;
    costs[static_cast<std::size_t>(point)] = safe.has(point) ? FlipDistances::kUnreachable : cost;
  });
  return costs;
}

// Dijkstra's shortest ways, the points that wait sorted into rings by distance (Dial, 1969).
class Wave {
 public:
  Wave(const AtomorphGame& game, const std::vector<int>& costs) : size_(game.size()), costs_(costs) {}

  std::vector<int> run(const AtomorphMasks::Words& edge) {
    distances_.assign(costs_.size(), FlipDistances::kUnreachable);
    for (int point = 0; point < size_ * size_; ++point) {
      if (AtomorphMasks::has(edge, point)) reach(point, 0);
    }
    for (int distance = 0; num_waiting_ > 0; ++distance) {
      auto& ring = rings_[static_cast<std::size_t>(distance % kRings)];
      while (!ring.empty()) {
        const int point = ring.back();
        ring.pop_back();
        --num_waiting_;
        if (distances_[static_cast<std::size_t>(point)] == distance) spread(point, distance);
      }
    }
    return distances_;
  }

 private:
  static constexpr int kRings = kMaxCost + 1;

  void spread(int point, int distance) {
    if (point % size_ > 0) reach(point - 1, distance);
    if (point % size_ < size_ - 1) reach(point + 1, distance);
    if (point >= size_) reach(point - size_, distance);
    if (point < size_ * (size_ - 1)) reach(point + size_, distance);
  }

  void reach(int point, int distance) {
    const int cost = costs_[static_cast<std::size_t>(point)];
    int& known = distances_[static_cast<std::size_t>(point)];
    if (cost > kMaxCost || distance + cost >= known) return;
    known = distance + cost;
    rings_[static_cast<std::size_t>(known % kRings)].push_back(point);
    ++num_waiting_;
  }

  int size_;
  const std::vector<int>& costs_;
  std::vector<int> distances_;
  std::array<std::vector<int>, kRings> rings_;
  int num_waiting_ = 0;
};

}  // namespace

FlipDistances find_flip_distances(const State& state, Colour colour) {
  const auto& game = expect<AtomorphGame>(state.game());
  const auto costs = visit_atomorph(state, [&](const auto& concrete) { return costs_of(concrete, colour); });
  FlipDistances result;
  Wave wave(game, costs);
  for (std::size_t side = 0; side < 2; ++side) result.from_edges[side] = wave.run(game.masks().edges[colour][side]);
  result.through.assign(costs.size(), FlipDistances::kUnreachable);
  for (std::size_t point = 0; point < costs.size(); ++point) {
    const int low = result.from_edges[0][point];
    const int high = result.from_edges[1][point];
    if (low == FlipDistances::kUnreachable || high == FlipDistances::kUnreachable) continue;
    result.through[point] = low + high - costs[point];
    result.between_edges = std::min(result.between_edges, result.through[point]);
  }
  return result;
}

}  // namespace motu
