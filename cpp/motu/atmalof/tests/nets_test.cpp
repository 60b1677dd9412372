#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/tests/testing.hpp"
#include "motu/atmalof/turns.hpp"
#include "motu/atmalof/weights_file.hpp"
#include "motu/core/nets/net_evaluator.hpp"

namespace motu {

namespace {

using namespace atmalof_testing;

std::vector<AtmalofRules> family() {
  return {kStandard,
          kJunior,
          kKvinigu,
          kUneven,
          {.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4},
          {.rows = 3, .cols = 3, .line = 3, .pieces = 5, .tiebreak_both = true},
          {.rows = 8, .cols = 8, .line = 7},
          {.rows = 6, .cols = 9, .extra_rows = 0, .extra_cols = 1, .line = 4}};
}

// Calls with decisions of random games of every member.
template <class F>
void for_decisions(int games, F&& call) {
  Rng rng(7);
  for (const AtmalofRules& rules : family()) {
    const auto game = AtmalofGame::create(rules);
    CAPTURE(game->height());
    CAPTURE(game->width());
    const auto encoder = make_net_encoder(*game);
    for (int i = 0; i < games; ++i) {
      const auto state = game->new_state();
      while (!state->is_terminal() && state->ply() < 60) {
        if (!state->is_chance_node()) call(*game, *encoder, *state);
        state->apply(state->sample_legal(rng));
      }
    }
  }
}

std::vector<std::uint8_t> encoded(const NetEncoder& encoder, const State& state, int view) {
  std::vector<std::uint8_t> planes(encoder.planes().size() * encoder.plane_bytes(), 0xFF);
  encoder.encode(state, view, planes);
  return planes;
}

// A position's planes by their names.
class Planes {
 public:
  Planes(const NetEncoder& encoder, const State& state)
      : encoder_(encoder), names_(encoder.planes()), bits_(encoded(encoder, state, 0)) {}

  bool has(const std::string& name, int square) const {
    const auto found = std::ranges::find(names_, name);
    REQUIRE(found != names_.end());
    const auto plane = static_cast<std::size_t>(found - names_.begin());
    return (bits_[plane * encoder_.plane_bytes() + static_cast<std::size_t>(square / 8)] >> (square % 8) & 1) != 0;
  }
  // The same on all squares.
  bool says(const std::string& name) const {
    const bool first = has(name, 0);
    for (int square = 1; square < encoder_.num_points(); ++square) CHECK(has(name, square) == first);
    return first;
  }

