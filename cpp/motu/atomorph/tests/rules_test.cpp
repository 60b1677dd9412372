// Atomorph's rules on positions made by hand. The names in capitals are those of rules.md.
#include "motu/atomorph/atomorph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "motu/atomorph/tests/testing.hpp"

using namespace motu;
using namespace motu::testing;

// ------------------------------------------------------------------------------------------------------------ the game

TEST_CASE("atomorph: sizes, actions and names") {
  const auto game = AtomorphGame::create({});
  CHECK(game->size() == 11);
  CHECK(game->num_cells() == 121);
  CHECK(game->num_actions() == 243);
  CHECK(game->swap_action() == 242);
  CHECK(game->cell_name(0) == "a1");
  CHECK(game->cell_name(1) == "b1");
  CHECK(game->cell_name(120) == "k11");
  CHECK(AtomorphGame::create({.return_stone = true})->num_actions() == 364);
  CHECK(AtomorphGame::create({.return_stone = true, .swap = false})->num_actions() == 363);
  CHECK(AtomorphGame::create({.swap = false})->num_actions() == 242);
  CHECK(AtomorphGame::create({.swap = false})->swap_action() == -1);
}

TEST_CASE("atomorph: every size from 3 to 25, in the smallest state that holds it") {
  for (int size = 3; size <= 25; ++size) {
    const auto game = AtomorphGame::create({.size = size});
    CHECK(64 * game->num_words() >= size * size);
    const auto state = game->new_state();
    std::vector<Action> legal;
    state->legal_actions(legal);
    CHECK(static_cast<int>(legal.size()) == size * size);
    visit_atomorph(*state, [&](auto& concrete) {
      CHECK(&concrete == state.get());
      CHECK(concrete.num_empty() == size * size);
      CHECK(concrete.check_consistency() == "");
    });
  }
  for (const int size : {-1, 0, 2, 26, 1000}) {
    std::string message;
    CHECK(slug_of([&] { AtomorphGame::create({.size = size}); }, message) == "rules/invalid");
    CHECK(message.find("size=" + std::to_string(size)) != std::string::npos);
    CHECK(message.find("3 to 25") != std::string::npos);
  }
}

// ------------------------------------------------------------------------------------------------------ ATOMORPH-WEAK

TEST_CASE("ATOMORPH-WEAK: the eight patterns, drawn") {
  for (const char* drawing : {
           ". . . . . / . b b . . / . . w b . / . . . . . / . . . . .",  // north, east, north-west
           ". . . . . / . . b . . / . . w b . / . . . b . / . . . . .",  // north, east, south-east
           ". . . . . / . . b b . / . b w . . / . . . . . / . . . . .",  // north, west, north-east
           ". . . . . / . . b . . / . b w . . / . b . . . / . . . . .",  // north, west, south-west
           ". . . . . / . . . . . / . . w b . / . b b . . / . . . . .",  // south, east, south-west
           ". . . . . / . . . b . / . . w b . / . . b . . / . . . . .",  // south, east, north-east
           ". . . . . / . . . . . / . b w . . / . . b b . / . . . . .",  // south, west, south-east
           ". . . . . / . b . . . / . b w . . / . . b . . / . . . . .",  // south, west, north-west
       }) {
    CAPTURE(drawing);
    const auto state = draw(drawing, kFirst);
    CHECK(names(state.game(), state.weak()) == "c3");
    CHECK(state.contested().empty());
    CHECK(is_legal(state, "xc3"));
    CHECK_FALSE(is_legal(draw(drawing, kSecond), "xc3"));
    // The same with the colours exchanged.
    std::string reversed(drawing);
    for (char& c : reversed) c = c == 'b' ? 'w' : c == 'w' ? 'b' : c;
    CHECK(is_legal(draw(reversed, kSecond), "xc3"));
  }
}

