// Training of the line net: repeatable, resumable, and leading to good play; files that are refused.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "motu/atmalof/match.hpp"
#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/tests/testing.hpp"
#include "motu/atmalof/trainer.hpp"
#include "motu/core/search/expectimax.hpp"

using namespace motu;
using namespace motu::atmalof_testing;

namespace {

const AtmalofRules kSmall{.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3};

std::vector<std::shared_ptr<const AtmalofGame>> games_of(const std::vector<AtmalofRules>& rules) {
  std::vector<std::shared_ptr<const AtmalofGame>> games;
  for (const auto& each : rules) games.push_back(AtmalofGame::create(each));
  return games;
}

// How far a net's values are from those of a deep search, on average over positions of random games.
double distance_from_search(const std::shared_ptr<const LineNet>& net, int games) {
  LineTurns turns(net);
  Expectimax search([](State&) { return 0.0; });
  Rng rng(5);
  double total = 0.0;
  int count = 0;
  for (int i = 0; i < games; ++i) {
    const auto state = new_state(kSmall);
    while (!state->is_terminal() && state->ply() < 40) {
      if (!state->is_chance_node()) {
        const double truth = search.search(*state, {.depth = 4}).value;
        total += std::abs(turns.static_value(*state) - truth);
        ++count;
      }
      state->apply_unchecked(state->sample_legal(rng));
    }
  }
  return total / count;
}

}  // namespace

TEST_CASE("training goes the same way every time, in one go or in parts") {
  LineTrainer whole(games_of({kStandard}), {.seed = 3});
  whole.train(12);
  LineTrainer begun(games_of({kStandard}), {.seed = 3});
  begun.train(5);
  LineTrainer resumed(games_of({kStandard}), {.seed = 3});
  resumed.restore(begun.checkpoint());
  CHECK(resumed.games() == 5);
  resumed.train(7);
  CHECK(resumed.checkpoint() == whole.checkpoint());
  CHECK(resumed.positions() == whole.positions());
  LineTrainer another(games_of({kStandard}), {.seed = 4});
  another.train(12);
  CHECK(another.weights() != whole.weights());
  std::atomic<bool> stop{true};
  whole.train(12, &stop);
  CHECK(whole.games() == 12);
}

TEST_CASE("a sum that is off learns nothing, one that is on does") {
  // One position, the first one, so that what was learnt is one step.
  const LineTraining options{.exploration = 0.0, .random_plies = 0, .max_plies = 1, .seed = 3};
  const LineTrainer fresh(games_of({kStandard}), options);
  LineTrainer taught(games_of({kStandard}), options);
  taught.train(1);
  REQUIRE(taught.positions() == 1);
  const auto before = fresh.net();
  const auto after = taught.net();
  LineBoard board(before->shared_tables());
  board.load(*new_state(kStandard));
  std::vector<std::uint32_t> active;
  before->value(board, kFirst, active);
  const LineSums sums = before->weights().add_rows(active);
  std::array<int, 2> seen{};
  for (std::size_t i = 1; i < kLineWidth; ++i) {
    const bool is_on = sums[i] > 0.0F;
    for (const std::uint32_t row : active) {
      const std::size_t at = row * kLineWidth + i;
      CHECK((before->weights().rows[at] != after->weights().rows[at]) == is_on);
    }
    CHECK((before->weights().outputs[i] != after->weights().outputs[i]) == is_on);
    ++seen[is_on ? 1 : 0];
  }
  CHECK(seen[0] > 0);
  CHECK(seen[1] > 0);
}

TEST_CASE("a trained net beats chance") {
  const auto games = games_of({{.rows = 4, .cols = 4, .extra_rows = 0, .extra_cols = 0, .line = 4}});
  LineTrainer trainer(games, {.half_life = 1000});
  trainer.train(400);
  const LineMatch match = play_line_match(*games.front(), trainer.net(), nullptr, 100, 11);
  CHECK(match.wins + match.draws + match.losses + match.unfinished == 200);
  CHECK(match.score() - 1.96 * match.standard_error() > 0.9);
}

TEST_CASE("a trained net nearly knows what a deep search finds") {
  LineTrainer trainer(games_of({kSmall}), {.half_life = 1000});
  const double before = distance_from_search(trainer.net(), 8);
  trainer.train(1000);
  const double after = distance_from_search(trainer.net(), 8);
  MESSAGE("mean distance from the search before and after training: " << before << ", " << after);
  CHECK(after < 0.4 * before);
  CHECK(after < 0.2);
}

TEST_CASE("duplicate dice: a net against itself scores exactly one half") {
  LineTrainer trainer(games_of({kSmall}), {});
  trainer.train(50);
  const LineMatch match = play_line_match(*games_of({kSmall}).front(), trainer.net(), trainer.net(), 40, 5);
  CHECK(match.score() == 0.5);
  CHECK(match.standard_error() == 0.0);
}

