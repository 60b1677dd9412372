// A virtual connection reported is never breakable, and a verdict is the result of the game: against every line of
// play. MOTU_SLOW=1 in the environment plays many more positions and says how many were decided.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::connect_testing;

namespace {

bool is_slow_run() {
  const char* value = std::getenv("MOTU_SLOW");
  return value != nullptr && std::string(value) == "1";
}

// Carriers beyond this many cells have too many lines to play out.
constexpr std::size_t kLargestPlayedOut = 9;

std::vector<ConnectionOptions> all_levels() {
  std::vector<ConnectionOptions> levels{ConnectionOptions::quick(), {}, ConnectionOptions::thorough()};
  for (auto& level : levels) {
    level.list = true;
    level.stop_when_decided = false;
  }
  return levels;
}

bool holds(const AtollState& state, Colour owner, int from, int to, int key, const std::vector<int>& carrier) {
  CarrierGame game(state.game().board(), stones_of(state), owner, from, to, carrier);
  return key < 0 ? game.holds() : game.holds_after(key);
}

struct Counts {
  int positions = 0;
  int connections = 0;
  int full = 0;
};

void check_connections(const AtollState& state, const ConnectionAnalysis& found, Counts& counts) {
  ++counts.positions;
  for (const Colour colour : {kFirst, kSecond}) {
    for (const auto& [from, to, key, carrier] : found.connections[colour]) {
      if (key >= 0) REQUIRE(std::ranges::count(carrier, key) == 1);
      REQUIRE(std::ranges::count(carrier, from) + std::ranges::count(carrier, to) == 0);
      if (carrier.size() > kLargestPlayedOut) continue;
      ++counts.connections;
      if (key < 0) ++counts.full;
      CAPTURE(from);
      CAPTURE(to);
      CAPTURE(key);
      REQUIRE(holds(state, colour, from, to, key, carrier));
    }
    for (const auto& [key, carrier] : found.winning[colour]) {
      if (carrier.size() <= kLargestPlayedOut) REQUIRE(holds(state, colour, -1, -1, key, carrier));
    }
  }
}

Counts check_board(const NamedBoard& named, int rounds) {
  Counts counts;
  const auto game = AtollGame::create(named.board, {.swap = false});
  const int cells = named.board->num_cells();
  Rng rng(static_cast<std::uint64_t>(cells));
  auto levels = all_levels();
  std::vector<ConnectionSearch> searches;
  for (const auto& level : levels) searches.emplace_back(level);
  for (int round = 0; round < rounds; ++round) {
    const auto stones = static_cast<int>(rng.below(static_cast<std::uint32_t>(cells - 2)));
    const AtollState state = random_open_position(game, rng, stones);
    check_connections(state, searches[static_cast<std::size_t>(round) % searches.size()].analyze(state), counts);
  }
  return counts;
}

struct Decided {
  int positions = 0;
  int wins = 0;
  int losses = 0;
  int narrowed = 0;
};

// The verdict, the winning action and every cell outside the must-play region against the solver.
void check_verdict(AtollState& state, const ConnectionAnalysis& found, BruteForce& solver, Decided& decided) {
  const bool wins = solver.mover_wins(state);
  ++decided.positions;
  decided.wins += found.verdict == Verdict::wins ? 1 : 0;
  decided.losses += found.verdict == Verdict::loses ? 1 : 0;
  if (found.verdict == Verdict::wins) {
    REQUIRE(state.is_legal(found.action));
    REQUIRE(solver.wins_by(state, found.action));
  } else {
    REQUIRE(found.action == -1);
  }
  if (found.verdict == Verdict::loses) REQUIRE_FALSE(wins);
  if (static_cast<int>(found.must_play.size()) == state.num_empty()) return;
  ++decided.narrowed;
  std::vector<Action> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    if (std::ranges::count(found.must_play, action) == 0) REQUIRE_FALSE(solver.wins_by(state, action));
  }
}

Decided check_verdicts(const NamedBoard& named, const ConnectionOptions& options, int rounds, int most_empty,
                       BruteForce& solver) {
  Decided decided;
  const auto game = AtollGame::create(named.board, {.swap = false});
  const int cells = named.board->num_cells();
  Rng rng(static_cast<std::uint64_t>(cells) + 7);
  ConnectionSearch search(options);
  for (int round = 0; round < rounds; ++round) {
    const int fewest = std::max(0, cells - most_empty);
    const int stones = fewest + static_cast<int>(rng.below(static_cast<std::uint32_t>(cells - fewest - 1)));
    AtollState state = random_open_position(game, rng, stones);
    check_verdict(state, search.analyze(state), solver, decided);
  }
  return decided;
}