TEST_CASE("ATOMORPH-WEAK: all 6561 neighbourhoods of a stone against the eight patterns as a list") {
  // Offsets round the stone: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
  constexpr int kAround[8] = {5, 6, 1, -4, -5, -6, -1, 4};
  constexpr int kPatterns[8][3] = {{0, 2, 7}, {0, 2, 3}, {0, 6, 1}, {0, 6, 5},
                                   {4, 2, 5}, {4, 2, 1}, {4, 6, 3}, {4, 6, 7}};
  AtomorphState<1> state(AtomorphGame::create({.size = 5}));
  for (int code = 0; code < 6561; ++code) {
    Stones stones(25, kNoColour);
    int rest = code;
    for (const int offset : kAround) {
      stones[static_cast<std::size_t>(12 + offset)] = static_cast<std::uint8_t>(rest % 3);
      rest /= 3;
    }
    const auto surrounded = [&](Colour colour) {
      return std::ranges::any_of(kPatterns, [&](const int (&pattern)[3]) {
        return std::ranges::all_of(pattern,
                                   [&](int i) { return stones[static_cast<std::size_t>(12 + kAround[i])] == colour; });
      });
    };
    stones[12] = kSecond;
    state.setup(stones, kFirst, 0);
    const bool weak = surrounded(kFirst);
    REQUIRE(std::ranges::count(state.weak(), 12) == (weak ? 1 : 0));
    REQUIRE(std::ranges::count(state.contested(), 12) == (weak && surrounded(kSecond) ? 1 : 0));
    REQUIRE(state.is_legal(25 + 12) == weak);
  }
}

TEST_CASE("ATOMORPH-WEAK: corners need both neighbours, the edge is no stone") {
  const auto corners = draw("w b . b w / b . . . b / . . . . . / b . . . b / w b . b w", kFirst);
  CHECK(names(corners.game(), corners.weak()) == "a1 e1 a5 e5");
  for (const char* flip : {"xa1", "xe1", "xa5", "xe5"}) CHECK(is_legal(corners, flip));
  const auto half = draw("w b . . w / . . . . b / . . . . . / b . . . . / w . . b w", kFirst);
  CHECK(half.weak().empty());
  // On an edge, not in a corner: two enemy neighbours are too few, with the right diagonal they are enough.
  const auto edge = draw(". . . . . / . . . . . / . . . . . / . . b . . / . . w b .", kFirst);
  CHECK(edge.weak().empty());
  const auto diagonal = draw(". . . . . / . . . . . / . . . . . / . b b . . / . . w b .", kFirst);
  CHECK(names(diagonal.game(), diagonal.weak()) == "c1");
  // Points do not wrap round the left and right edges.
  const auto wrapped = draw("b . . . . / . . . . b / w . . . b / b . . . b / . . . . .", kFirst);
  CHECK(wrapped.weak().empty());
}

TEST_CASE("ATOMORPH-VARIANTS: corners=false never flips corners, though they are weak") {
  const auto state = draw("w b . . . / b . . . . / . . . . . / b b . . . / w w b . .", kFirst, {.corners = false});
  CHECK(names(state.game(), state.weak()) == "b1 a5");
  CHECK_FALSE(is_legal(state, "xa5"));
  CHECK(is_legal(state, "xb1"));
  CHECK(reason(state, "xa5") ==
        "the white stone on a5 stands in a corner, and corners are never flipped in this game (corners=false)");
}

// ------------------------------------------------------------------------------------------------- ATOMORPH-CONTESTED

namespace {

// c3 and h3 are contested white stones, e7 is a weak one that is not.
constexpr const char* kTwoContested =
    ". . . . . . . . / . . . b b . . . / . . . . w b . . / . . . . . . . . /"
    ". b b . . . b b / . w w b . . w w / . . w w . . . . / . . . . . . . .";

}  // namespace

