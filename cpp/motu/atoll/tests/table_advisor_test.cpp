// What is proved about boards of Atoll, kept in a file and asked by searches.
#include "motu/atoll/table_advisor.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "motu/atoll/connection_advisor.hpp"
#include "motu/atoll/open_tables.hpp"
#include "motu/atoll/solver.hpp"
#include "motu/atoll/tests/solver_testing.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using namespace motu::solve_testing;
using motu::testing::TemporaryFolder;

namespace {

struct Solved {
  explicit Solved(std::shared_ptr<const AtollGame> the_game)
      : game(std::move(the_game)), solver(make_connection_solver(game, std::size_t{16} << 20, 1)) {}

  Colour winner(const AtollState& state) { return winner(stones_of(state), state.to_move()); }
  Colour winner(const Stones& stones, Colour to_move) { return solver->solve(stones, to_move, {}, nullptr, {}).winner; }
  void solve_openings() {
    Stones stones(static_cast<std::size_t>(game->num_cells()), kNoColour);
    winner(stones, kFirst);
    for (std::uint8_t& stone : stones) {
      stone = kFirst;
      winner(stones, kSecond);
      stone = kNoColour;
    }
  }
  std::filesystem::path file() const { return folder / "board.proofs"; }
  std::shared_ptr<const ConnectionTable> table() const {
    solver->keep(file().string(), "a board");
    return ConnectionTable::open(file(), game->board(), "a board");
  }

  std::shared_ptr<const AtollGame> game;
  std::unique_ptr<ConnectionSolver> solver;
  TemporaryFolder folder;
};

std::shared_ptr<const AtollGame> small_game(const std::shared_ptr<const HexBoard>& board, bool swap = false) {
  return AtollGame::create(board, {.swap = swap});
}

// Positions of games against the solver's best replies, which the table knows more of than of random ones.
template <class F>
void for_each_position(const AtollGame& game, std::uint64_t games, F&& visit) {
  Rng rng(7);
  for (std::uint64_t i = 0; i < games; ++i) {
    const auto state = game.new_state();
    while (!state->is_terminal()) {
      visit(static_cast<AtollState&>(*state));
      state->apply(state->sample_legal(rng));
    }
  }
}

std::string slug_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.slug();
  }
  return "";
}

ProvedPosition position(std::uint64_t number, std::uint16_t move = 1) {
  return {ProofKey::of(number), move, 3, static_cast<std::uint32_t>(number % 2)};
}

}  // namespace

TEST_CASE("proofs: what a table says is what the solver says, and of solved boards it knows much") {
  for (const auto& board : {HexBoard::rhombus(5, 5, 4), HexBoard::square(5, 8), HexBoard::hexagon(3, 12)}) {
    Solved solved(small_game(board));
    solved.solve_openings();
    const auto table = solved.table();
    REQUIRE(table->positions().size() > 10);
    ConnectionJudge judge(solved.game->shared_board(), table);
    int known = 0;
    int looked_at = 0;
    for_each_position(*solved.game, 60, [&](AtollState& state) {
      const ConnectionVerdict verdict = judge.judge(stones_of(state), state.to_move());
      ++looked_at;
      if (!verdict.is_known()) return;
      ++known;
      CHECK(verdict.winner == solved.winner(state));
      CHECK(verdict.cells <= state.num_empty());
      if (verdict.winner != state.to_move() || verdict.move < 0) return;
      REQUIRE(state.is_legal(verdict.move));
      state.apply(verdict.move);
      if (state.is_terminal()) {
        CHECK(state.winning_colour() == verdict.winner);
      } else {
        CHECK(solved.winner(state) == verdict.winner);
      }
      state.undo();
    });
    CHECK(known > looked_at / 4);
  }
}

TEST_CASE("proofs: a position is found under the board's symmetries, the one that exchanges the colours included") {
  Solved solved(small_game(HexBoard::rhombus(4, 4, 4)));
  const auto state = solved.game->new_state();
  for (const char* move : {"a1", "d4", "b1"}) state->play(move);
  const Stones stones = stones_of(static_cast<AtollState&>(*state));
  const Colour winner = solved.winner(stones, kSecond);
  ConnectionJudge judge(solved.game->shared_board(), solved.table());
  REQUIRE(judge.judge(stones, kSecond).winner == winner);
  int images = 0;
  for (const BoardSymmetry& symmetry : solved.game->board().symmetries()) {
    Stones image(stones.size());
    for (std::size_t cell = 0; cell < stones.size(); ++cell) {
      const bool is_stone = stones[cell] != kNoColour;
      const auto flipped = static_cast<std::uint8_t>(stones[cell] ^ static_cast<unsigned>(symmetry.swaps_colours));
      image[static_cast<std::size_t>(symmetry.cells[cell])] = is_stone ? flipped : kNoColour;
    }
    const auto turned = [&](Colour colour) { return symmetry.swaps_colours ? other(colour) : colour; };
    CHECK(judge.judge(image, turned(kSecond)).winner == turned(winner));
    ++images;
  }
  CHECK(images == 4);
}