std::vector<NamedBoard> small_boards() {
  std::vector<NamedBoard> boards{rhombus(3, 3, 4), rhombus(4, 4, 4), square(5, 8),     rhombus(4, 4, 8),
                                 hexagon(3, 12),   square(5, 4),     rhombus(5, 3, 4), triangle(5, 12)};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) boards.push_back(named_ragged_board(seed, 16, seed < 3 ? 8 : 12));
  return boards;
}

}  // namespace

TEST_CASE("no virtual connection that is reported can be broken") {
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const Counts counts = check_board(named, is_slow_run() ? 150 : 5);
    CHECK(counts.full > 0);
    CHECK(counts.connections > counts.full);
    if (is_slow_run()) {
      MESSAGE(named.name << ": " << counts.positions << " positions, " << counts.connections << " connections played "
                         << "out, " << counts.full << " of them full");
    }
  }
}

TEST_CASE("verdicts, winning actions and must-play cells agree with solved positions") {
  ConnectionOptions thorough;
  thorough.stop_when_decided = false;
  for (const auto& named : small_boards()) {
    BruteForce solver;
    for (const auto& options : {ConnectionOptions::quick(), ConnectionOptions{}, thorough}) {
      CAPTURE(named.name);
      const Decided decided = check_verdicts(named, options, is_slow_run() ? 400 : 60, is_slow_run() ? 12 : 10, solver);
      CHECK(decided.wins > 0);
      CHECK(decided.losses > 0);
      CHECK(decided.narrowed > 0);
      if (is_slow_run()) {
        MESSAGE(named.name << ": of " << decided.positions << " positions " << decided.wins << " won, "
                           << decided.losses << " lost, " << decided.narrowed << " with a must-play region");
      }
    }
  }
}

TEST_CASE("verdicts on all openings of Hex 3x3, and slowly of 4x4, agree with the solver") {
  for (int size = 3; size <= (is_slow_run() ? 4 : 3); ++size) {
    const auto game = AtollGame::create(HexBoard::rhombus(size, size, 4), {.swap = false});
    BruteForce solver;
    Decided decided;
    ConnectionSearch search;
    for (int cell = 0; cell < size * size; ++cell) {
      AtollState state(game);
      state.apply(cell);
      CAPTURE(cell);
      check_verdict(state, search.analyze(state), solver, decided);
    }
    CHECK(decided.losses > 0);
    if (is_slow_run()) {
      MESSAGE("Hex " << size << "x" << size << ": " << decided.wins + decided.losses << " of " << decided.positions
                     << " openings decided without search");
    }
  }
}

namespace {

// A depth-first search that believes verdicts and leaves out what is not must-play.
class TrustingSolver {
 public:
  bool mover_wins(AtollState& state) {
    if (state.is_terminal()) return false;
    if (const auto known = values_.find(state.hash()); known != values_.end()) return known->second;
    auto found = search_.analyze(state);
    bool wins = found.verdict == Verdict::wins;
    // The middle first.
    const HexBoard& board = state.game().board();
    std::ranges::stable_sort(found.must_play, {}, [&](int cell) {
      return std::abs(2 * board.column_of(cell) - board.columns() + 1) +
             std::abs(2 * board.row_of(cell) - board.rows() + 1);
    });
    if (found.verdict == Verdict::open) {
      for (const int cell : found.must_play) {
        state.apply_unchecked(cell);
        wins = !mover_wins(state);
        state.undo_unchecked();
        if (wins) break;
      }
    }
    values_.emplace(state.hash(), wins);
    return wins;
  }

 private:
  ConnectionSearch search_;
  std::unordered_map<std::uint64_t, bool> values_;
};

}  // namespace

TEST_CASE("a search that trusts verdicts and must-play cells finds the winning openings of Hex 3x3 to 5x5") {
  // Row by row from a1; B: black's first stone there wins. Found by exhaustive search without connections.
  const std::vector<std::string> winning{"..BBBBB..", "...B..B..B..B...", "....B.BBBB.BBB.BBBB.B...."};
  for (int size = 3; size <= 5; ++size) {
    const auto game = AtollGame::create(HexBoard::rhombus(size, size, 4), {.swap = false});
    TrustingSolver solver;
    std::string found;
    for (int cell = 0; cell < size * size; ++cell) {
      AtollState state(game);
      state.apply(cell);
      found += solver.mover_wins(state) ? '.' : 'B';
    }
    CHECK(found == winning[static_cast<std::size_t>(size - 3)]);
  }
}