TEST_CASE("ATOMORPH-CONTESTED: a stone that would be weak in either colour") {
  const auto state = draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kFirst);
  CHECK(names(state.game(), state.weak()) == "c3");
  CHECK(names(state.game(), state.contested()) == "c3");
  CHECK(is_legal(state, "xc3"));
  CHECK_FALSE(is_legal(
      draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kFirst, {}, AtomorphGame::kBan), "xc3"));
  const auto never =
      draw(". . . . . / . b b . . / . w w b . / . . w w . / . . . . .", kFirst, {.contested_never = true});
  CHECK(names(never.game(), never.contested()) == "c3");
  CHECK_FALSE(is_legal(never, "xc3"));
  CHECK(reason(never, "xc3") ==
        "the white stone on c3 is contested, and contested stones are never flipped in this game (contested=never)");
}

TEST_CASE("ATOMORPH-CONTESTED: flipping one bans the next one anywhere, for one turn") {
  auto state = draw(kTwoContested, kFirst);
  REQUIRE(names(state.game(), state.contested()) == "c3");
  REQUIRE(names(state.game(), state.weak()) == "c3 e6");
  CHECK_FALSE(state.ban());
  state.play("xc3");
  CHECK(state.ban());
  CHECK(names(state.game(), state.contested()) == "c3");
  CHECK_FALSE(is_legal(state, "xc3"));
  CHECK(reason(state, "xc3") ==
        "the black stone on c3 is contested, and the opponent's last turn flipped a contested stone");
  SUBCASE("a placement lifts it") {
    state.play("a1");
    CHECK_FALSE(state.ban());
    state.play("h8");
    CHECK(is_legal(state, "xc3"));
    state.play("xc3");
    CHECK(state.ban());
  }
  SUBCASE("under the ban stones that are not contested may be flipped, and that bans nothing") {
    auto other_side = draw(kTwoContested, kFirst, {}, AtomorphGame::kBan);
    CHECK_FALSE(is_legal(other_side, "xc3"));
    REQUIRE(is_legal(other_side, "xe6"));
    other_side.play("xe6");
    CHECK_FALSE(other_side.ban());
  }
  SUBCASE("undo brings it back") {
    state.play("a1");
    state.undo();
    CHECK(state.ban());
    state.undo();
    CHECK_FALSE(state.ban());
    CHECK(is_legal(state, "xc3"));
  }
}

TEST_CASE("ATOMORPH-CONTESTED: it is judged on the position before the flip") {
  // White's stone in the corner is weak and would be so in black, too, only if white held both neighbours: it does not.
  auto state = draw(". . . / b . . / w b .", kFirst);
  state.play("xa1");
  CHECK_FALSE(state.ban());
}

// ------------------------------------------------------------------------------------------------------- ATOMORPH-SKIP

TEST_CASE("ATOMORPH-SKIP: a player whom the ban leaves nothing is skipped, and the ban is lifted") {
  AtomorphState<1> state(AtomorphGame::create({.size = 4}));
  play_all(state, "a2 d3 b4 b2 d2 d1 a3 a4 c2 a1 xa4 c3 b1 d4 c1 b3 c4 xc4");
  REQUIRE(state.to_move() == kFirst);
  REQUIRE(state.num_empty() == 0);
  const std::uint64_t before = state.hash();
  REQUIRE(std::ranges::count(state.contested(), state.parse_action("b3")) == 1);
  state.play("xb3");
  CHECK(state.to_move() == kFirst);
  CHECK(state.current_player() == 0);
  CHECK_FALSE(state.ban());
  CHECK(state.ply() == 19);
  CHECK(state.history().size() == 19);
  // White could flip but for the ban.
  CHECK(draw("b b w w / b b w w / b w b b / w b b w", kSecond).to_move() == kSecond);
  const auto banned = draw("b b w w / b b w w / b w b b / w b b w", kSecond, {}, AtomorphGame::kBan);
  CHECK(banned.to_move() == kFirst);
  CHECK_FALSE(banned.ban());
  state.undo();
  CHECK(state.hash() == before);
  CHECK(state.to_move() == kFirst);
  CHECK(state.ply() == 18);
}

