#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "motu/atoll/tests/brute_force.hpp"
#include "motu/core/nets/net_answers.hpp"
#include "motu/core/nets/net_evaluator.hpp"
#include "motu/core/tests/search_testing.hpp"

namespace motu {

namespace {

using namespace atoll_testing;

std::vector<NamedBoard> boards() {
  auto found = connect_testing::small_boards();
  found.push_back(square(7, 8));
  found.push_back(hexagon(5, 24));
  return found;
}

std::vector<std::uint8_t> encoded(const NetEncoder& encoder, const State& state, int view) {
  std::vector<std::uint8_t> planes(encoder.planes().size() * encoder.plane_bytes(), 0xFF);
  encoder.encode(state, view, planes);
  return planes;
}

bool has(const NetEncoder& encoder, const std::vector<std::uint8_t>& planes, int plane, int point) {
  const auto byte = static_cast<std::size_t>(plane) * encoder.plane_bytes() + static_cast<std::size_t>(point / 8);
  return (planes[byte] >> (point % 8) & 1) != 0;
}

// A position in which nobody has won, after `plies` random ones.
std::unique_ptr<State> random_state(const std::shared_ptr<const AtollGame>& game, Rng& rng, int plies) {
  auto state = game->new_state();
  for (int i = 0; i < plies; ++i) {
    state->apply(state->sample_legal(rng));
    if (!state->is_terminal()) continue;
    state->undo();
    break;
  }
  return state;
}

// What a symmetry makes of a position.
std::unique_ptr<State> image_of(const State& state, const Symmetry& symmetry, unsigned flags = 0) {
  const auto cells = static_cast<std::size_t>(state.game().num_cells());
  std::vector<std::uint8_t> stones(cells);
  std::vector<std::uint8_t> image(cells, kNoColour);
  state.stones(stones);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (stones[cell] == kNoColour) continue;
    const auto at = static_cast<std::size_t>(symmetry.cells[cell]);
    image[at] = symmetry.swaps_colours ? other(stones[cell]) : stones[cell];
  }
  auto result = state.game().new_state();
  result->setup(image, symmetry.swaps_colours ? other(state.to_move()) : state.to_move(), flags);
  return result;
}

}  // namespace

TEST_CASE("nets: a view of a position is the image of the position, colours exchanged or not") {
  Rng rng(1);
  for (const NamedBoard& board : boards()) {
    CAPTURE(board.name);
    const auto game = AtollGame::create(board.board, {.swap = false});
    const auto encoder = make_net_encoder(*game);
    const auto symmetries = game->symmetries();
    REQUIRE(encoder->num_views() == static_cast<int>(symmetries.size()));
    for (int i = 0; i < 20; ++i) {
      const auto state = random_state(game, rng, static_cast<int>(rng.below(30)));
      for (int view = 0; view < encoder->num_views(); ++view) {
        const Symmetry& symmetry = symmetries[static_cast<std::size_t>(view)];
        CHECK(encoded(*encoder, *state, view) == encoded(*encoder, *image_of(*state, symmetry), 0));
        for (Action cell = 0; cell < game->num_cells(); ++cell) {
          CHECK(encoder->point_of(cell, view) ==
                encoder->point_of(symmetry.actions[static_cast<std::size_t>(cell)], 0));
        }
      }
    }
  }
}

TEST_CASE("nets: neighbours are the same steps of the grid on every board") {
  for (const NamedBoard& board : boards()) {
    CAPTURE(board.name);
    const auto game = AtollGame::create(board.board, {.swap = false});
    const auto encoder = make_net_encoder(*game);
    for (int cell = 0; cell < game->num_cells(); ++cell) {
      const auto neighbours = board.board->neighbours(cell);
      for (std::size_t direction = 0; direction < 6; ++direction) {
        if (neighbours[direction] < 0) continue;
        const Axial step = kDirections[direction];
        CHECK(encoder->point_of_cell(neighbours[direction], 0) ==
              encoder->point_of_cell(cell, 0) + step.r * encoder->columns() + step.q);
      }
    }
  }
}

