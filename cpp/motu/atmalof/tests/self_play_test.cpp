#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "motu/atmalof/solver.hpp"
#include "motu/atmalof/table.hpp"
#include "motu/atmalof/table_judge.hpp"
#include "motu/atmalof/tests/testing.hpp"
#include "motu/core/selfplay/self_play.hpp"
#include "motu/core/tests/temporary.hpp"

namespace motu {

namespace {

using namespace atmalof_testing;

constexpr AtmalofRules kTwo{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 2};
constexpr AtmalofRules kFour{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4};
constexpr AtmalofRules kOneMore{.rows = 3, .cols = 3, .line = 3, .pieces = 4};

// Solves a game in a folder of its own, which goes with it.
class Exact {
 public:
  explicit Exact(const AtmalofRules& rules) {
    LineSolve solve(AtmalofGame::create(rules), folder_ / "layers", {});
    REQUIRE(solve.run());
    REQUIRE(LineTable::write(solve, folder_ / "table"));
    judge_ = std::make_unique<LineJudge>(LineTable::open(folder_ / "table"));
  }

  // For whose turn it is, in [-1, 1]; at a roll for who rolls.
  double equity(State& state) { return middle(judge_->judge(state).bounds); }
  std::vector<double> actions(State& state) {
    std::vector<double> found;
    for (const auto& [action, bounds] : judge_->judge(state).actions) found.push_back(middle(bounds));
    return found;
  }

 private:
  static double middle(const LineBounds& bounds) { return (as_value(bounds.lower) + as_value(bounds.upper)) / 2.0; }

  testing::TemporaryFolder folder_;
  std::unique_ptr<LineJudge> judge_;  // goes before the folder
};

// What a net says of a position, for who moves.
using Judge = std::function<double(State&)>;

double nothing(State& /*state*/) { return 0.0; }

// Random, but always the same for the same stones.
double by_stones(State& state) {
  std::uint64_t mixed = 1;
  for (const std::uint8_t stone : stones(state)) mixed = splitmix64(mixed ^ stone);
  return static_cast<double>(mixed % 1001) / 500.0 - 1.0;
}

struct Found {
  int judged = 0;
  double value = 0.0;  // for who moves
  Action best = -1;
};

// Searches from a decision; `wanted` alone is looked at where it is an action.
Found search(GumbelTree& tree, State& state, const GumbelEffort& effort, const Judge& judge, Action wanted = -1) {
  Rng rng(3);
  Found found;
  const auto before = state.hash();
  tree.forget();
  tree.begin(effort);
  std::vector<Action> actions;
  while (tree.advance(state, rng)) {
    REQUIRE_FALSE(state.is_chance_node());
    REQUIRE_FALSE(state.is_terminal());
    state.legal_actions(actions);
    std::vector<float> logits(actions.size(), 0.0F);
    if (found.judged++ == 0 && wanted >= 0) {
      logits[static_cast<std::size_t>(std::ranges::find(actions, wanted) - actions.begin())] = 20.0F;
    }
    const double value = judge(state);
    tree.answer(state, static_cast<float>(state.current_player() == 0 ? value : -value), actions, logits, rng);
  }
  CHECK(state.hash() == before);
  found.value = state.current_player() == 0 ? tree.value() : -tree.value();
  found.best = tree.best();
  return found;
}

std::vector<Action> legal(const State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  return actions;
}

// Calls with so many decisions of random games.
template <class F>
void for_decisions(const AtmalofRules& rules, int games, F&& call) {
  Rng rng(11);
  const auto game = AtmalofGame::create(rules);
  for (int i = 0; i < games; ++i) {
    const auto state = game->new_state();
    while (!state->is_terminal()) {
      if (!state->is_chance_node()) call(*state);
      state->apply(state->sample_legal(rng));
    }
  }
}

}  // namespace

TEST_CASE("self-play with dice: one visit to an announcement is worth the exact mean over its faces") {
  Exact exact(kFour);
  const Judge judge = [&](State& state) { return exact.equity(state); };
  GumbelTree tree(1.0F);
  for_decisions(kFour, 6, [&](State& state) {
    const auto actions = legal(state);
    const auto equities = exact.actions(state);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const Found found = search(tree, state, {1, 1, 0.0F}, judge, actions[i]);
      REQUIRE(found.best == actions[i]);
      // The root's own judgement is one half of it.
      CHECK(2.0 * found.value - exact.equity(state) == doctest::Approx(equities[i]).epsilon(0.001));
    }
  });
}

