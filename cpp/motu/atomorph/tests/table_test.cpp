// Atomorph solved: the solver's board against the rules, tables against plain negamax, files.
#include "motu/atomorph/table.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>

#include "motu/atomorph/table_facts.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

struct Outlook {
  int value = 0;
  int plies = 0;
};

// Value and turns to the end for the colour to move, by the rules alone: the winner hurries, the loser holds out.
class PlainNegamax {
 public:
  Outlook solve(State& state) {
    if (const auto known = known_.find(state.hash()); known != known_.end()) return known->second;
    Outlook best{-2, 0};
    const Colour mover = state.to_move();
    const int ply = state.ply();
    for (const Action action : legal_of(state)) {
      state.apply_unchecked(action);
      Outlook found{state.winning_colour() < 0 ? 0 : state.winning_colour() == mover ? 1 : -1, 0};
      if (!state.is_terminal()) {
        found = solve(state);
        if (state.to_move() != mover) found.value = -found.value;
      }
      found.plies = found.value == 0 ? 0 : found.plies + state.ply() - ply;
      state.undo_unchecked();
      if (rank(found) > rank(best)) best = found;
    }
    return known_[state.hash()] = best;
  }

 private:
  static int rank(const Outlook& pair) { return pair.value * (1000 - pair.plies); }

  std::unordered_map<std::uint64_t, Outlook> known_;
};

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// Equal neighbours, and 2x2 blocks that are a row or column of each colour (solver_board.hpp).
struct Shape {
  int equal_neighbours = 0;
  int dominoes = 0;
};

Shape shape_of(const Stones& stones, int size) {
  Shape shape;
  const auto at = [&](int row, int column) { return stones[static_cast<std::size_t>(row * size + column)]; };
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const auto stone = at(row, column);
      if (stone == kNoColour) continue;
      if (column + 1 < size && at(row, column + 1) == stone) ++shape.equal_neighbours;
      if (row + 1 < size && at(row + 1, column) == stone) ++shape.equal_neighbours;
      if (column + 1 == size || row + 1 == size) continue;
      const auto right = at(row, column + 1);
      const auto above = at(row + 1, column);
      const auto diagonal = at(row + 1, column + 1);
      if (right == kNoColour || above == kNoColour || diagonal == kNoColour) continue;
      const bool rows = stone == right && above == diagonal && stone != above;
      const bool columns = stone == above && right == diagonal && stone != right;
      shape.dominoes += rows || columns ? 1 : 0;
    }
  }
  return shape;
}

}  // namespace

TEST_CASE("flip board: actions and what they lead to are those of the rules, in every variant") {
  for (int size = 3; size <= FlipBoard::kMaxSize; ++size) {
    for_random_positions(size, 40, [](AtomorphState<1>& state) {
      const FlipBoard board(share(expect<AtomorphGame>(state.game())));
      const FlipPosition position = board.of(state);
      const Colour mover = state.to_move();
      REQUIRE(board.stones_of(position, mover) == stones_of(state));
      REQUIRE(FlipBoard::flags_of(position) == (unsigned{state.ban()} | unsigned{state.to_return()} << 1));
      const FlipChoices choices = board.choices(position);
      std::vector<Action> actions;
      for_each_point(choices.all(), [&](int point) { actions.push_back(board.action_on(position, point, mover)); });
      std::ranges::sort(actions);
      REQUIRE(actions == legal_of(state));
      for (const Action action : actions) {
        const int point = board.point_of(action, mover);
        const int ply = state.ply();
        state.apply_unchecked(action);
        REQUIRE(((choices.wins >> point & 1U) != 0) == (state.winning_colour() == mover));
        if (state.winning_colour() < 0) {
          const FlipStep step = board.after(position, point);
          REQUIRE(step.is_draw == state.is_terminal());
          REQUIRE(step.is_turn_over == (state.ply() > ply));
          REQUIRE((step.is_draw || step.is_same_mover == (state.to_move() == mover)));
          REQUIRE((step.is_draw || step.next == board.of(state)));
        }
        state.undo_unchecked();
      }
    });
  }
}

