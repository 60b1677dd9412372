// Atmalof's tie-break and the kvinigu rules by hand-made positions.
#include <doctest/doctest.h>

#include "motu/atmalof/tests/testing.hpp"

namespace motu::atmalof_testing {

TEST_SUITE_BEGIN("atmalof");

// --- the tie-break ---------------------------------------------------------------------------------------------------

// Few enough pieces to draw a tie-break by hand.
const AtmalofRules kSixPieces{.pieces = 6};

TEST_CASE("the P-th piece ends the game, and one line of four in any direction decides") {
  const std::vector<std::string> boards[] = {
      {"RRRR...", ".......", "B.B.B..", ".......", ".......", ".......", "R......"},
      {"R......", "R......", "R.B.B..", "R......", ".......", ".......", "..R...."},
      {".R.....", "..R....", "B..R...", "....R..", ".......", ".......", "..R...."},
      {".....R.", "....R..", "B..R...", "..R....", ".......", ".......", "....R.."},
  };
  for (const auto& rows : boards) {
    const auto state = drawn(kSixPieces, rows, kFirst);
    CHECK(short_lines(*state, kFirst) == 1);
    REQUIRE(!state->is_terminal());
    play_all(*state, {"r7=6"});
    CHECK(state->outcome().winner == 0);
    CHECK(state->outcome().termination == Termination::tiebreak);
    CHECK(state->winning_cells().empty());
    state->undo();
    CHECK(state->is_chance_node());
    state->undo();
    CHECK(inconsistency(*state) == "");
    CHECK(!state->is_terminal());
  }
}

TEST_CASE("more lines of four win, whoever's piece was the P-th") {
  // Blue drops its eighth piece; red has a row of four and a diagonal of four through one piece, blue one column of
  // four.
  const AtmalofRules rules{.pieces = 8};
  const auto state =
      drawn(rules, {"RRRR..B", ".R....B", "..R...B", "...R..B", "B......", "B......", "..B...."}, kSecond);
  CHECK(short_lines(*state, kFirst) == 2);
  CHECK(short_lines(*state, kSecond) == 1);
  play_all(*state, {"r7=6"});
  CHECK(pieces(*state, kSecond) == 8);
  CHECK(state->outcome().winner == 0);
  CHECK(state->outcome().termination == Termination::tiebreak);
}

TEST_CASE("equally many lines of four are a draw, and so are none at all") {
  const std::vector<std::string> boards[] = {
      {"RRRR...", ".......", "B......", "B......", "B......", "B......", "..R...."},
      {"RR.RR..", ".......", "B......", "B......", "B......", ".......", "..R...."},
  };
  for (const auto& rows : boards) {
    const auto state = drawn(kSixPieces, rows, kFirst);
    play_all(*state, {"r7=6"});
    CHECK(state->is_terminal());
    CHECK(state->outcome().winner == -1);
    CHECK(state->winning_colour() == -1);
    CHECK(state->outcome().termination == Termination::tiebreak);
  }
}

TEST_CASE("a P-th piece that makes a line of five has won, whatever the fours say") {
  const auto state =
      drawn({.pieces = 5}, {"RR.RR..", "BBBB...", ".......", ".......", ".......", ".......", "......."}, kFirst);
  play_all(*state, {"r1=3"});
  CHECK(state->outcome().winner == 0);
  CHECK(state->outcome().termination == Termination::line);
}

TEST_CASE("lines one shorter are counted where a full line would not fit") {
  const AtmalofRules rules{.rows = 4, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 5, .pieces = 5};
  const auto state = drawn(rules, {"R......", "R......", "R......", "R.BBB.."}, kFirst);
  CHECK(short_lines(*state, kFirst) == 1);
  play_all(*state, {"r1=7"});
  CHECK(state->outcome().winner == 0);
}

// --- kvinigu ---------------------------------------------------------------------------------------------------------

TEST_CASE("kvinigu goes on until both sides have all pieces, and who has them can only move") {
  const AtmalofRules rules{.pieces = 3, .tiebreak_both = true};
  const auto state =
      drawn(rules, {"R.R....", ".......", "B......", ".......", "B......", ".......", "......."}, kFirst);
  play_all(*state, {"r7=6"});
  REQUIRE(!state->is_terminal());
  play_all(*state, {"r7=6"});  // blue loses a turn
  CHECK(state->to_move() == kFirst);
  for (Action line = 0; line < 14; ++line) CHECK(!state->is_legal(line));
  CHECK(state->legal_moves().front() == "r1c1-r1c2");
  CHECK(mentions(error_of([&] { state->play("r1"); }), "red has all 3 pieces on the board and can only move"));
  play_all(*state, {"r1c1-r1c2"});
  play_all(*state, {"r4=1"});  // blue's third, between its others
  CHECK(state->is_terminal());
  CHECK(state->outcome().termination == Termination::tiebreak);
  CHECK(state->outcome().winner == -1);
}

TEST_CASE("kvinigu: a side with all pieces and no step loses its turn, unrecorded") {
  const auto state = drawn(kOneRow, {"RRBRRB."}, kSecond);
  const auto hash_before = state->hash();
  play_all(*state, {"r1=1"});  // lost, and red cannot act
  CHECK(state->to_move() == kSecond);
  CHECK(state->ply() == 1);
  CHECK(state->hash() == hash_before);
  CHECK(state->moves() == std::vector<std::string>{"r1=1"});
  play_all(*state, {"c7=1"});
  CHECK(state->to_move() == kSecond);
  CHECK(state->ply() == 2);
  CHECK(pieces(*state, kSecond) == 3);
  state->undo();
  CHECK(state->is_chance_node());
  CHECK(state->to_move() == kSecond);
  state->undo();
  play_all(*state, {"r1c6-r1c7"});  // opens r1c6
  CHECK(state->to_move() == kFirst);
  CHECK(state->legal_moves() == std::vector<std::string>{"r1c5-r1c6"});
  while (!state->history().empty()) state->undo();
  CHECK(state->hash() == hash_before);
  CHECK(state->to_move() == kSecond);
  CHECK(inconsistency(*state) == "");
}

TEST_CASE("kvinigu: a position set up with a side that cannot act goes to the other") {
  CHECK(drawn(kOneRow, {"RRBRRB."}, kFirst)->to_move() == kSecond);
  CHECK(drawn(kOneRow, {"RRBRRB."}, kFirst)->hash() == drawn(kOneRow, {"RRBRRB."}, kSecond)->hash());
}

TEST_SUITE_END();

}  // namespace motu::atmalof_testing