TEST_CASE("nets: the planes say what is on the board") {
  Rng rng(2);
  for (const NamedBoard& board : boards()) {
    CAPTURE(board.name);
    const auto game = AtollGame::create(board.board, {.swap = false});
    const auto encoder = make_net_encoder(*game);
    for (int i = 0; i < 20; ++i) {
      auto state = random_state(game, rng, static_cast<int>(rng.below(30)));
      const auto planes = encoded(*encoder, *state, 0);
      const auto& atoll = static_cast<const AtollState&>(*state);
      for (int cell = 0; cell < game->num_cells(); ++cell) {
        CAPTURE(game->cell_name(cell));
        const int point = encoder->point_of_cell(cell, 0);
        CHECK(has(*encoder, planes, 0, point));
        for (int side = 0; side < 2; ++side) {
          const Colour colour = side == 0 ? state->to_move() : other(state->to_move());
          CHECK(has(*encoder, planes, 1 + side, point) == (atoll.stone(cell) == colour));
          bool is_shore = false;
          for (int island = 0; island < board.board->num_islands(); ++island) {
            const auto shore = board.board->island_cells(island);
            is_shore = is_shore ||
                       (board.board->island_colour(island) == colour && std::ranges::find(shore, cell) != shore.end());
          }
          CHECK(has(*encoder, planes, 3 + side, point) == is_shore);
          const bool is_anchored = atoll.stone(cell) == colour && atoll.islands_of(cell) != 0;
          CHECK(has(*encoder, planes, 5 + side, point) == is_anchored);
        }
        bool wins = false;
        if (atoll.stone(cell) == kNoColour) {
          state->apply(cell);
          wins = state->is_terminal();
          state->undo();
        }
        CHECK(has(*encoder, planes, 9, point) == wins);
      }
    }
  }
}

TEST_CASE("nets: islands that a chain joins are told together with it") {
  // Two neighbouring islands of black on a square board: no win, but joined.
  const auto board = HexBoard::square(7, 8);
  const auto game = AtollGame::create(board, {.swap = false});
  const auto encoder = make_net_encoder(*game);
  std::vector<int> black;
  for (int island = 0; island < board->num_islands(); ++island) {
    if (board->island_colour(island) == kFirst) black.push_back(island);
  }
  // The whole shore between two black islands, that of the white one, belongs to black.
  const int white = (black[0] + 1) % board->num_islands();
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(game->num_cells()), kNoColour);
  for (const int cell : board->island_cells(white)) stones[static_cast<std::size_t>(cell)] = kFirst;
  auto state = game->new_state();
  state->setup(stones, kFirst, 0);
  REQUIRE_FALSE(state->is_terminal());
  const auto planes = encoded(*encoder, *state, 0);
  int joined = 0;
  for (int cell = 0; cell < game->num_cells(); ++cell) {
    joined += has(*encoder, planes, 7, encoder->point_of_cell(cell, 0)) ? 1 : 0;
    CHECK_FALSE(has(*encoder, planes, 8, encoder->point_of_cell(cell, 0)));
  }
  std::vector<int> wanted = board->island_cells(white);
  for (const int island : {(white + 1) % board->num_islands(), (white + 7) % board->num_islands()}) {
    for (const int cell : board->island_cells(island)) wanted.push_back(cell);
  }
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  CHECK(joined == static_cast<int>(wanted.size()));
}

TEST_CASE("nets: the cells of both colours at the end") {
  const auto game = AtollGame::create(HexBoard::rhombus(3, 3, 4), {.swap = false});
  const auto encoder = make_net_encoder(*game);
  auto state = game->new_state();
  for (const char* move : {"b1", "a1", "b2", "a2", "b3"}) state->play(move);
  REQUIRE(state->is_terminal());
  std::vector<std::uint8_t> planes(2 * encoder->plane_bytes(), 0xFF);
  encoder->encode_owners(*state, kSecond, 0, planes);
  CHECK(planes == std::vector<std::uint8_t>{0b00001001, 0, 0b10010010, 0});
}

