// What it costs a search of Atoll to ask a table of proved positions, and what a look takes.
//
//   solved_bench [rounds] [CPU seconds a subject and round] [words of group names…]
//
// The tables hold a million positions and none that is asked for, so nothing is gained: "looks" compares a look with
// the advice that a search takes without one, "search …" simulations a second without a table (the reference) and with
// it.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/connection_advisor.hpp"
#include "motu/atoll/table_advisor.hpp"
#include "motu/bench/measure.hpp"
#include "motu/core/boards/hex_board.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/search/mcts.hpp"

namespace {

using namespace motu;

constexpr std::uint64_t kPositions = 1'000'000;

std::shared_ptr<const ConnectionTable> strange_table(const AtollGame& game) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("motu-solved-" + std::to_string(std::random_device()()));
  if (!std::filesystem::create_directory(folder)) std::exit(1);
  const auto path = folder / "table";
  std::vector<ProvedPosition> positions;
  for (std::uint64_t i = 0; i < kPositions; ++i) positions.push_back({ProofKey::of(i), 0, 1, 1});
  ConnectionTable::keep(path, game.board(), "a board", std::move(positions));
  auto table = ConnectionTable::open(path, game.board(), "a board");
  std::filesystem::remove_all(folder);
  return table;
}

std::vector<std::unique_ptr<State>> positions_of(const AtollGame& game) {
  std::vector<std::unique_ptr<State>> states;
  Rng rng(3);
  while (states.size() < 256) {
    auto state = game.new_state();
    const int plies = game.num_cells() / 8 + static_cast<int>(states.size()) % (game.num_cells() / 4);
    for (int i = 0; i < plies && !state->is_terminal(); ++i) state->apply(state->sample_legal(rng));
    if (!state->is_terminal()) states.push_back(std::move(state));
  }
  return states;
}

bench::Subject asking(const std::string& name, const std::vector<std::unique_ptr<State>>& states,
                      std::shared_ptr<Advisor> advisor) {
  return {name, [&states, advisor = std::move(advisor), next = std::size_t{0}](std::uint64_t times) mutable {
            for (std::uint64_t i = 0; i < times; ++i) {
              Advice advice;
              advisor->advise(*states[next++ % states.size()], advice);
            }
            return times;
          }};
}

bench::Subject looking(const AtollGame& game, const std::vector<std::unique_ptr<State>>& states,
                       const std::shared_ptr<const ConnectionTable>& table) {
  return {"look", [&states, judge = std::make_shared<ConnectionJudge>(game.board(), table), next = std::size_t{0},
                   stones = std::vector<std::uint8_t>(static_cast<std::size_t>(game.num_cells()))](
                      std::uint64_t times) mutable {
            for (std::uint64_t i = 0; i < times; ++i) {
              const State& state = *states[next++ % states.size()];
              state.stones(stones);
              judge->judge(stones, state.to_move());
            }
            return times;
          }};
}

bench::Subject searching(const std::string& name, const AtollGame& game, std::shared_ptr<Advisor> advisor,
                         int advise_visits) {
  return {name, [&game, advisor = std::move(advisor), advise_visits](std::uint64_t times) {
            const auto state = game.new_state();
            SearchOptions options;
            options.advise_visits = advise_visits;
            SearchTree tree(*state, RolloutEvaluator(game, 1), options, advisor.get());
            return tree.search({.visits = 1000 * times}).simulations;
          }};
}

void measure(const std::string& name, const AtollGame& game, const bench::Settings& settings) {
  const auto table = strange_table(game);
  const auto states = positions_of(game);
  const auto plain = std::make_shared<ConnectionAdvisor>();
  const auto with_table = std::make_shared<ProofTableAdvisor>(game, table);
  bench::run(
      {"looks, " + name,
       "positions",
       {asking("reference", states, plain), asking("with a table", states, with_table), looking(game, states, table)}},
      settings);
  for (const int visits : {150, 16}) {
    bench::run({"search asking after " + std::to_string(visits) + " visits, " + name,
                "simulations",
                {searching("reference", game, plain, visits), searching("with a table", game, with_table, visits)}},
               settings);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto settings = bench::Settings::of(argc, argv);
  measure("hex 7x7", *AtollGame::create(HexBoard::rhombus(7, 7, 4), {.swap = false}), settings);
  measure("hex 11x11", *AtollGame::create(HexBoard::rhombus(11, 11, 4), {.swap = false}), settings);
  measure("atoll, square 7", *AtollGame::create(HexBoard::square(7, 8), {.swap = false}), settings);
  return 0;
}
