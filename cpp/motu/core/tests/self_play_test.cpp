#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "motu/core/selfplay/self_play.hpp"
#include "motu/core/tests/search_testing.hpp"
#include "motu/core/tests/self_play_testing.hpp"

namespace motu {

namespace {

using atoll_testing::legal_of;
using atoll_testing::refusal_of;
using search_testing::new_hex;
using search_testing::played;
using self_play_testing::bit;
using self_play_testing::hex;
using self_play_testing::play;
using self_play_testing::Run;

// Searches with a net that knows nothing; the leaves that it was asked about.
int search(GumbelTree& tree, State& state, const GumbelEffort& effort, std::uint64_t seed) {
  Rng rng(seed);
  int leaves = 0;
  tree.forget();
  tree.begin(effort);
  while (tree.advance(state, rng)) {
    const auto actions = legal_of(state);
    const std::vector<float> logits(actions.size(), 0.0F);
    tree.answer(state, 0.0F, actions, logits, rng);
    ++leaves;
  }
  return leaves;
}

// Goes on to a position with a net whose answers are anything, but the same every time; what it was asked about.
std::vector<std::uint64_t> search_on(GumbelTree& tree, State& state, const GumbelEffort& effort, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::uint64_t> asked;
  tree.begin(effort);
  while (tree.advance(state, rng)) {
    asked.push_back(state.hash());
    const auto actions = legal_of(state);
    std::vector<float> logits;
    for (const Action action : actions) {
      const auto mixed = splitmix64(state.hash() + static_cast<std::uint64_t>(action));
      logits.push_back(static_cast<float>(mixed % 100) / 50.0F);
    }
    tree.answer(state, static_cast<float>(splitmix64(state.hash()) % 1000) / 500.0F - 1.0F, actions, logits, rng);
  }
  return asked;
}

float share_of(const GumbelTree& tree, Action action) {
  std::vector<float> policy;
  tree.improved_policy(policy);
  const auto actions = tree.actions();
  const auto at = std::ranges::find(actions, action) - actions.begin();
  return policy[static_cast<std::size_t>(at)];
}

}  // namespace

TEST_CASE("self-play: a temperature makes the policy that is learnt less sure, in the same order") {
  const auto state = played(new_hex(3), {"a1", "c3", "a2", "c2"});  // a3 wins
  GumbelTree tree(0.05F);
  search(tree, *state, {64, 9, 1.0F}, 5);
  std::vector<float> sharp;
  std::vector<float> soft;
  tree.improved_policy(sharp);
  tree.improved_policy(soft, 4.0F);
  REQUIRE(std::ranges::max(sharp) > 1.5F * std::ranges::min(sharp));
  float sum = 0.0F;
  for (std::size_t i = 0; i < sharp.size(); ++i) {
    sum += soft[i];
    for (std::size_t j = 0; j < i; ++j) {
      // Shares of a quarter of the logits: ratios are fourth roots.
      CHECK(soft[i] / soft[j] == doctest::Approx(std::pow(sharp[i] / sharp[j], 0.25)).epsilon(1e-3));
    }
  }
  CHECK(sum == doctest::Approx(1.0));
}

TEST_CASE("self-play: a search takes a win that is there, and knows its worth") {
  auto state = played(new_hex(4), {"b1", "a1", "b2", "a2", "b3", "a3"});
  GumbelTree tree(1.0F);
  search(tree, *state, {64, 16, 1.0F}, 1);
  const auto before = state->hash();
  const Action best = tree.best();
  CHECK(state->hash() == before);
  state->apply(best);
  CHECK(state->is_terminal());
  state->undo();
  CHECK(share_of(tree, best) > 0.3F);
  CHECK(tree.value() > 0.5);
}

TEST_CASE("self-play: values are person 0's, and both persons want what is theirs") {
  // White to move must stop black on b4 or a4: everything else loses at once.
  auto state = played(new_hex(4), {"b1", "a1", "b2", "d1", "b3"});
  GumbelTree tree(1.0F);
  search(tree, *state, {400, 16, 0.0F}, 2);
  CHECK(tree.value() > 0.2);
}

TEST_CASE("self-play: enough visits solve the smallest board, though the net knows nothing") {
  const auto state = new_hex(3);
  search_testing::Solver solver;
  GumbelTree tree(1.0F);
  search(tree, *state, {20000, 9, 0.0F}, 3);
  const Action best = tree.best();
  state->apply(best);
  CHECK(solver.solve(*state) == 1);
}

TEST_CASE("self-play: a search judges the root and as many leaves as it was given") {
  const auto state = new_hex(5);
  GumbelTree tree(0.5F);
  CHECK(search(tree, *state, {16, 8, 1.0F}, 4) == 17);
  CHECK(search(tree, *state, {0, 1, 1.0F}, 4) == 1);
  CHECK(tree.actions().size() == 25);
}

TEST_CASE("self-play: what was judged for this turn or the one before is not judged again, and counts the same") {
  const auto state = new_hex(4);
  GumbelTree tree(0.5F);
  std::vector<std::uint64_t> before;
  int saved = 0;
  for (std::uint64_t turn = 1; turn <= 6; ++turn) {
    const auto asked = search_on(tree, *state, {48, 16, 1.0F}, turn);
    CHECK(std::ranges::none_of(asked, [&](auto hash) { return std::ranges::count(before, hash) > 0; }));
    CHECK(std::ranges::all_of(asked, [&](auto hash) { return std::ranges::count(asked, hash) == 1; }));
    GumbelTree fresh(0.5F);
    const auto all = search_on(fresh, *state, {48, 16, 1.0F}, turn);
    CHECK(std::ranges::all_of(asked, [&](auto hash) { return std::ranges::count(all, hash) == 1; }));
    saved += static_cast<int>(all.size() - asked.size());
    CHECK(tree.value() == fresh.value());
    CHECK(tree.best() == fresh.best());
    std::vector<float> policy;
    std::vector<float> wanted;
    tree.improved_policy(policy);
    fresh.improved_policy(wanted);
    CHECK(policy == wanted);
    before = asked;
    state->apply(tree.best());
  }
  CHECK(saved > 20);
}

TEST_CASE("self-play: what is to be forgotten is judged again") {
  const auto state = new_hex(4);
  GumbelTree tree(0.5F);
  const auto asked = search_on(tree, *state, {16, 8, 1.0F}, 1);
  CHECK(search_on(tree, *state, {16, 8, 1.0F}, 1).empty());
  tree.forget();
  CHECK(search_on(tree, *state, {16, 8, 1.0F}, 1) == asked);
}

TEST_CASE("self-play: without visits the noise draws from the policy") {
  const auto state = new_hex(3);
  GumbelTree tree(0.5F);
  Rng rng(5);
  std::map<Action, int> counts;
  for (int i = 0; i < 2000; ++i) {
    tree.forget();
    tree.begin({0, 1, 1.0F});
    REQUIRE(tree.advance(*state, rng));
    const auto actions = legal_of(*state);
    std::vector<float> logits(actions.size(), 0.0F);
    logits[4] = std::log(8.0F);  // half of all
    tree.answer(*state, 0.0F, actions, logits, rng);
    REQUIRE_FALSE(tree.advance(*state, rng));
    ++counts[tree.best()];
  }
  CHECK(counts[4] > 900);
  CHECK(counts[4] < 1100);
  for (const auto& [action, count] : counts) CHECK(count > 60);
}

TEST_CASE("self-play: what is learnt fits together") {
  SelfPlayOptions options;
  options.visits = 12;
  options.fast_visits = 4;
  SelfPlay self_play({{hex(4), 1.0, 8}}, options, 1);
  const Samples samples = play(self_play, 1500).samples[0];
  REQUIRE(samples.size() > 200);
  const NetEncoder& encoder = self_play.encoder(0);
  const std::size_t bytes = encoder.plane_bytes();
  const std::size_t planes = encoder.planes().size() * bytes;
  int full = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::span position(&samples.planes[i * planes], planes);
    const std::span policy(&samples.policy[i * 16], 16);
    const std::span owners(&samples.owners[i * 2 * bytes], 2 * bytes);
    unsigned sum = 0;
    unsigned stones = 0;
    unsigned at_the_end = 0;
    for (std::size_t point = 0; point < 16; ++point) {
      const bool own = bit(position.subspan(bytes), point);
      const bool others = bit(position.subspan(2 * bytes), point);
      if (own || others) CHECK(policy[point] == 0);
      if (own) CHECK(bit(owners, point));
      if (others) CHECK(bit(owners.subspan(bytes), point));
      sum += policy[point];
      stones += static_cast<unsigned>(own) + static_cast<unsigned>(others);
      at_the_end +=
          static_cast<unsigned>(bit(owners, point)) + static_cast<unsigned>(bit(owners.subspan(bytes), point));
    }
    CHECK(sum > 65535 - 16);
    CHECK(sum < 65535 + 16);
    CHECK(stones == samples.turn[i]);
    CHECK(at_the_end == samples.turn[i] + samples.plies[i]);
    // Whoever plays the last stone has won.
    CHECK(samples.result[i] == (samples.plies[i] % 2 == 1 ? 1 : -1));
    CHECK(samples.value[i] >= -1.0F);
    CHECK(samples.value[i] <= 1.0F);
    full += samples.is_full[i];
  }
  CHECK(full > static_cast<int>(samples.size()) / 3);
  CHECK(full < static_cast<int>(samples.size()) * 2 / 3);
}

