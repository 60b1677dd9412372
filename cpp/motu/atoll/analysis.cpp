#include "motu/atoll/analysis.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "motu/core/base/error.hpp"

namespace motu {

ConnectionOptions ConnectionOptions::quick() {
  ConnectionOptions options;
  options.limits = {.fulls = 3, .semis = 8, .cells_carrier = 2, .carrier = 32, .alternatives = 6, .steps = 120'000};
  options.trees.steps = 4'000;
  return options;
}

ConnectionOptions ConnectionOptions::proving() {
  ConnectionOptions options = quick();
  options.limits.semis = 16;
  options.limits.steps = 1'000'000;
  return options;
}

ConnectionOptions ConnectionOptions::thorough() {
  ConnectionOptions options;
  options.limits = {.fulls = 8, .semis = 16, .cells_carrier = 8, .carrier = 64, .alternatives = 8, .steps = 20'000'000};
  options.trees.steps = 200'000;
  return options;
}

struct ConnectionSearch::Memory {
  std::array<ReducedGraph, 2> graphs;
  EmptyCells empty;
  std::tuple<HSearch<1>, HSearch<2>, HSearch<4>, HSearch<8>, HSearch<64>> searches;
};

namespace {

template <int W>
std::vector<int> cells_of(const PointSet<W>& set, const EmptyCells& empty) {
  std::vector<int> cells;
  set.for_each([&](int number) { cells.push_back(empty.cells[static_cast<std::size_t>(number)]); });
  return cells;
}

// The name of each vertex of a search as a vertex of the board: see Connection.
std::vector<int> names_of_vertices(const ReducedGraph& graph, const EmptyCells& empty) {
  std::vector<int> names(empty.cells.begin(), empty.cells.end());
  names.resize(names.size() + static_cast<std::size_t>(graph.num_groups()), -1);
  const auto name_group = [&](int group, int vertex) {
    int& name = names[empty.cells.size() + static_cast<std::size_t>(group)];
    if (name < 0) name = vertex;
  };
  for (int island = 0; island < graph.winning_islands().num_islands(); ++island) {
    if (graph.group_of_island(island) >= 0) name_group(graph.group_of_island(island), graph.num_cells() + island);
  }
  for (int cell = 0; cell < graph.num_cells(); ++cell) {
    if (graph.group_of_stone(cell) >= 0) name_group(graph.group_of_stone(cell), cell);
  }
  return names;
}

// One analysis with carriers of W words.
template <int W>
class Analysis {
 public:
  Analysis(HSearch<W>& search, const std::array<ReducedGraph, 2>& graphs, const EmptyCells& empty,
           const ConnectionOptions& options)
      : search_(search), graphs_(graphs), empty_(empty), options_(options) {}

  ConnectionAnalysis run(Colour mover) {
    const auto own = connect(mover, StopAt::winning_semi);
    result_.must_play = {empty_.cells.begin(), empty_.cells.end()};
    if (own.has_full || own.any_semi) {
      result_.verdict = Verdict::wins;
      // A full connection needs no key: any stone inside helps. An empty carrier would be a game already won.
      const auto carrier = own.any_semi ? own.semis.front().carrier : own.full;
      result_.carrier = cells_of(carrier, empty_);
      result_.action = own.any_semi ? empty_.cells[static_cast<std::size_t>(own.semis.front().key)]
                                    : static_cast<int>(result_.carrier.front());
      if (options_.stop_when_decided) return std::move(result_);
    }
    const auto enemy = connect(other(mover), StopAt::winning_full);
    if (enemy.any_semi) result_.must_play = cells_of(enemy.meet, empty_);
    if (enemy.has_full) result_.must_play.clear();
    if (enemy.has_full && result_.verdict == Verdict::open) {
      result_.verdict = Verdict::loses;
      result_.carrier = cells_of(enemy.full, empty_);
    }
    return std::move(result_);
  }

 private:
  WinningLinks<W> connect(Colour colour, StopAt stop) {
    const ReducedGraph& graph = graphs_[colour];
    search_.run(graph, empty_, options_.limits, options_.stop_when_decided ? stop : StopAt::never);
    result_.steps[colour] = search_.steps();
    result_.finished[colour] = search_.finished();
    auto found = find_winning_links(search_, graph, options_.trees);
    auto& winning = result_.winning[colour];
    for (const auto& semi : found.semis) {
      winning.push_back({empty_.cells[static_cast<std::size_t>(semi.key)], cells_of(semi.carrier, empty_)});
    }
    if (found.has_full) winning.push_back({-1, cells_of(found.full, empty_)});
    if (options_.list) list(colour);
    return found;
  }

  void list(Colour colour) {
    const auto names = names_of_vertices(graphs_[colour], empty_);
    const auto add = [&](const Link<W>& link) {
      const auto [low, high] = std::minmax(names[link.x], names[link.y]);
      const int key = link.is_full() ? -1 : empty_.cells[static_cast<std::size_t>(link.key)];
      result_.connections[colour].push_back({low, high, key, cells_of(link.carrier, empty_)});
    };
    for (int y = 1; y < search_.num_vertices(); ++y) {
      for (int x = 0; x < y; ++x) {
        std::ranges::for_each(search_.fulls(x, y), add);
        std::ranges::for_each(search_.semis(x, y), add);
      }
    }
  }

  HSearch<W>& search_;
  const std::array<ReducedGraph, 2>& graphs_;
  const EmptyCells& empty_;
  const ConnectionOptions& options_;
  ConnectionAnalysis result_;
};

void allow_for_pie(ConnectionAnalysis& analysis, const AtollState& state) {
  if (state.swap_is_next()) {
    analysis.verdict = Verdict::open;
    analysis.action = -1;
    analysis.carrier.clear();
    analysis.must_play.clear();
    for (int cell = 0; cell < state.game().num_cells(); ++cell) analysis.must_play.push_back(cell);
  } else if (state.swap_is_legal() && analysis.verdict == Verdict::loses) {
    analysis.verdict = Verdict::wins;
    analysis.action = state.game().swap_action();
  }
}

}  // namespace

ConnectionSearch::ConnectionSearch(const ConnectionOptions& options)
    : memory_(std::make_unique<Memory>()), options_(options) {}
ConnectionSearch::~ConnectionSearch() = default;
ConnectionSearch::ConnectionSearch(ConnectionSearch&&) noexcept = default;
ConnectionSearch& ConnectionSearch::operator=(ConnectionSearch&&) noexcept = default;

ConnectionAnalysis ConnectionSearch::analyze(const AtollState& state) {
  if (state.is_terminal()) throw Error("move/game-over", "the game is over: there is nothing left to connect");
  Memory& memory = *memory_;
  for (const Colour colour : {kFirst, kSecond}) memory.graphs[colour].assign(state, colour);
  memory.empty.assign(memory.graphs[kFirst]);
  const auto with = [&]<int W>(HSearch<W>& search) {
    return Analysis<W>(search, memory.graphs, memory.empty, options_).run(state.to_move());
  };
  const int cells = memory.empty.count();
  ConnectionAnalysis analysis = cells <= 64    ? with(std::get<0>(memory.searches))
                                : cells <= 128 ? with(std::get<1>(memory.searches))
                                : cells <= 256 ? with(std::get<2>(memory.searches))
                                : cells <= 512 ? with(std::get<3>(memory.searches))
                                               : with(std::get<4>(memory.searches));
  allow_for_pie(analysis, state);
  return analysis;
}

ConnectionAnalysis analyze_connections(const AtollState& state, const ConnectionOptions& options) {
  return ConnectionSearch(options).analyze(state);
}

}  // namespace motu