TEST_CASE("self-play with dice: however few visits, who knows all equities plays best") {
  Exact exact(kOneMore);
  const Judge judge = [&](State& state) { return exact.equity(state); };
  GumbelTree tree(2.0F);
  int choices = 0;
  for_decisions(kOneMore, 3, [&](State& state) {
    const auto actions = legal(state);
    const auto equities = exact.actions(state);
    const double best = *std::ranges::max_element(equities);
    const auto count = static_cast<int>(actions.size());
    const Found found = search(tree, state, {count, count, 0.0F}, judge);
    const auto chosen = static_cast<std::size_t>(std::ranges::find(actions, found.best) - actions.begin());
    CHECK(equities[chosen] == doctest::Approx(best).epsilon(0.001));
    choices += *std::ranges::min_element(equities) < best - 0.01 ? 1 : 0;
  });
  CHECK(choices > 10);
}

TEST_CASE("self-play with dice: with more visits values come to the exact equities, though the net knows nothing") {
  Exact exact(kTwo);
  const auto state = new_state(kTwo);
  const auto equities = exact.actions(*state);
  GumbelTree tree(0.5F);
  std::vector<double> errors;
  for (const int visits : {4, 400, 40000}) {
    double sum = 0.0;
    for (Action line = 0; line < 6; ++line) {
      const Found found = search(tree, *state, {visits, 1, 0.0F}, nothing, line);
      sum += std::abs(found.value - equities[static_cast<std::size_t>(line)]);
    }
    errors.push_back(sum / 6);
  }
  CHECK(errors[1] < 0.5 * errors[0]);
  CHECK(errors[2] < 0.5 * errors[1]);
  CHECK(errors[2] < 0.05);
}

TEST_CASE("self-play with dice: with more visits choices come to the best ones, however wrong the net is") {
  Exact exact(kFour);
  // Each position's equity is told wrong by up to a half, always the same way.
  const Judge judge = [&](State& state) { return std::clamp(exact.equity(state) + 0.5 * by_stones(state), -1.0, 1.0); };
  GumbelTree tree(0.5F);
  std::vector<double> losses;
  for (const int visits : {1, 8, 256}) {
    double loss = 0.0;
    int count = 0;
    for_decisions(kFour, 8, [&](State& state) {
      const auto actions = legal(state);
      const auto equities = exact.actions(state);
      const Found found = search(tree, state, {visits, 32, 0.0F}, judge);
      const auto chosen = static_cast<std::size_t>(std::ranges::find(actions, found.best) - actions.begin());
      loss += *std::ranges::max_element(equities) - equities[chosen];
      ++count;
    });
    losses.push_back(loss / count);
  }
  CHECK(losses[1] < 0.5 * losses[0]);
  CHECK(losses[2] < 0.5 * losses[1]);
  CHECK(losses[2] < 0.02);
}

TEST_CASE("self-play with dice: moves that are merely tried take nothing from the value of the improved policy") {
  Exact exact(kFour);
  const Judge judge = [&](State& state) { return exact.equity(state); };
  GumbelTree tree(20.0F);
  for_decisions(kFour, 6, [&](State& state) {
    const auto count = static_cast<int>(legal(state).size());
    const Found found = search(tree, state, {count, count, 0.0F}, judge);
    const double improved = state.current_player() == 0 ? tree.improved_value() : -tree.improved_value();
    CHECK(improved == doctest::Approx(exact.equity(state)).epsilon(0.03));
    CHECK(found.value < improved + 0.001);
  });
}

TEST_CASE("self-play with dice: the same position after different rolls is judged once") {
  const auto state = new_state(kFour);
  GumbelTree tree(1.0F);
  // Nine squares to land on, by six announcements of three faces each.
  CHECK(search(tree, *state, {6, 6, 0.0F}, nothing).judged == 1 + 9);
  // A lost turn is one more, whichever announcement lost it.
  state->play("r1=1");
  CHECK(search(tree, *state, {6, 6, 0.0F}, nothing).judged == 1 + 8 + 1);
}