TEST_CASE("self-play: Atomorph is played and learnt, turns of two actions included") {
  SelfPlayOptions options;
  options.visits = 8;
  options.fast_visits = 4;
  const auto game = AtomorphGame::create({.size = 4, .return_stone = true, .swap = false});
  SelfPlay self_play({{game, 1.0, 8}}, options, 2);
  const Samples samples = play(self_play, 1500).samples[0];
  REQUIRE(samples.size() > 100);
  const std::size_t bytes = self_play.encoder(0).plane_bytes();
  const std::size_t planes = self_play.encoder(0).planes().size() * bytes;
  bool has_flipped = false;
  bool has_put_back = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::span position(&samples.planes[i * planes], planes);
    const std::span policy(&samples.policy[i * 48], 48);
    const bool puts_back = bit(position.subspan(10 * bytes), 0);
    unsigned sum = 0;
    for (std::size_t point = 0; point < 16; ++point) {
      if (policy[point] > 0) CHECK_FALSE(bit(position.subspan(bytes), point));
      if (policy[16 + point] > 0) CHECK(bit(position.subspan(6 * bytes), point));
      if (policy[32 + point] > 0) CHECK(puts_back);
      has_flipped = has_flipped || policy[16 + point] > 0;
      has_put_back = has_put_back || policy[32 + point] > 0;
      sum += policy[point] + policy[16 + point] + policy[32 + point];
    }
    CHECK(sum > 65535 - 48);
    CHECK(sum < 65535 + 48);
    CHECK(std::abs(samples.result[i]) <= 1);
  }
  CHECK(has_flipped);
  CHECK(has_put_back);
}

