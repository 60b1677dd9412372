#include "motu/atoll/winning.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace motu {

namespace {

// Unites a few carriers that together share no cell: each time the one that leaves the fewest shared.
template <int W>
PointSet<W> smallest_union(const std::vector<WinningSemi<W>>& semis) {
  PointSet<W> meet = semis.front().carrier;
  PointSet<W> all = meet;
  while (meet.any()) {
    const auto& best =
        *std::ranges::min_element(semis, {}, [&](const WinningSemi<W>& semi) { return (meet & semi.carrier).count(); });
    meet = meet & best.carrier;
    all = all | best.carrier;
  }
  return all;
}

template <int W>
class Collector {
 public:
  Collector(const HSearch<W>& search, const ReducedGraph& graph, const TreeLimits& limits)
      : search_(search), graph_(graph), limits_(limits), most_groups_(std::min(limits.groups, kMostGroups)) {
    for (int group = 0; group < graph_.num_groups(); ++group) {
      if (graph_.islands(group) != 0) with_islands_.push_back(group);
    }
    if (graph_.winning_islands().num_islands() < kManyIslands) most_groups_ = std::min(most_groups_, 2);
  }

  WinningLinks<W> collect() {
    collect_pairs();
    if (most_groups_ > 2) collect_trees();
    collect_forks();
    std::ranges::stable_sort(found_.semis, {}, &WinningSemi<W>::size);
    join_semis();
    return std::move(found_);
  }

 private:
  // From here on two groups that do not win together may win with a third.
  static constexpr int kManyIslands = 12;
  static constexpr int kMostGroups = 8;
  static constexpr std::size_t kMostSemis = 256;

  // A tree that grows: groups and at most one empty cell, joined by full connections with nothing in common.
  struct Tree {
    PointSet<W> carrier;  // with the empty cell
    std::uint64_t islands = 0;
    int cell = -1;
    int num_groups = 0;
    std::array<int, kMostGroups> groups{};

    static Tree at_cell(int cell) {
      Tree tree;
      tree.cell = cell;
      tree.carrier.toggle(cell);
      return tree;
    }
    Tree with(int group, std::uint64_t added, const PointSet<W>& taken) const {
      Tree tree = *this;
      tree.groups[static_cast<std::size_t>(tree.num_groups++)] = group;
      tree.islands |= added;
      tree.carrier = tree.carrier | taken;
      return tree;
    }
  };

  int vertex_of(int group) const { return search_.num_cells() + group; }

  void collect_pairs() {
    for (std::size_t b = 1; b < with_islands_.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) collect_pair(with_islands_[a], with_islands_[b]);
    }
  }

  void collect_pair(int a, int b) {
    if (!graph_.wins(graph_.islands(a) | graph_.islands(b))) return;
    for (const Link<W>& link : search_.fulls(vertex_of(a), vertex_of(b))) add_full(link.carrier);
    for (const Link<W>& link : search_.semis(vertex_of(a), vertex_of(b))) add_semi(link.carrier, link.key);
  }

  void add_full(const PointSet<W>& carrier) {
    if (found_.has_full && found_.full.count() <= carrier.count()) return;
    found_.has_full = true;
    found_.full = carrier;
  }

  void add_semi(const PointSet<W>& carrier, int key) {
    for (const auto& known : found_.semis) {
      if (!known.carrier.without(carrier).any()) return;
    }
    if (found_.semis.size() < kMostSemis) found_.semis.push_back({carrier, key, carrier.count()});
  }

  // Winning trees of three groups and more, from every empty cell, their key, and every group. All starts have an equal
  // share of the work.
  void collect_trees() {
    const auto starts = static_cast<std::int64_t>(with_islands_.size()) + search_.num_cells();
    const auto take = [&](const Tree& tree) {
      if (tree.cell < 0) {
        add_full(tree.carrier);
      } else {
        add_semi(tree.carrier, tree.cell);
      }
    };
    for (int cell = 0; cell < search_.num_cells(); ++cell) {
      steps_left_ = static_cast<std::int64_t>(limits_.steps) / starts + 1;
      grow(Tree::at_cell(cell), take, [](const Tree&) {});
    }
    for (const int group : with_islands_) {
      steps_left_ = static_cast<std::int64_t>(limits_.steps) / starts + 1;
      grow(Tree{}.with(group, graph_.islands(group), {}), take, [](const Tree&) {});
    }
  }

