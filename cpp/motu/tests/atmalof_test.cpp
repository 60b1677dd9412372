// Atmalof's rules by hand-made positions; random games against a naive referee are in atmalof_random_test.cpp.
#include "motu/games/atmalof.hpp"

#include <doctest/doctest.h>

#include <set>

#include "motu/games/perft.hpp"

namespace {

using motu::Action;
using motu::AtmalofGame;
using motu::AtmalofRules;
using motu::AtmalofState;
using motu::Colour;
using motu::Error;
using motu::kFirst;
using motu::kNoColour;
using motu::kSecond;
using motu::Termination;

const AtmalofRules kStandard{};
const AtmalofRules kJunior{.extra_rows = 0, .extra_cols = 0, .pieces = 16};
const AtmalofRules kKvinigu{.tiebreak_both = true};
const AtmalofRules kUneven{.rows = 4, .cols = 7, .extra_rows = 2, .extra_cols = 0, .line = 4};
// One row: R R B R R B . leaves red's four pieces without a step.
const AtmalofRules kOneRow{
    .rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4, .tiebreak_both = true};

std::unique_ptr<motu::State> new_state(const AtmalofRules& rules) { return AtmalofGame::create(rules)->new_state(); }

const AtmalofGame& game_of(const motu::State& state) { return static_cast<const AtmalofGame&>(state.game()); }

Action announced(const motu::State& state) {
  return motu::visit_atmalof(state, [](const auto& concrete) { return concrete.announced(); });
}

int pieces(const motu::State& state, Colour colour) {
  return motu::visit_atmalof(state, [&](const auto& concrete) { return concrete.pieces(colour); });
}

int short_lines(const motu::State& state, Colour colour) {
  return motu::visit_atmalof(state, [&](const auto& concrete) { return concrete.count_short_lines(colour); });
}

std::string inconsistency(const motu::State& state) {
  return motu::visit_atmalof(state, [](const auto& concrete) { return concrete.check_consistency(); });
}

std::vector<std::uint8_t> stones(const motu::State& state) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(out);
  return out;
}

// A position drawn row by row: R red, B blue, anything else empty.
std::unique_ptr<motu::State> drawn(const AtmalofRules& rules, const std::vector<std::string>& rows, Colour to_move) {
  std::vector<std::uint8_t> cells;
  for (const auto& row : rows) {
    for (const char c : row) cells.push_back(c == 'R' ? kFirst : (c == 'B' ? kSecond : kNoColour));
  }
  auto state = new_state(rules);
  state->setup(cells, to_move, 0);
  CHECK(inconsistency(*state) == "");
  return state;
}

void play_all(motu::State& state, const std::vector<std::string>& texts) {
  for (const auto& text : texts) state.play(text);
  CHECK(inconsistency(state) == "");
}

std::vector<std::string> cell_names(const motu::State& state, const std::vector<int>& cells) {
  std::vector<std::string> names;
  for (const int cell : cells) names.push_back(state.game().cell_name(cell));
  return names;
}

// The error a call throws; a test fails where it throws none.
template <class F>
Error error_of(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  FAIL("nothing was thrown");
  return Error("", "");
}

bool mentions(const Error& error, const std::string& words) {
  return std::string(error.what()).find(words) != std::string::npos;
}

std::string square_name(int row, int column) { return "r" + std::to_string(row) + "c" + std::to_string(column); }

}  // namespace

TEST_SUITE_BEGIN("atmalof");

// --- rules and boards ---------------------------------------------------------------------------------------------------------

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
  for (int rows = 1; rows <= motu::kAtmalofMaxSide; ++rows) {
    for (int cols = 3; cols <= motu::kAtmalofMaxSide; ++cols) {
      const auto game = AtmalofGame::create({.rows = rows, .cols = cols, .extra_rows = 0, .extra_cols = 0, .line = 3});
      const int squares = rows * cols;
      CHECK(9 * game->rules().pieces >= 4 * squares);
      CHECK(9 * (game->rules().pieces - 1) < 4 * squares);
    }
  }
}

