// Atomorph in random games: undo, set-up, clones, samples and symmetries, for all eight combinations of the variants.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/tests/testing.hpp"

using namespace motu;
using namespace motu::testing;

namespace {

// Everything that can be seen of a position.
struct Snapshot {
  Stones stones;
  std::vector<Action> legal;
  std::vector<int> weak, contested, chain;
  std::uint64_t hash;
  int ply, player, winner;
  Colour to_move;
  Termination termination;
  bool swapped, swap_is_legal, ban, to_return;

  bool operator==(const Snapshot&) const = default;
};

template <int W>
Snapshot look_at(const AtomorphState<W>& state) {
  Snapshot seen{stones_of(state),
                {},
                state.weak(),
                state.contested(),
                state.winning_cells(),
                state.hash(),
                state.ply(),
                state.current_player(),
                state.outcome().winner,
                state.to_move(),
                state.outcome().termination,
                state.is_swapped(),
                state.swap_is_legal(),
                state.ban(),
                state.to_return()};
  state.legal_actions(seen.legal);
  return seen;
}

unsigned flags_of(const auto& state) {
  return (state.ban() ? AtomorphGame::kBan : 0U) | (state.to_return() ? AtomorphGame::kToReturn : 0U);
}

// A snapshot of the same position without its history: what set-up makes of it.
Snapshot without_history(Snapshot seen) {
  if (seen.swapped && seen.winner >= 0) seen.winner ^= 1;
  if (seen.swapped && seen.player >= 0) seen.player ^= 1;
  if (seen.swap_is_legal) seen.legal.pop_back();
  seen.swapped = seen.swap_is_legal = false;
  seen.ply = 0;
  seen.hash = 0;
  return seen;
}

template <int W>
void check_against_set_up(const AtomorphState<W>& state) {
  AtomorphState<W> fresh(state);
  fresh.setup(stones_of(state), state.to_move(), flags_of(state));
  REQUIRE(without_history(look_at(fresh)) == without_history(look_at(state)));
}

template <int W>
void check_legal_actions(const AtomorphState<W>& state) {
  std::vector<Action> legal;
  state.legal_actions(legal);
  REQUIRE(legal.empty() == state.is_terminal());
  REQUIRE(std::ranges::is_sorted(legal));
  for (Action action = -2; action < state.game().num_actions() + 2; ++action) {
    REQUIRE(state.is_legal(action) == std::ranges::binary_search(legal, action));
  }
}

// One random game forward, looked at after every action, and the whole way back.
template <int W>
void play_and_undo(const AtomorphState<W>& start, Rng& rng) {
  AtomorphState<W> state = start;
  std::vector<Snapshot> path;
  while (!state.is_terminal()) {
    path.push_back(look_at(state));
    const Action action = state.sample_legal(rng);
    REQUIRE(state.is_legal(action));
    const auto twin = state.clone();
    state.apply_unchecked(action);
    REQUIRE(state.check_consistency() == "");
    check_against_set_up(state);
    check_legal_actions(state);
    REQUIRE(twin->hash() == path.back().hash);
    twin->apply(action);
    REQUIRE(twin->hash() == state.hash());
    REQUIRE(twin->moves() == state.moves());
  }
  const bool drawn = state.outcome().termination == Termination::stuck;
  REQUIRE_FALSE((drawn && state.game().rules().corners));
  for (; !path.empty(); path.pop_back()) {
    state.undo();
    REQUIRE(state.check_consistency() == "");
    REQUIRE(look_at(state) == path.back());
  }
  REQUIRE(state.history().empty());
}

void play_games(const AtomorphRules& rules, int games) {
  const auto state = AtomorphGame::create(rules)->new_state();
  Rng rng(static_cast<std::uint64_t>(rules.size));
  visit_atomorph(*state, [&](auto& concrete) {
    for (int i = 0; i < games; ++i) play_and_undo(concrete, rng);
  });
}

}  // namespace