TEST_CASE("proofs: a search that asks a table plays no losing move where a proof is known") {
  for (const auto& board : {HexBoard::rhombus(5, 5, 4), HexBoard::square(5, 8)}) {
    Solved solved(small_game(board));
    solved.solve_openings();
    const auto table = solved.table();
    ConnectionJudge judge(solved.game->shared_board(), table);
    const ProofTableAdvisor advisor(*solved.game, table);
    int known = 0;
    for_each_position(*solved.game, 12, [&](AtollState& state) {
      if (!judge.judge(stones_of(state), state.to_move()).is_known()) return;
      ++known;
      const Colour winner = solved.winner(state);
      for (const int threads : {1, 3}) {
        const SearchOptions options{.threads = threads, .seed = static_cast<std::uint64_t>(known)};
        const auto result = SearchTree(state, UniformEvaluator(), options, &advisor).search({.visits = 4});
        if (winner != state.to_move()) continue;
        state.apply(result.moves.front().action);
        CHECK((state.is_terminal() || solved.winner(state) == winner));
        state.undo();
      }
    });
    CHECK(known > 10);
  }
}

TEST_CASE("proofs: every move of the root that is proved is marked so, whoever wins the position") {
  Solved solved(small_game(HexBoard::rhombus(5, 5, 4)));
  solved.solve_openings();
  const ProofTableAdvisor advisor(*solved.game, solved.table());
  const auto state = solved.game->new_state();
  const auto result = SearchTree(*state, UniformEvaluator(), {}, &advisor).search({.visits = 100});
  CHECK(result.simulations == 0);
  CHECK(result.lower == 1.0);
  for (const RootMove& move : result.moves) {
    REQUIRE(move.lower == move.upper);
    state->apply(move.action);
    CHECK((move.lower == 1.0) == (solved.winner(static_cast<AtollState&>(*state)) == kFirst));
    state->undo();
    CHECK(move.plies > 0);
  }
  CHECK(result.moves.front().lower == 1.0);
}

TEST_CASE("proofs: with the pie rule an opening is swapped just when it wins, and before it nothing is said") {
  const auto board = HexBoard::rhombus(5, 5, 4);
  Solved solved(small_game(board));
  solved.solve_openings();
  const auto game = small_game(board, true);
  const ProofTableAdvisor advisor(*game, solved.table());
  const auto empty = game->new_state();
  for (const RootMove& move : SearchTree(*empty, UniformEvaluator(), {}, &advisor).search({.visits = 1}).moves) {
    CHECK(move.lower == -1.0);
    CHECK(move.upper == 1.0);
  }
  for (int cell = 0; cell < game->num_cells(); ++cell) {
    const auto state = game->new_state();
    state->apply(cell);
    const bool opening_wins = solved.winner(static_cast<AtollState&>(*state)) == kFirst;
    const auto result = SearchTree(*state, UniformEvaluator(), {}, &advisor).search({.visits = 50});
    CHECK(result.lower == 1.0);
    CHECK((result.moves.front().action == game->swap_action()) == opening_wins);
    for (const RootMove& move : result.moves) {
      if (move.action == game->swap_action()) CHECK((move.lower == 1.0) == opening_wins);
    }
  }
}

TEST_CASE("proofs: where stones were set up the pie rule is over, and they count") {
  const auto board = HexBoard::rhombus(5, 5, 4);
  Solved solved(small_game(board));
  solved.solve_openings();
  const auto game = small_game(board, true);
  const ProofTableAdvisor advisor(*game, solved.table());
  const auto state = game->new_state();
  state->setup(Stones(25, kNoColour), kFirst, 0);
  const auto result = SearchTree(*state, UniformEvaluator(), {}, &advisor).search({.visits = 1});
  CHECK(result.lower == 1.0);
  for (const RootMove& move : result.moves) CHECK(move.lower == move.upper);
}

TEST_CASE("proofs: an empty table changes nothing that a search finds") {
  const auto game = small_game(HexBoard::rhombus(6, 6, 4));
  const TemporaryFolder folder;
  ConnectionTable::keep(folder / "none", game->board(), "a board", {});
  const auto table = ConnectionTable::open(folder / "none", game->board(), "a board");
  const ConnectionAdvisor plain;
  const ProofTableAdvisor asking(*game, table);
  const auto state = game->new_state();
  for (const char* move : {"a1", "c4", "f2"}) state->play(move);
  const SearchOptions options{.advise_visits = 16};
  const auto before = SearchTree(*state, UniformEvaluator(), options, &plain).search({.visits = 400});
  const auto after = SearchTree(*state, UniformEvaluator(), options, &asking).search({.visits = 400});
  CHECK(before.visits == after.visits);
  CHECK(before.value == after.value);
  REQUIRE(before.moves.size() == after.moves.size());
  for (std::size_t i = 0; i < before.moves.size(); ++i) {
    CHECK(before.moves[i].action == after.moves[i].action);
    CHECK(before.moves[i].visits == after.moves[i].visits);
  }
}

