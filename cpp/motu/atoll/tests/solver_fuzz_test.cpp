// The solver of Atoll against play_out_oracle.hpp on random boards: winner, winning move and carrier, with tables far
// too small, several threads, limits that leave work half done, and tables that come back from files. MOTU_SLOW=1 plays
// many more and says how many.
#include <sstream>

#include "motu/atoll/solver.hpp"
#include "motu/atoll/tests/play_out_oracle.hpp"
#include "motu/atoll/tests/solver_testing.hpp"
#include "motu/core/base/error.hpp"
#include "motu/core/tests/random_judge.hpp"

using namespace motu;
using namespace motu::solve_testing;

namespace {

constexpr int kMostCells = 20;

struct Counts {
  int boards = 0;
  int positions = 0;
  int open = 0;     // not decided in as much as a tiny table allows
  int crowded = 0;  // boards with more positions looked at than the table has room for
};

int pick(Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.below(static_cast<unsigned>(high - low + 1)));
}

std::shared_ptr<const HexBoard> board_of_some_kind(Rng& rng) {
  const int islands = 4 * pick(rng, 1, 4);
  switch (rng.below(6)) {
    case 0:
      return HexBoard::rhombus(pick(rng, 2, 6), pick(rng, 2, 6), islands);
    case 1:
      return HexBoard::square(5, islands);
    case 2:
      return HexBoard::hexagon(3, islands);
    case 3:
      return HexBoard::triangle(5, islands);
    default:
      return ragged_board(rng.next(), pick(rng, 6, kMostCells), islands);
  }
}

// Shape, size and islands at random. What has no room for its islands is drawn again.
std::shared_ptr<const HexBoard> random_board(Rng& rng) {
  for (;;) {
    try {
      const auto board = board_of_some_kind(rng);
      if (board->num_cells() <= kMostCells) return board;
    } catch (const Error&) {
      continue;
    }
  }
}

// Any numbers of stones, more of one colour than of the other or not; nobody has won.
Stones random_stones(const HexBoard& board, const PlayOutOracle& oracle, Rng& rng) {
  Stones stones(static_cast<std::size_t>(board.num_cells()));
  do {
    const std::uint32_t empty = rng.below(100);
    const std::uint32_t black = 30 + rng.below(41);
    for (auto& stone : stones) stone = rng.below(100) < empty ? kNoColour : rng.below(100) < black ? kFirst : kSecond;
  } while (oracle.has_won(stones) != kNoColour);
  return stones;
}

// What somebody needs to see the same again.
std::string told(const HexBoard& board, const Stones& stones, Colour to_move) {
  std::ostringstream text;
  text << board.num_cells() << " cells:";
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    text << ' ' << board.cell_name(cell) << "XO."[stones[static_cast<std::size_t>(cell)] % 3];
  }
  text << "; junctions:";
  for (const int cell : board.junctions()) text << ' ' << board.cell_name(cell);
  text << "; island 0 is " << (board.island_colour(0) == kFirst ? 'X' : 'O');
  text << "; to move: " << (to_move == kFirst ? 'X' : 'O');
  return text.str();
}

// The winner wins with all cells outside the carrier in the loser's hands.
void check_carrier(PlayOutOracle& oracle, Stones stones, Colour to_move, Colour winner, const PointSet<1>& carrier) {
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] == kNoColour && !carrier.has(static_cast<int>(cell))) stones[cell] = other(winner);
  }
  REQUIRE(oracle.winner(stones, to_move) == winner);
}

void check_answer(PlayOutOracle& oracle, Stones stones, Colour to_move, Colour winner, int move,
                  const PointSet<1>& carrier) {
  REQUIRE(winner == oracle.winner(stones, to_move));
  carrier.for_each([&](int cell) { REQUIRE(stones[static_cast<std::size_t>(cell)] == kNoColour); });
  check_carrier(oracle, stones, to_move, winner, carrier);
  if (move < 0) return;
  REQUIRE(stones[static_cast<std::size_t>(move)] == kNoColour);
  stones[static_cast<std::size_t>(move)] = to_move;
  if (winner == to_move) REQUIRE(oracle.winner(stones, other(to_move)) == winner);
}

ConnectionOptions random_connections(Rng& rng) {
  switch (rng.below(4)) {
    case 0:
      return ConnectionOptions::quick();
    case 1:
      return ConnectionOptions::thorough();
    default:
      return weak_connections();
  }
}

// Tables of 64 positions, of some hundreds, and large enough.
std::unique_ptr<Bench> random_bench(const HexBoard& board, Rng& rng) {
  const std::size_t bytes = std::size_t{1} << (rng.below(3) * 8);
  const auto connections = random_connections(rng);
  const int threads = pick(rng, 1, 2);
  const int most_region = pick(rng, 0, 2) == 0 ? 0 : pick(rng, 3, 16);
  auto bench = std::make_unique<Bench>(board, connections, bytes, threads, most_region);
  bench->context.options.epsilon = 0.25 * pick(rng, 0, 4);
  bench->context.options.focus_base = pick(rng, 1, 3);
  bench->context.options.focus_share = 0.25 * pick(rng, 0, 4);
  return bench;
}

