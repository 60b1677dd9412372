// The proof search against play in every way there is: winners, winning moves, carriers, keys, openings.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "motu/atoll/tests/play_out_oracle.hpp"
#include "motu/atoll/tests/solver_testing.hpp"

using namespace motu;
using namespace motu::solve_testing;

namespace {

// With the cells outside the carrier in the loser's hands, the winner wins all the same.
void check_carrier(TruthTable& truth, const PointSet<1>& carrier, Colour winner, Colour to_move) {
  std::array<std::uint32_t, 2> taken{};
  for (const int cell : truth.empties()) {
    if (!carrier.has(cell)) taken[other(winner)] |= truth.bit_of(cell);
  }
  REQUIRE(truth.winner(to_move, taken[kFirst], taken[kSecond]) == winner);
}

void check_position(Bench& bench, TruthTable& truth, const Stones& stones, Colour to_move) {
  const auto entry = bench.solve(stones, to_move);
  REQUIRE(entry.numbers.is_decided());
  const Colour winner = entry.numbers.is_won() ? to_move : other(to_move);
  REQUIRE(winner == truth.winner(to_move));
  check_carrier(truth, entry.carrier, winner, to_move);
  if (winner == to_move && entry.move >= 0) REQUIRE(truth.wins_by(to_move, truth.bit_of(entry.move)));
}

// The number of positions that took a search.
std::uint64_t check_board(const NamedBoard& named, const ConnectionOptions& options, int rounds, int empties) {
  Bench bench(*named.board, options);
  const auto game = AtollGame::create(named.board, {.swap = false});
  AtollState state(game);
  Rng rng(static_cast<std::uint64_t>(named.board->num_cells() + empties));
  for (int round = 0; round < rounds; ++round) {
    const auto stones = random_position(*named.board, rng, empties);
    state.setup(stones, kFirst, 0);
    if (state.is_terminal()) continue;
    TruthTable truth(game, stones);
    for (const Colour to_move : {kFirst, kSecond}) check_position(bench, truth, stones, to_move);
  }
  return bench.context.nodes;
}

std::string solved_map(const HexBoard& board, const ConnectionOptions& options = ConnectionOptions::quick()) {
  Bench bench(board, options);
  return map_of_openings(bench, board);
}

}  // namespace

TEST_CASE("solve: random positions of all small boards, connections as weak as can be") {
  std::uint64_t nodes = 0;
  const int rounds = is_slow_run() ? 3000 : 40;
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    nodes += check_board(named, weak_connections(), rounds, is_slow_run() ? 12 : 9);
    if (is_slow_run()) nodes += check_board(named, weak_connections(), rounds / 10, 14);
  }
  CHECK(nodes > static_cast<std::uint64_t>(small_boards().size()) * 2 * static_cast<std::uint64_t>(rounds));
}

TEST_CASE("solve: random positions of all small boards, usual connections") {
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    check_board(named, ConnectionOptions::quick(), is_slow_run() ? 1000 : 25, is_slow_run() ? 12 : 9);
  }
}

TEST_CASE("solve: positions with one key have one winner") {
  int met_again = 0;
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const CanonicalKeys keys(*named.board);
    Expander<1> expander(*named.board, keys, ConnectionOptions::quick(), 12);
    const auto game = AtollGame::create(named.board, {.swap = false});
    std::map<ProofKey, bool> mover_wins;
    Rng rng(5);
    for (int round = 0; round < (is_slow_run() ? 4000 : 150); ++round) {
      const auto stones = random_position(*named.board, rng, 7);
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) {
        FilledPosition<1> filled;
        if (expander.fill_in(stones, to_move, filled).is_known()) continue;
        const bool wins = truth.winner(to_move) == to_move;
        const auto [at, is_new] = mover_wins.try_emplace(filled.canonical.key, wins);
        REQUIRE(at->second == wins);
        met_again += is_new ? 0 : 1;
        if (!filled.is_decomposed) continue;
        REQUIRE(mover_wins.try_emplace(filled.whole.key, wins).first->second == wins);
      }
    }
  }
  CHECK(met_again > 100);
}