TEST_CASE("self-play: openings are a share of the board, or so many plies on any board") {
  // Games of which the beginning itself is learnt, for each of which four stones stand at some time. On 16 cells a
  // share of 0.05 is not one ply, one of 0.25 is four.
  const auto share_from_beginning = [](float share, int plies) {
    SelfPlayOptions options;
    options.visits = 4;
    options.fast_visits = 2;
    options.opening_share = share;
    options.opening_plies = plies;
    options.opening_random = 1.0F;
    SelfPlay self_play({{hex(4), 1.0, 8}}, options, 1);
    const Samples samples = play(self_play, 1500).samples[0];
    const auto from_beginning = std::ranges::count(samples.turn, 0);
    return static_cast<double>(from_beginning) / static_cast<double>(std::ranges::count(samples.turn, 4));
  };
  CHECK(share_from_beginning(0.05F, 0) > 0.99);
  for (const double share : {share_from_beginning(0.05F, 4), share_from_beginning(0.25F, 0),
                             share_from_beginning(0.25F, 3), share_from_beginning(0.0F, 4)}) {
    CHECK(share > 0.1);
    CHECK(share < 0.3);  // one in five
  }
}

TEST_CASE("self-play: a share of the games begins with stones scattered over the board") {
  // The first ply that each game teaches. Without openings it is the beginning in all games that have no scattered
  // stones; in those that have it may be any but the last few, after which hardly any game is still open.
  const auto first_plies = [](float scattered) {
    SelfPlayOptions options;
    options.visits = 4;
    options.fast_visits = 2;
    options.opening_share = 0.0F;
    options.opening_random = 0.0F;
    options.scattered_share = scattered;
    SelfPlay self_play({{hex(4), 1.0, 8}}, options, 1);
    const Samples samples = play(self_play, 1500).samples[0];
    std::vector<int> firsts(17, 0);
    for (std::size_t i = 0; i < samples.turn.size(); ++i) {
      if (i == 0 || samples.turn[i] <= samples.turn[i - 1]) ++firsts[samples.turn[i]];
    }
    return firsts;
  };
  const auto none = first_plies(0.0F);
  CHECK(std::accumulate(none.begin() + 1, none.end(), 0) == 0);
  const auto all = first_plies(1.0F);
  const double games = std::accumulate(all.begin(), all.end(), 0);
  CHECK(all[0] < 0.2 * games);
  for (int ply = 0; ply <= 8; ++ply) CHECK(all[static_cast<std::size_t>(ply)] > 0.01 * games);
  const auto half = first_plies(0.5F);
  const double games_of_half = std::accumulate(half.begin(), half.end(), 0);
  CHECK(half[0] > 0.4 * games_of_half);
  CHECK(half[0] < 0.75 * games_of_half);
}