TEST_CASE("a net against itself: who begins scores what he scores in pairs with the same dice") {
  LineTrainer trainer(games_of({kSmall}), {});
  trainer.train(50);
  const AtmalofGame& game = *games_of({kSmall}).front();
  const LineMatch match = play_line_games(game, trainer.net(), 300, 5);
  CHECK(match.wins + match.draws + match.losses + match.unfinished == 300);
  CHECK(match.pairs == 300);
  const double points = static_cast<double>(match.wins) + 0.5 * static_cast<double>(match.draws + match.unfinished);
  CHECK(match.score() == doctest::Approx(points / 300));
  CHECK(match.standard_error() == doctest::Approx(0.5 / std::sqrt(300.0)).epsilon(0.3));
  const LineMatch again = play_line_games(game, trainer.net(), 300, 5);
  CHECK(again.wins == match.wins);
  CHECK(play_line_games(game, trainer.net(), 300, 6).squares != match.squares);
  // In a match against itself with the same dice each game is played twice: once it counts for who begins, once
  // against.
  const LineMatch twice = play_line_match(game, trainer.net(), trainer.net(), 300, 5);
  CHECK(twice.wins == match.wins + match.losses);
}

TEST_CASE("weights survive their file within its precision") {
  for (const auto& rules : {std::vector{kStandard}, std::vector{kSmall, kUneven, kJunior}}) {
    LineTrainer trainer(games_of(rules), {});
    trainer.train(20);
    const LineFile file = read_line_file(trainer.weights());
    CHECK(file.is_general == (rules.size() > 1));
    CHECK(file.rules == (file.is_general ? AtmalofRules{0, 0, 0, 0, 0, 0, false} : games_of(rules).front()->rules()));
    const auto net = trainer.net();
    REQUIRE(file.weights.rows.size() == net->weights().rows.size());
    float largest = 0.0F;
    float error = 0.0F;
    for (std::size_t i = 0; i < file.weights.rows.size(); ++i) {
      largest = std::max(largest, std::abs(net->weights().rows[i]));
      error = std::max(error, std::abs(net->weights().rows[i] - file.weights.rows[i]));
    }
    CHECK(largest > 0.01F);
    CHECK(error <= largest / 65534.0F * 1.001F);
    CHECK(file.games == 20);
    CHECK(file.positions == trainer.positions());
    CHECK(write_line_file(file) == trainer.weights());
  }
}

TEST_CASE("files of the first version are read: sixteen sums, no crossings") {
  const auto game = games_of({kSmall}).front();
  const LineFeatures features(std::make_shared<const LineTables>(game), false, false);
  const auto write = [&](std::uint32_t width, int rows) {
    ByteWriter writer;
    writer.add_text("MOTULINE");
    writer.add(std::uint32_t{1});
    writer.add(width);
    writer.add(static_cast<std::uint32_t>(rows));
    write_rules(writer, game->rules());
    for (std::uint32_t i = 0; i < width; ++i) writer.add(i == 0 ? 1.0F : 0.25F);
    for (std::uint32_t i = 0; i < width; ++i) writer.add(1e-3F);
    for (int i = 0; i < rows * static_cast<int>(width); ++i) writer.add(static_cast<std::int16_t>(i % 199 - 99));
    return writer.finish();
  };
  const std::string bytes = write(16, features.num_rows());
  const LineFile file = read_line_file(bytes);
  CHECK(!file.has_crossings);
  CHECK(file.weights.rows[kLineWidth + 15] == doctest::Approx(1e-3F * (31 - 99)));
  CHECK(file.weights.rows[kLineWidth + 16] == 0.0F);
  const auto net = read_line_net(*game, bytes);
  CHECK(net->features().num_rows() == features.num_rows());
  const auto state = game->new_state();
  CHECK(LineTurns(net).static_value(*state) != 0.0F);
  CHECK(mentions(error_of([&] { read_line_file(write(48, features.num_rows())); }), "width is 48, not 16"));
  CHECK(mentions(error_of([&] { read_line_net(*game, write(16, features.num_rows() - 1)); }), "rows"));
}

TEST_CASE("anything but a whole file is refused") {
  LineTrainer trainer(games_of({kSmall}), {});
  const std::string whole = trainer.weights();
  const auto refused = [](const std::string& bytes) {
    const Error error = error_of([&] { read_line_file(bytes); });
    return error.slug() == "engine/weights" && mentions(error, "train-lines");
  };
  CHECK(refused(""));
  CHECK(refused("MOTULINE"));
  CHECK(refused("not a net at all, but long enough to be one"));
  CHECK(refused(whole + "x"));
  for (const std::size_t at : {std::size_t{3}, std::size_t{9}, std::size_t{17}, whole.size() / 2, whole.size() - 1}) {
    CHECK(refused(whole.substr(0, at)));
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(refused(changed));
  }
  std::string checkpoint = trainer.checkpoint();
  CHECK(refused(checkpoint));
  LineTrainer other_seed(games_of({kSmall}), {.seed = 2});
  CHECK(mentions(error_of([&] { other_seed.restore(checkpoint); }), "another seed"));
  LineTrainer other_rules(games_of({kStandard}), {});
  CHECK(mentions(error_of([&] { other_rules.restore(checkpoint); }), "other rules"));
  checkpoint.pop_back();
  CHECK(error_of([&] { trainer.restore(checkpoint); }).slug() == "engine/weights");
}

TEST_CASE("options out of range are refused") {
  const auto refused = [](const LineTraining& options) {
    return error_of([&] { LineTrainer(games_of({kSmall}), options); }).slug() == "engine/options";
  };
  CHECK(refused({.lambda = 1.5}));
  CHECK(refused({.rate = 0.0}));
  CHECK(refused({.half_life = 0.0}));
  CHECK(refused({.exploration = -0.1}));
  CHECK(refused({.random_plies = -1}));
  CHECK(error_of([] { LineTrainer({}, {}); }).slug() == "engine/options");
}