TEST_CASE("self-play with dice: luck is what a face is worth beyond the mean, and nothing on average") {
  Exact exact(kFour);
  const Judge judge = [&](State& state) { return exact.equity(state); };
  GumbelTree tree(1.0F);
  std::vector<Action> outcomes;
  std::vector<Face> faces;
  int rolls = 0;
  for_decisions(kFour, 6, [&](State& state) {
    for (const Action line : legal(state)) {
      if (line >= game_of(state).num_lines()) continue;
      for (const int visits : {0, 1, 9}) {
        search(tree, state, {visits, 1, 0.0F}, judge, line);
        const int mover = state.current_player();
        const double before = exact.actions(state)[static_cast<std::size_t>(line)];
        state.apply(line);
        merge_outcomes(state, outcomes, faces);
        double mean = 0.0;
        for (std::size_t i = 0; i < faces.size(); ++i) {
          const double luck = tree.luck(i);
          mean += faces[i].probability * luck;
          if (visits == 0) CHECK(luck == 0.0);
          if (visits != 1) continue;
          state.apply(faces[i].outcome);
          const double own = state.is_terminal()        ? (state.winning_colour() == mover ? 1.0
                                                           : state.winning_colour() < 0    ? 0.0
                                                                                           : -1.0)
                             : state.to_move() == mover ? exact.equity(state)
                                                        : -exact.equity(state);
          CHECK((mover == 0 ? luck : -luck) == doctest::Approx(own - before).epsilon(0.002));
          state.undo();
        }
        CHECK(std::abs(mean) < 1e-9);
        state.undo();
        ++rolls;
      }
    }
  });
  CHECK(rolls > 100);
}

namespace {

// Answers so many batches of a self-play as `judge` would, with logits that prefer nothing.
Samples play(SelfPlay& self_play, int batches, const Judge& judge) {
  Samples samples;
  for (int i = 0; i < batches; ++i) {
    const std::size_t group = self_play.next();
    Samples fresh = self_play.take_samples(group);
    if (group == 0) samples.take(fresh);
    const NetEncoder& encoder = self_play.encoder(group);
    const auto boards = static_cast<std::size_t>(self_play.boards(group));
    const auto points = static_cast<std::size_t>(encoder.num_points());
    const auto planes = self_play.planes(group);
    std::vector<float> values;
    for (std::size_t board = 0; board < boards; ++board) {
      const auto own = planes.subspan(board * planes.size() / boards, planes.size() / boards);
      const auto has = [&](std::size_t plane, std::size_t point) {
        return (own[plane * encoder.plane_bytes() + point / 8] >> (point % 8) & 1) != 0;
      };
      std::vector<std::uint8_t> cells(points, kNoColour);
      for (std::size_t point = 0; point < points; ++point) {
        if (has(3, point)) cells[point] = kFirst;
        if (has(4, point)) cells[point] = kSecond;
      }
      const auto state = self_play.game(group).new_state();
      state->setup(cells, kFirst, 0);
      values.push_back(static_cast<float>(judge(*state)));
    }
    self_play.submit(group, values, std::vector<float>(boards * static_cast<std::size_t>(encoder.policy_size())));
  }
  return samples;
}

}  // namespace

TEST_CASE("self-play with dice: what is learnt fits together") {
  SelfPlayOptions options;
  options.visits = 8;
  options.fast_visits = 3;
  const auto game = AtmalofGame::create(kOneMore);
  SelfPlay self_play({{game, 1.0, 16}}, options, 2);
  const Samples samples = play(self_play, 2500, by_stones);
  REQUIRE(samples.size() > 300);
  const NetEncoder& encoder = self_play.encoder(0);
  const std::size_t bytes = encoder.plane_bytes();
  const std::size_t planes = encoder.planes().size() * bytes;
  const auto policy = static_cast<std::size_t>(encoder.policy_size());
  REQUIRE(samples.equity.size() == samples.size());
  REQUIRE(samples.margin.size() == samples.size());
  REQUIRE(samples.is_finished.size() == samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto has = [&](std::size_t plane, std::size_t point) {
      return (samples.planes[i * planes + plane * bytes + point / 8] >> (point % 8) & 1) != 0;
    };
    const auto share = [&](std::size_t plane, int point) {
      return samples.policy[i * policy + plane * 16 + static_cast<std::size_t>(point)];
    };
    unsigned sum = 0;
    for (int square = 0; square < 16; ++square) {
      for (std::size_t direction = 0; direction < 8; ++direction) {
        const int target = game->target(8 * square + static_cast<int>(direction));
        const bool is_step = has(3, static_cast<std::size_t>(square)) && target >= 0 &&
                             !has(3, static_cast<std::size_t>(target)) && !has(4, static_cast<std::size_t>(target));
        CHECK((share(direction, square) > 0) == is_step);
        sum += share(direction, square);
      }
      CHECK((share(8, square) > 0) == (square % 4 == 0));
      CHECK((share(9, square) > 0) == (square < 4));
      sum += share(8, square) + share(9, square);
    }
    CHECK(sum > 65535 - 48);
    CHECK(sum < 65535 + 48);
    CHECK(samples.is_finished[i] == 1);
    CHECK(std::abs(samples.equity[i]) < 10.0F);
    CHECK(std::abs(static_cast<int>(samples.margin[i])) <= 20);
    // Whoever has won by the tie-break is ahead.
    if (samples.margin[i] == 0) CHECK(std::abs(samples.result[i]) <= 1);
  }
  CHECK(self_play.next() == 0);
  CHECK(self_play.counts(0).unfinished == 0);
}