TEST_CASE("self-play: of decided games a share of the turns is learnt") {
  const auto samples_with = [](float decided, float share) {
    SelfPlayOptions options;
    options.visits = 4;
    options.fast_visits = 4;
    options.opening_share = 0.0F;
    options.decided = decided;
    options.decided_share = share;
    SelfPlay self_play({{hex(4), 1.0, 8}}, options, 1);
    return play(self_play, 2000).samples[0];
  };
  // Turns that come right after another one of their game, and those before which some were left out.
  const auto follow = [](const Samples& samples, float decided) {
    int next = 0;
    int later = 0;
    for (std::size_t i = 0; i + 1 < samples.turn.size(); ++i) {
      if (samples.turn[i + 1] <= samples.turn[i]) {
        CHECK(samples.turn[i + 1] == 0);
        continue;
      }
      const bool is_next = samples.turn[i + 1] == samples.turn[i] + 1;
      ++(is_next ? next : later);
      CHECK(is_next == (std::abs(samples.value[i]) < decided));
    }
    return std::pair(next, later);
  };
  const auto [next, later] = follow(samples_with(0.5F, 0.0F), 0.5F);
  CHECK(next > 200);
  CHECK(later > 200);
  CHECK(follow(samples_with(1.0F, 0.0F), 2.0F).second == 0);
  CHECK(follow(samples_with(0.5F, 1.0F), 2.0F).second == 0);
  const auto first = samples_with(0.0F, 0.0F).turn;  // the first turn has no search before it
  CHECK(first.size() > 200);
  CHECK(std::ranges::count(first, 0) == static_cast<std::ptrdiff_t>(first.size()));
}

