// Dead, captured, vulnerable and dominated cells against play in every way there is.
#include "motu/atoll/inferior.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <unordered_map>

#include "motu/atoll/circuit_evaluation.hpp"
#include "motu/atoll/tests/brute_force.hpp"

using namespace motu;
using namespace motu::atoll_testing;
using namespace motu::connect_testing;

namespace {

std::uint32_t bits_of(const TruthTable& truth, const std::vector<int>& cells) {
  std::uint32_t bits = 0;
  for (const int cell : cells) bits |= truth.bit_of(cell);
  return bits;
}

// What was found so far, so that a test of a rule that never applies does not pass.
struct Found {
  int dead = 0;
  int captured = 0;
  int vulnerable = 0;
  int dominated = 0;
  int decided = 0;
};

void check_fill_in(TruthTable& truth, const InferiorCells& cells, const Stones& stones, Found& found) {
  const std::uint32_t black = bits_of(truth, cells.captured(kFirst));
  const std::uint32_t white = bits_of(truth, cells.captured(kSecond));
  const std::uint32_t dead = bits_of(truth, cells.dead());
  const auto taken =
      static_cast<int>(cells.dead().size() + cells.captured(kFirst).size() + cells.captured(kSecond).size());
  REQUIRE(std::popcount(black | white | dead) == taken);  // each once, and empty before
  for (const Colour to_move : {kFirst, kSecond}) {
    for (std::uint32_t part = dead;; part = (part - 1) & dead) {  // the dead cells in every colour
      REQUIRE(truth.winner(to_move) == truth.winner(to_move, black | part, white | (dead & ~part)));
      if (part == 0) break;
    }
    if (cells.winner() != kNoColour) REQUIRE(truth.winner(to_move) == cells.winner());
  }
  const std::uint32_t all = (1U << truth.empties().size()) - 1;
  for (std::uint32_t mask = 0; mask <= all; ++mask) {  // with the captured cells where they belong
    const std::uint32_t with = (mask | black) & ~white;
    REQUIRE(truth.first_wins(with | dead) == truth.first_wins(with & ~dead));
  }
  const auto filled = cells.filled();
  for (std::size_t cell = 0; cell < filled.size(); ++cell) {
    if (stones[cell] != kNoColour) REQUIRE(filled[cell] == stones[cell]);
  }
  found.dead += std::popcount(dead);
  found.captured += std::popcount(black | white);
  found.decided += cells.winner() != kNoColour ? 1 : 0;
}

void check_moves(TruthTable& truth, const InferiorCells& cells, Colour to_move, Found& found) {
  std::vector<int> open = cells.candidates();
  for (const auto& move : cells.vulnerable()) open.push_back(move.cell);
  for (const auto& move : cells.dominated()) open.push_back(move.cell);
  if (cells.winner() != kNoColour && open.empty()) return;
  std::uint32_t left = 0;
  for (std::size_t cell = 0; cell < cells.filled().size(); ++cell) {
    if (cells.filled()[cell] == kNoColour) left |= truth.bit_of(static_cast<int>(cell));
  }
  REQUIRE(bits_of(truth, open) == left);  // every cell that is left stands in one list
  REQUIRE(std::popcount(left) == static_cast<int>(open.size()));
  bool wins = false;
  for (const int cell : cells.candidates()) wins = wins || truth.wins_by(to_move, truth.bit_of(cell));
  REQUIRE(wins == (truth.winner(to_move) == to_move));
  if (cells.winner() != kNoColour) REQUIRE(cells.winner() == truth.winner(to_move));
  for (const auto& [cell, better] : cells.dominated()) {
    if (truth.wins_by(to_move, truth.bit_of(cell))) REQUIRE(truth.wins_by(to_move, truth.bit_of(better)));
  }
  found.vulnerable += static_cast<int>(cells.vulnerable().size());
  found.dominated += static_cast<int>(cells.dominated().size());
}

bool is_slow_wanted() { return std::getenv("MOTU_SLOW") != nullptr; }

// Alpha-beta that looks at the candidates alone and believes the fill-in.
class PrunedSolver {
 public:
  bool mover_wins(AtollState& state) {
    if (state.is_terminal()) return false;  // the other has just won
    if (const auto known = known_.find(state.hash()); known != known_.end()) return known->second;
    InferiorCells cells;
    cells.find(state.game().board(), stones_of(state), state.to_move());
    bool wins = cells.winner() == state.to_move();
    for (const int cell : in_order(cells, state)) {
      if (wins) break;
      state.apply(cell);
      wins = !mover_wins(state);
      state.undo();
    }
    known_[state.hash()] = wins;
    return wins;
  }
  std::size_t positions() const { return known_.size(); }

 private:
  // Where the current is strongest first: that only saves time.
  std::vector<int> in_order(const InferiorCells& cells, const AtollState& state) {
    std::vector<int> moves = cells.candidates();
    if (moves.size() < 2) return moves;
    circuits_.assign(state.game().board(), stones_of(state), state.to_move());
    const auto flow = circuits_.flow();
    std::ranges::stable_sort(moves, std::greater<>(), [&](int cell) { return flow[static_cast<std::size_t>(cell)]; });
    return moves;
  }