TEST_CASE("flip board: images have one canonical position") {
  const FlipBoard board(AtomorphGame::create({.size = 5}));
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const FlipSet own = rng.next() & board.all_points();
    const FlipPosition position{own, rng.next() & board.all_points() & ~own, rng.below(2) == 0, false};
    const FlipPosition turned{board.rows_turned(position.own), board.rows_turned(position.enemy), position.ban, false};
    const FlipPosition mirrored{board.columns_turned(position.own), board.columns_turned(position.enemy), position.ban,
                                false};
    REQUIRE(board.canonical(turned) == board.canonical(position));
    REQUIRE(board.canonical(mirrored) == board.canonical(position));
    REQUIRE(board.canonical(position).num_stones() == position.num_stones());
    REQUIRE(board.transposed(board.transposed(own)) == own);
  }
}

TEST_CASE("flip board: no flip makes equal neighbours fewer; one that is not contested makes more or fewer dominoes") {
  int contested_flips = 0;
  int neutral_flips = 0;
  for (int size = 3; size <= 7; ++size) {
    for_random_positions(size, 300, [&](AtomorphState<1>& state) {
      const Shape before = shape_of(stones_of(state), size);
      const auto contested = state.contested();
      for (const Action action : legal_of(state)) {
        if (state.game().kind_of(action) != AtomorphGame::Kind::flip) continue;
        const bool is_contested = std::ranges::count(contested, state.game().point_of(action)) > 0;
        state.apply_unchecked(action);
        const Shape after = shape_of(stones_of(state), size);
        state.undo_unchecked();
        REQUIRE(after.equal_neighbours >= before.equal_neighbours);
        if (after.equal_neighbours > before.equal_neighbours) continue;
        REQUIRE((is_contested ? after.dominoes == before.dominoes : after.dominoes < before.dominoes));
        ++(is_contested ? contested_flips : neutral_flips);
      }
    });
  }
  CHECK(contested_flips > 50);
  CHECK(neutral_flips > 50);
}

TEST_CASE("flip board: on no full board are both players skipped while a contested stone could still be flipped") {
  std::uint64_t only_contested = 0;
  for (const bool corners : {true, false}) {
    for (int size = 3; size <= (slow_tests_wanted() ? 5 : 4); ++size) {
      const FlipBoard board(AtomorphGame::create({.size = size, .corners = corners}));
      for (FlipSet own = 0; own <= board.all_points(); ++own) {
        const FlipSet enemy = board.all_points() & ~own;
        if (board.flips(own, enemy, true) != 0 || board.flips(own, enemy, false) == 0) continue;
        ++only_contested;
        const bool is_other_skipped = board.flips(board.transposed(enemy), board.transposed(own), false) == 0;
        REQUIRE((!is_other_skipped || board.is_decided({own, enemy})));
      }
    }
  }
  CHECK(only_contested > 8000);
}

TEST_CASE("flip index: a number for every arrangement, one for images") {
  for (const int size : {3, 4}) {
    const FlipIndex index(size);
    const FlipBoard board(AtomorphGame::create({.size = size}));
    std::vector<bool> is_used(index.count(), false);
    std::uint64_t used = 0;
    bool is_twice = false;
    index.for_each([&](std::uint32_t number, FlipSet, FlipSet) {
      is_twice = is_twice || is_used[number];
      is_used[number] = true;
      ++used;
    });
    CHECK_FALSE(is_twice);
    // Burnside: the arrangements that each of the four symmetries leaves alone.
    CHECK(used == (size == 3 ? 19683 : (43046721 + 3 * 6561) / 4));
    Rng rng(3);
    for (int i = 0; i < 2000; ++i) {
      const FlipSet own = rng.next() & board.all_points();
      const FlipSet enemy = rng.next() & board.all_points() & ~own;
      REQUIRE(is_used[index.of(own, enemy)]);
      if (!index.has_images()) continue;
      REQUIRE(index.of(board.rows_turned(own), board.rows_turned(enemy)) == index.of(own, enemy));
      REQUIRE(index.of(board.columns_turned(own), board.columns_turned(enemy)) == index.of(own, enemy));
    }
  }
  CHECK(slug_of([] { FlipIndex(5); }) == "solve/size");
}

