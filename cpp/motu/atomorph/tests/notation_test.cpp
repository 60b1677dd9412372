// Atomorph's notation, errors, set-up and observation planes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/tests/testing.hpp"

using namespace motu;
using namespace motu::testing;

// -------------------------------------------------------------------------------------------------------------- notation

TEST_CASE("atomorph: every action's text is read back, in any case and with blanks round it") {
  for (const int size : {3, 11, 24, 25}) {
    for (const bool swap : {false, true}) {
      const auto game = AtomorphGame::create({.size = size, .return_stone = true, .swap = swap});
      const auto state = game->new_state();
      std::set<std::string> texts;
      for (Action action = 0; action < game->num_actions(); ++action) {
        std::string text = state->action_to_string(action);
        CHECK(texts.insert(text).second);
        REQUIRE(state->parse_action(text) == action);
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        REQUIRE(state->parse_action("  " + text + " ") == action);
      }
    }
  }
  const auto game = AtomorphGame::create({});
  CHECK(game->action_text(2 * 11 + 1) == "b3");
  CHECK(game->action_text(121 + 2 * 11 + 1) == "xb3");
  CHECK(AtomorphGame::create({.return_stone = true})->action_text(242 + 2 * 11 + 1) == "@b3");
  const auto wide = AtomorphGame::create({.size = 25});
  std::string unused;
  CHECK(wide->action_text(wide->read_action("x7", unused)) == "x7");
  CHECK(wide->action_text(wide->read_action("xx7", unused)) == "xx7");
  CHECK(wide->read_action("x7", unused) + 625 == wide->read_action("xx7", unused));
  for (const char* text : {"aa1", "ba7", "yx7", "x", "a", ""}) CHECK(wide->read_action(text, unused) == -1);
}

TEST_CASE("atomorph: what cannot be read is refused with what would be right, and changes nothing") {
  const auto state = AtomorphGame::create({})->new_state();
  for (const char* text : {"",
                           " ",
                           "c",
                           "7",
                           "c0",
                           "c12",
                           "l3",
                           "x",
                           "xl3",
                           "x3",
                           "xc",
                           "xx3",
                           "c-3",
                           "c3 c4",
                           "c03",
                           "c3x",
                           "@c3",
                           "@",
                           "pass",
                           "=3",
                           "c3=",
                           "c3=4",
                           "c99999999999",
                           "zzzzzzzz1",
                           "\xc3\xa9"
                           "3",
                           "x@c3",
                           "xswap"}) {
    CAPTURE(text);
    std::string message;
    CHECK(slug_of([&] { state->play(text); }, message) == "move/invalid");
    CHECK(message.find("legal here: a1, b1") != std::string::npos);
    CHECK(state->history().empty());
  }
  std::string message;
  slug_of([&] { state->play("l3"); }, message);
  CHECK(message.find("l3 is not on this board (columns a to k, rows 1 to 11)") != std::string::npos);
  slug_of([&] { state->play("hello"); }, message);
  CHECK(message.find("a move is a point as in c3 (columns a to k, rows 1 to 11), a flip as in xc3, or swap") !=
        std::string::npos);
  slug_of([&] { state->play("@c3"); }, message);
  CHECK(message.find("return_stone=false") != std::string::npos);
}

TEST_CASE("atomorph: illegal moves are refused with the reason, and change nothing") {
  auto state = draw(". . . . . / . b b . . / . . w b . / . . . . . / . w . . w", kFirst);
  const auto before = state.hash();
  CHECK(reason(state, "b4") == "b4 is occupied by black");
  CHECK(reason(state, "c3") == "c3 is occupied by white");
  CHECK(reason(state, "xa1") == "a1 is empty: only a weak enemy stone can be flipped");
  CHECK(reason(state, "xb4") == "the stone on b4 is black's own");
  CHECK(reason(state, "xb1") == "the white stone on b1 is not weak");
  for (const char* text : {"b4", "c3", "xa1", "xb4", "xb1", "swap"}) {
    std::string message;
    CHECK(slug_of([&] { state.play(text); }, message) == "move/illegal");
    CHECK(message.find(reason(state, text)) != std::string::npos);
    CHECK(slug_of([&] { state.apply(state.parse_action(text)); }) == "move/illegal");
  }
  for (const Action action : {-1, -5, 51, 1000000})
    CHECK(slug_of([&] { state.apply(action); }) == "action/out-of-range");
  CHECK(slug_of([&] { state.undo(); }) == "undo/empty");
  CHECK(state.hash() == before);
  CHECK(state.check_consistency() == "");
}

// ---------------------------------------------------------------------------------------------------------------- set-up