// ---------------------------------------------------------------------------------------------------------------- files

TEST_CASE("proofs: a file holds what was kept, together with what it held before, and finds it") {
  const auto board = HexBoard::rhombus(4, 4, 4);
  const TemporaryFolder folder;
  const auto path = folder / "file";
  std::vector<ProvedPosition> odd;
  std::vector<ProvedPosition> even;
  for (std::uint64_t i = 0; i < 5000; ++i) (i % 2 == 1 ? odd : even).push_back(position(i));
  CHECK(ConnectionTable::keep(path, *board, "a board", odd) == 2500);
  CHECK(ConnectionTable::keep(path, *board, "a board", even) == 5000);
  CHECK(ConnectionTable::keep(path, *board, "a board", even) == 5000);
  const auto table = ConnectionTable::open(path, *board, "a board");
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const ProvedPosition* found = table->find(ProofKey::of(i));
    REQUIRE(found != nullptr);
    CHECK(*found == position(i));
    CHECK(table->find(ProofKey::of(i + 1'000'000)) == nullptr);
  }
}

TEST_CASE("proofs: tables are used and forgotten by their boards") {
  const Solved solved(small_game(HexBoard::rhombus(3, 3, 4)));
  const auto other = small_game(HexBoard::rhombus(4, 3, 4));
  solved.solver->solve(Stones(9, kNoColour), kFirst, {}, nullptr, {});
  const auto table = solved.table();
  CHECK(connection_table_for(*solved.game) == nullptr);
  CHECK_THROWS_AS(use_connection_table(*other, solved.file(), "another board"), Error);
  use_connection_table(*solved.game, solved.file(), "a board");
  REQUIRE(connection_table_for(*solved.game) != nullptr);
  CHECK(connection_table_for(*solved.game)->fingerprint() == table->fingerprint());
  CHECK(connection_table_for(*small_game(HexBoard::rhombus(3, 3, 4), true)) != nullptr);
  CHECK(connection_table_for(*other) == nullptr);
  forget_connection_tables();
  CHECK(connection_table_for(*solved.game) == nullptr);
}

TEST_CASE("proofs: files that are damaged, cut short, foreign or about another board are refused") {
  const auto board = HexBoard::rhombus(4, 4, 4);
  const TemporaryFolder folder;
  const auto path = folder / "file";
  ConnectionTable::keep(path, *board, "a board", {position(1), position(2), position(3)});
  const auto open = [&] { ConnectionTable::open(path, *board, "a board"); };
  const auto size = std::filesystem::file_size(path);
  CHECK(slug_of(open) == "");
  CHECK(slug_of([&] { ConnectionTable::open(path, *HexBoard::rhombus(4, 5, 4), "another"); }) == "solve/table");
  std::string bytes(size, '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
  const auto write = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
  };
  for (std::size_t at = 0; at < size; ++at) {
    if (at >= 48 + 7 && at < 48 + 8) continue;  // filling after the name
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write(damaged);
    CHECK_MESSAGE(slug_of(open) == "solve/table", at);
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{47}, std::size_t{60}, size - 1}) {
    write(bytes.substr(0, length));
    CHECK_MESSAGE(slug_of(open) == "solve/table", length);
  }
  write(bytes + std::string(24, 'x'));
  CHECK(slug_of(open) == "solve/table");
  // Nothing of it is lost when somebody keeps on.
  CHECK(ConnectionTable::keep(path, *board, "a board", {position(9)}) == 1);
  CHECK(slug_of(open) == "");
  CHECK(std::filesystem::file_size(folder / "file.damaged") == size + 24);
  CHECK(slug_of([&] { ConnectionTable::keep(folder / "no" / "file", *board, "a board", {}); }) == "solve/table");
}

TEST_CASE("proofs: whoever keeps at the same time waits, so that nothing is lost, and readers see whole files") {
  const auto board = HexBoard::rhombus(4, 4, 4);
  const TemporaryFolder folder;
  const auto path = folder / "file";
  ConnectionTable::keep(path, *board, "a board", {position(0)});
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::uint64_t i = 0; i < 10; ++i) {
          ConnectionTable::keep(path, *board, "a board", {position(1 + 10 * thread + i)});
          ConnectionTable::open(path, *board, "a board");
        }
      });
    }
  }
  CHECK(ConnectionTable::open(path, *board, "a board")->positions().size() == 41);
}