 private:
  const NetEncoder& encoder_;
  std::vector<std::string> names_;
  std::vector<std::uint8_t> bits_;
};

const std::string kOpinion = "the line net's value: at least ";

// What the planes say of the line net's value, in their order.
std::vector<bool> opinions_of(const NetEncoder& encoder, const State& state) {
  const Planes planes(encoder, state);
  std::vector<bool> found;
  for (const std::string& name : encoder.planes()) {
    if (name.starts_with(kOpinion)) found.push_back(planes.says(name));
  }
  REQUIRE(found.size() == 23);
  return found;
}

// What they are to say of such a value.
std::vector<bool> opinions_for(const NetEncoder& encoder, float value) {
  std::vector<bool> found;
  for (const std::string& name : encoder.planes()) {
    if (name.starts_with(kOpinion)) found.push_back(value >= std::stof(name.substr(kOpinion.size())));
  }
  return found;
}

std::unique_ptr<State> image_of(const State& state, const Symmetry& symmetry) {
  const auto before = stones(state);
  auto after = before;
  for (std::size_t square = 0; square < before.size(); ++square) {
    after[static_cast<std::size_t>(symmetry.cells[square])] = before[square];
  }
  auto image = state.game().new_state();
  image->setup(after, state.to_move(), 0);
  return image;
}

// All stretches of so many squares, by the rules of geometry alone.
std::vector<std::vector<int>> stretches(const AtmalofGame& game, int length) {
  std::vector<std::vector<int>> found;
  for (int square = 0; square < game.num_cells(); ++square) {
    for (const auto& [down, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      const int row = square / game.width() + down * (length - 1);
      const int column = square % game.width() + right * (length - 1);
      if (row >= game.height() || column < 0 || column >= game.width()) continue;
      auto& squares = found.emplace_back();
      for (int i = 0; i < length; ++i) squares.push_back(square + i * (down * game.width() + right));
    }
  }
  return found;
}

// The squares by which whoever is to move wins at once: by landing, and by a step.
std::array<std::set<int>, 2> wins_of(State& state) {
  const auto& game = game_of(state);
  std::array<std::set<int>, 2> found;
  std::vector<Action> actions;
  state.legal_actions(actions);
  const Colour mover = state.to_move();
  for (const Action action : actions) {
    state.apply(action);
    if (!state.is_chance_node()) {
      if (state.winning_colour() == mover) found[1].insert(game.target(action - game.num_lines()));
      state.undo();
      continue;
    }
    for (Action face = 0; face < game.num_faces(action); ++face) {
      state.apply(face);
      if (state.winning_colour() == mover) found[0].insert(game.drop_square(action, face));
      state.undo();
    }
    state.undo();
  }
  return found;
}

}  // namespace

TEST_CASE("Atmalof's nets: the line net's value is told") {
  for_decisions(2, [](const AtmalofGame& game, const NetEncoder& encoder, const State& state) {
    const float value = LineTurns(line_net_for(game)).static_value(state);
    CHECK(opinions_of(encoder, state) == opinions_for(encoder, value));
  });
}

TEST_CASE("Atmalof's nets: weights taken into use by hand change nothing they see") {
  const auto game = AtmalofGame::create(kUneven);  // has no weights of its own
  const auto state = game->new_state();
  Rng rng(3);
  for (int i = 0; i < 6; ++i) state->apply(state->sample_legal(rng));
  const auto before = opinions_of(*make_net_encoder(*game), *state);
  LineFile strange;
  strange.is_general = true;
  strange.weights = general_line_net(*game)->weights();
  for (float& row : strange.weights.rows) row = -row;
  use_line_weights(write_line_file(strange));
  const auto encoder = make_net_encoder(*game);
  const float taken = LineTurns(line_net_for(*game)).static_value(*state);
  forget_line_weights();
  REQUIRE(opinions_for(*encoder, taken) != before);
  CHECK(opinions_of(*encoder, *state) == before);
}

TEST_CASE("Atmalof's nets: a view of a position is its image, rows and columns exchanged or not") {
  for_decisions(2, [](const AtmalofGame& game, const NetEncoder& encoder, const State& state) {
    const auto symmetries = game.symmetries();
    REQUIRE(encoder.num_views() == static_cast<int>(symmetries.size()));
    for (int view = 0; view < encoder.num_views(); ++view) {
      const auto image = image_of(state, symmetries[static_cast<std::size_t>(view)]);
      CHECK(encoded(encoder, state, view) == encoded(encoder, *image, 0));
    }
  });
}

TEST_CASE("Atmalof's nets: every action has a point of its own in each view, that of its image") {
  for (const AtmalofRules& rules : family()) {
    const auto game = AtmalofGame::create(rules);
    const auto encoder = make_net_encoder(*game);
    const auto symmetries = game->symmetries();
    CHECK(encoder->has_lines());
    CHECK(encoder->policy_size() == 10 * game->num_cells());
    for (int view = 0; view < encoder->num_views(); ++view) {
      std::set<int> points;
      for (Action action = 0; action < game->num_actions(); ++action) {
        const Action image = symmetries[static_cast<std::size_t>(view)].actions[static_cast<std::size_t>(action)];
        points.insert(encoder->point_of(action, view));
        CHECK(encoder->point_of(action, view) == encoder->point_of(image, 0));
      }
      CHECK(static_cast<int>(points.size()) == game->num_actions());
      CHECK(*points.begin() >= 0);
      CHECK(*points.rbegin() < encoder->policy_size());
    }
  }
}

TEST_CASE("Atmalof's nets: a step's point is its square on its direction's plane, a line's on its first square") {
  const auto game = AtmalofGame::create(kUneven);
  const auto encoder = make_net_encoder(*game);
  const int squares = game->num_cells();
  for (int row = 0; row < game->height(); ++row) CHECK(encoder->point_of(row, 0) == 8 * squares + row * game->width());
  for (int column = 0; column < game->width(); ++column) {
    CHECK(encoder->point_of(game->height() + column, 0) == 9 * squares + column);
  }
  for (int move = 0; move < 8 * squares; ++move) {
    CHECK(encoder->point_of(game->num_lines() + move, 0) == move % 8 * squares + move / 8);
  }
}

TEST_CASE("Atmalof's nets: the planes say what stands, what may be rolled and what the rules are") {
  for_decisions(2, [](const AtmalofGame& game, const NetEncoder& encoder, const State& state) {
    const Planes planes(encoder, state);
    const auto colours = stones(state);
    for (int square = 0; square < game.num_cells(); ++square) {
      const Colour colour = colours[static_cast<std::size_t>(square)];
      CHECK(planes.has("own pieces", square) == (colour == state.to_move()));
      CHECK(planes.has("opponent's pieces", square) == (colour == other(state.to_move())));
      CHECK(planes.has("what an announcement of its row may roll", square) ==
            (square % game.width() < game.rules().cols));
      CHECK(planes.has("what an announcement of its column may roll", square) ==
            (square / game.width() < game.rules().rows));
    }
    CHECK(planes.says("board"));
    const int own_hand = game.rules().pieces - pieces(state, state.to_move());
    const int enemy_hand = game.rules().pieces - pieces(state, other(state.to_move()));
    for (const int most : {0, 1, 2, 3, 5, 8, 12}) {
      CHECK(planes.says("own pieces still to come: at most " + std::to_string(most)) == (own_hand <= most));
      CHECK(planes.says("opponent's pieces still to come: at most " + std::to_string(most)) == (enemy_hand <= most));
    }
    CHECK(planes.says("rules: the tie-break waits for both") == game.rules().tiebreak_both);
    for (const int least : {4, 5, 6, 7}) {
      CHECK(planes.says("rules: lines of at least " + std::to_string(least)) == (game.rules().line >= least));
    }
    const int lead = short_lines(state, state.to_move()) - short_lines(state, other(state.to_move()));
    CHECK(planes.says("the mover has more lines that the tie-break counts") == (lead > 0));
    CHECK(planes.says("the opponent has more lines that the tie-break counts") == (lead < 0));
    CHECK(encoder.margin(state, state.to_move()) == lead);
    CHECK(encoder.margin(state, other(state.to_move())) == -lead);
  });
}

TEST_CASE("Atmalof's nets: windows and lines that the tie-break counts are those of the board") {
  for_decisions(2, [](const AtmalofGame& game, const NetEncoder& encoder, const State& state) {
    const Planes planes(encoder, state);
    const auto colours = stones(state);
    for (const Colour colour : {state.to_move(), other(state.to_move())}) {
      const std::string side = colour == state.to_move() ? "own " : "opponent's ";
      std::map<std::string, std::set<int>> wanted;
      for (const int length : {game.rules().line, game.rules().line - 1}) {
        for (const auto& squares : stretches(game, length)) {
          const auto count = [&](Colour each) {
            return std::ranges::count_if(squares, [&](int s) { return colours[static_cast<std::size_t>(s)] == each; });
          };
          const auto lacking = length - count(colour);
          std::string name = side + "windows that lack " + std::to_string(lacking);
          if (length < game.rules().line) {
            if (lacking > 0) continue;
            name = side + "lines one short of winning";
          } else if (count(other(colour)) > 0 || lacking > 3) {
            continue;
          }
          wanted[name].insert(squares.begin(), squares.end());
        }
      }
      for (const std::string name :
           {"windows that lack 1", "windows that lack 2", "windows that lack 3", "lines one short of winning"}) {
        for (int square = 0; square < game.num_cells(); ++square) {
          CHECK(planes.has(side + name, square) == wanted[side + name].contains(square));
        }
      }
    }
  });
}

TEST_CASE("Atmalof's nets: what wins at once is what wins when it is played") {
  int winning = 0;
  for_decisions(3, [&](const AtmalofGame& game, const NetEncoder& encoder, State& state) {
    const Planes planes(encoder, state);
    for (const Colour colour : {state.to_move(), other(state.to_move())}) {
      const auto seen = game.new_state();
      seen->setup(stones(state), colour, 0);
      if (seen->to_move() != colour) continue;  // kvinigu: unable to act
      const auto wins = wins_of(*seen);
      const std::string who = colour == state.to_move() ? "the mover" : "the opponent";
      for (int square = 0; square < game.num_cells(); ++square) {
        CHECK(planes.has("where " + who + " wins by landing", square) == wins[0].contains(square));
        CHECK(planes.has("where " + who + " wins by a step", square) == wins[1].contains(square));
      }
      winning += static_cast<int>(wins[0].size() + wins[1].size());
    }
  });
  CHECK(winning > 100);
}

TEST_CASE("Atmalof's nets: of a roll to come they know nothing") {
  const auto state = new_state(kStandard);
  state->play("r3");
  const auto encoder = make_net_encoder(state->game());
  CHECK(error_of([&] { encoded(*encoder, *state, 0); }).slug() == "net/roll");
}

namespace {

// Values that differ from position to position, and depend on nothing else.
class MixingRunner final : public NetRunner {
 public:
  explicit MixingRunner(std::size_t bytes) : bytes_(bytes) {}
  void run(std::span<const std::uint8_t> planes, std::span<float> values, std::span<float> logits) const override {
    std::ranges::fill(logits, 0.0F);
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::uint64_t mixed = 1;
      for (const std::uint8_t byte : planes.subspan(i * bytes_, bytes_)) mixed = splitmix64(mixed ^ byte);
      values[i] = static_cast<float>(mixed % 2001) / 1000.0F - 1.0F;
    }
  }

