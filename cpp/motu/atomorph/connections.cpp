#include "motu/atomorph/connections.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "motu/atomorph/connection_proof.hpp"
#include "motu/atomorph/safety.hpp"

namespace motu {

namespace {

// A forest of sets, for ends that are joined.
class Joined {
 public:
  explicit Joined(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0); }
  int find(int item) {
    while (parents_[static_cast<std::size_t>(item)] != item) item = parents_[static_cast<std::size_t>(item)];
    return item;
  }
  void join(int a, int b) { parents_[static_cast<std::size_t>(find(a))] = find(b); }

 private:
  std::vector<int> parents_;
};

class LinkSearch {
 public:
  LinkSearch(const AtomorphGame& game, std::span<const std::uint8_t> stones, Colour colour, bool has_pairs)
      : game_(game), colour_(colour), proof_(game, stones, colour, has_pairs), groups_(stones.size(), -1) {}

  FlipConnections run(std::span<const int> safe) {
    for (const int stone : safe) proof_.add({&stone, 1}, kNoPair);
    num_groups_ = number_groups([this](int point) { return proof_.is_own(point) && proof_.is_hopeful(point); });
    Joined joined(static_cast<std::size_t>(num_groups_) + 2);
    for_each_near_pair([&](int first, int second) { try_link(first, second, joined); });
    join_contacts();
    return report();
  }

 private:
  static constexpr std::array<int, 2> kNoPair = {-1, -1};

  struct Link {
    std::array<int, 2> points;
  };

  std::size_t index(int point) const { return static_cast<std::size_t>(point); }

  template <class F>
  void for_each_neighbour(int point, F&& visit) const {
    const int size = game_.size();
    if (point % size > 0) visit(point - 1);
    if (point % size < size - 1) visit(point + 1);
    if (point >= size) visit(point - size);
    if (point < size * (size - 1)) visit(point + size);
  }

  bool is_on_edge(int point, int side) const {
    return AtomorphMasks::has(game_.masks().edges[colour_][static_cast<std::size_t>(side)], point);
  }

  // Numbers the orthogonal groups of the points that count; the number of groups.
  template <class F>
  int number_groups(F&& counts) {
    int count = 0;
    std::ranges::fill(groups_, -1);
    for (int point = 0; point < game_.num_cells(); ++point) {
      if (groups_[index(point)] >= 0 || !counts(point)) continue;
      std::vector<int> queue{point};
      groups_[index(point)] = count;
      for (std::size_t i = 0; i < queue.size(); ++i) {
        for_each_neighbour(queue[i], [&](int next) {
          if (groups_[index(next)] >= 0 || !counts(next)) return;
          groups_[index(next)] = count;
          queue.push_back(next);
        });
      }
      ++count;
    }
    return count;
  }

  // Two empty points at most two steps apart in each direction: those that one pattern or two stones can share.
  template <class F>
  void for_each_near_pair(F&& visit) const {
    const int size = game_.size();
    const auto is_open = [this](int point) { return proof_.is_empty(point) && proof_.is_hopeful(point); };
    for (int first = 0; first < game_.num_cells(); ++first) {
      if (!is_open(first)) continue;
      for (int second = first + 1; second < game_.num_cells() && second / size <= first / size + 2; ++second) {
        if (is_open(second) && std::abs(second % size - first % size) <= 2) visit(first, second);
      }
    }
  }

  // Groups and edges that a stone on the point would touch: group numbers, then the low and the high edge.
  std::vector<int> ends_of(int point) const {
    std::vector<int> ends;
    for_each_neighbour(point, [&](int next) {
      if (groups_[index(next)] >= 0) ends.push_back(groups_[index(next)]);
    });
    for (const int side : {0, 1}) {
      if (is_on_edge(point, side)) ends.push_back(num_groups_ + side);
    }
    std::ranges::sort(ends);
    ends.erase(std::ranges::unique(ends).begin(), ends.end());
    return ends;
  }

  std::vector<int> common_ends(int first, int second) const {
    const auto a = ends_of(first);
    const auto b = ends_of(second);
    std::vector<int> common;
    std::ranges::set_intersection(a, b, std::back_inserter(common));
    return common;
  }

  // The stones by which two points touch an end, and a way between them within the end; empty for an edge.
  std::vector<int> way_within(int end, int first, int second) const {
    if (end >= num_groups_) return {};
    const auto touches = [&](int stone, int point) {
      bool is_near = false;
      for_each_neighbour(stone, [&](int next) { is_near = is_near || next == point; });
      return is_near;
    };
    std::vector<int> starts;
    for_each_neighbour(first, [&](int next) {
      if (groups_[index(next)] == end) starts.push_back(next);
    });
    return way(starts, [&](int stone) { return touches(stone, second); });
  }

