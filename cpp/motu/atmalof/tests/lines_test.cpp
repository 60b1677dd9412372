// Windows, threats and the line net, against plain searches over squares and over the rules themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "motu/atmalof/evaluator.hpp"
#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/tests/testing.hpp"
#include "motu/atmalof/trainer.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/core/boards/hex_board.hpp"
#include "motu/core/search/evaluator_names.hpp"

using namespace motu;
using namespace motu::atmalof_testing;

namespace {

const std::vector<AtmalofRules> kRules = {
    kStandard,
    kJunior,
    kKvinigu,
    kUneven,
    kOneRow,
    {.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3},
    {.rows = 8, .cols = 8, .line = 7},
    {.rows = 9, .cols = 12, .extra_rows = 3, .extra_cols = 0, .line = 6, .pieces = 20},
};

std::shared_ptr<const AtmalofGame> shared_game(const AtmalofRules& rules) { return AtmalofGame::create(rules); }

std::shared_ptr<const LineTables> new_tables(const AtmalofRules& rules) {
  return std::make_shared<const LineTables>(shared_game(rules));
}

// A net with every weight drawn at random: what holds for it holds for any.
std::shared_ptr<const LineNet> random_net(const std::shared_ptr<const LineTables>& tables, bool is_general) {
  const auto features = std::make_shared<const LineFeatures>(tables, is_general);
  const auto weights = std::make_shared<LineWeights>();
  Rng rng(7);
  const auto draw = [&] { return static_cast<float>(0.2 * rng.uniform() - 0.1); };
  weights->rows.resize(static_cast<std::size_t>(features->num_rows()) * kLineWidth);
  std::ranges::generate(weights->rows, draw);
  std::ranges::generate(weights->outputs, draw);
  return std::make_shared<const LineNet>(features, weights);
}

// Calls f with the positions of random games in which somebody is to act or to roll.
void for_random_positions(const AtmalofRules& rules, int games, const std::function<void(State&)>& f) {
  Rng rng(31);
  for (int i = 0; i < games; ++i) {
    const auto state = new_state(rules);
    while (!state->is_terminal() && state->ply() < 200) {
      f(*state);
      state->apply_unchecked(state->sample_legal(rng));
    }
  }
}

// Every straight stretch of `length` squares, as sets.
std::set<std::set<int>> stretches_of(const AtmalofGame& game, int length) {
  std::set<std::set<int>> found;
  for (int square = 0; square < game.num_cells(); ++square) {
    for (int d = 0; d < 8; ++d) {
      std::set<int> stretch = {square};
      for (int at = square; static_cast<int>(stretch.size()) < length;) {
        at = game.target(8 * at + d);
        if (at < 0) break;
        stretch.insert(at);
      }
      if (static_cast<int>(stretch.size()) == length) found.insert(stretch);
    }
  }
  return found;
}

int count_on(const LineBoard& board, std::span<const std::uint16_t> squares, Colour colour) {
  return static_cast<int>(std::ranges::count_if(squares, [&](int square) { return board.at(square) == colour; }));
}

// The chance to win with this turn, from the rules: every action, every face.
double chance_by_rules(State& state) {
  const int person = state.current_player();
  std::vector<Action> actions;
  state.legal_actions(actions);
  double best = 0.0;
  for (const Action action : actions) {
    state.apply(action);
    double chance = 0.0;
    if (state.is_chance_node()) {
      std::vector<Action> faces;
      state.legal_actions(faces);
      for (const Action face : faces) {
        state.apply(face);
        chance += (state.outcome().winner == person ? 1.0 : 0.0) / static_cast<double>(faces.size());
        state.undo();
      }
    } else {
      chance = state.outcome().winner == person ? 1.0 : 0.0;
    }
    state.undo();
    best = std::max(best, chance);
  }
  return best;
}

std::unique_ptr<State> with_colours_exchanged(const State& state) {
  auto cells = stones(state);
  for (auto& cell : cells) cell = cell == kNoColour ? cell : other(cell);
  auto exchanged = state.game().new_state();
  exchanged->setup(cells, other(state.to_move()), 0);
  return exchanged;
}

std::unique_ptr<State> image_of(const State& state, const Symmetry& symmetry) {
  const auto cells = stones(state);
  std::vector<std::uint8_t> images(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) images[static_cast<std::size_t>(symmetry.cells[i])] = cells[i];
  auto image = state.game().new_state();
  image->setup(images, state.to_move(), 0);
  return image;
}

}  // namespace

