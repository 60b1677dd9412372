// Uniformly random play on Atomorph boards, ply by ply with legality, win test and the means to undo: one JSON line a
// size.
//   atomorph_bench [seconds a size] [size…]
// Times are CPU time of this process.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Totals {
  long games = 0;
  long plies = 0;
  double seconds = 0;
};

// Plays whole games until the time is up. With `undo`, games are taken back move by move, not begun anew.
template <int W>
Totals play(const motu::AtomorphState<W>& start, double seconds, motu::Rng& rng, bool undo) {
  Totals totals;
  motu::AtomorphState<W> state = start;
  const double begin = cpu_seconds();
  while ((totals.seconds = cpu_seconds() - begin) < seconds) {
    for (int i = 0; i < 100; ++i) {
      while (!state.is_terminal()) state.apply_unchecked(state.sample_legal(rng));
      ++totals.games;
      totals.plies += state.ply();
      if (!undo) {
        state = start;
      } else {
        while (state.ply() > 0) state.undo_unchecked();
      }
    }
  }
  return totals;
}

void measure(int size, double seconds) {
  const auto game = motu::AtomorphGame::create({.size = size});
  const auto start = game->new_state();
  motu::Rng rng(1);
  motu::visit_atomorph(*start, [&](auto& state) {
    const Totals totals = play(state, seconds, rng, false);
    const Totals undone = play(state, seconds, rng, true);
    std::printf(
        "{\"bench\": \"atomorph_random_play\", \"size\": %d, \"plies_per_second\": %.0f, \"games_per_second\": %.0f, "
        "\"mean_length\": %.2f, \"plies_with_undo_per_second\": %.0f}\n",
        size, static_cast<double>(totals.plies) / totals.seconds, static_cast<double>(totals.games) / totals.seconds,
        static_cast<double>(totals.plies) / static_cast<double>(totals.games),
        static_cast<double>(undone.plies) / undone.seconds);
    std::fflush(stdout);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1.0;
  std::vector<int> sizes;
  for (int i = 2; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
  if (sizes.empty()) sizes = {5, 7, 9, 11, 13, 15, 19, 25};
  for (const int size : sizes) measure(size, seconds);
  return 0;
}