TEST_CASE("atomorph: random games of all variants stay consistent and are undone exactly") {
  for (const auto& [size, games] : std::map<int, int>{{3, 60}, {4, 40}, {5, 20}, {8, 4}, {9, 2}, {11, 2}, {13, 1}}) {
    for (AtomorphRules rules : all_variants(size)) {
      play_games(rules, games);
      rules.swap = false;
      play_games(rules, games / 4);
    }
  }
}

TEST_CASE("atomorph: random games on the widest states") {
  for (const int size : {14, 17, 18, 25}) {
    const auto state = AtomorphGame::create({.size = size, .return_stone = true})->new_state();
    Rng rng(5);
    visit_atomorph(*state, [&](auto& concrete) {
      while (!concrete.is_terminal()) {
        concrete.apply_unchecked(concrete.sample_legal(rng));
        if (rng.below(8) == 0) REQUIRE(concrete.check_consistency() == "");
      }
      CHECK(concrete.check_consistency() == "");
      while (!concrete.history().empty()) concrete.undo();
      CHECK(concrete.num_empty() == size * size);
      CHECK(concrete.check_consistency() == "");
    });
  }
}

TEST_CASE("atomorph: positions reached by different orders of the same moves have one hash, different ones differ") {
  AtomorphState<2> one(AtomorphGame::create({}));
  AtomorphState<2> two(AtomorphGame::create({}));
  play_all(one, "a1 b2 c3 d4");
  play_all(two, "c3 d4 a1 b2");
  CHECK(one.hash() == two.hash());
  const Stones stones = stones_of(one);
  std::map<std::uint64_t, int> hashes;
  AtomorphState<2> state(AtomorphGame::create({.return_stone = true}));
  for (const Colour to_move : {kFirst, kSecond}) {
    for (unsigned flags = 0; flags < 4; ++flags) {
      state.setup(stones, to_move, flags);
      ++hashes[state.hash()];
    }
  }
  CHECK(hashes.size() == 8);
}

TEST_CASE("atomorph: a sample is uniform over the legal actions") {
  Rng rng(11);
  const auto count = [&](const State& state) {
    std::map<Action, int> seen;
    std::vector<Action> legal;
    state.legal_actions(legal);
    const int each = 4000;
    for (std::size_t i = 0; i < each * legal.size(); ++i) ++seen[state.sample_legal(rng)];
    CHECK(seen.size() == legal.size());
    for (const auto& [action, times] : seen) {
      CAPTURE(action);
      CHECK(std::ranges::binary_search(legal, action));
      CHECK(std::abs(times - each) < 400);  // more than six standard deviations
    }
  };
  count(draw("w b . b w / b . . . b / . . . . . / b . . . b / w b . b w", kFirst));
  count(draw("w b . b w / b . . . b / . . . . . / b . . . b / w b . b w", kFirst, {.return_stone = true},
             AtomorphGame::kToReturn));
  AtomorphState<1> pie(AtomorphGame::create({.size = 4}));
  pie.play("b2");
  count(pie);
}

// ---------------------------------------------------------------------------------------------------------- symmetries

