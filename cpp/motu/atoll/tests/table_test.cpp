// Tables of proofs: replacement, files, bad files; the solver's limits and threads.
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <vector>

#include "motu/atoll/solver.hpp"
#include "motu/atoll/tests/solver_testing.hpp"
#include "motu/core/base/error.hpp"

using namespace motu;
using namespace motu::solve_testing;

namespace {

std::string slug_of(ConnectionSolver& solver, const std::string& path) {
  try {
    solver.load(path, "a board");
  } catch (const Error& error) {
    return error.slug();
  }
  return "";
}

std::unique_ptr<ConnectionSolver> solver_of(const std::shared_ptr<const HexBoard>& board, int threads = 1) {
  return make_connection_solver(AtollGame::create(board, {.swap = false}), std::size_t{8} << 20, threads);
}

Stones empty_board(const HexBoard& board) { return Stones(static_cast<std::size_t>(board.num_cells()), kNoColour); }

}  // namespace

TEST_CASE("solve: what is decided is not forgotten for what is open") {
  ProofTable<1> table(1 << 12);
  ProofEntry<1> entry;
  entry.key = {5, 6};
  entry.work = 3;
  entry.numbers = ProofNumbers::of_win();
  entry.move = 2;
  table.store(entry);
  entry.numbers = {4, 5};
  table.store(entry);
  ProofEntry<1> found;
  REQUIRE(table.find({5, 6}, found));
  CHECK(found.numbers.is_won());
  CHECK(found.move == 2);
  CHECK(!table.find({5, 7}, found));
}

TEST_CASE("solve: the least work goes first") {
  ProofTable<1> table(1);  // as small as there are
  const std::size_t buckets = table.num_entries() / ProofTable<1>::kBucket;
  ProofEntry<1> entry;
  for (std::uint32_t work = 1; work <= 5; ++work) {
    entry.key = {work * buckets, 1};
    entry.work = work;
    table.store(entry);
  }
  ProofEntry<1> found;
  CHECK(!table.find({1 * buckets, 1}, found));
  for (std::uint32_t work = 2; work <= 5; ++work) CHECK(table.find({work * buckets, 1}, found));
}

TEST_CASE("solve: a table comes back from its file") {
  const TemporaryFile file;
  const auto board = HexBoard::rhombus(6, 6, 4);
  const auto stones = empty_board(*board);
  const auto first = solver_of(board);
  const auto answer = first->solve(stones, kFirst, {}, nullptr, {});
  REQUIRE(answer.winner == kFirst);
  REQUIRE(answer.nodes > 10);
  first->save(file.path, "hex 6");
  const auto second = solver_of(board);
  second->load(file.path, "hex 6");
  const auto again = second->solve(stones, kFirst, {}, nullptr, {});
  CHECK(again.winner == kFirst);
  CHECK(again.move == answer.move);
  CHECK(again.nodes < 3);
}

TEST_CASE("solve: whoever reads another board's file is told which board it is of") {
  const TemporaryFile file;
  const auto solver = solver_of(HexBoard::rhombus(4, 4, 4));
  solver->solve(empty_board(*HexBoard::rhombus(4, 4, 4)), kFirst, {}, nullptr, {});
  const std::string board = "hex of 4x4 cells, \xE7\xA2\x81, a name longer than one word of the file";
  solver->save(file.path, board);
  CHECK_THROWS_WITH_AS(solver_of(HexBoard::rhombus(5, 5, 4))->load(file.path, "hex 5"),
                       doctest::Contains(("it is about " + board + ", not about hex 5").c_str()), Error);
  std::ifstream stored(file.path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stored), {}};
  CHECK(bytes.find(board) == 40);  // after five words; tables of earlier programs stay readable
}