TEST_CASE("ATOMORPH-SKIP: a player who has no flip at all on a full board is skipped") {
  AtomorphState<1> state(AtomorphGame::create({.size = 4, .contested_never = true}));
  play_all(state, "d1 a4 b1 a2 c1 c4 a3 a1 c3 d4 d3 b3 b4 d2 b2 c2");
  REQUIRE(state.to_move() == kFirst);
  state.play("xc2");
  CHECK(state.to_move() == kFirst);
  CHECK(state.ply() == 17);
  CHECK_FALSE(state.is_terminal());
}

TEST_CASE("ATOMORPH-VARIANTS: corners=false draws on the checkerboard, reached by play") {
  auto state = draw("b w b w / w b w b / b w . w / w b w b", kFirst, {.corners = false});
  const std::uint64_t before = state.hash();
  state.play("c2");
  CHECK(state.is_terminal());
  CHECK(state.current_player() == kTerminal);
  CHECK(state.outcome().winner == -1);
  CHECK(state.outcome().termination == Termination::stuck);
  CHECK(state.winning_cells().empty());
  CHECK(state.legal_moves().empty());
  CHECK(state.check_consistency() == "");
  CHECK(slug_of([&] { state.play("a1"); }) == "move/game-over");
  state.undo();
  CHECK_FALSE(state.is_terminal());
  CHECK(state.hash() == before);
  // With corners the same board goes on.
  auto standard = draw("b w b w / w b w b / b w . w / w b w b", kFirst);
  standard.play("c2");
  CHECK_FALSE(standard.is_terminal());
}

// -------------------------------------------------------------------------------------------------------- return_stone

TEST_CASE("ATOMORPH-VARIANTS: return_stone, a turn of two parts") {
  auto state = draw(". . . . . / . b b . . / . . w b . / . . . . . / . w . . w", kFirst, {.return_stone = true});
  CHECK(reason(state, "@a1") == "black has no stone to put back");
  state.play("xc3");
  CHECK(state.to_move() == kSecond);
  CHECK(state.to_return());
  CHECK(state.ply() == 1);
  const auto legal = state.legal_moves();
  CHECK(static_cast<int>(legal.size()) == state.num_empty());
  CHECK(std::ranges::all_of(legal, [](const std::string& move) { return move.front() == '@'; }));
  CHECK(reason(state, "a1") == "white must put the removed stone back first, as in @a1");
  CHECK(reason(state, "@c3") == "c3 is occupied by black");
  state.play("@a1");
  CHECK(state.to_move() == kSecond);
  CHECK_FALSE(state.to_return());
  CHECK(state.ply() == 1);
  state.play("a2");
  CHECK(state.to_move() == kFirst);
  CHECK(state.ply() == 2);
  CHECK(state.moves() == std::vector<std::string>{"xc3", "@a1", "a2"});
  state.undo();
  CHECK(state.to_move() == kSecond);
  CHECK_FALSE(state.to_return());
  state.undo();
  CHECK(state.to_return());
  CHECK(state.ply() == 1);
}

TEST_CASE("ATOMORPH-VARIANTS: return_stone, the stone put back may win at once") {
  auto white = draw(". b b / w w . / . b .", kSecond, {.return_stone = true}, AtomorphGame::kToReturn);
  white.play("@c2");
  CHECK(white.is_terminal());
  CHECK(white.outcome().winner == 1);
  CHECK(white.ply() == 1);
  CHECK_FALSE(white.to_return());
  CHECK(names(white.game(), white.winning_cells()) == "a2 b2 c2");
  white.undo();
  CHECK(white.to_return());
  CHECK(white.ply() == 0);
}

TEST_CASE("ATOMORPH-VARIANTS: return_stone, the ban also holds for the regular action after the stone") {
  auto state = draw(kTwoContested, kFirst, {.return_stone = true});
  state.play("xc3");
  CHECK(state.ban());
  CHECK(state.to_return());
  state.play("@a1");
  CHECK(state.ban());
  CHECK_FALSE(is_legal(state, "xc3"));
  CHECK(is_legal(state, "b1"));
  state.play("b1");
  CHECK_FALSE(state.ban());
}

