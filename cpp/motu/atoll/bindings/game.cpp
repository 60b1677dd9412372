#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include "motu/atoll/bindings/bindings.hpp"
#include "motu/atoll/fill.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::shared_ptr<const Game> atoll_game(std::shared_ptr<const HexBoard> board, bool swap) {
  return AtollGame::create(std::move(board), {swap});
}

std::uint64_t fill_many(const PyState& self, std::uint64_t games, std::uint64_t seed) {
  const auto* atoll = atoll_state(*self.state);
  if (atoll == nullptr) throw nb::type_error("only Atoll boards can be filled at random");
  if (atoll->is_terminal()) throw Error("move/game-over", "the game is over: there is nothing to fill");
  const auto fill = AtollFill::create(atoll->game().board());
  fill->load(*atoll);
  const PythonUnlocked unlocked;
  Rng rng(seed);
  std::uint64_t wins = 0;
  SignalWatch watch;
  for (std::uint64_t i = 0; i < games; ++i) {
    if (i % 16 == 0) watch();
    wins += fill->run(rng) == kFirst ? 1U : 0U;
  }
  return wins;
}

}  // namespace

void init_atoll(nb::module_& m) {
  m.def("atoll_game", &atoll_game, "board"_a, "swap"_a);
  m.def("random_fills", &fill_many, "state"_a, "games"_a, "seed"_a, "How many of the random fills black wins.");
  init_atoll_connections(m);
  init_atoll_inferior(m);
  init_atoll_solver(m);
}

}  // namespace motu