TEST_CASE("flip table: 3x3 is what plain negamax over the whole graph says, turns included, in every variant") {
  for (const auto& rules : all_variants(3)) {
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 2, {});
    AtomorphState<1> state(game);
    PlainNegamax plain;
    std::uint64_t compared = 0;
    for_each_position(rules, [&](const Stones& stones, Colour to_move, unsigned flags) {
      state.setup(stones, to_move, flags);
      if (state.is_terminal()) return;
      const auto right = plain.solve(state);
      const FlipScore score = table->score(table->board().of(state));
      REQUIRE(score.is_known());
      REQUIRE(score.value() == right.value);
      REQUIRE(score.plies() == right.plies);
      ++compared;
    });
    CHECK(compared > 20000);
    CHECK(check_flip_table(*table, 2, {}) >= 19683);
  }
}

TEST_CASE("flip table: a stopped build gives none") {
  int asked = 0;
  CHECK(FlipTable::build(AtomorphGame::create({.size = 3}), 1, [&](double) { return ++asked < 5; }) == nullptr);
  CHECK(asked == 5);
}

TEST_CASE("flip table: 4x4 follows from its successors, by the rules") {
  for (const auto& rules : all_variants(4)) {
    if (!slow_tests_wanted() && !(rules.contested_never && !rules.return_stone && rules.corners)) continue;
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 2, {});
    if (slow_tests_wanted()) CHECK(check_flip_table(*table, 2, {}) > 10'000'000);
    AtomorphState<1> state(game);
    Rng rng(11);
    int compared = 0;
    for (int i = 0; i < 4000; ++i) {
      const Stones stones = random_stones(16, 10 + rng.below(80), rng);
      set_up_at_random(state, stones, rules, rng);
      if (state.is_terminal()) continue;
      const Colour mover = state.to_move();
      const FlipPosition position = table->board().of(state);
      const FlipScore score = table->score(position);
      int best = -128;
      const int ply = state.ply();
      for (const Action action : legal_of(state)) {
        const int point = table->board().point_of(action, mover);
        state.apply_unchecked(action);
        int code = state.winning_colour() == mover ? 119 : 0;
        if (!state.is_terminal()) {
          code = table->score(table->board().of(state)).code;
          if (state.to_move() != mover) code = -code;
          if (state.ply() > ply) code += code > 0 ? -1 : code < 0 ? 1 : 0;
        }
        state.undo_unchecked();
        REQUIRE(table->score_after(position, point).code == code);
        best = std::max(best, code);
      }
      REQUIRE(score.code == best);
      ++compared;
    }
    CHECK(compared > 1000);
  }
}

TEST_CASE("flip table: the check by the rules looks at every position, unless it is stopped") {
  for (const auto& rules : all_variants(3)) {
    const auto table = FlipTable::build(AtomorphGame::create(rules), 1, {});
    const std::uint64_t checked = check_flip_table(*table, 1, {});
    CHECK(checked > 3000);
    CHECK(checked <= table->num_entries());
    double most = 0.0;
    CHECK(check_flip_table(*table, 1, [&](double done) { return (most = std::max(most, done)) <= 1.0; }) == checked);
    CHECK(check_flip_table(*table, 2, {}) == checked);
    CHECK(most > 0.9);
    CHECK(check_flip_table(*table, 2, [](double) { return false; }) == 0);
  }
}

namespace {

// The files' checksum, written down a second time.
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    const std::string_view part = bytes.substr(at, 8);
    std::memcpy(&word, part.data(), part.size());
    hash = (hash << 23 | hash >> 41) ^ word;
    hash *= 0x100000001B3ULL;
  }
  return hash;
}

// A file with an entry turned into its opposite, and with right checksums: 48 bytes of header, 8 for each of the sums.
std::string with_lie(std::string bytes, std::size_t slot) {
  bytes[48 + slot] = static_cast<char>(-bytes[48 + slot]);
  const std::uint64_t entries = checksum_of(std::string_view(bytes).substr(48));
  std::memcpy(bytes.data() + 32, &entries, 8);
  const std::uint64_t header = checksum_of(std::string_view(bytes).substr(0, 40));
  std::memcpy(bytes.data() + 40, &header, 8);
  return bytes;
}

}  // namespace