  // A shortest way over stones of one group, from one of `starts` to a stone that is a goal.
  template <class F>
  std::vector<int> way(const std::vector<int>& starts, F&& is_goal) const {
    std::vector<int> parents(groups_.size(), -2);
    std::vector<int> queue = starts;
    for (const int start : starts) parents[index(start)] = -1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (is_goal(queue[i])) {
        std::vector<int> stones;
        for (int stone = queue[i]; stone >= 0; stone = parents[index(stone)]) stones.push_back(stone);
        return stones;
      }
      for_each_neighbour(queue[i], [&](int next) {
        if (parents[index(next)] != -2 || groups_[index(next)] != groups_[index(queue[i])]) return;
        parents[index(next)] = queue[i];
        queue.push_back(next);
      });
    }
    return {};
  }

  void try_link(int first, int second, Joined& joined) {
    const auto ends = common_ends(first, second);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t j = i + 1; j < ends.size(); ++j) {
        if (joined.find(ends[i]) == joined.find(ends[j])) continue;
        auto stones = way_within(ends[i], first, second);
        const auto others = way_within(ends[j], first, second);
        stones.insert(stones.end(), others.begin(), others.end());
        if (!proof_.add(stones, {first, second})) continue;
        joined.join(ends[i], ends[j]);
        contacts_.insert(contacts_.end(), stones.begin(), stones.end());
        links_.push_back({{first, second}});
        return;
      }
    }
  }

  // Tries to prove the ways between links that meet one group, and from there to the group's own edge stones.
  void join_contacts() {
    const auto contacts = contacts_;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      for (std::size_t j = i + 1; j < contacts.size(); ++j) {
        if (groups_[index(contacts[i])] != groups_[index(contacts[j])]) continue;
        proof_.add(way({contacts[i]}, [&](int stone) { return stone == contacts[j]; }), kNoPair);
        break;
      }
      for (const int side : {0, 1}) {
        proof_.add(way({contacts[i]}, [&](int stone) { return is_on_edge(stone, side); }), kNoPair);
      }
    }
  }

  FlipConnections report() {
    FlipConnections result;
    for (const int point : proof_.proved()) {
      if (proof_.is_own(point)) result.safe.push_back(point);
      if (!proof_.is_own(point) && point < proof_.partner(point)) {
        result.pairs.push_back({point, proof_.partner(point)});
      }
    }
    std::ranges::sort(result.safe);
    std::ranges::sort(result.pairs);
    num_groups_ = number_groups([this](int point) { return proof_.is_own(point) && proof_.is_proved(point); });
    report_groups(result);
    for (const Link& link : links_) report_link(link, result);
    result.is_won = joins_edges(result);
    return result;
  }

  void report_groups(FlipConnections& result) const {
    result.groups.resize(static_cast<std::size_t>(num_groups_));
    for (const int stone : result.safe) {
      SafeGroup& group = result.groups[static_cast<std::size_t>(groups_[index(stone)])];
      group.stones.push_back(stone);
      for (const int side : {0, 1}) {
        if (is_on_edge(stone, side)) group.edges[static_cast<std::size_t>(side)] = true;
      }
    }
  }

  void report_link(const Link& link, FlipConnections& result) const {
    const auto ends = common_ends(link.points[0], link.points[1]);
    if (ends.size() < 2) return;
    const auto named = [this](int end) {
      if (end < num_groups_) return end;
      return end == num_groups_ ? SafeLink::kLowEdge : SafeLink::kHighEdge;
    };
    std::vector<int> needed(link.points.begin(), link.points.end());
    for (std::size_t i = 0; i < 2; ++i) {
      const auto stones = way_within(ends[i], link.points[0], link.points[1]);
      needed.insert(needed.end(), stones.begin(), stones.end());
    }
    result.links.push_back({{named(ends[0]), named(ends[1])}, link.points, proof_.carrier_of(needed)});
  }

  bool joins_edges(const FlipConnections& result) const {
    Joined joined(static_cast<std::size_t>(num_groups_) + 2);
    const auto numbered = [this](int end) { return end >= 0 ? end : num_groups_ - 1 - end; };
    for (int group = 0; group < num_groups_; ++group) {
      for (const int side : {0, 1}) {
        if (result.groups[static_cast<std::size_t>(group)].edges[static_cast<std::size_t>(side)]) {
          joined.join(group, num_groups_ + side);
        }
      }
    }
    for (const SafeLink& link : result.links) joined.join(numbered(link.ends[0]), numbered(link.ends[1]));
    return joined.find(num_groups_) == joined.find(num_groups_ + 1);
  }

  const AtomorphGame& game_;
  Colour colour_;
  FlipProof proof_;
  std::vector<int> groups_;  // [point] its group's number, or -1
  int num_groups_ = 0;
  std::vector<Link> links_;
  std::vector<int> contacts_;  // stones that links rest on
};

}  // namespace

FlipConnections find_flip_connections(const State& state, Colour colour) {
  const auto& game = expect<AtomorphGame>(state.game());
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(game.num_cells()));
  state.stones(stones);
  std::vector<int> safe;
  const bool is_double = visit_atomorph(state, [&](const auto& concrete) {
    safe_stones(game, concrete.stones_of(colour)).for_each([&](int stone) { safe.push_back(stone); });
    return concrete.to_return() && concrete.to_move() != colour;
  });
  return LinkSearch(game, stones, colour, !is_double && !state.is_terminal()).run(safe);
}

}  // namespace motu
