// Atmalof's notation, hashes, perft, set-up, observations and sampling.
#include <doctest/doctest.h>

#include <cctype>
#include <set>

#include "motu/atmalof/tests/testing.hpp"
#include "motu/core/state/perft.hpp"

namespace motu::atmalof_testing {

TEST_SUITE_BEGIN("atmalof");

// --- notation --------------------------------------------------------------------------------------------------------

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

// --- the rest of the interface ---------------------------------------------------------------------------------------

TEST_CASE("a refusal names all rows and columns there are") {
  for (const auto& [height, rows] : {std::pair{1, "r1"}, {2, "r1 to r2"}, {3, "r1 to r3"}}) {
    const auto state = new_state({.rows = height, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4});
    const Error error = error_of([&] { state->play("r9"); });
    CHECK(mentions(error, std::string("the rows are ") + rows + ";"));
    CHECK(mentions(error_of([&] { state->play("c9"); }), "the columns are c1 to c7"));
  }
}

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
  visit_atmalof(*state, [](auto& concrete) {
    CHECK(perft(concrete, 0) == 1);
    CHECK(perft(concrete, 1) == 14 * 6);
    CHECK(perft(concrete, 2) == 84 * 84);
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
    CHECK(perft(concrete, 3) == expected);
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
  Rng rng(7);
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

}  // namespace motu::atmalof_testing
