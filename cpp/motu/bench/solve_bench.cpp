// The solver of Atoll: positions looked at and CPU time, from the empty board or after each first stone. One JSON line
// each.
//
//   solve_bench SIZE|gan [--openings | --opening CELL] [--seconds S] [--nodes N] [--megabytes M] [--region N]
//               [--epsilon E] [--focus-base N] [--focus-share F] [--fulls N] [--semis N] [--cells-carrier N]
//               [--carrier N] [--alternatives N]
//
// SIZE is that of a Hex board. The last nine are ProofOptions and ConnectionLimits, to find good ones with: a single
// board says little, since any change of order can double or halve its work; sums over many openings do.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "motu/atoll/solver.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace {

using namespace motu;

struct Wanted {
  std::string board;
  bool has_openings = false;
  int opening = -1;
  std::size_t megabytes = 1024;
  SolverLimits limits;
  ProofOptions options;
};

std::shared_ptr<const HexBoard> board_of(const std::string& name) {
  if (name == "gan") return HexBoard::square(7, 8);
  const int size = std::stoi(name);
  return HexBoard::rhombus(size, size, 4);
}

Wanted read(int count, char** texts) {
  Wanted wanted;
  wanted.board = texts[1];
  ConnectionLimits& limits = wanted.options.connections.limits;
  const std::map<std::string, std::function<void(double)>> settings{
      {"--opening", [&](double value) { wanted.opening = static_cast<int>(value); }},
      {"--seconds", [&](double value) { wanted.limits.seconds = value; }},
      {"--nodes", [&](double value) { wanted.limits.nodes = static_cast<std::uint64_t>(value); }},
      {"--megabytes", [&](double value) { wanted.megabytes = static_cast<std::size_t>(value); }},
      {"--epsilon", [&](double value) { wanted.options.epsilon = value; }},
      {"--focus-base", [&](double value) { wanted.options.focus_base = static_cast<int>(value); }},
      {"--focus-share", [&](double value) { wanted.options.focus_share = value; }},
      {"--region", [&](double value) { wanted.options.most_region = static_cast<int>(value); }},
      {"--fulls", [&](double value) { limits.fulls = static_cast<int>(value); }},
      {"--semis", [&](double value) { limits.semis = static_cast<int>(value); }},
      {"--cells-carrier", [&](double value) { limits.cells_carrier = static_cast<int>(value); }},
      {"--carrier", [&](double value) { limits.carrier = static_cast<int>(value); }},
      {"--alternatives", [&](double value) { limits.alternatives = static_cast<int>(value); }},
  };
  for (int i = 2; i < count; ++i) {
    const std::string name = texts[i];
    if (name == "--openings") {
      wanted.has_openings = true;
    } else {
      settings.at(name)(std::stod(texts[++i]));
    }
  }
  return wanted;
}

class Bench {
 public:
  explicit Bench(const Wanted& wanted)
      : wanted_(wanted),
        game_(AtollGame::create(board_of(wanted.board), {.swap = false})),
        solver_(make_connection_solver(game_, wanted.megabytes << 20, 1, wanted.options)),
        stones_(static_cast<std::size_t>(game_->num_cells()), kNoColour) {}

  void run() {
    if (!wanted_.has_openings && wanted_.opening < 0) return solve("empty", kFirst);
    for (int cell = 0; cell < game_->num_cells(); ++cell) {
      if (wanted_.opening >= 0 && cell != wanted_.opening) continue;
      stones_[static_cast<std::size_t>(cell)] = kFirst;
      solve(game_->board().cell_name(cell), kSecond);
      stones_[static_cast<std::size_t>(cell)] = kNoColour;
    }
    if (wanted_.has_openings) tell("all openings", kNoColour, nodes_, seconds_);
  }

 private:
  void solve(const std::string& what, Colour to_move) {
    const auto answer = solver_->solve(stones_, to_move, wanted_.limits, nullptr, {});
    nodes_ += answer.nodes;
    seconds_ += answer.cpu_seconds;
    tell(what, answer.winner, answer.nodes, answer.cpu_seconds);
  }

  void tell(const std::string& what, Colour winner, std::uint64_t nodes, double seconds) const {
    std::printf(
        "{\"bench\": \"solve\", \"board\": \"%s\", \"position\": \"%s\", \"winner\": %d, \"nodes\": %llu, "
        "\"cpu_seconds\": %.3f}\n",
        wanted_.board.c_str(), what.c_str(), winner, static_cast<unsigned long long>(nodes), seconds);
    std::fflush(stdout);
  }

  Wanted wanted_;
  std::shared_ptr<const AtollGame> game_;
  std::unique_ptr<ConnectionSolver> solver_;
  std::vector<std::uint8_t> stones_;
  std::uint64_t nodes_ = 0;
  double seconds_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "which board? solve_bench SIZE|gan [--openings] ...\n");
    return 2;
  }
  try {
    Bench(read(argc, argv)).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "solve_bench: cannot read its arguments: %s\n", error.what());
    return 2;
  }
}
