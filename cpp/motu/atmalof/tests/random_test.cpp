// Atmalof in random games on boards of many sizes: a naive referee, exact undo, incremental values, symmetries.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "motu/atmalof/tests/testing.hpp"

namespace motu::atmalof_testing {

namespace {

// Every width of bitboard, every kind of board, both tie-breaks.
const AtmalofRules kVariants[] = {
    {},
    {.extra_rows = 0, .extra_cols = 0, .pieces = 16},
    {.tiebreak_both = true},
    {.rows = 8, .cols = 8, .line = 7},
    {.rows = 4, .cols = 7, .extra_rows = 2, .extra_cols = 0, .line = 4},
    {.rows = 7, .cols = 4, .extra_rows = 0, .extra_cols = 2, .line = 4, .tiebreak_both = true},
    {.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3},
    {.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4, .tiebreak_both = true},
    {.rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3, .tiebreak_both = true},
    {.rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 4, .pieces = 4, .tiebreak_both = true},
    {.rows = 5, .cols = 1, .extra_rows = 1, .extra_cols = 1, .line = 6},
    {.rows = 2, .cols = 2, .extra_rows = 2, .extra_cols = 2, .line = 3},
    {.rows = 2, .cols = 5, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 5, .tiebreak_both = true},
    {.pieces = 25},
    {.pieces = 1},
    {.pieces = 2, .tiebreak_both = true},
    {.rows = 9, .cols = 13, .extra_rows = 3, .extra_cols = 0, .line = 5, .pieces = 30},
    {.rows = 17, .cols = 20, .extra_rows = 0, .extra_cols = 5, .line = 4},
    {.rows = 32, .cols = 32, .extra_rows = 0, .extra_cols = 0, .line = 4},
};

// The rules once more, square by square.
class Referee {
 public:
  explicit Referee(const AtmalofGame& game) : rules_(game.rules()), height_(game.height()), width_(game.width()) {}

  // Stretches of `length` pieces of a colour.
  int count_stretches(const std::vector<std::uint8_t>& cells, Colour colour, int length) const {
    int total = 0;
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column < width_; ++column) {
        for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          int i = 0;
          while (i < length && at(cells, row + i * down, column + i * right) == colour) ++i;
          total += i == length ? 1 : 0;
        }
      }
    }
    return total;
  }

  // How the game stands: why it is over and for whom.
  std::pair<Termination, int> verdict(const std::vector<std::uint8_t>& cells) const {
    std::array<int, 2> lines{};
    std::array<int, 2> shorts{};
    std::array<bool, 2> complete{};
    for (const Colour colour : {kFirst, kSecond}) {
      lines[colour] = count_stretches(cells, colour, rules_.line);
      shorts[colour] = count_stretches(cells, colour, rules_.line - 1);
      complete[colour] = std::count(cells.begin(), cells.end(), colour) == rules_.pieces;
    }
    if (lines[0] + lines[1] > 0) return {Termination::line, lines[0] > 0 ? 0 : 1};
    const bool due = rules_.tiebreak_both ? complete[0] && complete[1] : complete[0] || complete[1];
    if (!due) return {Termination::none, -1};
    return {Termination::tiebreak, shorts[0] == shorts[1] ? -1 : (shorts[0] > shorts[1] ? 0 : 1)};
  }

  // Legal decisions as texts.
  std::vector<std::string> decisions(const std::vector<std::uint8_t>& cells, Colour mover) const {
    std::vector<std::string> texts;
    if (std::count(cells.begin(), cells.end(), mover) < rules_.pieces) {
      for (int row = 1; row <= height_; ++row) texts.push_back("r" + std::to_string(row));
      for (int column = 1; column <= width_; ++column) texts.push_back("c" + std::to_string(column));
    }
    for (int row = 0; row < height_; ++row) {
      for (int column = 0; column < width_; ++column) {
        if (at(cells, row, column) == mover) add_steps(cells, row, column, texts);
      }
    }
    return texts;
  }

 private:
  // 3 off the board.
  int at(const std::vector<std::uint8_t>& cells, int row, int column) const {
    if (row < 0 || row >= height_ || column < 0 || column >= width_) return 3;
    return cells[static_cast<std::size_t>(row * width_ + column)];
  }
  void add_steps(const std::vector<std::uint8_t>& cells, int row, int column, std::vector<std::string>& texts) const {
    static constexpr int kClockwise[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    for (const auto& [down, right] : kClockwise) {
      if (at(cells, row + down, column + right) != kNoColour) continue;
      texts.push_back(AtmalofGame::square_text(row, column) + "-" +
                      AtmalofGame::square_text(row + down, column + right));
    }
  }

  AtmalofRules rules_;
  int height_;
  int width_;
};

