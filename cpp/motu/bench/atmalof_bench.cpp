// Uniformly random Atmalof, ply by ply: one JSON line a variant.
//
//   atmalof_bench [CPU seconds a variant] [ply limit] [seed]
//
// A ply is a turn, an announcement's roll included; both are drawn with sample_legal and applied with apply_unchecked,
// and the whole game can be undone. Time is CPU time of this process. Games that meet the ply limit count as
// unfinished.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "motu/atmalof/atmalof.hpp"

namespace {

struct Variant {
  const char* name;
  motu::AtmalofRules rules;
};

const Variant kVariants[] = {
    {"atmalof", {}},
    {"junior", {.extra_rows = 0, .extra_cols = 0, .pieces = 16}},
    {"kvinigu", {.tiebreak_both = true}},
    {"atmalos", {.rows = 8, .cols = 8, .line = 7}},
    {"atmalof(rows=12,cols=12)", {.rows = 12, .cols = 12}},
    {"atmalof(rows=31,cols=31)", {.rows = 31, .cols = 31}},
};

struct Tally {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  std::uint64_t unfinished = 0;
  std::uint64_t tiebreaks = 0;
  std::uint64_t draws = 0;
  double seconds = 0.0;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class S>
void play_one(const S& start, S& state, motu::Rng& rng, int ply_limit, Tally& tally) {
  state = start;
  while (!state.is_terminal() && state.ply() < ply_limit) state.apply_unchecked(state.sample_legal(rng));
  ++tally.games;
  tally.plies += static_cast<std::uint64_t>(state.ply());
  if (!state.is_terminal()) ++tally.unfinished;
  if (state.outcome().termination == motu::Termination::tiebreak) ++tally.tiebreaks;
  if (state.is_terminal() && state.winning_colour() < 0) ++tally.draws;
}

template <class S>
Tally measure(const S& start, double seconds, int ply_limit, std::uint64_t seed) {
  constexpr int kGamesBetweenLooks = 16;
  motu::Rng rng(seed);
  S state = start;
  Tally tally;
  const double begin = cpu_seconds();
  while (tally.seconds < seconds) {
    for (int i = 0; i < kGamesBetweenLooks; ++i) play_one(start, state, rng, ply_limit, tally);
    tally.seconds = cpu_seconds() - begin;
  }
  return tally;
}

void print(const Variant& variant, const Tally& tally, int ply_limit, std::uint64_t seed) {
  const auto games = static_cast<double>(tally.games);
  const auto plies = static_cast<double>(tally.plies);
  std::printf(
      "{\"bench\": \"random play, ply by ply\", \"game\": \"%s\", \"cpu_seconds\": %.3f, \"plies_per_second\": %.0f, "
      "\"games_per_second\": %.0f, \"mean_length\": %.2f, \"tiebreaks\": %.4f, \"draws\": %.4f, \"unfinished\": %.4f, "
      "\"ply_limit\": %d, \"seed\": %llu}\n",
      variant.name, tally.seconds, plies / tally.seconds, games / tally.seconds, plies / games,
      static_cast<double>(tally.tiebreaks) / games, static_cast<double>(tally.draws) / games,
      static_cast<double>(tally.unfinished) / games, ply_limit, static_cast<unsigned long long>(seed));
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2.0;
  const int ply_limit = argc > 2 ? std::atoi(argv[2]) : 2000;
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  for (const auto& variant : kVariants) {
    const auto start = motu::AtmalofGame::create(variant.rules)->new_state();
    const Tally tally =
        motu::visit_atmalof(*start, [&](const auto& concrete) { return measure(concrete, seconds, ply_limit, seed); });
    print(variant, tally, ply_limit, seed);
  }
}