TEST_CASE("windows are all straight stretches of their length, each once") {
  for (const AtmalofRules& rules : kRules) {
    const auto game = shared_game(rules);
    for (const int length : {rules.line, rules.line - 1}) {
      const LineWindows windows(*game, length);
      std::set<std::set<int>> found;
      for (int window = 0; window < windows.count(); ++window) {
        const auto squares = windows.squares(window);
        found.emplace(squares.begin(), squares.end());
      }
      CHECK(static_cast<int>(found.size()) == windows.count());
      CHECK(found == stretches_of(*game, length));
      std::size_t places = 0;
      for (int square = 0; square < game->num_cells(); ++square) {
        for (const auto& place : windows.through(square)) {
          ++places;
          CHECK(windows.squares(place.window)[place.index] == square);
        }
      }
      CHECK(places == static_cast<std::size_t>(windows.count() * length));
    }
  }
}

TEST_CASE("what a board keeps piece by piece is what a look at the squares tells") {
  for (const AtmalofRules& rules : kRules) {
    const auto tables = new_tables(rules);
    LineBoard board(tables);
    for_random_positions(rules, 3, [&](State& state) {
      board.load(state);
      const auto cells = stones(state);
      for (int square = 0; square < tables->game().num_cells(); ++square) {
        REQUIRE(board.at(square) == cells[static_cast<std::size_t>(square)]);
        for (const Colour colour : {kFirst, kSecond}) {
          REQUIRE(board.near(square, colour) == count_on(board, tables->neighbours(square), colour));
        }
      }
      for (const Colour colour : {kFirst, kSecond}) {
        REQUIRE(board.pieces(colour) == pieces(state, colour));
        REQUIRE(board.short_lines(colour) == short_lines(state, colour));
        for (int window = 0; window < tables->windows().count(); ++window) {
          const int count = count_on(board, tables->windows().squares(window), colour);
          REQUIRE(tables->count_of(colour, board.code(window)) == count);
        }
      }
    });
  }
}

TEST_CASE("boards read from far apart positions are as fresh ones") {
  const auto net = random_net(new_tables(kStandard), false);
  LineBoard kept(net->shared_tables());
  std::vector<std::uint32_t> active;
  int checked = 0;
  for_random_positions(kStandard, 20, [&](State& state) {
    if (++checked % 7 != 0) return;
    kept.load(state);
    LineBoard fresh(net->shared_tables());
    fresh.load(state);
    CHECK(net->value(kept, state.to_move(), active) == net->value(fresh, state.to_move(), active));
  });
  CHECK(checked > 100);
}

TEST_CASE("the chance of a turn is the best over all announcements, faces and moves") {
  for (const AtmalofRules& rules : kRules) {
    LineBoard board(new_tables(rules));
    int wins = 0;
    for_random_positions(rules, 12, [&](State& state) {
      if (state.is_chance_node()) return;
      board.load(state);
      const TurnChance found = turn_chance(board, state.to_move());
      REQUIRE(found.chance == doctest::Approx(chance_by_rules(state)));
      REQUIRE((found.action < 0) == (found.chance == 0.0));
      if (found.action < 0) return;
      ++wins;
      REQUIRE(state.is_legal(found.action));
    });
    CHECK(wins > 0);
  }
}