// All that can be seen of a state, and one draw, so that two equal views mean equal states.
struct View {
  std::vector<std::uint8_t> cells;
  std::vector<Action> legal;
  std::vector<std::pair<Action, bool>> history;
  std::vector<float> observation;
  std::vector<int> winning_cells;
  std::uint64_t hash;
  int player, to_move, ply, winner, announced, draw;
  Termination termination;

  template <class S>
  explicit View(const S& state)
      : cells(stones(state)),
        history(state.history()),
        observation(static_cast<std::size_t>(9 * state.game().num_cells())),
        winning_cells(state.winning_cells()),
        hash(state.hash()),
        player(state.current_player()),
        to_move(state.to_move()),
        ply(state.ply()),
        winner(state.outcome().winner),
        announced(state.announced()),
        draw(-1),
        termination(state.outcome().termination) {
    state.legal_actions(legal);
    state.observation(observation);
    Rng rng(static_cast<std::uint64_t>(ply));
    if (!state.is_terminal()) draw = state.sample_legal(rng);
  }
  bool operator==(const View&) const = default;
};

int num_games(const AtmalofGame& game) { return game.num_cells() > 100 ? 2 : 40; }

// Compares a state with the referee and with itself.
template <class S>
void check_state(const S& state, const Referee& referee) {
  REQUIRE(state.check_consistency() == "");
  const auto cells = stones(state);
  const auto [termination, winner] = referee.verdict(cells);
  REQUIRE(state.outcome().termination == termination);
  REQUIRE(state.outcome().winner == winner);
  if (!state.is_terminal() && !state.is_chance_node()) {
    REQUIRE(state.legal_moves() == referee.decisions(cells, state.to_move()));
  }
}

// What one action must and must not have changed.
template <class S>
void check_step(const View& before, const S& after, Action action) {
  const auto& game = static_cast<const AtmalofGame&>(after.game());
  auto expected = before.cells;
  if (before.player == kChance) {
    auto& cell = expected[static_cast<std::size_t>(game.drop_square(before.announced, action))];
    if (cell == kNoColour) cell = static_cast<std::uint8_t>(before.to_move);
  } else if (action >= game.num_lines()) {
    const int move = action - game.num_lines();
    std::swap(expected[static_cast<std::size_t>(move / 8)], expected[static_cast<std::size_t>(game.target(move))]);
  }
  REQUIRE(stones(after) == expected);
  const bool is_announcement = before.player != kChance && action < game.num_lines();
  REQUIRE(after.is_chance_node() == is_announcement);
  REQUIRE(after.ply() == before.ply + (is_announcement ? 0 : 1));
}

struct Tally {
  std::map<Termination, int> ends;
  int skips = 0;
  int lost_turns = 0;
};

template <class S>
void play_and_unwind(S& state, Rng& rng, Tally& tally) {
  constexpr int kPlyLimit = 300;
  const auto& game = static_cast<const AtmalofGame&>(state.game());
  const Referee referee(game);
  std::vector<View> views;
  check_state(state, referee);
  while (!state.is_terminal() && state.ply() < kPlyLimit) {
    views.emplace_back(state);
    const Action action = state.sample_legal(rng);
    REQUIRE(state.is_legal(action));
    state.apply_unchecked(action);
    check_step(views.back(), state, action);
    check_state(state, referee);
    if (state.ply() > views.back().ply && !state.is_terminal()) {
      if (state.to_move() == views.back().to_move) ++tally.skips;
      if (views.back().player == kChance && views.back().cells == stones(state)) ++tally.lost_turns;
    }
  }
  ++tally.ends[state.outcome().termination];
  const auto copy = state.clone();
  for (; !views.empty(); views.pop_back()) {
    state.undo_unchecked();
    REQUIRE(View(state) == views.back());
  }
  // The copy did not move along, and plays on by itself.
  for (const auto& [action, is_chance] : copy->history()) state.apply(action);
  REQUIRE(View(state) == View(static_cast<const S&>(*copy)));
}

Tally play_many(const AtmalofRules& rules, std::uint64_t seed) {
  const auto game = AtmalofGame::create(rules);
  Rng rng(seed);
  Tally tally;
  for (int i = 0; i < num_games(*game); ++i) {
    const auto state = game->new_state();
    visit_atmalof(*state, [&](auto& concrete) { play_and_unwind(concrete, rng, tally); });
  }
  return tally;
}

// The stones of a position moved by a symmetry.
std::vector<std::uint8_t> image(const std::vector<std::uint8_t>& cells, const Symmetry& symmetry) {
  std::vector<std::uint8_t> moved(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) moved[static_cast<std::size_t>(symmetry.cells[i])] = cells[i];
  return moved;
}