TEST_CASE("flip table: the check by the rules finds a single entry that lies, whoever looks at it") {
  const auto game = AtomorphGame::create({.size = 3});
  const auto table = FlipTable::build(game, 1, {});
  const testing::TemporaryFile file;
  table->save(file.path);
  const std::string bytes = bytes_of(file.path);
  const auto empty = table->slot(table->board().of(AtomorphState<1>(game)));
  for (const std::size_t slot : {empty, table->num_entries() / 2, table->num_entries() - 1}) {
    std::size_t told = slot;
    while (told > 0 && table->score_at(told).value() == 0) --told;
    write_bytes(file.path, with_lie(bytes, told));
    const auto lying = FlipTable::load(game, file.path);
    CHECK(lying->score_at(told).value() == -table->score_at(told).value());
    for (const int threads : {1, 2}) {
      CHECK_THROWS_WITH_AS(check_flip_table(*lying, threads, {}), doctest::Contains("its successors say"), Error);
    }
  }
}

TEST_CASE("flip table: a file gives back what was saved, and nothing else") {
  const auto game = AtomorphGame::create({.size = 3, .return_stone = true});
  const auto table = FlipTable::build(game, 1, {});
  const testing::TemporaryFile file;
  const std::string& path = file.path;
  table->save(path);
  {  // as long as it is mapped, Windows lets nobody write to the file
    const auto loaded = FlipTable::load(AtomorphGame::create({.size = 3, .return_stone = true, .swap = false}), path);
    REQUIRE(loaded->num_entries() == table->num_entries());
    for (std::size_t slot = 0; slot < table->num_entries(); ++slot) {
      REQUIRE(loaded->score_at(slot) == table->score_at(slot));
    }
  }
  const auto refused = [&](const AtomorphRules& rules, const std::string& reason) {
    std::string message;
    CHECK(slug_of([&] { FlipTable::load(AtomorphGame::create(rules), path); }, message) == "solve/table");
    CHECK_MESSAGE(message.find(reason) != std::string::npos, message);
  };
  const AtomorphRules rules = game->rules();
  refused({.size = 3}, "for size=3,contested=ko,corners=true,return_stone=true, not for");
  refused({.size = 4, .return_stone = true}, "not for size=4");
  const std::string bytes = bytes_of(path);
  const auto changed = [&](std::size_t at) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 1);
    return other;
  };
  write_bytes(path, changed(0));
  refused(rules, "does not begin like one");
  write_bytes(path, changed(8));
  refused(rules, "its version is 0, not 1");
  write_bytes(path, changed(24));
  refused(rules, "checksum of its header");
  write_bytes(path, changed(bytes.size() - 5));
  refused(rules, "checksum of its entries");
  write_bytes(path, bytes.substr(0, bytes.size() - 1));
  refused(rules, "too short or too long");
  write_bytes(path, bytes + "x");
  refused(rules, "too short or too long");
  write_bytes(path, bytes.substr(0, 20));
  refused(rules, "ends too early");
  write_bytes(path, "");
  refused(rules, "empty");
  std::filesystem::remove(path);
  refused(rules, "No such file or directory");
  CHECK(slug_of([&] { table->save(path + "/no/such/folder"); }) == "solve/table");
}

