// What all games share: checked play, all or nothing; undo, history, errors, perft, playouts.
#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/tests/testing.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/search/rollout.hpp"
#include "motu/core/state/perft.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

using Texts = std::vector<std::string>;

std::unique_ptr<State> new_hex(int size) { return new_game(HexBoard::rhombus(size, size, 4))->new_state(); }

std::unique_ptr<State> new_atomorph(AtomorphRules rules = {.size = 5}) {
  return AtomorphGame::create(rules)->new_state();
}

std::unique_ptr<State> new_atmalof(AtmalofRules rules = {}) { return AtmalofGame::create(rules)->new_state(); }

// One of each game, and of each game's odder members.
std::vector<std::unique_ptr<State>> new_states() {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(new_hex(5));
  states.push_back(new_game(HexBoard::hexagon(4, 12))->new_state());
  states.push_back(new_game(HexBoard::square(7, 8), false)->new_state());
  states.push_back(new_atomorph());
  states.push_back(new_atomorph({.size = 4, .corners = false, .return_stone = true}));
  states.push_back(new_atmalof());
  states.push_back(new_atmalof({.rows = 3, .cols = 6, .extra_rows = 0, .line = 4, .tiebreak_both = true}));
  return states;
}

struct Seen {
  Stones stones;
  std::vector<Action> legal;
  Texts moves;
  std::uint64_t hash;
  int player, ply;
  bool chance, swapped;

  bool operator==(const Seen&) const = default;
};

Seen look_at(const State& state) {
  return {stones_of(state),       legal_of(state), state.moves(),          state.hash(),
          state.current_player(), state.ply(),     state.is_chance_node(), state.is_swapped()};
}

// The error of a text that is refused; nothing may change.
Error refused_play(State& state, const std::string& text) {
  const auto before = look_at(state);
  CAPTURE(text);
  try {
    state.play(text);
  } catch (const Error& error) {
    CHECK(look_at(state) == before);
    CHECK(text.find(error.text()) != std::string::npos);  // the part that is wrong
    return error;
  }
  FAIL("it was played");
  return Error("", "");
}

template <class F>
void with_concrete(State& state, F&& call) {
  if (auto* atoll = dynamic_cast<AtollState*>(&state)) {
    call(*atoll);
  } else if (as<AtomorphGame>(state.game()) != nullptr) {
    visit_atomorph(state, call);
  } else {
    visit_atmalof(state, call);
  }
}