// Plays one random game and its image side by side.
void check_commutes(const AtmalofGame& game, const Symmetry& symmetry, const SymmetricFaces& faces, Rng& rng) {
  const auto state = game.new_state();
  const auto mirrored = game.new_state();
  Action line = -1;
  while (!state->is_terminal() && state->ply() < 200) {
    const bool is_chance = state->is_chance_node();
    const auto& map = !is_chance ? symmetry.actions : (line < game.height() ? faces.after_row : faces.after_column);
    std::vector<Action> legal;
    std::vector<Action> mirrored_legal;
    state->legal_actions(legal);
    mirrored->legal_actions(mirrored_legal);
    for (Action& action : legal) action = map[static_cast<std::size_t>(action)];
    std::sort(legal.begin(), legal.end());
    REQUIRE(legal == mirrored_legal);
    const Action action = state->sample_legal(rng);
    if (!is_chance) line = action;
    state->apply(action);
    mirrored->apply(map[static_cast<std::size_t>(action)]);
    REQUIRE(stones(*mirrored) == image(stones(*state), symmetry));
    REQUIRE(mirrored->current_player() == state->current_player());
    REQUIRE(mirrored->outcome().winner == state->outcome().winner);
    REQUIRE(mirrored->outcome().termination == state->outcome().termination);
  }
}

}  // namespace

TEST_SUITE_BEGIN("atmalof");

TEST_CASE("random games agree with the referee and undo exactly") {
  std::uint64_t seed = 20;
  for (const auto& rules : kVariants) {
    CAPTURE(rules.rows);
    CAPTURE(rules.cols);
    CAPTURE(rules.line);
    play_many(rules, ++seed);
  }
}

TEST_CASE("random games meet every kind of end, lost turns and skips") {
  const Tally junior = play_many({.extra_rows = 0, .extra_cols = 0, .pieces = 16}, 5);
  CHECK(junior.ends.at(Termination::line) > 0);
  CHECK(junior.ends.at(Termination::tiebreak) > 0);
  CHECK(junior.lost_turns > 100);
  CHECK(junior.skips == 0);
  const AtmalofRules narrow{
      .rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 4, .pieces = 3, .tiebreak_both = true};
  CHECK(play_many(narrow, 6).skips > 0);
}

TEST_CASE("a board has the symmetries its extra rows and columns leave") {
  const std::pair<AtmalofRules, std::size_t> boards[] = {
      {{}, 2},                                                                   // the transposition
      {{.extra_rows = 0, .extra_cols = 0}, 8},                                   // the square's whole group
      {{.rows = 4, .cols = 7, .extra_rows = 2, .extra_cols = 0, .line = 4}, 2},  // columns reflected
      {{.rows = 7, .cols = 4, .extra_rows = 0, .extra_cols = 2, .line = 4}, 2},  // rows reflected
      {{.rows = 4, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 4}, 4},  // the rectangle's group
      {{.rows = 6, .cols = 6, .extra_rows = 1, .extra_cols = 2}, 1},             // nothing
      {{.rows = 5, .cols = 6, .extra_rows = 2, .extra_cols = 1}, 1},             // square, but R and C differ
      {{.rows = 1, .cols = 7, .extra_rows = 0, .extra_cols = 0, .line = 4}, 2},  // one row is its own mirror image
      {{.rows = 6, .cols = 6, .extra_rows = 0, .extra_cols = 1}, 2},             // rows reflected
  };
  for (const auto& [rules, count] : boards) CHECK(AtmalofGame::create(rules)->symmetries().size() == count);
}

TEST_CASE("symmetries are a group of distinct permutations, the identity first") {
  for (const auto& rules : kVariants) {
    const auto game = AtmalofGame::create(rules);
    if (game->num_cells() > 200) continue;
    const auto all = game->symmetries();
    std::map<std::vector<int>, std::size_t> index;
    for (const auto& symmetry : all) index.emplace(symmetry.cells, index.size());
    REQUIRE(index.size() == all.size());
    REQUIRE(game->symmetric_faces().size() == all.size());
    for (std::size_t i = 0; i < all.front().actions.size(); ++i)
      REQUIRE(all.front().actions[i] == static_cast<Action>(i));
    for (const auto& first : all) {
      auto sorted = first.actions;
      std::sort(sorted.begin(), sorted.end());
      REQUIRE(sorted == all.front().actions);
      REQUIRE(!first.swaps_colours);
      for (const auto& second : all) {
        std::vector<int> product;
        for (const int cell : first.cells) product.push_back(second.cells[static_cast<std::size_t>(cell)]);
        REQUIRE(index.contains(product));
      }
    }
  }
}

TEST_CASE("rules commute with symmetries") {
  Rng rng(99);
  for (const auto& rules : kVariants) {
    const auto game = AtmalofGame::create(rules);
    const auto symmetries = game->symmetries();
    const auto faces = game->symmetric_faces();
    for (std::size_t i = 0; i < symmetries.size(); ++i) {
      const int games = game->num_cells() > 100 ? 1 : 10;
      for (int j = 0; j < games; ++j) check_commutes(*game, symmetries[i], faces[i], rng);
    }
  }
}

TEST_SUITE_END();

}  // namespace motu::atmalof_testing
