#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "motu/atoll/tests/brute_force.hpp"
#include "motu/core/selfplay/self_play.hpp"
#include "motu/core/tests/search_testing.hpp"
#include "motu/core/tests/self_play_testing.hpp"

namespace motu {

namespace {

using connect_testing::TruthTable;
using self_play_testing::bit;
using self_play_testing::play;

// Players who see little, so that games are thrown away again and again.
Samples played_with(const std::shared_ptr<const Game>& game, int proof_nodes, int batches) {
  const SelfPlayOptions options{.visits = 4, .fast_visits = 2, .opening_share = 0.0F, .proof_nodes = proof_nodes};
  SelfPlay self_play({{game, 1.0, 8}}, options, 1);
  return play(self_play, batches).samples[0];
}

struct Position {
  Colour to_move = kFirst;
  std::uint32_t black = 0;  // bit i for cell i
  std::uint32_t white = 0;
};

// What samples show, read off their planes: own stones and the opponent's (1, 2), and the shores of own islands (3). In
// every view that is a position of the same board.
class Reader {
 public:
  explicit Reader(const Game& game) : cells_(game.num_cells()), encoder_(make_net_encoder(game)) {
    first_.resize(encoder_->planes().size() * encoder_->plane_bytes());
    encoder_->encode(*game.new_state(), 0, first_);
  }

  Position position(const Samples& samples, std::size_t index) const {
    const std::size_t bytes = encoder_->plane_bytes();
    const auto planes = std::span(samples.planes).subspan(index * first_.size(), first_.size());
    Position position;
    position.to_move = std::ranges::equal(planes.subspan(3 * bytes, bytes), std::span(first_).subspan(3 * bytes, bytes))
                           ? kFirst
                           : kSecond;
    for (int cell = 0; cell < cells_; ++cell) {
      const auto point = static_cast<std::size_t>(encoder_->point_of_cell(cell, 0));
      const bool is_own = bit(planes.subspan(bytes, bytes), point);
      if (!is_own && !bit(planes.subspan(2 * bytes, bytes), point)) continue;
      (is_own == (position.to_move == kFirst) ? position.black : position.white) |= 1U << cell;
    }
    return position;
  }

 private:
  int cells_;
  std::unique_ptr<NetEncoder> encoder_;
  std::vector<std::uint8_t> first_;  // the planes of the beginning
};

bool is_next(const Samples& samples, std::size_t index) {
  return index + 1 < samples.size() && samples.turn[index + 1] == samples.turn[index] + 1;
}

}  // namespace

TEST_CASE("self-play: what is proved is true, and takes the place of what came of the game") {
  const auto game = atoll_testing::new_game(HexBoard::rhombus(3, 4, 4), false);
  TruthTable truth(game, atoll_testing::Stones(12, kNoColour));
  const Reader reader(*game);
  const Samples usual = played_with(game, 0, 1500);
  const Samples samples = played_with(game, 10000, 1500);
  REQUIRE(samples.size() > 500);
  CHECK(samples.planes == usual.planes);
  CHECK(samples.policy == usual.policy);
  CHECK(samples.owners == usual.owners);
  CHECK(samples.plies == usual.plies);
  int changed = 0;
  int thrown_away = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Position at = reader.position(samples, i);
    const int exact = truth.winner(at.to_move, at.black, at.white) == at.to_move ? 1 : -1;
    CHECK(samples.result[i] == exact);
    CHECK(samples.value[i] == static_cast<float>(exact));
    changed += usual.result[i] == exact ? 0 : 1;
    // A turn after which the opponent wins has no policy to learn if the mover could have won.
    const bool is_thrown_away = exact == 1 && is_next(samples, i) && samples.result[i + 1] == 1;
    CHECK(samples.is_full[i] == (is_thrown_away ? 0 : usual.is_full[i]));
    thrown_away += is_thrown_away ? 1 : 0;
  }
  CHECK(changed > 50);
  CHECK(thrown_away > 50);
}

TEST_CASE("self-play: before what is proved a position learns the first result that is") {
  const auto game = atoll_testing::new_game(HexBoard::rhombus(5, 5, 4), false);
  const Samples usual = played_with(game, 0, 3000);
  const Samples samples = played_with(game, 12, 3000);
  REQUIRE(samples.size() > 500);
  int unproved = 0;
  int changed = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool is_proved = std::abs(samples.value[i]) == 1.0F;
    if (is_proved) CHECK(samples.value[i] == static_cast<float>(samples.result[i]));
    if (is_proved) continue;
    ++unproved;
    changed += samples.result[i] == usual.result[i] ? 0 : 1;
    CHECK(samples.value[i] == usual.value[i]);
    CHECK(samples.is_full[i] == usual.is_full[i]);
    if (is_next(samples, i)) CHECK(samples.result[i + 1] == -samples.result[i]);
    if (i > 0 && is_next(samples, i - 1)) CHECK(std::abs(samples.value[i - 1]) < 1.0F);
  }
  CHECK(unproved > 100);
  CHECK(changed > 10);
}

TEST_CASE("self-play: games of which nothing is proved are passed over") {
  const auto game = AtomorphGame::create({.size = 3, .swap = false});
  const Samples usual = played_with(game, 0, 300);
  REQUIRE(usual.size() > 50);
  CHECK(played_with(game, 100, 300).result == usual.result);
}

TEST_CASE("self-play: boards that prove with the same tables repeat their games on any number of threads") {
  const auto game = self_play_testing::hex(5);
  const SelfPlayOptions options{.visits = 4, .fast_visits = 2, .proof_nodes = 12};
  std::vector<Samples> runs;
  for (const int threads : {1, 3}) {
    SelfPlay self_play({{game, 1.0, 6}, {game, 1.0, 6}}, options, threads);
    runs.push_back(play(self_play, 1500).samples[0]);
  }
  REQUIRE(runs[0].size() > 100);
  CHECK(runs[0].planes == runs[1].planes);
  CHECK(runs[0].result == runs[1].result);
  CHECK(runs[0].value == runs[1].value);
}

}  // namespace motu