TEST_CASE("solve: a win by fill-in alone names a move that wins, and a carrier that holds") {
  int wins = 0;
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const CanonicalKeys keys(*named.board);
    Expander<1> expander(*named.board, keys, ConnectionOptions::quick(), 12);
    const auto game = AtollGame::create(named.board, {.swap = false});
    AtollState state(game);
    Rng rng(17);
    for (int round = 0; round < 60; ++round) {
      const auto stones = random_position(*named.board, rng, 7);
      state.setup(stones, kFirst, 0);
      if (state.is_terminal()) continue;
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) {
        FilledPosition<1> filled;
        const auto decision = expander.fill_in(stones, to_move, filled);
        if (!decision.is_known()) continue;
        REQUIRE(decision.winner == truth.winner(to_move));
        check_carrier(truth, filled.carrier_before(decision.carrier), decision.winner, to_move);
        if (decision.winner != to_move) continue;
        REQUIRE(decision.carrier.any() == (decision.move >= 0));
        if (decision.move < 0) continue;
        REQUIRE(decision.carrier.has(decision.move));
        REQUIRE(truth.wins_by(to_move, truth.bit_of(filled.move_before(decision.move, to_move))));
        ++wins;
      }
    }
  }
  CHECK(wins > 100);
}

TEST_CASE("solve: who loses is told the move that took longest to refute") {
  int told = 0;
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const CanonicalKeys keys(*named.board);
    Expander<1> expander(*named.board, keys, ConnectionOptions::quick(), ProofOptions{}.most_region);
    Rng rng(11);
    for (int round = 0; round < 60; ++round) {
      const auto stones = random_position(*named.board, rng, named.board->num_cells() * 3 / 4);
      Bench bench(*named.board);
      FilledPosition<1> filled;
      Prospects<1> prospects;
      if (expander.fill_in(stones, kFirst, filled).is_known()) continue;
      if (expander.narrow(filled, kFirst, prospects).is_known()) continue;
      // What the table says of each move once all have been looked into; two of them it does not know.
      std::vector<ProofKey> after;
      for (std::size_t i = 0; i < prospects.moves.size(); ++i) {
        auto next = filled.stones;
        next[prospects.moves[i]] = kFirst;
        after.push_back(i == 1 || i == 4 ? ProofKey{} : bench.solve(next, kSecond).key);
      }
      std::uint32_t most = 0;
      std::uint32_t of_move = 0;
      const int move = bench.workers.front()->longest_defence(stones, kFirst);
      for (std::size_t i = 0; i < after.size(); ++i) {
        ProofEntry<1> entry;
        if (!bench.table.find(after[i], entry)) continue;
        most = std::max(most, entry.work);
        if (prospects.moves[i] == move) of_move = entry.work;
      }
      REQUIRE(of_move == most);
      ++told;
    }
  }
  CHECK(told > 100);
}

TEST_CASE("solve: keys tell apart on which island a cell hangs") {
  const auto board = HexBoard::rhombus(4, 4, 4);
  const CanonicalKeys keys(*board);
  // Two cells between walls of white. The upper one hangs on black's upper island; the lower one on the lower island,
  // or on the upper one, too.
  const auto key_with = [&](const std::vector<const char*>& black) {
    Stones stones(16, kSecond);
    for (const char* name : black) stones[static_cast<std::size_t>(board->find_cell(name))] = kFirst;
    for (const char* name : {"b2", "b3"}) stones[static_cast<std::size_t>(board->find_cell(name))] = kNoColour;
    std::array<LinkGraph, 2> links;
    for (const Colour colour : {kFirst, kSecond}) links[colour].assign(*board, stones, colour);
    return keys.key_of(links, kFirst).key;
  };
  const ProofKey on_both = key_with({"a1", "b1", "c1", "d1", "a4", "b4", "c4", "d4"});
  const ProofKey on_one = key_with({"a1", "b1", "c1", "d1", "c2"});
  CHECK(on_both != on_one);
  CHECK(on_both == key_with({"b1", "c1", "d1", "a4", "b4", "c4"}));  // corners that touch neither cell
}

