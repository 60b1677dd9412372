// Solves a member of the Atmalof family: value iteration over layers of piece counts, from the fullest down.
//
// Pieces never leave the board, so a turn stays among the two layers of its counts or goes to a fuller one. Inside a
// pair of layers play can go round in circles. Both bounds are iterated there at once and in place: what the person to
// act gets at least, endless play counted as a loss, from -1 upward; what they get at most, endless play counted as a
// win, from 1 downward. Every intermediate pair brackets the value under either convention and all between (Kelmendi
// and others, CAV 2018, on bounds from both sides). Bounds are whole multiples of a step, rounded outward, and an
// iteration ends when none moves by a step: the extreme fixed points of a monotone map on a finite grid, which do not
// depend on the order of visits or on the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/layer_file.hpp"
#include "motu/atmalof/layer_index.hpp"
#include "motu/atmalof/layer_values.hpp"
#include "motu/atmalof/value_iteration.hpp"

namespace motu {

struct LineSolveOptions {
  double tolerance = 1e-6;  // the step, rounded down to what the values' grid has
  int threads = 1;
  double seconds = 0.0;                           // wall time of one call; 0: no limit
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes: the layers in use at one time
};

struct LineSolveProgress {
  int own = 0;  // the pair of layers at work, the larger count first
  int enemy = 0;
  std::uint32_t sweeps = 0;     // through this pair
  std::uint64_t changes = 0;    // in the last whole sweep
  std::uint64_t finished = 0;   // positions in finished layers
  std::uint64_t positions = 0;  // in all
  std::uint64_t visits = 0;     // positions looked at, by this object
  double seconds = 0.0;         // CPU time, by this object
};

// How large the work is, before anything is allocated.
struct LineSolveSize {
  double positions = 0.0;  // up to symmetry
  double memory = 0.0;     // bytes: tables and the layers in use at one time
};

class LineSolve {
 public:
  // Answers whether to go on. Called a few times a second, always from the thread that called `run`.
  using Report = std::function<bool(const LineSolveProgress&)>;

  // Layers are kept in the folder, which is made; what is finished there is not done again. Throws "solve/memory",
  // "solve/limits" and "solve/too-large".
  LineSolve(std::shared_ptr<const AtmalofGame> game, std::filesystem::path folder, const LineSolveOptions& options);

  // Goes on until everything is solved (true), or time is up, or the report says no (false). An unfinished pair is then
  // kept for the next time, as it is when the report throws, and every few minutes. Throws "solve/table" where a file
  // cannot be written or used, or where something else is at work in the folder.
  bool run(const Report& report = {});

  const LayerBoard& board() const { return board_; }
  const LayerFile& files() const { return files_; }
  const LineSolveProgress& progress() const { return progress_; }
  std::int32_t step() const { return step_; }

  static LineSolveSize size_of(const AtmalofGame& game);

 private:
  bool solve_pair(int own, int enemy);
  OpenLayer begin_layer(int own, int enemy, LayerState& state) const;
  std::unique_ptr<const DoneLayer> next_layer(int own, int enemy) const;
  bool iterate(std::vector<OpenLayer*>& pair, LayerState& state);
  void save(const std::vector<OpenLayer*>& pair, const LayerState& state);
  std::uint64_t sweep(OpenLayer& layer, OpenLayer& mirror, const DoneLayer* next);
  std::uint64_t sweep_here(LayerSweep sweep);
  std::uint64_t sweep_in_threads(const LayerSweep& sweep);
  std::uint64_t work(LayerSweep& sweep, std::atomic<std::uint32_t>& ticket);
  bool goes_on();

  LineSolveOptions options_;
  std::int32_t step_;
  LayerBoard board_;
  LayerFile files_;
  LineSolveProgress progress_;
  std::atomic<bool> is_stopped_{false};
  const Report* report_ = nullptr;
  double begin_ = 0.0;
  double reported_ = 0.0;
  double saved_ = 0.0;
};

// The pairs of layers of a board in the order of their solution: (own, enemy) with own >= enemy.
std::vector<std::pair<int, int>> layer_pairs(const LayerBoard& board);

}  // namespace motu