namespace {

std::vector<std::shared_ptr<const AtomorphGame>> atomorph_variants() {
  std::vector<std::shared_ptr<const AtomorphGame>> found;
  for (const bool never : {false, true}) {
    for (const bool corners : {false, true}) {
      for (const bool back : {false, true}) {
        found.push_back(AtomorphGame::create(
            {.size = 5, .contested_never = never, .corners = corners, .return_stone = back, .swap = false}));
      }
    }
  }
  found.push_back(AtomorphGame::create({.size = 9, .swap = false}));
  return found;
}

// Calls with positions of random games of every variant.
template <class F>
void for_atomorph_positions(F&& call) {
  Rng rng(3);
  for (const auto& game : atomorph_variants()) {
    for (int i = 0; i < 10; ++i) {
      const auto state = game->new_state();
      while (!state->is_terminal()) {
        call(*game, *state);
        state->apply(state->sample_legal(rng));
      }
    }
  }
}

unsigned flags_of(const State& state) {
  return visit_atomorph(state, [](const auto& position) {
    return (position.ban() ? AtomorphGame::kBan : 0U) | (position.to_return() ? AtomorphGame::kToReturn : 0U);
  });
}

}  // namespace

TEST_CASE("nets: Atomorph's planes are those of its observations, and the rules") {
  // Observations have no plane for the board and for the opponent's edges.
  const std::vector<std::pair<int, int>> same{{1, 0}, {2, 1}, {3, 2}, {4, 3}, {5, 4}, {6, 5}, {7, 6}, {9, 8}, {10, 9}};
  for_atomorph_positions([&](const AtomorphGame& game, const State& state) {
    const auto encoder = make_net_encoder(game);
    const auto planes = encoded(*encoder, state, 0);
    const auto cells = static_cast<std::size_t>(game.num_cells());
    std::vector<float> observation(11 * cells);
    state.observation(observation);
    for (int cell = 0; cell < game.num_cells(); ++cell) {
      for (const auto& [plane, observed] : same) {
        const float value = observation[static_cast<std::size_t>(observed) * cells + static_cast<std::size_t>(cell)];
        CHECK(has(*encoder, planes, plane, cell) == (value > 0.5F));
      }
      CHECK(has(*encoder, planes, 0, cell));
      CHECK(has(*encoder, planes, 11, cell) == game.rules().contested_never);
      CHECK(has(*encoder, planes, 12, cell) == game.rules().corners);
      CHECK(has(*encoder, planes, 13, cell) == game.rules().return_stone);
    }
  });
}

TEST_CASE("nets: a view of an Atomorph position is its image, colours exchanged or not") {
  for_atomorph_positions([&](const AtomorphGame& game, const State& state) {
    const auto encoder = make_net_encoder(game);
    const auto symmetries = game.symmetries();
    REQUIRE(encoder->num_views() == 8);
    for (int view = 0; view < 8; ++view) {
      const Symmetry& symmetry = symmetries[static_cast<std::size_t>(view)];
      CHECK(encoded(*encoder, state, view) == encoded(*encoder, *image_of(state, symmetry, flags_of(state)), 0));
    }
  });
}

TEST_CASE("nets: every action of Atomorph has a point of its own in each view, the swap has none") {
  const auto game = AtomorphGame::create({.size = 5, .return_stone = true, .swap = true});
  const auto encoder = make_net_encoder(*game);
  const auto symmetries = game->symmetries();
  for (int view = 0; view < 8; ++view) {
    std::set<int> points;
    for (Action action = 0; action + 1 < game->num_actions(); ++action) {
      points.insert(encoder->point_of(action, view));
      const Action image = symmetries[static_cast<std::size_t>(view)].actions[static_cast<std::size_t>(action)];
      CHECK(encoder->point_of(action, view) == encoder->point_of(image, 0));
    }
    CHECK(static_cast<int>(points.size()) == encoder->policy_size());
    CHECK(*points.begin() == 0);
    CHECK(encoder->point_of(game->swap_action(), view) == -1);
  }
}

