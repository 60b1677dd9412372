// What an analysis says: well-known templates, sets of islands, the pie rule, limits, and memory that is used again.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::connect_testing;

namespace {

using Names = std::vector<std::string_view>;

ConnectionOptions listing() {
  ConnectionOptions options;
  options.list = true;
  options.stop_when_decided = false;
  return options;
}

bool has_full(const ConnectionAnalysis& found, Colour colour, int from, int to, const std::vector<int>& carrier) {
  return std::ranges::any_of(found.connections[colour], [&](const Connection& link) {
    return link.from == from && link.to == to && link.key < 0 && link.carrier == carrier;
  });
}

// A template on Hex 7x7: a black stone joined to black's lower island (number 2) inside `carrier`, of which every cell
// is needed when all others are white.
void check_template(std::string_view stone, const Names& carrier) {
  const auto board = HexBoard::rhombus(7, 7, 4);
  const int lower = board->num_cells() + 2;
  const auto cells = cells_named(*board, carrier);
  const int at = board->find_cell(stone);
  Stones stones(static_cast<std::size_t>(board->num_cells()), kSecond);
  for (const int cell : cells) stones[static_cast<std::size_t>(cell)] = kNoColour;
  CHECK(CarrierGame(*board, stones, kFirst, at, lower, cells).holds());
  for (const int taken : cells) {
    auto& stone = stones[static_cast<std::size_t>(taken)];
    stone = kSecond;
    CHECK_FALSE(CarrierGame(*board, stones, kFirst, at, lower, cells).holds());
    stone = kNoColour;
  }
  const auto alone = position(board, {stone}, {}, kFirst);
  CHECK(has_full(analyze_connections(alone, listing()), kFirst, at, lower, cells));
}

std::uint64_t islands_at(const ReducedGraph& graph, int vertex) {
  if (vertex < graph.num_cells() && graph.is_empty(vertex)) return 0;
  return graph.islands(vertex < graph.num_cells() ? graph.group_of_stone(vertex)
                                                  : graph.group_of_island(vertex - graph.num_cells()));
}

bool says_the_same(const ConnectionAnalysis& a, const ConnectionAnalysis& b) {
  if (a.verdict != b.verdict || a.action != b.action || a.carrier != b.carrier || a.must_play != b.must_play)
    return false;
  if (a.steps != b.steps) return false;
  for (const Colour colour : {kFirst, kSecond}) {
    if (a.connections[colour].size() != b.connections[colour].size()) return false;
    for (std::size_t i = 0; i < a.connections[colour].size(); ++i) {
      const auto& left = a.connections[colour][i];
      const auto& right = b.connections[colour][i];
      if (std::tie(left.from, left.to, left.key, left.carrier) !=
          std::tie(right.from, right.to, right.key, right.carrier))
        return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a bridge between stones is a full connection with two cells") {
  const auto board = HexBoard::rhombus(7, 7, 4);
  const auto found = analyze_connections(position(board, {"c3", "d4"}, {}, kSecond), listing());
  const int a = board->find_cell("c3");
  const int b = board->find_cell("d4");
  CHECK(has_full(found, kFirst, a, b, cells_named(*board, {"d3", "c4"})));
  const auto broken = analyze_connections(position(board, {"c3", "d4"}, {"d3"}, kSecond), listing());
  CHECK_FALSE(has_full(broken, kFirst, a, b, cells_named(*board, {"d3", "c4"})));
  CHECK(std::ranges::any_of(broken.connections[kFirst], [&](const Connection& link) {
    return link.from == a && link.to == b && link.key == board->find_cell("c4") && link.carrier.size() == 1;
  }));
}

TEST_CASE("edge templates are found with the cells that they need: the bridge to the edge and the ziggurat") {
  check_template("d6", {"d7", "c7"});
  check_template("d5", {"e5", "c6", "d6", "e6", "b7", "c7", "d7", "e7"});
}

TEST_CASE("a win by a key, a loss, and the cells that must be played") {
  const auto board = HexBoard::rhombus(3, 3, 4);
  // Black in the middle holds both edges by bridges.
  const auto lost = analyze_connections(position(board, {"b2"}, {}, kSecond));
  CHECK(lost.verdict == Verdict::loses);
  CHECK(lost.action == -1);
  CHECK(lost.must_play.empty());
  CHECK(lost.carrier == cells_named(*board, {"b1", "c1", "a3", "b3"}));
  const auto won = analyze_connections(position(board, {}, {"a1"}, kFirst));
  CHECK(won.verdict == Verdict::wins);
  // After d2, a lost opening, three answers meet all of black's threats.
  const auto larger = HexBoard::rhombus(4, 4, 4);
  const auto state = position(larger, {"d2"}, {}, kSecond);
  const auto open = analyze_connections(state);
  CHECK(open.verdict == Verdict::open);
  CHECK(open.carrier.empty());
  CHECK(open.must_play == cells_named(*larger, {"d1", "b3", "b4"}));
}

TEST_CASE("semi connections of different pairs of islands make a full one together") {
  const auto game = AtollGame::create(HexBoard::square(7, 8), {.swap = false});
  Rng rng(21);
  BruteForce solver;
  ConnectionSearch search(listing());
  int together = 0;
  for (int round = 0; round < 4000 && together < 5; ++round) {
    AtollState state = random_open_position(game, rng, 26);
    const auto found = search.analyze(state);
    if (found.verdict != Verdict::loses) continue;
    REQUIRE(found.must_play.empty());
    const Colour enemy = other(state.to_move());
    const auto graph = ReducedGraph::of(state, enemy);
    std::map<std::pair<int, int>, std::vector<int>> meets;
    bool alone = false;
    for (const auto& [from, to, key, carrier] : found.connections[enemy]) {
      if (!graph.wins(islands_at(graph, from) | islands_at(graph, to))) continue;
      const auto [at, is_first] = meets.try_emplace({from, to}, carrier);
      if (!is_first) std::erase_if(at->second, [&](int cell) { return std::ranges::count(carrier, cell) == 0; });
      alone = alone || key < 0 || at->second.empty();
    }
    if (alone) continue;
    ++together;
    REQUIRE_FALSE(solver.mover_wins(state));
  }
  CHECK(together == 5);
}

TEST_CASE("a cell that threatens to join different islands in different places wins") {
  AtollState state(AtollGame::create(HexBoard::square(5, 8), {.swap = false}));
  for (const char* move : {"b3", "b2", "b1", "e4", "c4", "a3", "a2", "b4", "d2", "d5", "d3", "d4", "e5", "a1"})
    state.play(move);
  REQUIRE(BruteForce().mover_wins(state));
  const auto found = analyze_connections(state, listing());
  CHECK(found.verdict == Verdict::wins);
  CHECK(found.action == state.game().board().find_cell("c3"));
  CHECK(found.carrier.size() == 3);
  // No two groups are joined by it alone.
  const auto graph = ReducedGraph::of(state, kFirst);
  CHECK(std::ranges::none_of(found.connections[kFirst], [&](const Connection& link) {
    return graph.wins(islands_at(graph, link.from) | islands_at(graph, link.to));
  }));
}

TEST_CASE("with twelve islands three groups win that no two of them would") {
  const auto game = AtollGame::create(HexBoard::hexagon(3, 12), {.swap = false});
  Rng rng(4);
  BruteForce solver;
  ConnectionSearch search(listing());
  int by_three = 0;
  for (int round = 0; round < 3000 && by_three < 12; ++round) {
    AtollState state = random_open_position(game, rng, 4 + static_cast<int>(rng.below(6)));
    const auto found = search.analyze(state);
    if (found.verdict == Verdict::loses) REQUIRE(found.must_play.empty());
    if (found.verdict == Verdict::open) continue;
    const Colour winner = found.verdict == Verdict::wins ? state.to_move() : other(state.to_move());
    const auto graph = ReducedGraph::of(state, winner);
    const bool by_two = std::ranges::any_of(found.connections[winner], [&](const Connection& link) {
      return graph.wins(islands_at(graph, link.from) | islands_at(graph, link.to));
    });
    if (by_two) continue;
    ++by_three;
    if (state.num_empty() <= 12) REQUIRE(solver.mover_wins(state) == (found.verdict == Verdict::wins));
  }
  CHECK(by_three == 12);
}

TEST_CASE("the pie rule: no verdict before a swap, and a swap out of a lost position") {
  const auto game = AtollGame::create(HexBoard::rhombus(3, 3, 4), {.swap = true});
  AtollState state(game);
  const auto first = analyze_connections(state);
  CHECK(first.verdict == Verdict::open);
  CHECK(first.action == -1);
  CHECK(first.must_play.size() == 9);

  state.play("b2");
  const auto second = analyze_connections(state);
  CHECK(second.verdict == Verdict::wins);
  CHECK(second.action == game->swap_action());
  CHECK(second.must_play.empty());

  state.play("swap");
  CHECK(analyze_connections(state).verdict == Verdict::loses);

  AtollState weak(game);
  weak.play("a1");
  BruteForce solver;
  const auto answer = analyze_connections(weak);
  CHECK(answer.verdict == Verdict::wins);
  AtollState without_pie = position(HexBoard::rhombus(3, 3, 4), {"a1"}, {}, kSecond);
  CHECK(solver.wins_by(without_pie, answer.action));

  AtollState by_hand(game);
  by_hand.setup(std::vector<std::uint8_t>(9, kNoColour), kFirst, 0);
  CHECK(analyze_connections(by_hand).verdict == Verdict::wins);
}

TEST_CASE("a game that is over has nothing to analyse") {
  AtollState state(AtollGame::create(HexBoard::rhombus(2, 2, 4), {.swap = false}));
  for (const char* move : {"a1", "b1", "a2"}) state.play(move);
  REQUIRE(state.is_terminal());
  CHECK(refusal_of([&] { analyze_connections(state); }).slug == "move/game-over");
}

TEST_CASE("memory that was used for other boards changes nothing") {
  Rng rng(9);
  std::vector<AtollState> states;
  for (const auto& named : {rhombus(11, 11, 4), square(7, 8), rhombus(14, 14, 8), hexagon(3, 12), square(11, 8)}) {
    const auto game = AtollGame::create(named.board, {.swap = false});
    for (const int part : {6, 3, 2}) states.push_back(random_open_position(game, rng, named.board->num_cells() / part));
  }
  for (const bool stop : {true, false}) {
    auto options = listing();
    options.stop_when_decided = stop;
    ConnectionSearch search(options);
    for (int round = 0; round < 2; ++round) {
      for (const auto& state : states) {
        REQUIRE(says_the_same(search.analyze(state), analyze_connections(state, options)));
      }
    }
  }
}

TEST_CASE("quick looks at the least, proving at more, thorough at the most") {
  const auto state = position(HexBoard::rhombus(11, 11, 4), {"f6", "h4"}, {"d4", "e8"}, kFirst);
  const auto steps = [&](const ConnectionOptions& options) {
    const auto found = analyze_connections(state, options);
    return found.steps[kFirst] + found.steps[kSecond];
  };
  const auto quick = steps(ConnectionOptions::quick());
  CHECK(quick < steps(ConnectionOptions::proving()));
  CHECK(2 * quick < steps(ConnectionOptions{}));
  CHECK(2 * steps(ConnectionOptions{}) < steps(ConnectionOptions::thorough()));
}

TEST_CASE("a limit of steps ends the search early and says so; the largest board is analysed within it") {
  auto options = ConnectionOptions::quick();
  const auto middle = position(HexBoard::rhombus(11, 11, 4), {"f6"}, {"d4"}, kFirst);
  CHECK(analyze_connections(middle, options).finished[kFirst]);
  options.limits.steps = 1000;
  CHECK_FALSE(analyze_connections(middle, options).finished[kFirst]);

  Rng rng(2);
  const auto game = AtollGame::create(HexBoard::rhombus(64, 64, 4), {.swap = false});
  const auto found = analyze_connections(random_open_position(game, rng, 1500), ConnectionOptions::quick());
  CHECK(found.must_play.size() <= 64 * 64 - 1500);
}