TEST_CASE("threats by drop, by step and out of reach") {
  SUBCASE("a drop finds the square by its row or its column") {
    const auto state =
        drawn(kStandard, {".......", ".RRRR..", ".......", ".....B.", ".......", ".......", "......."}, kFirst);
    LineBoard board(new_tables(kStandard));
    board.load(*state);
    const auto threats = line_threats(board, kFirst);
    REQUIRE(threats.size() == 2);
    CHECK(threats[0].square == 7);
    CHECK(threats[0].drop_chance == doctest::Approx(1.0 / 6));
    CHECK(threats[0].steppers.empty());
    CHECK(threats[0].blockers.empty());
    CHECK(threats[1].square == 12);
    CHECK(turn_chance(board, kFirst).chance == doctest::Approx(2.0 / 6));
    CHECK(turn_chance(board, kFirst).action == 1);
    CHECK(turn_chance(board, kSecond).chance == 0.0);
  }
  SUBCASE("a piece beside the gap makes the win sure, an enemy piece there can end the threat") {
    const auto state =
        drawn(kStandard, {"..R....", ".R.RRR.", ".......", "..B....", ".......", ".......", "......."}, kFirst);
    LineBoard board(new_tables(kStandard));
    board.load(*state);
    const auto threats = line_threats(board, kFirst);
    REQUIRE(threats.size() == 1);
    CHECK(threats[0].square == 9);
    CHECK(threats[0].steppers == std::vector<int>{2});
    CHECK(threats[0].blockers.empty());
    CHECK(turn_chance(board, kFirst).chance == 1.0);
    CHECK(state->action_text(turn_chance(board, kFirst).action, false) == "r1c3-r2c3");
  }
  SUBCASE("the corner beyond both dice is reached by steps alone") {
    const auto state =
        drawn(kStandard, {".......", ".......", "....B..", "......R", "......R", "......R", "R.....R"}, kFirst);
    auto corner =
        drawn(kStandard, {".......", ".......", "......R", "......R", "......R", "......R", "......."}, kFirst);
    LineBoard board(new_tables(kStandard));
    board.load(*corner);
    const auto threats = line_threats(board, kFirst);
    REQUIRE(threats.size() == 2);
    CHECK(threats[0].square == 13);
    CHECK(threats[0].drop_chance == doctest::Approx(1.0 / 6));
    CHECK(threats[1].square == 48);
    CHECK(threats[1].drop_chance == 0.0);
    board.load(*state);
    REQUIRE(line_threats(board, kFirst).size() == 1);
    CHECK(line_threats(board, kFirst)[0].blockers.empty());
    CHECK(line_threats(board, kFirst)[0].square == 20);
  }
}

TEST_CASE("the net is blind to symmetries of the board and to the names of colours") {
  for (const AtmalofRules& rules : kRules) {
    for (const bool is_general : {false, true}) {
      const auto tables = new_tables(rules);
      const auto net = random_net(tables, is_general);
      LineTurns turns(net);
      const auto symmetries = tables->game().symmetries();
      std::set<float> values;
      for_random_positions(rules, 1, [&](State& state) {
        if (state.is_chance_node()) return;
        const float value = turns.static_value(state);
        values.insert(value);
        REQUIRE(turns.static_value(*with_colours_exchanged(state)) == doctest::Approx(value).epsilon(1e-4));
        for (const Symmetry& symmetry : symmetries) {
          REQUIRE(turns.static_value(*image_of(state, symmetry)) == doctest::Approx(value).epsilon(1e-4));
        }
      });
      CHECK(values.size() > 3);
    }
  }
}

namespace {

// The rows that a net with crossings looks at and one without does not.
std::vector<std::uint32_t> crossing_rows(const std::shared_ptr<const LineTables>& tables, const LineBoard& board,
                                         Colour mover) {
  const LineFeatures plain(tables, false, false);
  const LineFeatures whole(tables, false);
  std::vector<std::uint32_t> rows(static_cast<std::size_t>(whole.max_active()));
  rows.resize(static_cast<std::size_t>(whole.collect(board, mover, rows)));
  std::erase_if(rows, [&](std::uint32_t row) { return row < static_cast<std::uint32_t>(plain.num_rows()); });
  return rows;
}

// Windows with pieces of this colour alone that lack one to three, through a vacant square.
int live_windows(const LineBoard& board, int square, Colour colour) {
  const LineWindows& windows = board.tables().windows();
  return static_cast<int>(std::ranges::count_if(windows.through(square), [&](const LineWindows::Place& place) {
    const auto squares = windows.squares(place.window);
    const int own = count_on(board, squares, colour);
    return own > 0 && windows.length() - own <= 3 && count_on(board, squares, other(colour)) == 0;
  }));
}

}  // namespace