TEST_CASE("self-play: decided turns may have less effort") {
  const auto evaluations_a_ply = [](float decided, int visits) {
    SelfPlayOptions options;
    options.visits = 24;
    options.fast_visits = 24;
    options.opening_share = 0.0F;
    options.decided = decided;
    options.decided_share = 0.0F;
    options.decided_visits = visits;
    SelfPlay self_play({{hex(5), 1.0, 8}}, options, 1);
    play(self_play, 3000);
    const SelfPlayCounts counts = self_play.counts(self_play.next());
    REQUIRE(counts.plies > 100);
    return static_cast<double>(counts.evaluations) / static_cast<double>(counts.plies);
  };
  const double usual = evaluations_a_ply(0.0F, 0);
  CHECK(evaluations_a_ply(0.0F, 24) == usual);
  CHECK(evaluations_a_ply(0.0F, 2) < 0.3 * usual);  // all turns but each game's first
  CHECK(evaluations_a_ply(1.0F, 2) == evaluations_a_ply(1.0F, 0));
}

TEST_CASE("self-play: threads and their luck change nothing") {
  SelfPlayOptions options;
  options.visits = 8;
  const std::vector<SelfPlayGroup> groups{{hex(4), 1.0, 6}, {hex(3), 2.0, 6}, {hex(4), 1.0, 6}};
  std::vector<Run> runs;
  for (const int threads : {1, 3}) {
    SelfPlay self_play(groups, options, threads);
    runs.push_back(play(self_play, 600));
  }
  CHECK(runs[0].order == runs[1].order);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    REQUIRE(runs[0].samples[group].size() > 0);
    CHECK(runs[0].samples[group].planes == runs[1].samples[group].planes);
    CHECK(runs[0].samples[group].policy == runs[1].samples[group].policy);
    CHECK(runs[0].samples[group].value == runs[1].samples[group].value);
  }
  CHECK(std::ranges::count(runs[0].order, 1U) == 300);
  CHECK(runs[0].samples[0].planes != runs[0].samples[2].planes);
}

TEST_CASE("self-play: what makes none is refused") {
  const auto slug_of = [](std::vector<SelfPlayGroup> groups, const SelfPlayOptions& options, int threads) {
    return refusal_of([&] { const SelfPlay self_play(std::move(groups), options, threads); }).slug;
  };
  CHECK(slug_of({}, {}, 1) == "net/self-play");
  CHECK(slug_of({{hex(3), 1.0, 4}}, {}, 0) == "net/self-play");
  CHECK(slug_of({{hex(3), 0.0, 4}}, {}, 1) == "net/self-play");
  CHECK(slug_of({{hex(3, true), 1.0, 4}}, {}, 1) == "net/self-play");
  CHECK(slug_of({{hex(3), 1.0, 4}}, {.visits = 0}, 1) == "net/self-play");
  CHECK(slug_of({{hex(3), 1.0, 4}}, {.proof_nodes = -1}, 1) == "net/self-play");
  CHECK(slug_of({{AtmalofGame::create({.rows = 4, .cols = 5, .line = 4}), 1.0, 4}}, {.longest = 0}, 1) ==
        "net/self-play");
}

TEST_CASE("self-play: answers go to the group that waits for them, and have its size") {
  SelfPlay self_play({{hex(3), 1.0, 2}, {hex(3), 1.0, 2}}, {}, 1);
  const std::vector<float> values(2, 0.0F);
  const std::vector<float> logits(18, 0.0F);
  CHECK(refusal_of([&] { self_play.submit(0, values, logits); }).slug == "net/self-play");
  const std::size_t group = self_play.next();
  CHECK(refusal_of([&] { self_play.submit(group, values, values); }).slug == "net/self-play");
  CHECK(refusal_of([&] { self_play.submit(1 - group, values, logits); }).slug == "net/self-play");
  CHECK(self_play.next() == 1 - group);
  CHECK(refusal_of([&] { self_play.next(); }).slug == "net/self-play");
  self_play.submit(group, values, logits);
  self_play.submit(1 - group, values, logits);
  CHECK(self_play.next() == group);
  CHECK(self_play.counts(group).evaluations == 2);
}

}  // namespace motu