  // Calls win(tree) for trees with one group more that win, and go_on(tree) for all trees that do not, the given one
  // included; then grows these.
  template <class Win, class GoOn>
  void grow(const Tree& tree, const Win& win, const GoOn& go_on) {
    go_on(tree);
    if (tree.num_groups >= most_groups_) return;
    const auto take = [&](int group, const Link<W>& link) {
      const Tree larger = tree.with(group, graph_.islands(group), link.carrier);
      if (graph_.wins(larger.islands)) {
        win(larger);
      } else {
        grow(larger, win, go_on);
      }
    };
    for_each_branch(tree, [&](int from, int to) { return search_.fulls(from, to); }, take);
  }

  // Calls take(group, link) for every connection from the tree to a group that adds islands, nothing in common.
  template <class Links, class Take>
  void for_each_branch(const Tree& tree, const Links& links, const Take& take) {
    for (const int group : with_islands_) {
      if ((graph_.islands(group) & ~tree.islands) == 0) continue;
      for (int i = tree.cell >= 0 ? -1 : 0; i < tree.num_groups; ++i) {
        const int from = i < 0 ? tree.cell : vertex_of(tree.groups[static_cast<std::size_t>(i)]);
        for (const Link<W>& link : links(from, vertex_of(group))) {
          if (--steps_left_ < 0) return;
          if (!(link.carrier & tree.carrier).any()) take(group, link);
        }
      }
    }
  }

  // Cells that threaten to win in several ways, perhaps each with other islands: when the semis that win once the cell
  // is taken share no cell, it is the key of a winning semi. H-search itself sees only threats to join the same two
  // groups.
  void collect_forks() {
    std::vector<WinningSemi<W>> threats;
    const std::size_t known = found_.semis.size();
    for (int cell = 0; cell < search_.num_cells(); ++cell) {
      steps_left_ = static_cast<std::int64_t>(limits_.steps) / search_.num_cells() + 1;
      PointSet<W> itself;
      itself.toggle(cell);
      threats.clear();
      PointSet<W> meet;
      const auto add_threat = [&](const PointSet<W>& carrier, int key) {
        const auto without = carrier.without(itself);
        const auto common = threats.empty() ? without : meet & without;
        if (!threats.empty() && common == meet) return;
        meet = common;
        threats.push_back({without, key, 0});
      };
      for (std::size_t i = 0; i < known; ++i) add_threat(found_.semis[i].carrier, found_.semis[i].key);
      find_threats(cell, add_threat);
      if (!threats.empty() && !meet.any()) add_semi(smallest_union(threats) | itself, cell);
    }
  }

  // Trees at an owned cell whose last connection is a semi.
  template <class Add>
  void find_threats(int cell, const Add& add_threat) {
    const auto finish = [&](const Tree& tree) {
      const auto take = [&](int group, const Link<W>& link) {
        if (graph_.wins(tree.islands | graph_.islands(group))) add_threat(tree.carrier | link.carrier, link.key);
      };
      for_each_branch(tree, [&](int from, int to) { return search_.semis(from, to); }, take);
    };
    grow(Tree::at_cell(cell), [](const Tree&) {}, finish);
  }

  void join_semis() {
    found_.any_semi = !found_.semis.empty();
    for (int cell = 0; cell < search_.num_cells(); ++cell) found_.meet.toggle(cell);
    for (const auto& semi : found_.semis) found_.meet = found_.meet & semi.carrier;
    if (found_.any_semi && !found_.meet.any()) add_full(smallest_union(found_.semis));
  }

  const HSearch<W>& search_;
  const ReducedGraph& graph_;
  const TreeLimits& limits_;
  int most_groups_;
  WinningLinks<W> found_;
  std::vector<int> with_islands_;
  std::int64_t steps_left_ = 0;
};

}  // namespace

template <int W>
WinningLinks<W> find_winning_links(const HSearch<W>& search, const ReducedGraph& graph, const TreeLimits& limits) {
  return Collector<W>(search, graph, limits).collect();
}

template WinningLinks<1> find_winning_links(const HSearch<1>&, const ReducedGraph&, const TreeLimits&);
template WinningLinks<2> find_winning_links(const HSearch<2>&, const ReducedGraph&, const TreeLimits&);
template WinningLinks<4> find_winning_links(const HSearch<4>&, const ReducedGraph&, const TreeLimits&);
template WinningLinks<8> find_winning_links(const HSearch<8>&, const ReducedGraph&, const TreeLimits&);
template WinningLinks<64> find_winning_links(const HSearch<64>&, const ReducedGraph&, const TreeLimits&);

}  // namespace motu