TEST_CASE("atomorph: set-up refuses what the rules do not allow, and changes nothing") {
  AtomorphState<1> state(AtomorphGame::create({.size = 3}));
  play_all(state, "a1 b2 c3");
  const auto before = state.hash();
  const auto refused = [&](const Stones& stones, Colour to_move, unsigned flags) {
    const std::string slug = slug_of([&] { state.setup(stones, to_move, flags); });
    CHECK(state.hash() == before);
    CHECK(state.history().size() == 3);
    return slug == "position/invalid";
  };
  const Stones empty(9, kNoColour);
  CHECK(refused(Stones(8, kNoColour), kFirst, 0));
  CHECK(refused(Stones(10, kNoColour), kFirst, 0));
  CHECK(refused(Stones(9, 3), kFirst, 0));
  CHECK(refused(empty, 2, 0));
  CHECK(refused(empty, kFirst, 4));
  CHECK(refused(empty, kFirst, AtomorphGame::kToReturn));
  AtomorphState<1> never(AtomorphGame::create({.size = 3, .contested_never = true}));
  CHECK(slug_of([&] { never.setup(empty, kFirst, AtomorphGame::kBan); }) == "position/invalid");
  AtomorphState<1> returning(AtomorphGame::create({.size = 3, .return_stone = true}));
  CHECK(slug_of([&] { returning.setup(Stones(9, kFirst), kFirst, AtomorphGame::kToReturn); }) == "position/invalid");
  returning.setup(empty, kFirst, AtomorphGame::kToReturn | AtomorphGame::kBan);
  CHECK(returning.to_return());
  CHECK(returning.ban());
}

TEST_CASE("atomorph: a decided position is over at once, and set-up forgets history and pie") {
  auto state = draw("b . . / b . . / b . .", kSecond, {}, AtomorphGame::kBan);
  CHECK(state.is_terminal());
  CHECK(state.outcome().winner == 0);
  CHECK_FALSE(state.ban());
  CHECK(state.check_consistency() == "");
  AtomorphState<1> played(AtomorphGame::create({.size = 3}));
  play_all(played, "a1 swap b2");
  played.setup(Stones(9, kNoColour), kFirst, 0);
  CHECK(played.history().empty());
  CHECK(played.ply() == 0);
  CHECK_FALSE(played.is_swapped());
  played.play("a1");
  CHECK_FALSE(played.swap_is_legal());
}

// ---------------------------------------------------------------------------------------------------------- observation

TEST_CASE("atomorph: observation planes are seen from the mover's side") {
  const auto state = draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kSecond, {.return_stone = true},
                          AtomorphGame::kBan);
  const auto [planes, rows, columns] = state.game().observation_shape();
  REQUIRE(planes == static_cast<int>(state.game().observation_planes().size()));
  REQUIRE(rows == 5);
  REQUIRE(columns == 5);
  std::vector<float> out(static_cast<std::size_t>(planes * 25), 7.0F);
  state.observation(out);
  const auto marked = [&](int plane) {
    std::vector<int> points;
    for (int point = 0; point < 25; ++point) {
      const float value = out[static_cast<std::size_t>(plane * 25 + point)];
      CHECK((value == 0.0F || value == 1.0F));
      if (value == 1.0F) points.push_back(point);
    }
    return points.size() == 25 ? std::string("all") : names(state.game(), points);
  };
  CHECK(marked(0) == "c2 d2 b3 c3");
  CHECK(marked(1) == "d3 b4 c4");
  CHECK(marked(2) == "c3");
  CHECK(marked(3) == "");
  CHECK(marked(4) == "c3");
  CHECK(marked(5) == "");
  CHECK(marked(6) == "a1 e1 a2 e2 a3 e3 a4 e4 a5 e5");
  CHECK(marked(7) == "");
  CHECK(marked(8) == "all");
  CHECK(marked(9) == "");
  CHECK(marked(10) == "");
  draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kFirst, {.return_stone = true}).observation(out);
  CHECK(marked(0) == "d3 b4 c4");
  CHECK(marked(3) == "c3");
  CHECK(marked(5) == "c3");
  CHECK(marked(6) == "a1 b1 c1 d1 e1 a5 b5 c5 d5 e5");
  CHECK(marked(7) == "all");
  CHECK(marked(8) == "");
  draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kFirst, {.return_stone = true},
       AtomorphGame::kToReturn)
      .observation(out);
  CHECK(marked(5) == "");
  CHECK(marked(9) == "all");
  AtomorphState<1> fresh(AtomorphGame::create({.size = 5}));
  fresh.play("a1");
  fresh.observation(out);
  CHECK(marked(1) == "a1");
  CHECK(marked(10) == "all");
}