namespace {

Stones image(const Stones& stones, const Symmetry& symmetry) {
  Stones result(stones.size());
  for (std::size_t point = 0; point < stones.size(); ++point) {
    const std::uint8_t stone = stones[point];
    const bool recolour = symmetry.swaps_colours && stone != kNoColour;
    result[static_cast<std::size_t>(symmetry.cells[point])] = recolour ? other(stone) : stone;
  }
  return result;
}

std::vector<int> image(const std::vector<int>& ids, const std::vector<int>& map) {
  std::vector<int> result;
  for (const int id : ids) result.push_back(map[static_cast<std::size_t>(id)]);
  std::ranges::sort(result);
  return result;
}

Colour image(Colour colour, const Symmetry& symmetry) { return symmetry.swaps_colours ? other(colour) : colour; }

// Whether `mirrored` is the image of `state` in all that can be seen.
template <int W>
void check_image(const AtomorphState<W>& state, const AtomorphState<W>& mirrored, const Symmetry& symmetry) {
  REQUIRE(stones_of(mirrored) == image(stones_of(state), symmetry));
  REQUIRE(mirrored.to_move() == image(state.to_move(), symmetry));
  REQUIRE(flags_of(mirrored) == flags_of(state));
  REQUIRE(mirrored.outcome().termination == state.outcome().termination);
  if (state.winning_colour() >= 0) {
    REQUIRE(mirrored.winning_colour() == image(static_cast<Colour>(state.winning_colour()), symmetry));
    REQUIRE(mirrored.winning_cells().size() == state.winning_cells().size());
  }
  REQUIRE(mirrored.weak() == image(state.weak(), symmetry.cells));
  REQUIRE(mirrored.contested() == image(state.contested(), symmetry.cells));
  std::vector<Action> legal, mirrored_legal;
  state.legal_actions(legal);
  mirrored.legal_actions(mirrored_legal);
  REQUIRE(mirrored_legal == image(legal, symmetry.actions));
}

template <int W>
void check_symmetry(const AtomorphState<W>& start, const Symmetry& symmetry, Rng& rng) {
  AtomorphState<W> state = start;
  AtomorphState<W> mirrored = start;
  if (symmetry.swaps_colours) {
    const Stones empty(symmetry.cells.size(), kNoColour);
    state.setup(empty, kFirst, 0);
    mirrored.setup(empty, kSecond, 0);
  }
  while (!state.is_terminal()) {
    const Action action = state.sample_legal(rng);
    state.apply_unchecked(action);
    mirrored.apply(symmetry.actions[static_cast<std::size_t>(action)]);
    check_image(state, mirrored, symmetry);
  }
}

}  // namespace

TEST_CASE("atomorph: the rules commute with all eight symmetries of the square") {
  Rng rng(6);
  for (const int size : {3, 4, 5, 9}) {
    for (const AtomorphRules& rules : all_variants(size)) {
      const auto game = AtomorphGame::create(rules);
      const auto symmetries = game->symmetries();
      REQUIRE(symmetries.size() == 8);
      const auto state = game->new_state();
      for (const Symmetry& symmetry : symmetries) {
        visit_atomorph(*state, [&](auto& concrete) { check_symmetry(concrete, symmetry, rng); });
      }
    }
  }
}

TEST_CASE("atomorph: symmetries are eight different permutations that carry edges to edges") {
  for (const int size : {3, 4, 11}) {
    const auto game = AtomorphGame::create({.size = size, .return_stone = true});
    const auto symmetries = game->symmetries();
    std::map<std::vector<int>, int> different;
    int swapping = 0;
    for (const Symmetry& symmetry : symmetries) {
      ++different[symmetry.cells];
      swapping += symmetry.swaps_colours ? 1 : 0;
      std::vector<int> sorted = symmetry.actions;
      std::ranges::sort(sorted);
      for (Action action = 0; action < game->num_actions(); ++action)
        REQUIRE(sorted[static_cast<std::size_t>(action)] == action);
      REQUIRE(symmetry.actions.back() == game->swap_action());
      for (int island = 0; island < 4; ++island) {
        REQUIRE((symmetry.islands[static_cast<std::size_t>(island)] % 2 != island % 2) == symmetry.swaps_colours);
      }
      // The top left corner lies on the edges 0 and 3; its image lies on their images.
      const int corner = symmetry.cells[static_cast<std::size_t>(size * (size - 1))];
      for (const int island : {symmetry.islands[0], symmetry.islands[3]}) {
        const int row = corner / size, column = corner % size;
        const bool touches[] = {row == size - 1, column == size - 1, row == 0, column == 0};
        REQUIRE(touches[island]);
      }
    }
    CHECK(different.size() == 8);
    CHECK(swapping == 4);
    for (int point = 0; point < game->num_cells(); ++point)
      REQUIRE(symmetries[0].cells[static_cast<std::size_t>(point)] == point);
  }
}
