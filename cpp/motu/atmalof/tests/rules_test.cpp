// Atmalof by hand-made positions: boards, drops, moves, lines. Endings, notation and random games have files of their
// own.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "motu/atmalof/tests/testing.hpp"

namespace motu::atmalof_testing {

namespace {

std::string square_name(int row, int column) {
  return std::string("r").append(std::to_string(row)) + std::string("c").append(std::to_string(column));
}

struct Line {
  std::vector<std::string> rows;
  std::string winning_move;
  std::vector<std::string> cells;
};

}  // namespace

TEST_SUITE_BEGIN("atmalof");

// --- rules and boards ------------------------------------------------------------------------------------------------

TEST_CASE("the published games have their published numbers") {
  const auto standard = AtmalofGame::create(kStandard);
  CHECK(standard->num_cells() == 49);
  CHECK(standard->rules().pieces == 22);
  CHECK(standard->num_actions() == 14 + 8 * 49);
  CHECK(standard->max_chance_outcomes() == 6);
  CHECK(AtmalofGame::create({.extra_rows = 0, .extra_cols = 0})->rules().pieces == 16);
  const auto atmalos = AtmalofGame::create({.rows = 8, .cols = 8, .line = 7});
  CHECK(atmalos->num_cells() == 81);
  CHECK(atmalos->rules().pieces == 36);
  CHECK(atmalos->max_chance_outcomes() == 8);
}

TEST_CASE("rules that make no game are refused with what was read and what is right") {
  struct Refusal {
    AtmalofRules rules;
    std::string read;
    std::string reason;
  };
  const Refusal refusals[] = {
      {{.rows = 0}, "rows=0", "at least one"},
      {{.cols = -3}, "cols=-3", "at least one"},
      {{.extra_rows = -1}, "extra_rows=-1", "fewer than none"},
      {{.extra_cols = -1}, "extra_cols=-1", "fewer than none"},
      {{.rows = 33, .extra_rows = 0}, "rows=33,extra_rows=0", "at most 32"},
      {{.cols = 30, .extra_cols = 3}, "cols=30,extra_cols=3", "at most 32"},
      {{.rows = 2147483647, .extra_rows = 2147483647}, "rows=2147483647,extra_rows=2147483647", "at most 32"},
      {{.line = 2}, "line=2", "at least 3"},
      {{.line = 8}, "line=8", "no line of 8 fits on 7 rows and 7 columns"},
      {{.rows = 1, .cols = 1, .line = 3}, "line=3", "no line of 3 fits"},
      {{.pieces = -1}, "pieces=-1", "at least one"},
      {{.pieces = 26}, "pieces=26", "more than the 49 squares"},
      {{.extra_cols = 0, .pieces = 22}, "pieces=22", "more than the 42 squares"},
  };
  for (const auto& [rules, read, reason] : refusals) {
    CAPTURE(read);
    const Error error = error_of([&] { AtmalofGame::create(rules); });
    CHECK(error.slug() == "rules/invalid");
    CHECK(error.text() == read);
    CHECK(mentions(error, reason));
    CHECK(error.legal().size() == 1);
  }
}

TEST_CASE("rules at the edge of what is allowed make games") {
  const AtmalofRules edges[] = {
      {.pieces = 25},  // 2 * 25 - 1 = 49
      {.pieces = 1},
      {.line = 7},
      {.line = 3},
      {.rows = 1, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3},
      {.rows = 1, .cols = 1, .extra_rows = 0, .extra_cols = 31, .line = 32},
      {.rows = 32, .cols = 32, .extra_rows = 0, .extra_cols = 0, .line = 32},
      {.rows = 1, .cols = 1, .extra_rows = 31, .extra_cols = 31},
  };
  for (const auto& rules : edges) {
    CAPTURE(rules.rows);
    CHECK(inconsistency(*new_state(rules)) == "");
  }
}

TEST_CASE("4/9 of the squares, rounded up, is never refused") {
  for (int rows = 1; rows <= kAtmalofMaxSide; ++rows) {
    for (int cols = 3; cols <= kAtmalofMaxSide; ++cols) {
      const auto game = AtmalofGame::create({.rows = rows, .cols = cols, .extra_rows = 0, .extra_cols = 0, .line = 3});
      const int squares = rows * cols;
      CHECK(9 * game->rules().pieces >= 4 * squares);
      CHECK(9 * (game->rules().pieces - 1) < 4 * squares);
    }
  }
}

// --- drops -----------------------------------------------------------------------------------------------------------

TEST_CASE("every face of every line is equally likely and names its square") {
  for (const auto& rules : {kStandard, kJunior, kUneven, kOneRow, AtmalofRules{.rows = 8, .cols = 8, .line = 7}}) {
    const auto state = new_state(rules);
    const auto& game = game_of(*state);
    for (Action line = 0; line < game.num_lines(); ++line) {
      const bool is_row = line < game.height();
      const int number = is_row ? line + 1 : line - game.height() + 1;
      const int faces = is_row ? rules.cols : rules.rows;
      state->apply(line);
      CHECK(state->current_player() == kChance);
      CHECK(announced(*state) == line);
      std::vector<Action> outcomes;
      state->legal_actions(outcomes);
      REQUIRE(static_cast<int>(outcomes.size()) == faces);
      for (int face = 1; face <= faces; ++face) {
        CHECK(outcomes[static_cast<std::size_t>(face - 1)] == face - 1);
        CHECK(state->chance_probability(face - 1) == 1.0 / faces);
        state->play("=" + std::to_string(face));
        const auto cells = stones(*state);
        const auto square = std::find(cells.begin(), cells.end(), kFirst) - cells.begin();
        CHECK(game.cell_name(static_cast<int>(square)) ==
              (is_row ? square_name(number, face) : square_name(face, number)));
        state->undo();
      }
      state->undo();
    }
  }
}

TEST_CASE("drops reach all squares but the corner where extra rows and extra columns cross") {
  struct Board {
    AtmalofRules rules;
    std::vector<std::string> unreachable;
  };
  const Board boards[] = {
      {kStandard, {"r7c7"}},
      {kKvinigu, {"r7c7"}},
      {{.rows = 8, .cols = 8, .line = 7}, {"r9c9"}},
      {kJunior, {}},
      {kUneven, {}},
      {{.rows = 3, .cols = 5, .extra_rows = 2, .extra_cols = 1}, {"r4c6", "r5c6"}},
  };
  for (const auto& [rules, unreachable] : boards) {
    const auto game = AtmalofGame::create(rules);
    std::set<int> reached;
    for (Action line = 0; line < game->num_lines(); ++line) {
      for (Action face = 0; face < game->num_faces(line); ++face) reached.insert(game->drop_square(line, face));
    }
    std::vector<std::string> missing;
    for (int cell = 0; cell < game->num_cells(); ++cell) {
      CHECK(game->is_droppable(cell) == reached.contains(cell));
      if (!reached.contains(cell)) missing.push_back(game->cell_name(cell));
    }
    CHECK(missing == unreachable);
  }
}

TEST_CASE("the corner is entered by a move") {
  const auto state = new_state(kStandard);
  play_all(*state, {"r7=6", "c1=1", "r7c6-r7c7"});
  CHECK(stones(*state)[48] == kFirst);
}

TEST_CASE("the source's two example drops") {
  const auto state = new_state(kStandard);
  play_all(*state, {"r4=6", "c4=1"});
  CHECK(stones(*state)[3 * 7 + 5] == kFirst);
  CHECK(stones(*state)[0 * 7 + 3] == kSecond);
}

TEST_CASE("a roll on an occupied square of either colour loses the turn") {
  const auto state = new_state(kStandard);
  play_all(*state, {"r4=6"});
  const auto before = stones(*state);
  const auto hash_before = state->hash();
  play_all(*state, {"c6=4"});  // the enemy's piece
  CHECK(stones(*state) == before);
  CHECK(state->to_move() == kFirst);
  CHECK(state->ply() == 2);
  CHECK(pieces(*state, kFirst) == 1);
  CHECK(pieces(*state, kSecond) == 0);
  play_all(*state, {"r4=6"});  // one's own piece
  CHECK(stones(*state) == before);
  CHECK(state->ply() == 3);
  CHECK(state->hash() == hash_before);
  CHECK(state->moves() == std::vector<std::string>{"r4=6", "c6=4", "r4=6"});
  for (int i = 0; i < 4; ++i) state->undo();
  CHECK(state->ply() == 1);
  CHECK(state->hash() == hash_before);
  CHECK(stones(*state) == before);
}

TEST_CASE("a full line can be announced, and the turn is lost whatever the roll") {
  const auto state = drawn(kStandard,
                           {".......",  //
                            "RRBBRR.",  //
                            ".......", ".......", ".......", ".......", "......."},
                           kFirst);
  const auto before = stones(*state);
  REQUIRE(state->is_legal(1));
  for (int face = 1; face <= 6; ++face) {
    state->play("r2=" + std::to_string(face));
    CHECK(stones(*state) == before);
    CHECK(state->to_move() == kSecond);
    state->undo();
    state->undo();
  }
}

// --- moves -----------------------------------------------------------------------------------------------------------

TEST_CASE("a piece steps to the vacant ones of eight neighbours") {
  const auto state = drawn(kStandard,
                           {"R......",  //
                            "B......",  //
                            "...R...", "..B....", ".......", ".......", "......R"},
                           kFirst);
  const auto legal = state->legal_moves();
  const std::vector<std::string> moves(legal.begin() + 14, legal.end());
  CHECK(moves == std::vector<std::string>{"r1c1-r1c2", "r1c1-r2c2", "r3c4-r2c4", "r3c4-r2c5", "r3c4-r3c5", "r3c4-r4c5",
                                          "r3c4-r4c4", "r3c4-r3c3", "r3c4-r2c3", "r7c7-r6c7", "r7c7-r7c6",
                                          "r7c7-r6c6"});
}

TEST_CASE("refused moves say precisely why") {
  const auto state = drawn(kStandard,
                           {"RR.....",  //
                            "B......",  //
                            ".......", ".......", ".......", ".......", "......."},
                           kFirst);
  const std::pair<std::string, std::string> refusals[] = {
      {"r3c3-r3c4", "r3c3 is empty"},
      {"r2c1-r3c1", "the piece on r2c1 is blue's"},
      {"r1c1-r1c2", "r1c2 is occupied by a red piece"},
      {"r1c1-r2c1", "r2c1 is occupied by a blue piece"},
      {"r1c1-r0c1", "the step leads off the board, which ends at r7c7"},
  };
  for (const auto& [text, reason] : refusals) {
    const Error error = error_of([&] { state->play(text); });
    CHECK(error.slug() == "move/illegal");
    CHECK(error.text() == text);
    CHECK(mentions(error, reason));
    CHECK(error.legal() == state->legal_moves());
  }
}

// --- lines -----------------------------------------------------------------------------------------------------------

TEST_CASE("five in a row wins at once in all four directions, by a drop or a move") {
  const Line lines[] = {
      {{".......", ".......", "..RR.RR", ".......", ".......", ".......", "......."},
       "r3=5",
       {"r3c3", "r3c4", "r3c5", "r3c6", "r3c7"}},
      {{".......", ".......", "..R....", "..R....", "..R....", "..R....", "...R..."},
       "r7c4-r7c3",
       {"r3c3", "r4c3", "r5c3", "r6c3", "r7c3"}},
      {{".......", ".......", "..R....", "...R...", "....R..", ".....R.", "....R.."}, "r7c5-r7c6", {}},
      {{".......", ".......", "..R....", "...R...", "....R..", ".....R.", ".....R."},
       "r7c6-r7c7",
       {"r3c3", "r4c4", "r5c5", "r6c6", "r7c7"}},
      {{"......R", ".....R.", ".......", "...R...", "..R....", ".......", "......."},
       "c5=3",
       {"r1c7", "r2c6", "r3c5", "r4c4", "r5c3"}},
  };
  for (const auto& [rows, winning_move, cells] : lines) {
    const auto state = drawn(kStandard, rows, kFirst);
    REQUIRE(!state->is_terminal());
    play_all(*state, {winning_move});
    CHECK(state->is_terminal() == !cells.empty());
    CHECK(cell_names(*state, state->winning_cells()) == cells);
    if (cells.empty()) continue;
    CHECK(state->outcome().winner == 0);
    CHECK(state->outcome().termination == Termination::line);
    CHECK(state->current_player() == kTerminal);
    CHECK(state->legal_moves().empty());
    CHECK(error_of([&] { state->play("r1"); }).slug() == "move/game-over");
  }
}

TEST_CASE("a line of six or seven wins, and crossing lines are all shown") {
  const auto six =
      drawn(kStandard, {"BBB.BB.", "......B", ".......", ".......", ".......", ".......", "......."}, kSecond);
  play_all(*six, {"r1=4"});
  CHECK(six->outcome().winner == 1);
  CHECK(six->winning_cells().size() == 6);
  const auto cross =
      drawn(kStandard, {"RRRR...", "....R..", "....R..", "....R..", "....R..", ".......", "......."}, kFirst);
  play_all(*cross, {"r1=5"});
  CHECK(cell_names(*cross, cross->winning_cells()) ==
        std::vector<std::string>{"r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c5", "r3c5", "r4c5", "r5c5"});
}

TEST_CASE("a line does not run over the edge") {
  const auto state =
      drawn(kStandard, {"...RRRR", "R......", "BB.....", ".....BB", "B.....B", ".B.....", "..B...."}, kFirst);
  CHECK(!state->is_terminal());
  CHECK(short_lines(*state, kFirst) == 1);
  CHECK(short_lines(*state, kSecond) == 0);
}

TEST_SUITE_END();

}  // namespace motu::atmalof_testing