namespace {

// A game that nobody has made an encoder for.
class OtherGame final : public Game {
 public:
  static inline const GameType kType = [] {
    GameType type;
    type.name = "other";
    return type;
  }();

  OtherGame() : Game(GameIdentity{0}) {}
  const GameType& type() const override { return kType; }
  std::string description() const override { return "a game of one cell"; }
  std::unique_ptr<State> new_state() const override { return nullptr; }
  int num_cells() const override { return 1; }
  int num_actions() const override { return 1; }
  std::string cell_name(int /*cell*/) const override { return "a1"; }
  std::array<int, 3> observation_shape() const override { return {1, 1, 1}; }
  std::vector<std::string> observation_planes() const override { return {"nothing"}; }
  std::vector<Symmetry> symmetries() const override { return {{{0}, {}, {0}}}; }
};

}  // namespace

TEST_CASE("nets: a game without an encoder has none, and says so by its name") {
  const auto refusal = refusal_of([] { make_net_encoder(OtherGame()); });
  CHECK(refusal.slug == "net/game");
  CHECK(refusal.message.find("a game of one cell") != std::string::npos);
}

namespace {

// Says the same value of every position, and of a point the logit that it is asked to say.
class FixedRunner final : public NetRunner {
 public:
  FixedRunner(float value, std::vector<float> logits) : value_(value), logits_(std::move(logits)) {}
  void run(std::span<const std::uint8_t> /*planes*/, std::span<float> values, std::span<float> logits) const override {
    std::ranges::fill(values, value_);
    for (std::size_t i = 0; i < logits.size(); ++i) logits[i] = logits_[i % logits_.size()];
  }

 private:
  float value_;
  std::vector<float> logits_;
};

NetEvaluator fixed_evaluator(const Game& game, float value) {
  std::vector<float> logits;
  for (int point = 0; point < 25; ++point) logits.push_back(0.1F * static_cast<float>(point));
  return {make_net_encoder(game), std::make_shared<FixedRunner>(value, logits)};
}

// Says the same in every view: of a point how many planes show something there, of the position whether it has many.
class CountingRunner final : public NetRunner {
 public:
  CountingRunner(std::shared_ptr<const NetEncoder> encoder, std::vector<std::vector<std::uint8_t>>& asked)
      : encoder_(std::move(encoder)), asked_(&asked) {}
  void run(std::span<const std::uint8_t> planes, std::span<float> values, std::span<float> logits) const override {
    const std::size_t bytes = planes.size() / values.size();
    const std::size_t points = logits.size() / values.size();
    std::ranges::fill(logits, 0.0F);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto own = planes.subspan(i * bytes, bytes);
      asked_->emplace_back(own.begin(), own.end());
      for (std::size_t at = 0; at < points * encoder_->planes().size(); ++at) {
        const std::size_t plane = at / points;
        const std::size_t point = at % points;
        const bool is_set = (own[plane * encoder_->plane_bytes() + point / 8] >> (point % 8) & 1) != 0;
        logits[i * points + point] += is_set ? static_cast<float>(plane) : 0.0F;
      }
      const auto middle = logits.subspan(i * points, points);
      values[i] = std::accumulate(middle.begin(), middle.end(), 0.0F) / 1000.0F;
    }
  }

 private:
  std::shared_ptr<const NetEncoder> encoder_;
  std::vector<std::vector<std::uint8_t>>* asked_;
};

std::vector<Evaluation> evaluations(std::vector<std::unique_ptr<State>>& states, float value) {
  NetEvaluator evaluator = fixed_evaluator(states.front()->game(), value);
  std::vector<State*> pointers;
  for (const auto& state : states) pointers.push_back(state.get());
  std::vector<Evaluation> out(states.size());
  evaluator.evaluate(pointers, out);
  return out;
}

}  // namespace

