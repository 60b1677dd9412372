// Atoll and Hex at random: to the end in one step (a fill) and ply by ply, against kernels made by hand for Hex 11x11
// and against Hex boards of about as many cells. Settings and output as in measure.hpp.
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/fill.hpp"
#include "motu/bench/hex_reference.hpp"
#include "motu/bench/measure.hpp"

namespace {

using namespace motu;
using namespace motu::bench;

std::shared_ptr<const AtollGame> hex(int columns, int rows) {
  return AtollGame::create(HexBoard::rhombus(columns, rows, 4), {.swap = false});
}

// Square 11 with 8 islands: 104 cells.
std::shared_ptr<const AtollGame> nauru() { return AtollGame::create(HexBoard::square(11, 8), {.swap = false}); }

// ------------------------------------------------------------------------------------------------------------- fills

Subject fill_subject(std::string name, const std::shared_ptr<const AtollGame>& game) {
  const std::shared_ptr<AtollFill> fill = AtollFill::create(game->board());
  fill->load(AtollState(game));
  const auto wins = std::make_shared<std::pair<double, double>>();  // black's, and of how many
  Rng rng(1);
  const auto work = [game, fill, wins, rng](std::uint64_t times) mutable {
    std::uint64_t black = 0;
    for (std::uint64_t i = 0; i < times; ++i) black += fill->run(rng) == kFirst ? 1U : 0U;
    *wins = {wins->first + static_cast<double>(black), wins->second + static_cast<double>(times)};
    return times;
  };
  return {std::move(name), work, [wins] { return Facts{{"black_wins", wins->first / wins->second}}; }};
}

Subject fill_reference() {
  const auto wins = std::make_shared<std::pair<double, double>>();
  const auto work = [kernel = HexFill(), wins, rng = Rng(1)](std::uint64_t times) mutable {
    std::uint64_t black = 0;
    for (std::uint64_t i = 0; i < times; ++i) black += kernel.run(rng) ? 1U : 0U;
    *wins = {wins->first + static_cast<double>(black), wins->second + static_cast<double>(times)};
    return times;
  };
  return {"reference", work, [wins] { return Facts{{"black_wins", wins->first / wins->second}}; }};
}

// -------------------------------------------------------------------------------------------------------- ply by ply

enum class Ending { copied, undone };  // how a game is taken back before the next one

// A game is drawn with sample_legal; `asking` asks is_legal about every move besides.
Subject play_subject(std::string name, const std::shared_ptr<const AtollGame>& game, Ending ending, bool asking) {
  const auto counts = std::make_shared<std::pair<double, double>>();  // plies and games
  const AtollState start(game);
  const auto work = [start, state = start, rng = Rng(1), counts, ending, asking](std::uint64_t times) mutable {
    std::uint64_t plies = 0;
    for (std::uint64_t i = 0; i < times; ++i) {
      while (!state.is_terminal()) {
        const Action action = state.sample_legal(rng);
        if (asking && !state.is_legal(action)) std::abort();
        state.apply_unchecked(action);
      }
      plies += static_cast<std::uint64_t>(state.ply());
      if (ending == Ending::copied) {
        state = start;
      } else {
        while (state.ply() > 0) state.undo_unchecked();
      }
    }
    *counts = {counts->first + static_cast<double>(plies), counts->second + static_cast<double>(times)};
    return plies;
  };
  return {std::move(name), work, [counts] { return Facts{{"mean_length", counts->first / counts->second}}; }};
}

Subject play_reference() {
  const auto counts = std::make_shared<std::pair<double, double>>();
  const auto work = [kernel = HexPlay(), rng = Rng(1), counts](std::uint64_t times) mutable {
    std::uint64_t plies = 0;
    for (std::uint64_t i = 0; i < times; ++i) plies += static_cast<std::uint64_t>(kernel.run(rng));
    *counts = {counts->first + static_cast<double>(plies), counts->second + static_cast<double>(times)};
    return plies;
  };
  return {"reference", work, [counts] { return Facts{{"mean_length", counts->first / counts->second}}; }};
}

// --------------------------------------------------------------------------------------------------------- same games

// A wrong kernel is no reference: both must agree with the rules about random games.
bool references_agree() {
  const auto game = hex(kSide, kSide);
  const HexFill fill;
  HexPlay play;
  Rng rng(7);
  std::vector<int> order(kCells);
  std::iota(order.begin(), order.end(), 0);
  for (int i = 0; i < 2000; ++i) {
    for (std::uint32_t left = kCells; left > 1; --left) std::swap(order[left - 1], order[rng.below(left)]);
    AtollState state(game);
    std::vector<bool> black(kCells);
    for (std::size_t ply = 0; ply < order.size(); ++ply) {
      black[static_cast<std::size_t>(order[ply])] = ply % 2 == 0;
      if (!state.is_terminal()) state.apply_unchecked(order[ply]);
    }
    const auto stones = fill.stones_where([&](int cell) { return black[static_cast<std::size_t>(cell)]; });
    if (HexFill::connects(stones) != (state.winning_colour() == kFirst)) return false;
    if (play.replay(order) != state.ply()) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = Settings::of(argc, argv);
  if (!references_agree()) {
    std::fprintf(stderr, "atoll_bench: the reference kernels do not play Hex\n");
    return 1;
  }
  const auto hex11 = hex(11, 11);
  run({"hex 11x11 fill", "playouts", {fill_subject("motu", hex11), fill_reference()}}, settings);
  run({"hex 11x11 plies",
       "plies",
       {play_subject("motu", hex11, Ending::copied, false), play_subject("motu, is_legal", hex11, Ending::copied, true),
        play_subject("motu, undone", hex11, Ending::undone, false), play_reference()}},
      settings);
  const std::vector<std::pair<std::string, std::shared_ptr<const AtollGame>>> games{
      {"atoll 11, 104 cells", nauru()},
      {"hex 10x10, 100 cells", hex(10, 10)},
      {"hex 8x13, 104 cells", hex(8, 13)},
      {"hex 10x11, 110 cells", hex(10, 11)}};
  Group fills{"atoll 11 fill", "playouts", {}};
  Group plies{"atoll 11 plies", "plies", {}};
  for (const auto& [name, game] : games) {
    fills.subjects.push_back(fill_subject(name, game));
    plies.subjects.push_back(play_subject(name, game, Ending::copied, false));
  }
  run(fills, settings);
  run(plies, settings);
  return 0;
}