TEST_CASE("solve: bad files are refused") {
  const TemporaryFile file;
  const auto board = HexBoard::rhombus(4, 4, 4);
  const auto solver = solver_of(board);
  CHECK(slug_of(*solver, file.path) == "solve/table");  // not there
  std::ofstream(file.path) << "no table at all";
  CHECK(slug_of(*solver, file.path) == "solve/table");
  solver->solve(empty_board(*board), kFirst, {}, nullptr, {});
  solver->save(file.path, "hex 4");
  CHECK(slug_of(*solver, file.path).empty());
  CHECK(slug_of(*solver_of(HexBoard::rhombus(5, 5, 4)), file.path) == "solve/table");
  const auto size = std::filesystem::file_size(file.path);
  for (const std::size_t at : {std::size_t{9}, std::size_t{size / 2}, std::size_t{size - 1}}) {
    solver->save(file.path, "hex 4");
    std::fstream damaged(file.path, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(damaged.get() ^ 1);
    damaged.seekp(static_cast<std::streamoff>(at));
    damaged.put(byte);
    damaged.close();
    CAPTURE(at);
    CHECK(slug_of(*solver, file.path) == "solve/table");
  }
  solver->save(file.path, "hex 4");
  std::filesystem::resize_file(file.path, size - 8);
  CHECK(slug_of(*solver, file.path) == "solve/table");
  CHECK_THROWS_AS(solver->save("/nowhere/at/all", "hex 4"), Error);
}

TEST_CASE("solve: threads find the same winners") {
  const auto board = HexBoard::rhombus(5, 5, 8);
  const auto alone = solver_of(board);
  const auto together = solver_of(board, 3);
  Stones stones = empty_board(*board);
  for (int cell = 0; cell < board->num_cells(); ++cell) {
    stones[static_cast<std::size_t>(cell)] = kFirst;
    const auto answer = alone->solve(stones, kSecond, {}, nullptr, {});
    REQUIRE(answer.winner != kNoColour);
    CHECK(together->solve(stones, kSecond, {}, nullptr, {}).winner == answer.winner);
    stones[static_cast<std::size_t>(cell)] = kNoColour;
  }
}

TEST_CASE("solve: limits and stops end it without an answer, and it goes on from there") {
  const auto board = HexBoard::rhombus(8, 8, 4);
  const auto solver = solver_of(board);
  const auto stones = empty_board(*board);
  const auto answer = solver->solve(stones, kFirst, {.nodes = 20}, nullptr, {});
  CHECK(answer.winner == kNoColour);
  CHECK(answer.move == -1);
  CHECK(answer.nodes >= 20);
  CHECK(answer.nodes < 100);
  for (const std::uint64_t most : {1, 2, 7, 19}) {
    CHECK(solver_of(board)->solve(stones, kFirst, {.nodes = most}, nullptr, {}).nodes == most);
  }
  CHECK(!answer.root.is_decided());
  const auto by_report =
      solver->solve(stones, kFirst, {.nodes = 5000}, nullptr, [](const SolverProgress&) { return false; });
  CHECK(by_report.nodes <= 5100);
  const std::atomic<bool> stop{true};
  CHECK(solver->solve(stones, kFirst, {.nodes = 5000}, &stop, {}).nodes <= 5100);
}

TEST_CASE("solve: whoever looks on is told how far it is, and may end it") {
  const auto board = HexBoard::rhombus(8, 8, 4);
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    const auto solver = solver_of(board, threads);
    std::vector<SolverProgress> told;
    const auto report = [&](const SolverProgress& progress) {
      told.push_back(progress);
      return told.size() < 4;
    };
    const auto answer = solver->solve(empty_board(*board), kFirst, {}, nullptr, report);
    CHECK(answer.winner == kNoColour);
    REQUIRE(told.size() == 4);
    for (std::size_t i = 0; i < told.size(); ++i) {
      CHECK(told[i].root.phi >= 1);
      CHECK(told[i].root.delta >= 1);
      CHECK(told[i].root.phi < 10'000);
      CHECK(told[i].root.delta < 10'000);
      CHECK(told[i].nodes > (i > 0 ? told[i - 1].nodes : 0));
      CHECK(told[i].seconds >= (i > 0 ? told[i - 1].seconds : 0.0) + 0.0499);
    }
    CHECK(answer.nodes >= told.back().nodes);
    CHECK(answer.cpu_seconds > 0);
    CHECK_THROWS_AS(solver->solve(empty_board(*board), kFirst, {}, nullptr,
                                  [](const SolverProgress&) -> bool { throw std::runtime_error("no"); }),
                    std::runtime_error);
    CHECK(solver->solve(empty_board(*board), kFirst, {.seconds = 0.1}, nullptr, {}).winner == kNoColour);
  }
}

TEST_CASE("solve: too little memory and no threads are refused") {
  const auto game = AtollGame::create(HexBoard::rhombus(4, 4, 4), {.swap = false});
  CHECK_THROWS_AS(make_connection_solver(game, 1000, 1), Error);
  CHECK_THROWS_AS(make_connection_solver(game, std::size_t{1} << 30, 0), Error);
  for (const std::size_t megabytes : {1, 10, 100}) {
    for (const int threads : {1, static_cast<int>(megabytes)}) {
      const std::size_t bytes = make_connection_solver(game, megabytes << 20, threads)->bytes();
      CHECK(bytes <= megabytes << 20);
      CHECK(bytes >= (megabytes << 20) / 10 * 9);
    }
  }
}

TEST_CASE("solve: boards of more than 64 and of more than 128 cells") {
  for (const int size : {9, 12, 17}) {
    const auto board = HexBoard::rhombus(size, size, 4);
    const auto solver = solver_of(board);
    Stones stones = empty_board(*board);
    // Black has all but the end of a column: with the move black wins.
    for (int row = 0; row + 3 < size; ++row) stones[static_cast<std::size_t>(row * size + size / 2)] = kFirst;
    const auto answer = solver->solve(stones, kFirst, {}, nullptr, {});
    CHECK(answer.winner == kFirst);
    CHECK(stones[static_cast<std::size_t>(answer.move)] == kNoColour);
    CHECK(answer.carrier.size() < 12);
  }
}