TEST_CASE("nets: logits become the priors of the legal actions, in their order") {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(search_testing::played(search_testing::new_hex(5), {"a1", "e5"}));
  states.push_back(search_testing::played(search_testing::new_hex(5), {"c3"}));
  const auto found = evaluations(states, -0.25F);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto& priors = found[i].priors;
    CHECK(found[i].value == -0.25F);
    REQUIRE(priors.size() == legal_of(*states[i]).size());
    CHECK(std::accumulate(priors.begin(), priors.end(), 0.0) == doctest::Approx(1.0));
    const auto encoder = make_net_encoder(states[i]->game());
    const auto point = [&](std::size_t at) {
      return encoder->point_of(legal_of(*states[i])[at], encoder->view_of(*states[i]));
    };
    CHECK(priors[1] / priors[0] == doctest::Approx(std::exp(0.1 * (point(1) - point(0)))));
  }
}

TEST_CASE("nets: where a swap is possible, it is as likely as it is good") {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(search_testing::played(search_testing::new_hex(5, true), {"c3"}));
  const auto lost = evaluations(states, -0.8F).front();
  CHECK(lost.value == doctest::Approx(0.8));
  CHECK(lost.priors.back() == doctest::Approx(0.9));
  CHECK(std::accumulate(lost.priors.begin(), lost.priors.end(), 0.0) == doctest::Approx(1.0));
  const auto won = evaluations(states, 0.8F).front();
  CHECK(won.value == doctest::Approx(0.8));
  CHECK(won.priors.back() == doctest::Approx(0.1));
}

TEST_CASE("nets: searches look at positions in views of their own, and priors are of the same moves in all") {
  for (const bool swap : {false, true}) {
    const auto state = search_testing::new_hex(5, swap);
    const std::shared_ptr<const NetEncoder> encoder = make_net_encoder(state->game());
    std::vector<std::vector<std::uint8_t>> asked;
    NetEvaluator evaluator(encoder, std::make_shared<CountingRunner>(encoder, asked));
    std::set<int> views;
    std::vector<std::uint8_t> planes(encoder->planes().size() * encoder->plane_bytes());
    for (Action cell = 0; cell < 24; ++cell) {
      state->apply(legal_of(*state).front());
      if (state->is_terminal()) break;
      State* states[] = {state.get()};
      Evaluation found;
      evaluator.evaluate(states, {&found, 1});
      const int view = encoder->view_of(*state);
      views.insert(view);
      std::ranges::fill(planes, std::uint8_t{0});
      encoder->encode(*state, view, planes);
      CHECK(asked.back() == planes);
      // A closer look asks about all views, and since they agree here says the same.
      Evaluation close;
      asked.clear();
      REQUIRE(evaluator.look_closely(*state, close));
      CHECK(asked.size() == static_cast<std::size_t>(encoder->num_views()));
      CHECK(close.value == doctest::Approx(found.value));
      REQUIRE(close.priors.size() == legal_of(*state).size());
      REQUIRE(found.priors.size() == close.priors.size());
      for (std::size_t i = 0; i < close.priors.size(); ++i) {
        CHECK(close.priors[i] == doctest::Approx(found.priors[i]));
      }
      CHECK(std::accumulate(close.priors.begin(), close.priors.end(), 0.0) == doctest::Approx(1.0));
    }
    CHECK(views.size() > 2);
  }
}

TEST_CASE("nets: a closer look is the mean of all views, of logarithms where it is the policy") {
  const auto state = search_testing::played(search_testing::new_hex(5), {"b1", "c3"});
  const auto encoder = make_net_encoder(state->game());
  NetEvaluator evaluator = fixed_evaluator(state->game(), 0.5F);
  Evaluation close;
  REQUIRE(evaluator.look_closely(*state, close));
  CHECK(close.value == doctest::Approx(0.5));
  const auto actions = legal_of(*state);
  std::vector<float> wanted;
  for (const Action action : actions) {
    float sum = 0.0F;
    for (int view = 0; view < encoder->num_views(); ++view) {
      sum += 0.1F * static_cast<float>(encoder->point_of(action, view));
    }
    wanted.push_back(sum / static_cast<float>(encoder->num_views()));
  }
  softmax(wanted);
  for (std::size_t i = 0; i < actions.size(); ++i) CHECK(close.priors[i] == doctest::Approx(wanted[i]));
}

}  // namespace motu
