#include "motu/atmalof/solver.hpp"

#include "motu/core/base/threads.hpp"
#include "motu/core/tables/file_lock.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <utility>

namespace motu {

namespace {

constexpr double kReportSeconds = 0.25;
// What a crash may cost, and a sweep.
constexpr double kSaveSeconds = 300.0;
// Smaller layers are done before a thread has begun.
constexpr std::uint64_t kWorthThreads = 1U << 15;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::int32_t step_for(double tolerance) {
  if (!(tolerance > 0.0)) {
    throw Error("solve/limits", "a tolerance of " + std::to_string(tolerance) +
                                    " would never be met; right is a number above 0, such as 1e-6");
  }
  std::int32_t step = 1;
  while (step < kFinestSteps && 2.0 * step <= tolerance * kOne) step *= 2;
  return step;
}

std::string gigabytes(double bytes) { return std::to_string(std::ceil(bytes / 1e7) / 100.0).substr(0, 6) + " GB"; }

const LineSolveOptions& checked(const AtmalofGame& game, const LineSolveOptions& options) {
  if (options.threads < 1) {
    throw Error("solve/limits", std::to_string(options.threads) + " threads do no work; right is 1 or more");
  }
  const double need = LineSolve::size_of(game).memory;
  if (need > static_cast<double>(options.memory)) {
    throw Error("solve/memory", "solving " + FileRules::of(game.rules()).text() + " takes " + gigabytes(need) +
                                    " of memory and may take " + gigabytes(static_cast<double>(options.memory)) +
                                    "; right is fewer pieces, a smaller board or a higher limit");
  }
  return options;
}

std::filesystem::path made(std::filesystem::path folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) refuse_table(folder, error.message());
  return folder;
}

}  // namespace

std::vector<std::pair<int, int>> layer_pairs(const LayerBoard& board) {
  std::vector<std::pair<int, int>> pairs;
  const int most = board.most_pieces();
  for (int total = 2 * most; total >= 0; --total) {
    for (int own = std::min(total, most); 2 * own >= total; --own) {
      if (board.is_layer(own, total - own)) pairs.emplace_back(own, total - own);
    }
  }
  return pairs;
}

LineSolveSize LineSolve::size_of(const AtmalofGame& game) {
  refuse_large_boards(game);
  const int n = game.num_cells();
  const AtmalofRules& rules = game.rules();
  const int most = rules.tiebreak_both ? rules.pieces : rules.pieces - 1;
  const auto symmetries = static_cast<double>(game.symmetries().size());
  const auto layer = [&](int own, int enemy) {
    if (own > most || enemy > most || own + enemy > n) return 0.0;
    return static_cast<double>(binomial(n, own)) * static_cast<double>(binomial(n - own, enemy)) / symmetries;
  };
  LineSolveSize size;
  double largest = 0.0;
  double sets = 0.0;
  for (int own = 0; own <= most; ++own) {
    sets += static_cast<double>(binomial(n, own));
    for (int enemy = 0; enemy <= own; ++enemy) {
      const double copies = own == enemy ? 1.0 : 2.0;
      size.positions += copies * layer(own, enemy);
      largest = std::max(largest, copies * layer(own, enemy) + layer(enemy, own + 1) + layer(own, enemy + 1));
    }
  }
  size.memory = 1.1 * (largest * sizeof(std::uint64_t) + sets * sizeof(SquareSets::Entry));
  return size;
}

LineSolve::LineSolve(std::shared_ptr<const AtmalofGame> game, std::filesystem::path folder,
                     const LineSolveOptions& options)
    : options_(checked(*game, options)),
      step_(step_for(options.tolerance)),
      board_(game),
      files_(made(std::move(folder)), game->rules(), step_) {
  for (const auto& [own, enemy] : layer_pairs(board_)) {
    progress_.positions += LayerIndex::size_of(board_, own, enemy);
    if (own != enemy) progress_.positions += LayerIndex::size_of(board_, enemy, own);
  }
}

bool LineSolve::run(const Report& report) {
  const FileLock lock = FileLock::of_folder(files_.folder());
  report_ = &report;
  begin_ = reported_ = saved_ = wall_seconds();
  is_stopped_.store(false);
  progress_.finished = 0;
  for (const auto& [own, enemy] : layer_pairs(board_)) {
    if (!solve_pair(own, enemy)) return false;
    progress_.finished += LayerIndex::size_of(board_, own, enemy);
    if (own != enemy) progress_.finished += LayerIndex::size_of(board_, enemy, own);
  }
  return true;
}

bool LineSolve::solve_pair(int own, int enemy) {
  const auto known = files_.look(own, enemy);
  const auto mirrored = files_.look(enemy, own);
  if (known && mirrored && known->is_finished && mirrored->is_finished) return true;
  progress_.own = own;
  progress_.enemy = enemy;
  LayerState state = known && mirrored ? LayerState{known->sweeps, false, known->seconds} : LayerState{};
  progress_.sweeps = state.sweeps;
  std::vector<OpenLayer> layers;
  layers.reserve(2);
  layers.push_back(begin_layer(own, enemy, state));
  if (own != enemy) layers.push_back(begin_layer(enemy, own, state));
  std::vector<OpenLayer*> pair;
  for (OpenLayer& layer : layers) pair.push_back(&layer);
  try {
    state.is_finished = iterate(pair, state);
  } catch (...) {
    save(pair, state);
    throw;
  }
  save(pair, state);
  return state.is_finished;
}