TEST_CASE("solve: a position and its images have one key") {
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const HexBoard& board = *named.board;
    const CanonicalKeys keys(board);
    Expander<1> expander(board, keys, ConnectionOptions::quick());
    Rng rng(9);
    for (int round = 0; round < 20; ++round) {
      const auto stones = random_position(board, rng, board.num_cells() * 2 / 3);
      FilledPosition<1> filled;
      if (expander.fill_in(stones, kFirst, filled).is_known()) continue;
      for (const BoardSymmetry& symmetry : board.symmetries()) {
        Stones image(stones.size());
        for (std::size_t cell = 0; cell < stones.size(); ++cell) {
          const auto stone = stones[cell];
          image[static_cast<std::size_t>(symmetry.cells[cell])] =
              symmetry.swaps_colours && stone != kNoColour ? other(stone) : stone;
        }
        FilledPosition<1> turned;
        const Colour to_move = symmetry.swaps_colours ? kSecond : kFirst;
        REQUIRE(!expander.fill_in(image, to_move, turned).is_known());
        // Fill-in may take other pairs in another order; then the keys may differ, though seldom.
        bool is_image = true;
        for (std::size_t cell = 0; cell < stones.size(); ++cell) {
          const bool was_open = filled.stones[cell] == kNoColour;
          is_image =
              is_image && was_open == (turned.stones[static_cast<std::size_t>(symmetry.cells[cell])] == kNoColour);
        }
        if (is_image) REQUIRE(turned.canonical.key == filled.canonical.key);
      }
    }
  }
}

TEST_CASE("solve: all openings of Hex 2x2 to 4x4 and of small Atoll boards against brute force") {
  for (const auto& board :
       {HexBoard::rhombus(2, 2, 4), HexBoard::rhombus(3, 3, 4), HexBoard::rhombus(4, 4, 4), HexBoard::rhombus(4, 4, 8),
        HexBoard::square(5, 4), HexBoard::square(5, 8), HexBoard::hexagon(3, 12), HexBoard::triangle(5, 12)}) {
    CAPTURE(board->num_cells());
    CAPTURE(board->num_islands());
    const std::string truth = PlayOutOracle(*board).map_of_openings();
    CHECK(solved_map(*board) == truth);
    CHECK(solved_map(*board, weak_connections()) == truth);
  }
}

// Some ten seconds, nearly all of them the oracle's.
TEST_CASE("solve: all openings of Hex 5x5 against brute force") {
  if (kIsSanitized && !is_slow_run()) return;
  const auto board = HexBoard::rhombus(5, 5, 4);
  const std::string truth = PlayOutOracle(*board, 21).map_of_openings();
  CHECK(truth == "....B/.BBBB/.BBB./BBBB./B....");
  CHECK(solved_map(*board) == truth);
  CHECK(solved_map(*board, weak_connections()) == truth);
}

TEST_CASE("solve (slow): all openings of rhombus 5 with 8 islands against brute force" *
          doctest::skip(!is_slow_run())) {
  const auto board = HexBoard::rhombus(5, 5, 8);
  PlayOutOracle oracle(*board, 22);
  const std::string truth = oracle.map_of_openings();
  MESSAGE("rhombus 5 with 8 islands: " << truth << ", " << oracle.nodes() << " positions played out");
  CHECK(solved_map(*board) == truth);
  CHECK(solved_map(*board, weak_connections()) == truth);
}

// A half is solved by a bench that has never seen the other one.
TEST_CASE("solve (slow): Hex 6x6 is the same from both sides, and does not depend on how much connections see" *
          doctest::skip(!is_slow_run())) {
  const auto board = HexBoard::rhombus(6, 6, 4);
  Bench upper(*board);
  Bench lower(*board, ConnectionOptions::thorough());
  for (int cell = 0; 2 * cell < board->num_cells(); ++cell) {
    CAPTURE(board->cell_name(cell));
    CHECK(opening_wins(upper, *board, cell) == opening_wins(lower, *board, board->num_cells() - 1 - cell));
  }
}

TEST_CASE("solve: a table far too small gives the same answers and never grows") {
  const auto board = HexBoard::rhombus(5, 5, 4);
  Bench bench(*board, weak_connections(), 1);
  CHECK(bench.table.num_entries() <= 64);
  CHECK(map_of_openings(bench, *board) == "....B/.BBBB/.BBB./BBBB./B....");
}