std::uint64_t count_lines(State& state, int depth) {
  std::uint64_t count = 0;
  with_concrete(state, [&](auto& concrete) { count = perft(concrete, depth); });
  return count;
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------ checked play

TEST_CASE("state: a text plays one action, or an announcement with its roll") {
  const auto atmalof = new_atmalof();
  CHECK(atmalof->play("r4=6") == 2);
  CHECK(atmalof->play(" C2=1 ") == 2);
  CHECK(atmalof->play("r1") == 1);
  CHECK(atmalof->is_chance_node());
  CHECK(atmalof->play("=3") == 1);
  CHECK(atmalof->play("r1c2-r2c3") == 1);
  CHECK(atmalof->moves() == Texts{"r4=6", "c2=1", "r1=3", "r1c2-r2c3"});
  CHECK(atmalof->history().size() == 7);
  CHECK(atmalof->history()[1] == std::pair(Action{5}, true));
  CHECK(atmalof->ply() == 4);
}

TEST_CASE("state: a refused text changes nothing, not even half of it") {
  const auto atmalof = new_atmalof();
  atmalof->play("r1=1");
  for (const std::string text : {"r4=7", "r4=0", "r4=", "r4==6", "r4=6=6", "r4=x", "c2=99", "c2=-1", "r4= 6"}) {
    CHECK(refused_play(*atmalof, text).slug() == "move/invalid");
  }
  for (const std::string text :
       {"", " ", "=6", "r9", "r9=1", "r4c6", "r1c1-r5c5", "swap", "h4", "=", "==", "r1c1-r1c2=3"}) {
    const auto error = refused_play(*atmalof, text);
    CHECK((error.slug() == "move/invalid" || (text == "r1c1-r1c2=3" && error.slug() == "move/illegal")));
  }
  atmalof->play("r2=2");
  CHECK(refused_play(*atmalof, "r1c1-r1c2=3").slug() == "move/invalid");  // the move is legal, the roll is not
  CHECK(refused_play(*atmalof, "r2c2-r2c3").slug() == "move/illegal");
}

TEST_CASE("state: at a chance node only a roll is read") {
  const auto atmalof = new_atmalof({.rows = 3, .cols = 6, .extra_rows = 0, .line = 4});
  atmalof->play("c2");
  for (const std::string text : {"c2", "c2=1", "3", "r1=3", "=", "=0", "=7", "=1=1", "x=1"}) {
    CHECK(refused_play(*atmalof, text).slug() == "move/invalid");
  }
  CHECK(refused_play(*atmalof, "=4").slug() == "move/illegal");  // a column names one of three rows
  CHECK(refusal_of([&] { atmalof->apply(3); }).slug == "move/illegal");
  CHECK(refusal_of([&] { atmalof->apply(6); }).slug == "action/out-of-range");
  CHECK(refusal_of([&] { atmalof->apply(-1); }).slug == "action/out-of-range");
  CHECK(atmalof->play("=3") == 1);
}

TEST_CASE("state: a roll after what is no announcement is refused, in games without dice too") {
  const auto hex = new_hex(3);
  const auto atomorph = new_atomorph();
  for (State* state : {hex.get(), atomorph.get()}) {
    for (const std::string text : {"b2=1", "b2=", "=1", "swap=1", "b2=b2"}) {
      const auto slug = refused_play(*state, text).slug();
      CHECK((slug == "move/invalid" || (text == "swap=1" && slug == "move/illegal")));
    }
    CHECK(std::string(refused_play(*state, "b2=1").what()).find("only an announcement is followed by a roll") !=
          std::string::npos);
    state->play("b2");
    CHECK(refused_play(*state, "swap=1").slug() == "move/invalid");
    CHECK(refused_play(*state, "b2=1").slug() == "move/illegal");
  }
}

TEST_CASE("state: an error says what was read, where, why, and what would be legal") {
  const auto hex = new_hex(2);
  hex->play("a1");
  hex->play("b1");
  const auto illegal = refused_play(*hex, "B1");
  CHECK(illegal.slug() == "move/illegal");
  CHECK(illegal.position() == "a1 b1");
  CHECK(illegal.legal() == Texts{"a2", "b2"});
  CHECK(std::string(illegal.what()) == "illegal move 'B1': b1 is occupied by white; legal here: a2, b2");
  const auto invalid = refused_play(*hex, "c1");
  CHECK(invalid.slug() == "move/invalid");
  CHECK(invalid.legal() == Texts{"a2", "b2"});
  CHECK(invalid.position() == "a1 b1");
  const auto fresh = new_hex(2);
  CHECK(refused_play(*fresh, "z9").position() == "the initial position");
}

TEST_CASE("state: a swap changes every position's hash in the same way") {
  const auto hash_after = [](bool swap, const std::string& move) {
    const auto state = AtollGame::create(HexBoard::rhombus(3, 3, 4), {.swap = swap})->new_state();
    state->play(move);
    if (swap) state->play("swap");
    return state->hash();
  };
  for (const std::string move : {"a1", "b1", "c3"}) {
    CAPTURE(move);
    CHECK((hash_after(true, move) ^ hash_after(true, "b2")) == (hash_after(false, move) ^ hash_after(false, "b2")));
    CHECK(hash_after(true, move) != hash_after(false, move));
  }
}

TEST_CASE("state: of a flood an error shows the first part, in whole characters") {
  const auto hex = new_hex(2);
  const auto shown = [&hex](const std::string& text) {
    std::string message;
    try {
      hex->play(text);
    } catch (const Error& error) {
      message = error.what();
    }
    const auto begin = message.find('\'') + 1;
    return message.substr(begin, message.find('\'', begin) - begin);
  };
  const std::string most(200, 'x');
  CHECK(shown(most) == most);
  CHECK(shown(most + "y") == most + "…");
  for (const std::string letter : {"é", "碁", "🌊"}) {
    for (std::size_t cut = 1; cut < letter.size(); ++cut) {
      const std::string before(200 - cut, 'x');
      CAPTURE(letter);
      CAPTURE(cut);
      CHECK(shown(before + letter) == before + "…");
    }
    const std::string before(200 - letter.size(), 'x');
    CHECK(shown(before + letter) == before + letter);
  }
}

TEST_CASE("state: control characters are shown by their numbers") {
  const auto hex = new_hex(2);
  const auto shown = [&](const std::string& text) { return refusal_of([&] { hex->play(text); }).message; };
  CHECK(shown("z\x1b[1m").find("'z\\x1b[1m'") != std::string::npos);
  CHECK(shown("z\x1f\x7f").find("'z\\x1f\\x7f'") != std::string::npos);
  CHECK(shown(std::string("z\0 ~", 4)).find("'z\\x00 ~'") != std::string::npos);
}

TEST_CASE("state: of many legal moves an error names twelve, and how many there are") {
  const auto told = [](int columns, int rows) {
    const auto state = AtollGame::create(HexBoard::rhombus(columns, rows, 4), {.swap = false})->new_state();
    const std::string message = refused_play(*state, "z9").what();
    return message.substr(message.find("legal here: ") + 12);
  };
  CHECK(told(4, 3) == "a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3");
  CHECK(told(13, 2) == "a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, … (26 in all)");
}

TEST_CASE("state: an action that is none is told with those that are") {
  const auto hex = AtollGame::create(HexBoard::rhombus(2, 2, 4), {.swap = false})->new_state();
  CHECK(refusal_of([&] { hex->apply(4); }).message == "no action 4: actions here are 0 to 3");
  const auto atmalof = new_atmalof();
  atmalof->play("r1");
  CHECK(refusal_of([&] { atmalof->apply(6); }).message == "no action 6: actions here are 0 to 5");
}

TEST_CASE("state: a position that is set up awaits no roll, whatever went before") {
  const auto atmalof = new_atmalof();
  atmalof->play("r1");
  REQUIRE(atmalof->is_chance_node());
  std::vector<std::uint8_t> empty(static_cast<std::size_t>(atmalof->game().num_cells()), kNoColour);
  atmalof->setup(empty, kSecond, 0);
  CHECK_FALSE(atmalof->is_chance_node());
  CHECK(atmalof->to_move() == kSecond);
  CHECK(atmalof->play("r2=1") == 2);
}

TEST_CASE("state: after the end nothing is played, whatever the text") {
  const auto hex = new_hex(2);
  for (const char* move : {"a1", "b1", "a2"}) hex->play(move);
  REQUIRE(hex->is_terminal());
  CHECK(hex->current_player() == kTerminal);
  for (const std::string text : {"b2", "a1", "swap", "nonsense", ""}) {
    CHECK(refused_play(*hex, text).slug() == "move/game-over");
  }
  CHECK(refusal_of([&] { hex->apply(3); }).slug == "move/game-over");
  CHECK(refusal_of([&] { hex->apply(99); }).slug == "action/out-of-range");
  CHECK(legal_of(*hex).empty());
  hex->undo();
  CHECK(hex->play("b2") == 1);
}

TEST_CASE("state: in every game every action that is not legal is refused and changes nothing") {
  for (const auto& state : new_states()) {
    Rng rng(1);
    for (int turn = 0; turn < 12 && !state->is_terminal(); ++turn) {
      const auto before = look_at(*state);
      const int limit = state->is_chance_node() ? state->game().max_chance_outcomes() : state->game().num_actions();
      for (Action action = -2; action < limit + 2; ++action) {
        CAPTURE(action);
        if (state->is_legal(action)) continue;
        const auto slug = refusal_of([&] { state->apply(action); }).slug;
        REQUIRE(slug == (action < 0 || action >= limit ? "action/out-of-range" : "move/illegal"));
        if (action >= 0 && action < limit) REQUIRE_FALSE(state->why_illegal(action).empty());
      }
      CHECK(look_at(*state) == before);
      state->apply(state->sample_legal(rng));
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------- history

TEST_CASE("state: nothing can be undone before the first action, and everything after it") {
  for (const auto& state : new_states()) {
    CHECK(refusal_of([&] { state->undo(); }).slug == "undo/empty");
    Rng rng(2);
    const auto before = look_at(*state);
    int applied = 0;
    for (; applied < 30 && !state->is_terminal(); ++applied) state->apply(state->sample_legal(rng));
    while (applied-- > 0) state->undo();
    CHECK(look_at(*state) == before);
    CHECK(refusal_of([&] { state->undo(); }).slug == "undo/empty");
  }
}

TEST_CASE("state: history and moves lead to the same position again") {
  for (const auto& state : new_states()) {
    const auto by_history = state->clone();
    const auto by_moves = state->clone();
    Rng rng(3);
    for (int i = 0; i < 60 && !state->is_terminal(); ++i) state->apply(state->sample_legal(rng));
    for (const auto& [action, chance] : state->history()) {
      CHECK(by_history->is_chance_node() == chance);
      by_history->apply(action);
    }
    for (const auto& move : state->moves()) by_moves->play(move);
    CHECK(look_at(*by_history) == look_at(*state));
    CHECK(look_at(*by_moves) == look_at(*state));
  }
}

// --------------------------------------------------------------------------------------------------------- perft, playouts

TEST_CASE("perft: small numbers that can be counted by hand") {
  const auto hex = new_hex(2);
  CHECK(count_lines(*hex, 0) == 1);
  CHECK(count_lines(*hex, 1) == 4);
  CHECK(count_lines(*hex, 2) == 4 * (3 + 1));
  // Third ply: after the swap white places on one of 3 cells; otherwise black does on one of 2.
  CHECK(count_lines(*hex, 3) == 4 * (3 * 2 + 3));
  const auto without_pie = new_game(HexBoard::rhombus(2, 2, 4), false)->new_state();
  CHECK(count_lines(*without_pie, 2) == 12);
  CHECK(count_lines(*without_pie, 3) == 24);
  // Black's first two stones win when they join top and bottom: a1 a2, b1 b2 or a2 b1, as either comes first, two
  // replies each: 3 * 2 * 2 = 12 of the 24 lines have ended.
  CHECK(count_lines(*without_pie, 4) == 12);
  CHECK(count_lines(*without_pie, 5) == 0);
  const auto atmalof = new_atmalof();
  CHECK(count_lines(*atmalof, 1) == 14 * 6);
  atmalof->play("r1");
  CHECK(count_lines(*atmalof, 0) == 6);
}

TEST_CASE("perft: leaves the state as it was") {
  for (const auto& state : new_states()) {
    Rng rng(4);
    for (int i = 0; i < 7; ++i) state->apply(state->sample_legal(rng));
    const auto before = look_at(*state);
    CHECK(count_lines(*state, 2) > 0);
    CHECK(look_at(*state) == before);
  }
}

TEST_CASE("perft: lines counted by cloning and checked play are as many") {
  const auto count_slowly = [](const State& state, int depth, const auto& self) -> std::uint64_t {
    if (depth == 0 && !state.is_chance_node()) return 1;
    std::uint64_t count = 0;
    for (const auto& move : state.legal_moves()) {
      const auto next = state.clone();
      next->play(move);
      count += self(*next, depth - (state.is_chance_node() ? 0 : 1), self);
    }
    return count;
  };
  for (const auto& state : new_states()) CHECK(count_lines(*state, 2) == count_slowly(*state, 2, count_slowly));
}

TEST_CASE("playouts: counts add up, the same seed gives the same games, and the state comes back") {
  for (const auto& state : new_states()) {
    const auto before = look_at(*state);
    with_concrete(*state, [](auto& concrete) {
      const auto counts = count_playouts(concrete, 50, 7, 10'000);
      CHECK(counts.wins[0] + counts.wins[1] + counts.draws + counts.unfinished == 50);
      CHECK(counts.unfinished == 0);
      const auto again = count_playouts(concrete, 50, 7, 10'000);
      CHECK(again.wins[0] == counts.wins[0]);
      CHECK(again.plies == counts.plies);
      const auto stopped = count_playouts(concrete, 50, 7, 3);
      CHECK(stopped.unfinished == 50);
      CHECK(stopped.plies == 150);
    });
    CHECK(look_at(*state) == before);
  }
}
