// What attracts in Atoll: ways counted in missing stones, and weights that stay what they were.
#include "motu/atoll/eye.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "motu/atoll/tests/testing.hpp"
#include "motu/core/levels/connection_eye.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

// By the names of the cells, from stones by their names.
std::map<std::string, int> lengths(const HexBoard& board, const std::map<std::string, Colour>& placed, Colour colour) {
  Stones stones(static_cast<std::size_t>(board.num_cells()), kNoColour);
  for (const auto& [name, stone] : placed) stones[static_cast<std::size_t>(board.find_cell(name))] = stone;
  const auto found = Routes(seen_board(board)).lengths(colour, stones, {});
  std::map<std::string, int> named;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    named[board.cell_name(cell)] = found[static_cast<std::size_t>(cell)];
  }
  return named;
}

}  // namespace

TEST_CASE("ways are counted in stones that are missing") {
  const auto board = HexBoard::rhombus(3, 3, 4);
  for (const auto& [name, length] : lengths(*board, {}, kFirst)) CHECK(length == 3);
  auto crossed = lengths(*board, {{"a2", kSecond}, {"b2", kSecond}}, kFirst);
  CHECK(crossed["c2"] == 3);
  CHECK(crossed["b2"] >= Routes::kBlocked);
  CHECK(crossed["a1"] == 4);  // round the wall: a1 or b1, then c1 or c2 ...
  auto begun = lengths(*board, {{"b1", kFirst}, {"b2", kFirst}}, kFirst);
  CHECK(begun["b3"] == 1);
  CHECK(begun["a3"] == 1);
  CHECK(begun["c3"] == 2);
  CHECK(begun["c1"] == 2);
  CHECK(begun["b1"] == 1);
}

TEST_CASE("a way may lead along a third island") {
  const auto board = HexBoard::square(7, 8);
  const auto found = lengths(*board, {}, kFirst);
  const auto shortest = std::ranges::min_element(found, {}, [](const auto& each) { return each.second; });
  CHECK(shortest->second > 0);
  CHECK(shortest->second < board->columns());
}

TEST_CASE("the inner half of a board is its centre") {
  const ConnectionEye eye(seen_board(*HexBoard::rhombus(9, 9, 4)));
  CHECK(eye.is_central(4 * 9 + 4));
  CHECK_FALSE(eye.is_central(0));
  for (const auto& board : {HexBoard::hexagon(7, 12), HexBoard::hexagon(9, 24), HexBoard::triangle(13, 12)}) {
    const ConnectionEye on_board(seen_board(*board));
    for (const BoardSymmetry& symmetry : board->symmetries()) {
      for (int cell = 0; cell < board->num_cells(); ++cell) {
        CHECK(on_board.is_central(cell) == on_board.is_central(symmetry.cells[static_cast<std::size_t>(cell)]));
      }
    }
  }
}

TEST_CASE("every cell attracts as much as it did when levels were Python") {
  struct Seen {
    std::shared_ptr<const HexBoard> board;
    std::vector<std::string> moves;
    double naivety;
    std::map<std::string, double> weights;
  };
  const auto hex = HexBoard::rhombus(9, 9, 4);
  const std::vector<std::string> on_hex = {"e5", "swap", "d6", "e4"};
  const auto square = HexBoard::square(11, 8);
  const std::vector<std::string> on_square = {"f8", "swap", "g6", "d9"};
  const auto hexagon = HexBoard::hexagon(4, 12);
  const std::vector<Seen> all = {
      {hex,
       on_hex,
       0.0,
       {{"e6", 4.62450774072}, {"a1", 0.0122840241433}, {"d5", 0.586519987222}, {"c7", 1.45344116155}}},
      {hex,
       on_hex,
       0.4,
       {{"e6", 2.92741669935}, {"a1", 0.0075142923426}, {"d5", 0.662063679147}, {"c7", 0.97999782139}}},
      {hex, on_hex, 1.0, {{"e6", 0.381780137301}, {"i9", 0.000359694614005}, {"c7", 0.269832811157}}},
      {square, on_square, 0.0, {{"f7", 4.48602863963}, {"a1", 0.00870533389738}, {"g8", 1.56836574995}}},
      {square, on_square, 1.0, {{"f7", 0.109908358432}, {"k12", 0.000375002389807}, {"e9", 0.357361764402}}},
      {hexagon, {"d4", "c3"}, 0.4, {{"d5", 2.58471937964}, {"a1", 0.538852032412}, {"g7", 0.0735957966207}}},
  };
  for (const auto& [board, moves, naivety, weights] : all) {
    const auto state = new_game(board, true)->new_state();
    for (const auto& move : moves) state->play(move);
    const ConnectionEye eye(seen_board(*board));
    for (const auto& [cell, weight] : weights) {
      const std::vector<Action> actions = {state->parse_action(cell)};
      CHECK(eye.weights(*state, actions, naivety).front() == doctest::Approx(weight).epsilon(1e-9));
    }
  }
}