TEST_CASE("in a general layout windows share a row when they lack as many pieces of the same side, and only then") {
  for (const AtmalofRules& rules : kRules) {
    const auto tables = new_tables(rules);
    const LineFeatures features(tables, true);
    const LineWindows& windows = tables->windows();
    LineBoard board(tables);
    std::map<std::vector<int>, std::uint32_t> row_of;
    std::map<std::uint32_t, std::vector<int>> meaning_of;
    for_random_positions(rules, 3, [&](State& state) {
      board.load(state);
      for (const Colour mover : {kFirst, kSecond}) {
        std::vector<std::uint32_t> rows(static_cast<std::size_t>(features.max_active()));
        rows.resize(static_cast<std::size_t>(features.collect(board, mover, rows)));
        REQUIRE(rows.front() == 0);  // the bias
        std::erase_if(rows, [&](std::uint32_t row) {
          return row == 0 || row >= static_cast<std::uint32_t>(features.first_plain_row());
        });
        REQUIRE(static_cast<int>(rows.size()) == windows.count());
        for (int window = 0; window < windows.count(); ++window) {
          const int own = count_on(board, windows.squares(window), mover);
          const int enemy = count_on(board, windows.squares(window), other(mover));
          const int lacks = std::clamp(windows.length() - std::max(own, enemy), 1, 5);
          const bool is_live = (own > 0) != (enemy > 0);
          const std::vector<int> meaning{windows.is_diagonal(window), own > 0, enemy > 0, is_live ? lacks : 0};
          const auto row = rows[static_cast<std::size_t>(window)];
          REQUIRE(row_of.try_emplace(meaning, row).first->second == row);
          REQUIRE(meaning_of.try_emplace(row, meaning).first->second == meaning);
        }
      }
    });
    CHECK(row_of.size() >= 4);
  }
}

TEST_CASE("the chances to win with one turn have a row together: none, in sixths, sure") {
  constexpr int kLiveRows = 2 * (4 + 9 + 16);  // before them
  constexpr int kClasses = 9;
  for (const AtmalofRules& rules : kRules) {
    const auto tables = new_tables(rules);
    const LineFeatures features(tables, false);
    const auto begin = static_cast<std::uint32_t>(features.first_plain_row() + kLiveRows);
    LineBoard board(tables);
    int compared = 0;
    for_random_positions(rules, 3, [&](State& state) {
      board.load(state);
      std::vector<std::uint32_t> rows(static_cast<std::size_t>(features.max_active()));
      rows.resize(static_cast<std::size_t>(features.collect(board, state.to_move(), rows)));
      std::erase_if(rows, [&](std::uint32_t row) { return row < begin || row >= begin + kClasses * kClasses; });
      REQUIRE(rows.size() == 1);
      const auto classes = static_cast<int>(rows.front() - begin);
      for (const Colour colour : {kFirst, kSecond}) {
        const int found = colour == state.to_move() ? classes / kClasses : classes % kClasses;
        const double chance = turn_chance(board, colour).chance;
        if (chance >= 1.0) {
          REQUIRE(found >= 6);
        } else {
          REQUIRE(found == (chance <= 0.0 ? 0 : std::max(static_cast<int>(std::lround(6 * chance)), 1)));
          ++compared;
        }
      }
    });
    CHECK(compared > 10);
  }
}

TEST_CASE("every vacant square with live windows through it has one row for them") {
  for (const AtmalofRules& rules : kRules) {
    const auto tables = new_tables(rules);
    LineBoard board(tables);
    for_random_positions(rules, 2, [&](State& state) {
      board.load(state);
      std::size_t expected = 0;
      for (int square = 0; square < tables->game().num_cells(); ++square) {
        if (board.at(square) != kNoColour) continue;
        expected += static_cast<std::size_t>(live_windows(board, square, kFirst) > 0 ||
                                             live_windows(board, square, kSecond) > 0);
      }
      REQUIRE(crossing_rows(tables, board, state.to_move()).size() == expected);
    });
  }
}