// Whatever stands in a layer are bounds, so that unfinished work is as good a beginning as any.
void LineSolve::save(const std::vector<OpenLayer*>& pair, const LayerState& state) {
  for (const OpenLayer* layer : pair) files_.write(layer->index, layer->values, state);
  saved_ = wall_seconds();
}

// A layer to work on: what an earlier run left, or nothing known. `state` says whether anything was left.
OpenLayer LineSolve::begin_layer(int own, int enemy, LayerState& state) const {
  const LayerIndex index(board_, own, enemy);
  OpenLayer layer{index, LayerValues(index.size()), LayerWins(board_, own),
                  LayerNews(index.num_classes(), index.stride())};
  if (state.sweeps > 0) {
    const LayerValues left = files_.read(layer.index);
    std::copy_n(left.data(), left.size(), layer.values.data());
  }
  return layer;
}

// Where a drop leads from a layer; null where it ends the game.
std::unique_ptr<const DoneLayer> LineSolve::next_layer(int own, int enemy) const {
  if (!board_.is_layer(enemy, own + 1)) return nullptr;
  const LayerIndex index(board_, enemy, own + 1);
  return std::make_unique<const DoneLayer>(DoneLayer{index, files_.read(index)});
}

bool LineSolve::iterate(std::vector<OpenLayer*>& pair, LayerState& state) {
  std::vector<std::unique_ptr<const DoneLayer>> next;
  for (const OpenLayer* layer : pair) next.push_back(next_layer(layer->index.own(), layer->index.enemy()));
  const double before = progress_.seconds;
  const double spent = state.seconds;
  bool is_finished = false;
  while (!is_finished && !is_stopped_.load()) {
    std::uint64_t changes = 0;
    for (std::size_t i = 0; i < pair.size() && !is_stopped_.load(); ++i) {
      changes += sweep(*pair[i], *pair[pair.size() - 1 - i], next[i].get());
    }
    progress_.sweeps = ++state.sweeps;
    progress_.changes = changes;
    is_finished = changes == 0 && !is_stopped_.load();
    state.seconds = spent + progress_.seconds - before;
    if (!is_finished && goes_on() && wall_seconds() - saved_ > kSaveSeconds) save(pair, state);
  }
  return is_finished;
}

std::uint64_t LineSolve::sweep(OpenLayer& layer, OpenLayer& mirror, const DoneLayer* next) {
  const LayerSweep sweep(board_, layer, mirror, next, step_);
  const bool is_alone = options_.threads == 1 || layer.index.size() < kWorthThreads;
  return is_alone ? sweep_here(sweep) : sweep_in_threads(sweep);
}

std::uint64_t LineSolve::sweep_here(LayerSweep sweep) {
  const double begin = thread_seconds();
  std::uint64_t changes = 0;
  for (std::uint32_t c = 0; c < sweep.num_classes(); ++c) {
    changes += sweep.improve(c);
    if ((c & 15U) == 15U && !goes_on()) break;
  }
  progress_.seconds += thread_seconds() - begin;
  progress_.visits += sweep.visits();
  return changes;
}

std::uint64_t LineSolve::work(LayerSweep& sweep, std::atomic<std::uint32_t>& ticket) {
  std::uint64_t changes = 0;
  while (!is_stopped_.load(std::memory_order_relaxed)) {
    const std::uint32_t set_class = ticket.fetch_add(1);
    if (set_class >= sweep.num_classes()) break;
    changes += sweep.improve(set_class);
  }
  return changes;
}

std::uint64_t LineSolve::sweep_in_threads(const LayerSweep& sweep) {
  std::atomic<std::uint32_t> ticket{0};
  std::mutex lock;
  std::condition_variable is_done;
  int working = options_.threads;
  std::uint64_t changes = 0;
  std::uint64_t visits = 0;
  double seconds = 0.0;
  std::exception_ptr problem;
  const auto body = [&](int) {
    std::uint64_t found = 0;
    std::uint64_t looked_at = 0;
    std::exception_ptr caught;
    try {
      LayerSweep own = sweep;
      found = work(own, ticket);
      looked_at = own.visits();
    } catch (...) {
      caught = std::current_exception();
    }
    const std::lock_guard guard(lock);
    changes += found;
    visits += looked_at;
    seconds += thread_seconds();
    if (caught) problem = caught;
    if (--working == 0) is_done.notify_all();
  };
  const auto stop = [&] { is_stopped_.store(true); };
  auto threads = start_threads(0, options_.threads, body, stop, "solve/threads");
  std::unique_lock waiting(lock);
  while (working > 0) {
    is_done.wait_for(waiting, std::chrono::duration<double>(kReportSeconds));
    if (working == 0) break;
    waiting.unlock();
    try {
      goes_on();
    } catch (...) {
      is_stopped_.store(true);
      throw;
    }
    waiting.lock();
  }
  waiting.unlock();
  threads.clear();
  progress_.seconds += seconds;
  progress_.visits += visits;
  if (problem) std::rethrow_exception(problem);
  return changes;
}

// Reports where it is time to, and says whether to go on.
bool LineSolve::goes_on() {
  const double now = wall_seconds();
  if (options_.seconds > 0.0 && now - begin_ >= options_.seconds) is_stopped_.store(true);
  if (now - reported_ >= kReportSeconds && *report_) {
    reported_ = now;
    if (!(*report_)(progress_)) is_stopped_.store(true);
  }
  return !is_stopped_.load();
}

}  // namespace motu