TEST_CASE("ATOMORPH-VARIANTS: return_stone, without a regular action the turn ends") {
  AtomorphState<1> state(AtomorphGame::create({.size = 4, .return_stone = true}));
  play_all(state, "d1 a3 b1 b2 d2 d3 c2 b4 c3 c4 b3 xb3 @a4 d4 c1 a1 xc2");
  REQUIRE(state.to_move() == kFirst);
  REQUIRE(state.to_return());
  REQUIRE(state.num_empty() == 1);
  CHECK(state.ply() == 16);
  state.play("@a2");
  CHECK(state.to_move() == kSecond);
  CHECK(state.ply() == 17);
  CHECK_FALSE(state.is_terminal());
}

TEST_CASE("ATOMORPH-VARIANTS: return_stone, from a full board nothing waits") {
  auto state = draw("b b w w / b b w w / b w b b / w b b w", kFirst, {.return_stone = true});
  const auto legal = state.legal_moves();
  REQUIRE_FALSE(legal.empty());
  state.play(legal.front());
  CHECK_FALSE(state.to_return());
}

// ---------------------------------------------------------------------------------------------------------- ATOMORPH-WIN

TEST_CASE("ATOMORPH-WIN: black joins top and bottom, white left and right, by placing or flipping") {
  auto black = draw(". b . / . . . / . b .", kFirst);
  black.play("b2");
  CHECK(black.outcome().winner == 0);
  CHECK(black.outcome().termination == Termination::connected);
  CHECK(names(black.game(), black.winning_cells()) == "b1 b2 b3");
  auto white = draw(". . . / w . w / . b .", kSecond);
  white.play("b2");
  CHECK(white.outcome().winner == 1);
  // Left and right are not black's, diagonals connect nothing.
  auto across = draw(". . . / b . b / . . .", kFirst);
  across.play("b2");
  CHECK_FALSE(across.is_terminal());
  auto diagonal = draw("b . . / . . . / . . b", kFirst);
  diagonal.play("b2");
  CHECK_FALSE(diagonal.is_terminal());
  auto flipped = draw(". b b / b w b / . b .", kFirst);
  flipped.play("xb2");
  CHECK(flipped.outcome().winner == 0);
  CHECK(flipped.check_consistency() == "");
  flipped.undo();
  CHECK(flipped.outcome().termination == Termination::none);
}

TEST_CASE("ATOMORPH-WIN: the winning chain is a shortest one") {
  const auto state = draw(". b . b . / . b . b . / . b b b . / b b . . . / b . . . .", kSecond);
  CHECK(state.is_terminal());
  CHECK(names(state.game(), state.winning_cells()) == "a1 a2 b2 b3 b4 b5");
}

// ------------------------------------------------------------------------------------------------------------------ PIE

TEST_CASE("PIE: white's first turn only") {
  AtomorphState<1> state(AtomorphGame::create({.size = 5}));
  CHECK(reason(state, "swap") == "swapping is only possible on white's first turn");
  state.play("c3");
  REQUIRE(is_legal(state, "swap"));
  const std::uint64_t unswapped = state.hash();
  state.play("SWAP");
  CHECK(state.to_move() == kSecond);
  CHECK(state.current_player() == 0);
  CHECK(state.ply() == 2);
  CHECK(state.hash() != unswapped);
  CHECK(reason(state, "swap") == "the persons have swapped already");
  CHECK(state.check_consistency() == "");
  state.play("c2");
  CHECK(state.to_move() == kFirst);
  CHECK(state.current_player() == 1);
  play_all(state, "a1 a2 b1 b2 a4 d2 a5 e2");
  CHECK(state.is_terminal());
  CHECK(state.winning_colour() == kSecond);
  CHECK(state.outcome().winner == 0);
  while (state.ply() > 1) state.undo();
  CHECK(state.hash() == unswapped);
  CHECK(is_legal(state, "swap"));
  state.play("c2");
  CHECK_FALSE(is_legal(state, "swap"));
  AtomorphState<1> without(AtomorphGame::create({.size = 5, .swap = false}));
  without.play("c3");
  CHECK(slug_of([&] { without.play("swap"); }) == "move/invalid");
}