TEST_CASE("flip facts: what games from the empty board lead to is what the rules lead to") {
  for (auto rules : all_variants(3)) {
    rules.swap = false;
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    const auto facts = find_flip_facts(*table, {});
    REQUIRE(facts.has_value());
    // [place in the table] 1 where black is to move in a game, 2 where white is, 3 both.
    std::map<std::size_t, unsigned> reached;
    int longest = 0;
    AtomorphState<1> state(game);
    const auto walk = [&](auto&& self) -> void {
      if (state.is_terminal()) return;
      const auto slot = table->slot(table->board().of(state));
      const unsigned mover = 1U << state.to_move();
      if ((reached[slot] & mover) != 0) return;
      reached[slot] |= mover;
      longest = std::max(longest, table->score_at(slot).plies());
      for (const Action action : legal_of(state)) {
        state.apply_unchecked(action);
        self(self);
        state.undo_unchecked();
      }
    };
    walk(walk);
    const auto arises = [&](const FlipPosition& position, Colour to_move) {
      const auto found = reached.find(table->slot(position));
      return found != reached.end() && (found->second >> to_move & 1U) != 0;
    };
    CHECK(facts->reachable == reached.size());
    REQUIRE(facts->longest_reachable.has_value());
    CHECK(facts->longest_reachable->plies == longest);
    CHECK(arises(facts->longest_reachable->place.position, facts->longest_reachable->place.to_move));
    for (const Colour colour : {kFirst, kSecond}) {
      const auto& harm = facts->extra[colour].smallest_reachable;
      if (!harm) continue;
      FlipPosition more = harm->place.position;
      (colour == kFirst ? more.own : more.enemy) |= FlipSet{1} << harm->point;
      CHECK(arises(harm->place.position, harm->place.to_move));
      CHECK(arises(more, harm->place.to_move));
      CHECK(table->score(harm->place.position).value() == harm->before.value());
      CHECK(table->score(more).value() == harm->after.value());
    }
  }
}

TEST_CASE("flip facts: counts, lengths and stones that hurt are what plain negamax says on 3x3") {
  for (const auto& rules : all_variants(3)) {
    const auto game = AtomorphGame::create(rules);
    const auto table = FlipTable::build(game, 1, {});
    const auto facts = find_flip_facts(*table, {});
    REQUIRE(facts.has_value());
    AtomorphState<1> state(game);
    PlainNegamax plain;
    std::array<std::uint64_t, 3> results{};
    int longest = 0;
    std::array<std::uint64_t, 2> hurts{};
    std::array<int, 2> fewest_stones{99, 99};
    for_each_position(rules, [&](const Stones& stones, Colour to_move, unsigned flags) {
      state.setup(stones, to_move, flags);
      const bool is_as_set =
          !state.is_terminal() && state.to_move() == to_move && FlipBoard::flags_of(table->board().of(state)) == flags;
      if (to_move == kSecond || !is_as_set) return;
      const auto here = plain.solve(state);
      ++results[static_cast<std::size_t>(here.value + 1)];
      longest = std::max(longest, here.plies);
      for (std::size_t point = 0; point < stones.size(); ++point) {
        for (const Colour colour : {kFirst, kSecond}) {
          if (stones[point] != kNoColour) continue;
          Stones more = stones;
          more[point] = colour;
          const bool is_full = std::ranges::find(more, kNoColour) == more.end();
          if (is_full && (flags & AtomorphGame::kToReturn) != 0) continue;
          state.setup(more, to_move, flags);
          const bool goes_on = !state.is_terminal() && state.to_move() == to_move &&
                               FlipBoard::flags_of(table->board().of(state)) == flags;
          if (!goes_on) continue;
          const int change = plain.solve(state).value - here.value;
          if (colour == kFirst ? change >= 0 : change <= 0) continue;
          ++hurts[colour];
          const auto num_empty = static_cast<int>(std::ranges::count(stones, kNoColour));
          fewest_stones[colour] = std::min(fewest_stones[colour], 9 - num_empty);
        }
      }
    });
    CHECK(facts->results == results);
    CHECK(facts->longest->plies == longest);
    CHECK(facts->extra[0].hurts == hurts[0]);
    CHECK(facts->extra[1].hurts == hurts[1]);
    for (const Colour colour : {kFirst, kSecond}) {
      REQUIRE(facts->extra[colour].smallest.has_value() == (hurts[colour] > 0));
      if (hurts[colour] == 0) continue;
      CHECK(facts->extra[colour].smallest->place.position.num_stones() == fewest_stones[colour]);
    }
    CHECK(facts->longest_reachable->plies <= longest);
    CHECK(facts->reachable < facts->results[0] + facts->results[1] + facts->results[2]);
  }
}