  CircuitEvaluation circuits_;
  std::unordered_map<std::uint64_t, bool> known_;
};

// The openings that win for black, rows from the top: B, else a dot.
std::string winning_openings(PrunedSolver& solver, int size) {
  AtollState state(new_game(HexBoard::rhombus(size, size, 4), false));
  std::string openings;
  for (int cell = 0; cell < size * size; ++cell) {
    if (cell > 0 && cell % size == 0) openings += '/';
    state.apply(cell);
    openings += solver.mover_wins(state) ? '.' : 'B';
    state.undo();
  }
  return openings;
}

}  // namespace

TEST_CASE("inferior cells: the openings of small Hex boards, looking at nothing else") {
  const std::vector<std::string> expected{"B", ".B/B.", "..B/BBB/B..", "...B/..B./.B../B...",
                                          "....B/.BBBB/.BBB./BBBB./B...."};
  for (int size = 2; size <= (is_slow_wanted() ? 5 : 4); ++size) {
    PrunedSolver solver;
    CHECK(winning_openings(solver, size) == expected[static_cast<std::size_t>(size - 1)]);
    MESSAGE(size, "x", size, ": ", solver.positions(), " positions");
  }
}

TEST_CASE("inferior cells: a move on the second row captures what lies between it and the edge") {
  const auto board = HexBoard::rhombus(7, 7, 4);
  Stones stones(49, kNoColour);
  stones[static_cast<std::size_t>(board->find_cell("d2"))] = kFirst;
  InferiorCells cells;
  cells.find(*board, stones, kSecond);
  CHECK(cells.captured(kFirst) == std::vector<int>{board->find_cell("d1"), board->find_cell("e1")});
  CHECK(cells.captured(kSecond).empty());
  CHECK(cells.dead().empty());
}

TEST_CASE("inferior cells: two islands beside a cell are two things to reach") {
  // A corner cell of Atoll touches an island of each colour. White's stones leave black's two only one cell to meet in:
  // it is not dead, though it has no empty neighbour at all.
  const auto board = HexBoard::rhombus(2, 2, 4);
  Stones stones(4, kNoColour);
  stones[static_cast<std::size_t>(board->find_cell("a1"))] = kFirst;
  stones[static_cast<std::size_t>(board->find_cell("b2"))] = kFirst;
  stones[static_cast<std::size_t>(board->find_cell("a2"))] = kSecond;
  InferiorCells cells;
  cells.find(*board, stones, kSecond);
  CHECK(cells.dead().empty());
  CHECK(cells.candidates() == std::vector<int>{board->find_cell("b1")});
}

TEST_CASE("inferior cells: every position of 3x3 cells, with 4 and with 8 islands" * doctest::skip(!is_slow_wanted())) {
  for (const int islands : {4, 8}) {
    const auto board = HexBoard::rhombus(3, 3, islands);
    const auto game = new_game(board);
    InferiorCells cells;
    Found found;
    for (int code = 0; code < 19683; ++code) {
      Stones stones;
      for (int i = 0, rest = code; i < 9; ++i, rest /= 3) stones.push_back(static_cast<std::uint8_t>(rest % 3));
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) {
        cells.find(*board, stones, to_move);
        check_moves(truth, cells, to_move, found);
      }
      check_fill_in(truth, cells, stones, found);
    }
    MESSAGE(islands, " islands: dead ", found.dead, ", captured ", found.captured, ", vulnerable ", found.vulnerable,
            ", dominated ", found.dominated);
  }
}

TEST_CASE("inferior cells: fill-in and pruning never change who wins, on small boards of every kind") {
  Found all;
  for (const auto& [name, board] : small_boards()) {
    CAPTURE(name);
    const auto game = new_game(board);
    Rng rng(11);
    Found found;
    InferiorCells cells;
    for (int round = 0; round < (is_slow_wanted() ? 2400 : 60); ++round) {
      const Stones stones = random_position(*board, rng, 3 + static_cast<int>(rng.below(6)));
      CAPTURE(round);
      TruthTable truth(game, stones);
      for (const Colour to_move : {kFirst, kSecond}) {
        cells.find(*board, stones, to_move);
        check_moves(truth, cells, to_move, found);
      }
      cells.fill_in(*board, stones);
      check_fill_in(truth, cells, stones, found);
    }
    CHECK(std::min({found.dead, found.captured, found.decided}) > 0);
    all.vulnerable += found.vulnerable;
    all.dominated += found.dominated;
    MESSAGE(name, ": dead ", found.dead, ", captured ", found.captured, ", vulnerable ", found.vulnerable,
            ", dominated ", found.dominated, ", decided ", found.decided);
  }
  CHECK(all.vulnerable > 100);
  CHECK(all.dominated > 50);
}