TEST_CASE("a square where two windows cross is not one on a single window, for either side") {
  const auto tables = new_tables(kStandard);
  LineBoard board(tables);
  const auto rows_of = [&](const std::vector<std::string>& squares, Colour mover) {
    board.load(*drawn(kStandard, squares, kFirst));
    const auto rows = crossing_rows(tables, board, mover);
    return std::multiset<std::uint32_t>(rows.begin(), rows.end());
  };
  // The same windows in the same places of the board's symmetry, once with a vacant square in common.
  const auto crossing = rows_of({"RRR....", "......R", "......R", "......R", ".......", ".......", "......."}, kFirst);
  const auto apart = rows_of({"RRR....", ".......", ".......", "......R", "......R", "......R", "......."}, kFirst);
  CHECK(crossing != apart);
  CHECK(rows_of({"BBB....", "......B", "......B", "......B", ".......", ".......", "......."}, kSecond) == crossing);
  CHECK(rows_of({"BBB....", "......B", "......B", "......B", ".......", ".......", "......."}, kFirst) != crossing);
}

TEST_CASE("one turn ahead is what the rules and the net say together") {
  for (const AtmalofRules& rules : {kStandard, kKvinigu, kOneRow, kUneven}) {
    const auto net = random_net(new_tables(rules), false);
    LineTurns turns(net);
    LineTurns ahead(net);
    const auto value_of = [&](State& state, int person) -> double {
      if (state.is_terminal()) return state.outcome().winner < 0 ? 0 : (state.outcome().winner == person ? 1 : -1);
      return ahead.static_value(state) * (side_of(state) == person ? 1 : -1);
    };
    for_random_positions(rules, 3, [&](State& state) {
      const int person = side_of(state);
      turns.load(state);
      std::vector<Action> actions;
      state.legal_actions(actions);
      REQUIRE(turns.values().size() == actions.size());
      for (std::size_t i = 0; i < actions.size(); ++i) {
        state.apply(actions[i]);
        double expected = 0.0;
        if (state.is_chance_node()) {
          std::vector<Action> faces;
          state.legal_actions(faces);
          for (const Action face : faces) {
            state.apply(face);
            expected += value_of(state, person) / static_cast<double>(faces.size());
            state.undo();
          }
        } else {
          expected = value_of(state, person);
        }
        state.undo();
        REQUIRE(turns.values()[i] == doctest::Approx(expected).epsilon(1e-4));
      }
    });
  }
}

TEST_CASE("the evaluator at the seam") {
  const auto game = shared_game(kStandard);
  const auto evaluator = make_named_evaluator(*game, "lines", 1);
  CHECK(evaluator->has_priors());
  CHECK(evaluator->has_outcomes());
  for_random_positions(kStandard, 2, [&](State& state) {
    State* states[] = {&state};
    Evaluation found;
    evaluator->evaluate(states, {&found, 1});
    REQUIRE(std::abs(found.value) <= 1.0F);
    REQUIRE(std::abs(evaluator->value(state)) <= 1.0F);
    if (state.is_chance_node()) return;
    std::vector<Action> actions;
    state.legal_actions(actions);
    REQUIRE(found.priors.size() == actions.size());
    float sum = 0.0F;
    for (const float prior : found.priors) sum += prior;
    REQUIRE(sum == doctest::Approx(1.0).epsilon(1e-4));
  });
  const auto hex = AtollGame::create(HexBoard::rhombus(3, 3, 4), {});
  CHECK(error_of([&] { make_named_evaluator(*hex, "lines", 1); }).slug() == "engine/unknown-evaluator");
}

TEST_CASE("nets that came with the program, and nets taken into use") {
  const AtmalofRules rules{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3};
  const auto game = shared_game(rules);
  CHECK(line_net_for(*game)->features().is_general());
  LineTrainer trainer({game}, {});
  trainer.train(3);
  use_line_weights(trainer.weights());
  CHECK(!line_net_for(*game)->features().is_general());
  CHECK(general_line_net(*game)->features().is_general());
  forget_line_weights();
  CHECK(line_net_for(*game)->features().is_general());
  for (const AtmalofRules& shipped : {kStandard, kJunior, kKvinigu}) {
    CHECK(!line_net_for(*shared_game(shipped))->features().is_general());
  }
  CHECK(error_of([&] { read_line_net(*shared_game(kJunior), trainer.weights()); }).slug() == "engine/weights");
}