 private:
  std::size_t bytes_;
};

std::vector<Evaluation> evaluated(const std::vector<State*>& states) {
  const std::shared_ptr<const NetEncoder> encoder = make_net_encoder(states.front()->game());
  NetEvaluator evaluator(encoder, std::make_shared<MixingRunner>(encoder->planes().size() * encoder->plane_bytes()));
  std::vector<Evaluation> out(states.size());
  evaluator.evaluate(states, out);
  return out;
}

}  // namespace

TEST_CASE("Atmalof's nets: a roll to come is worth the mean over its faces, wins among them") {
  // Red wins on two of the three vacant squares of row 3, and loses the turn on the fourth.
  const AtmalofRules rules{.rows = 4, .cols = 4, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 7};
  const auto state = drawn(rules, {"R.RB", "RBR.", "...B", "...."}, kFirst);
  const auto before = state->hash();
  for (const Action line : {2, 3, 4, 7}) {
    state->apply(line);
    double mean = 0.0;
    int wins = 0;
    for (Action face = 0; face < 4; ++face) {
      state->apply(face);
      if (state->is_terminal()) ++wins;
      mean += state->is_terminal() ? 0.25 : -0.25 * static_cast<double>(evaluated({state.get()}).front().value);
      state->undo();
    }
    if (line == 2) CHECK(wins == 2);
    const auto other_state = new_state(rules);
    const auto found = evaluated({other_state.get(), state.get(), other_state.get()});
    CHECK(found[1].value == doctest::Approx(mean));
    CHECK(found[1].priors.empty());
    CHECK(found[0].priors.size() == 8);
    CHECK(found[0].value == found[2].value);
    state->undo();
  }
  CHECK(state->hash() == before);
}

}  // namespace motu