void check_bench(Bench& bench, PlayOutOracle& oracle, const Stones& stones, Colour to_move, Rng& rng, Counts& counts) {
  constexpr std::uint64_t kEnough = 100'000;
  auto entry = bench.solve(stones, to_move, rng.below(3) == 0 ? 1 + rng.below(10) : kEnough);
  if (!entry.numbers.is_decided()) entry = bench.solve(stones, to_move, kEnough);
  ++counts.positions;
  if (!entry.numbers.is_decided()) {
    ++counts.open;
    return;
  }
  const Colour winner = entry.numbers.is_won() ? to_move : other(to_move);
  check_answer(oracle, stones, to_move, winner, entry.move, entry.carrier);
}

// Half of the positions with one bench, the rest with another one that reads what the first one learned.
void fuzz_benches(std::uint64_t seed, int rounds, Counts& counts) {
  Rng rng(seed);
  const auto board = random_board(rng);
  PlayOutOracle oracle(*board, 14);
  auto bench = random_bench(*board, rng);
  ++counts.boards;
  for (int round = 0; round < rounds; ++round) {
    const Stones stones = random_stones(*board, oracle, rng);
    const auto to_move = static_cast<Colour>(rng.below(2));
    CAPTURE(round);
    CAPTURE(told(*board, stones, to_move));
    check_bench(*bench, oracle, stones, to_move, rng, counts);
    if (round != rounds / 2) continue;
    if (bench->context.nodes > bench->table.num_entries()) ++counts.crowded;
    auto before = std::move(bench);
    bench = random_bench(*board, rng);
    before->table.for_each_record([&](const auto& record) { bench->table.take_record(record); });
  }
}

// The same by what people use: limits, threads and files of the solver itself.
void fuzz_solver(std::uint64_t seed, int rounds, Counts& counts) {
  Rng rng(seed);
  const auto board = random_board(rng);
  const auto game = AtollGame::create(board, {.swap = false});
  PlayOutOracle oracle(*board, 14);
  const auto make = [&] {
    ProofOptions options;
    if (rng.below(2) == 0) options = ProofOptions::judged_by(std::make_shared<testing::RandomJudge>(rng.next()));
    options.most_region = 8 * pick(rng, 0, 2);
    return make_connection_solver(game, std::size_t{2} << 20, pick(rng, 1, 2), options);
  };
  auto solver = make();
  ++counts.boards;
  for (int round = 0; round < rounds; ++round) {
    const Stones stones = random_stones(*board, oracle, rng);
    const auto to_move = static_cast<Colour>(rng.below(2));
    CAPTURE(round);
    CAPTURE(told(*board, stones, to_move));
    if (rng.below(3) == 0) solver->solve(stones, to_move, {.nodes = 1 + rng.below(5)}, nullptr, {});
    const SolverAnswer answer = solver->solve(stones, to_move, {}, nullptr, {});
    PointSet<1> carrier;
    for (const int cell : answer.carrier) carrier.toggle(cell);
    ++counts.positions;
    REQUIRE(answer.move >= 0);
    check_answer(oracle, stones, to_move, answer.winner, answer.move, carrier);
    if (round != rounds / 2) continue;
    const TemporaryFile file;
    solver->save(file.path, "a board");
    solver = make();
    solver->load(file.path, "a board");
  }
}

void tell(const Counts& counts) {
  if (!is_slow_run()) return;
  MESSAGE(counts.boards << " boards, " << counts.positions << " positions, " << counts.open << " of them left open; "
                        << counts.crowded << " tables were too small");
}

}  // namespace

TEST_CASE("solve fuzz: the oracle knows winners as the game does, and what a truth table says") {
  for (const auto& named : small_boards()) {
    CAPTURE(named.name);
    const auto game = AtollGame::create(named.board, {.swap = false});
    PlayOutOracle oracle(*named.board, 10);  // far too small, too
    AtollState state(game);
    Rng rng(11);
    for (int round = 0; round < (is_slow_run() ? 1000 : 30); ++round) {
      const Stones stones = random_position(*named.board, rng, pick(rng, 0, 9));
      state.setup(stones, kFirst, 0);
      REQUIRE(oracle.has_won(stones) == (state.is_terminal() ? state.winning_colour() : kNoColour));
      if (state.is_terminal()) continue;
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) REQUIRE(oracle.winner(stones, to_move) == truth.winner(to_move));
    }
  }
}

TEST_CASE("solve fuzz: searches in small tables, alone and together, gone on with from files") {
  Counts counts;
  const std::uint64_t boards = is_slow_run() ? 3000 : kIsSanitized ? 30 : 60;
  for (std::uint64_t seed = 1; seed <= boards; ++seed) {
    CAPTURE(seed);
    fuzz_benches(seed, is_slow_run() ? 40 : 12, counts);
  }
  CHECK(counts.open < counts.positions / 100);
  CHECK(counts.crowded > counts.boards / 20);
  tell(counts);
}

TEST_CASE("solve fuzz: the solver as it is used") {
  Counts counts;
  const std::uint64_t boards = is_slow_run() ? 1000 : kIsSanitized ? 10 : 25;
  for (std::uint64_t seed = 1; seed <= boards; ++seed) {
    CAPTURE(seed);
    fuzz_solver(1'000'000 + seed, is_slow_run() ? 40 : 12, counts);
  }
  tell(counts);
}