TEST_CASE("self-play with dice: without luck, results are near what positions are worth") {
  Exact exact(kFour);
  const Judge judge = [&](State& state) { return exact.equity(state); };
  SelfPlayOptions options;
  options.visits = 14;
  options.fast_visits = 14;
  options.value_scale = 4.0F;
  SelfPlay self_play({{AtmalofGame::create(kFour), 1.0, 32}}, options, 1);
  const Samples samples = play(self_play, 2000, judge);
  REQUIRE(samples.size() > 500);
  double with_luck = 0.0;
  double without = 0.0;
  double excess = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double value = samples.value[i];
    with_luck += (samples.result[i] - value) * (samples.result[i] - value);
    without += (samples.equity[i] - value) * (samples.equity[i] - value);
    excess += samples.equity[i] - samples.result[i];
  }
  CHECK(without < 0.25 * with_luck);
  CHECK(std::abs(excess / static_cast<double>(samples.size())) < 0.05);
}

TEST_CASE("self-play with dice: a game without an end is broken off, and has no result") {
  SelfPlayOptions options;
  options.visits = 4;
  options.fast_visits = 2;
  options.longest = 0.5F;
  options.opening_share = 0.2F;
  SelfPlay self_play({{AtmalofGame::create(kJunior), 1.0, 16}}, options, 1);
  const Samples samples = play(self_play, 3000, by_stones);
  int unfinished = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (samples.is_finished[i] == 1) continue;
    ++unfinished;
    CHECK(samples.result[i] == 0);
    CHECK(samples.turn[i] + samples.plies[i] == 18);
    // The last turn's is the search's own.
    if (samples.plies[i] == 1) CHECK(samples.equity[i] == samples.value[i]);
  }
  CHECK(unfinished > 100);
  CHECK(self_play.next() == 0);
  CHECK(self_play.counts(0).unfinished > 10);
  CHECK(self_play.counts(0).unfinished <= self_play.counts(0).games);
}

TEST_CASE("self-play with dice: threads and their luck change nothing, another seed does") {
  SelfPlayOptions options;
  options.visits = 6;
  options.fast_visits = 2;
  const std::vector<SelfPlayGroup> groups{{AtmalofGame::create(kOneMore), 1.0, 6},
                                          {AtmalofGame::create(kFour), 2.0, 6}};
  std::vector<Samples> runs;
  for (const int threads : {1, 3, 1}) {
    if (runs.size() == 2) options.seed = 2;
    SelfPlay self_play(groups, options, threads);
    runs.push_back(play(self_play, 1800, by_stones));
    REQUIRE(runs.back().size() > 50);
  }
  CHECK(runs[0].planes == runs[1].planes);
  CHECK(runs[0].policy == runs[1].policy);
  CHECK(runs[0].equity == runs[1].equity);
  CHECK(runs[0].margin == runs[1].margin);
  CHECK(runs[0].planes != runs[2].planes);
}

TEST_CASE("self-play with dice: a game needs plies") {
  for (const float longest : {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN()}) {
    const auto refused =
        error_of([&] { const SelfPlay self_play({{AtmalofGame::create(kFour), 1.0, 4}}, {.longest = longest}, 1); });
    CHECK(refused.slug() == "net/self-play");
  }
}

}  // namespace motu