// --- drops --------------------------------------------------------------------------------------------------------------------

TEST_CASE("every face of every line is equally likely and names its square") {
  for (const auto& rules : {kStandard, kJunior, kUneven, kOneRow, AtmalofRules{.rows = 8, .cols = 8, .line = 7}}) {
    const auto state = new_state(rules);
    const auto& game = game_of(*state);
    for (Action line = 0; line < game.num_lines(); ++line) {
      const bool is_row = line < game.height();
      const int number = is_row ? line + 1 : line - game.height() + 1;
      const int faces = is_row ? rules.cols : rules.rows;
      state->apply(line);
      CHECK(state->current_player() == motu::kChance);
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

// --- moves --------------------------------------------------------------------------------------------------------------------

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

// --- lines --------------------------------------------------------------------------------------------------------------------

struct Line {
  std::vector<std::string> rows;
  std::string winning_move;
  std::vector<std::string> cells;
};

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
    CHECK(state->current_player() == motu::kTerminal);
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

// --- the tie-break ------------------------------------------------------------------------------------------------------------

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

// --- kvinigu ------------------------------------------------------------------------------------------------------------------

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

// --- notation -----------------------------------------------------------------------------------------------------------------

TEST_CASE("every action's text reads back, in any case") {
  for (const auto& rules : {kStandard, kUneven, kOneRow}) {
    const auto state = new_state(rules);
    for (Action action = 0; action < state->game().num_actions(); ++action) {
      std::string text = state->action_text(action, false);
      CHECK(state->parse_action(text) == action);
      for (char& c : text) c = static_cast<char>(std::toupper(c));
      CHECK(state->parse_action(" " + text + " ") == action);
    }
    state->apply(0);
    for (Action face = 0; face < game_of(*state).num_faces(0); ++face) {
      CHECK(state->parse_action(state->action_to_string(face)) == face);
    }
  }
}

TEST_CASE("action ids are as documented") {
  const auto state = new_state(kUneven);  // 6 rows, 7 columns
  CHECK(state->parse_action("r1") == 0);
  CHECK(state->parse_action("c1") == 6);
  CHECK(state->parse_action("r1c1-r1c2") == 13 + 2);
  CHECK(state->parse_action("r2c3-r1c3") == 13 + 8 * 9);
  CHECK(state->parse_action("r2c3-r1c2") == 13 + 8 * 9 + 7);
}

TEST_CASE("unreadable texts are refused with what would be right, and nothing changes") {
  const auto state = new_state(kStandard);
  const std::pair<std::string, std::string> refusals[] = {
      {"", "an action is a row as r4"},
      {"h4", "an action is a row as r4"},
      {"r8", "the rows are r1 to r7"},
      {"c0", "the columns are c1 to c7"},
      {"c", "the columns are c1 to c7"},
      {"r-1", "a move is written as r4c6-r5c6"},
      {"r4c6", "a square is no action"},
      {"r4c6-", "a move is written as r4c6-r5c6"},
      {"r4c6-r6c6", "r6c6 is no neighbour of r4c6"},
      {"r4c6-r4c6", "r4c6 is no neighbour of r4c6"},
      {"r8c1-r7c1", "r8c1 is not on the board: the rows are r1 to r7"},
      {"r0c1-r1c1", "r0c1 is not on the board"},
      {"=3", "nothing is announced"},
      {"r4=7", "the roll after r4 is =1 to =6"},
      {"r4=", "the roll after r4 is =1 to =6"},
      {"r4=06", "the roll after r4 is =1 to =6"},
      {"swap", "an action is a row as r4"},
      {"r4x", "the rows are r1 to r7"},
      {"r99999999999999999999", "the rows are r1 to r7"},
  };
  for (const auto& [text, reason] : refusals) {
    CAPTURE(text);
    const Error error = error_of([&] { state->play(text); });
    CHECK(error.slug() == "move/invalid");
    CHECK(mentions(error, reason));
    CHECK(!error.legal().empty());
    CHECK(state->history().empty());
    CHECK(state->hash() == new_state(kStandard)->hash());
  }
  CHECK(error_of([&] { state->play(std::string("r4\0", 3)); }).slug() == "move/invalid");
  state->play("r4");
  CHECK(mentions(error_of([&] { state->play("c2"); }), "the roll after r4 comes next"));
  CHECK(error_of([&] { state->apply(6); }).slug() == "action/out-of-range");
  const auto uneven = new_state(kUneven);
  uneven->play("c2");
  const Error error = error_of([&] { uneven->play("=5"); });  // a face of the rows' die only
  CHECK(error.slug() == "move/illegal");
  CHECK(mentions(error, "the roll after c2 is =1 to =4"));
}

// --- the rest of the interface ------------------------------------------------------------------------------------------------

TEST_CASE("equal positions have equal hashes, announcements and sides tell them apart") {
  const auto by_row = new_state(kStandard);
  const auto by_column = new_state(kStandard);
  by_row->play("r4=6");
  by_column->play("c6=4");
  CHECK(by_row->hash() == by_column->hash());
  const auto by_hand = new_state(kStandard);
  by_hand->setup(stones(*by_row), kSecond, 0);
  CHECK(by_hand->hash() == by_row->hash());
  by_hand->setup(stones(*by_row), kFirst, 0);
  CHECK(by_hand->hash() != by_row->hash());
  std::set<std::uint64_t> hashes{by_row->hash()};
  for (Action line = 0; line < 14; ++line) {
    by_row->apply(line);
    hashes.insert(by_row->hash());
    by_row->undo();
  }
  CHECK(hashes.size() == 15);
}

TEST_CASE("perft counts announcements with their rolls as one ply") {
  const auto state = new_state(kStandard);
  motu::visit_atmalof(*state, [](auto& concrete) {
    CHECK(motu::perft(concrete, 0) == 1);
    CHECK(motu::perft(concrete, 1) == 14 * 6);
    CHECK(motu::perft(concrete, 2) == 84 * 84);
    // Red's one piece now has 8 steps, less off the edge and less blue's piece: 84 drops each, and per square s of the
    // first drop, weighted by the lines that reach it, its vacant neighbours after each of blue's 84 drops.
    const auto& game = concrete.game();
    std::uint64_t expected = 84 * 84 * 84;
    for (Action line = 0; line < 14; ++line) {
      for (Action face = 0; face < 6; ++face) {
        const int piece = game.drop_square(line, face);
        for (int d = 0; d < 8; ++d) {
          const int target = static_cast<const AtmalofGame&>(game).target(8 * piece + d);
          if (target < 0) continue;
          for (Action answer = 0; answer < 14; ++answer) {
            for (Action roll = 0; roll < 6; ++roll) expected += game.drop_square(answer, roll) != target ? 1U : 0U;
          }
        }
      }
    }
    CHECK(motu::perft(concrete, 3) == expected);
  });
}

TEST_CASE("positions that cannot be are refused and change nothing") {
  const auto state = new_state({.pieces = 6});
  state->play("r4=6");
  const auto before = stones(*state);
  const auto hash_before = state->hash();
  std::vector<std::uint8_t> cells(49, kNoColour);
  const auto refused = [&](std::span<const std::uint8_t> stones_read, int to_move, unsigned flags,
                           const std::string& reason) {
    const Error error = error_of([&] { state->setup(stones_read, static_cast<Colour>(to_move), flags); });
    CHECK(error.slug() == "position/invalid");
    CHECK(mentions(error, reason));
    CHECK(stones(*state) == before);
    CHECK(state->hash() == hash_before);
    CHECK(state->history().size() == 2);
  };
  refused(std::span(cells).first(48), kFirst, 0, "the board has 49 squares");
  refused(cells, kNoColour, 0, "red (0) or blue (1) is to move");
  refused(cells, kFirst, 1, "no flags");
  cells[5] = 3;
  refused(cells, kFirst, 0, "r1c6 is red (0), blue (1) or empty (2)");
  for (std::size_t i = 0; i < 7; ++i) cells[2 * i] = kSecond;
  cells[5] = kNoColour;
  refused(cells, kFirst, 0, "blue has at most 6 pieces");
  cells.assign(49, kNoColour);
  for (std::size_t i = 0; i < 5; ++i) {
    cells[i] = kFirst;
    cells[7 + i] = kSecond;
  }
  refused(cells, kFirst, 0, "red and blue both have a line of 5");
}

TEST_CASE("a decided position is over once set up") {
  const auto line =
      drawn(kStandard, {"BBBBB..", ".......", ".......", ".......", ".......", ".......", "......."}, kFirst);
  CHECK(line->outcome().winner == 1);
  CHECK(line->outcome().termination == Termination::line);
  const auto tiebreak =
      drawn({.pieces = 4}, {"RRRR...", ".......", "B......", ".......", ".......", ".......", "......."}, kFirst);
  CHECK(tiebreak->outcome().winner == 0);
  CHECK(tiebreak->outcome().termination == Termination::tiebreak);
  const auto open = drawn({.pieces = 4, .tiebreak_both = true},
                          {"RRRR...", ".......", "B......", ".......", ".......", ".......", "......."}, kFirst);
  CHECK(!open->is_terminal());
}

TEST_CASE("observation planes are as documented") {
  const auto state = drawn(kUneven, {"R......", ".B.....", ".......", ".......", ".......", "......."}, kSecond);
  const auto shape = state->game().observation_shape();
  REQUIRE(shape == std::array<int, 3>{9, 6, 7});
  REQUIRE(state->game().observation_planes().size() == 9);
  state->play("c3");
  std::vector<float> planes(9 * 42, -1.0F);
  state->observation(planes);
  const float own_share = 1.0F / static_cast<float>(game_of(*state).rules().pieces);
  for (std::size_t cell = 0; cell < 42; ++cell) {
    CHECK(planes[cell] == (cell == 8 ? 1.0F : 0.0F));
    CHECK(planes[42 + cell] == (cell == 0 ? 1.0F : 0.0F));
    CHECK(planes[2 * 42 + cell] == (cell == 0 || cell == 8 ? 0.0F : 1.0F));
    CHECK(planes[3 * 42 + cell] == 1.0F);
    CHECK(planes[4 * 42 + cell] == 0.0F);
    CHECK(planes[5 * 42 + cell] == (cell % 7 == 2 && cell / 7 < 4 ? 1.0F : 0.0F));
    CHECK(planes[6 * 42 + cell] == own_share);
    CHECK(planes[7 * 42 + cell] == own_share);
    CHECK(planes[8 * 42 + cell] == 0.0F);
  }
  state->undo();
  state->play("r6");
  state->observation(planes);
  for (std::size_t cell = 0; cell < 42; ++cell) {
    CHECK(planes[4 * 42 + cell] == (cell / 7 == 5 ? 1.0F : 0.0F));
    CHECK(planes[5 * 42 + cell] == 0.0F);
  }
}

TEST_CASE("sampling is uniform over the legal actions and over the faces") {
  const auto state =
      drawn(kStandard, {"R......", "B......", "...R...", "..B....", ".......", ".......", "......R"}, kFirst);
  motu::Rng rng(7);
  const auto check_uniform = [&] {
    std::vector<Action> legal;
    state->legal_actions(legal);
    std::vector<int> counts(static_cast<std::size_t>(state->game().num_actions()));
    constexpr int kEach = 10'000;
    for (std::size_t i = 0; i < legal.size() * kEach; ++i) ++counts[static_cast<std::size_t>(state->sample_legal(rng))];
    int total = 0;
    for (const Action action : legal) {
      const int count = counts[static_cast<std::size_t>(action)];
      CHECK(std::abs(count - kEach) < 500);  // five standard deviations
      total += count;
    }
    CHECK(total == static_cast<int>(legal.size()) * kEach);
  };
  check_uniform();
  state->play("r7");
  check_uniform();
}

TEST_SUITE_END();
