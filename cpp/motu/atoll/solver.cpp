#include "motu/atoll/solver.hpp"

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <utility>

#include "motu/core/base/error.hpp"
#include "motu/core/base/threads.hpp"
#include "motu/core/tables/record_file.hpp"

namespace motu {

namespace {

constexpr std::size_t kLeastBytes = std::size_t{1} << 20;
constexpr auto kTick = std::chrono::milliseconds(50);
using Clock = std::chrono::steady_clock;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <int W>
class Solver final : public ConnectionSolver {
 public:
  Solver(std::shared_ptr<const AtollGame> game, std::size_t bytes, int threads, const ProofOptions& options)
      : game_(std::move(game)), keys_(game_->board()), table_(bytes / 8 * 5), context_(game_->board(), keys_, table_) {
    context_.options = options;
    context_.game = game_;
    context_.threads = threads;
    const std::size_t cache = bytes / 8 * 3 / static_cast<std::size_t>(threads);
    for (int i = 0; i < threads; ++i) workers_.push_back(std::make_unique<ProofWorker<W>>(context_, cache));
    bytes_ = table_.bytes() + cache * static_cast<std::size_t>(threads);
  }

  SolverAnswer solve(std::span<const std::uint8_t> stones, Colour to_move, const SolverLimits& limits,
                     const std::atomic<bool>* stop, const SolverCallback& report) override {
    const double begin = cpu_seconds();
    context_.stop = false;
    context_.nodes = 0;
    context_.max_nodes = limits.nodes;
    context_.root_numbers = 1ULL | 1ULL << 32;
    const ProofEntry<W> entry = run(stones, to_move, limits, stop, report);
    SolverAnswer answer;
    answer.root = entry.numbers;
    answer.nodes = context_.nodes;
    if (entry.numbers.is_decided()) tell(answer, entry, stones, to_move);
    answer.cpu_seconds = cpu_seconds() - begin;
    return answer;
  }

  std::size_t bytes() const override { return bytes_; }

 protected:
  const HexBoard& board() const override { return game_->board(); }
  std::size_t record_words() const override { return ProofTable<W>::kRecordWords; }
  void for_each_record(const VisitRecord& visit) const override { table_.for_each_record(visit); }
  void take_record(std::span<const std::uint64_t> record) override { table_.take_record(record); }
  std::vector<ProvedPosition> proved_positions() const override {
    std::vector<ProvedPosition> positions;
    table_.for_each([&](const ProofEntry<W>& entry) {
      if (entry.numbers.is_decided()) positions.push_back(proved(entry));
    });
    return positions;
  }

 private:
  // Nobody watches a search that is over.
  struct Unwatched {
    ProofContext<W>& context;
    ~Unwatched() { context.watch = nullptr; }
  };

  // What the threads of one call tell the one that waits for them.
  struct Meeting {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t running = 0;
    ProofEntry<W> entry;
    std::exception_ptr fault;
  };

  ProofEntry<W> run(std::span<const std::uint8_t> stones, Colour to_move, const SolverLimits& limits,
                    const std::atomic<bool>* stop, const SolverCallback& report) {
    return workers_.size() == 1 ? run_here(stones, to_move, limits, stop, report)
                                : run_beside(stones, to_move, limits, stop, report);
  }

  // In the caller's thread: most questions of a replay are answered by the table, and to start a thread would take
  // longer than that.
  ProofEntry<W> run_here(std::span<const std::uint8_t> stones, Colour to_move, const SolverLimits& limits,
                         const std::atomic<bool>* stop, const SolverCallback& report) {
    const auto begin = Clock::now();
    auto next = begin + kTick;
    std::exception_ptr fault;
    context_.watch = [&] {
      if (context_.stop || Clock::now() < next) return;
      try {
        if (!goes_on(begin, limits, stop, report)) context_.stop = true;
      } catch (...) {
        fault = std::current_exception();
        context_.stop = true;
      }
      next = Clock::now() + kTick;
    };
    const Unwatched unwatched{context_};
    const ProofEntry<W> entry = workers_.front()->solve(stones, to_move);
    context_.stop = true;  // as when several threads have ended
    if (fault) std::rethrow_exception(fault);
    return entry;
  }

  ProofEntry<W> run_beside(std::span<const std::uint8_t> stones, Colour to_move, const SolverLimits& limits,
                           const std::atomic<bool>* stop, const SolverCallback& report) {
    Meeting meeting;
    meeting.running = workers_.size();
    auto threads = start_threads(
        0, static_cast<int>(workers_.size()),
        [&](int i) { work(*workers_[static_cast<std::size_t>(i)], stones, to_move, meeting); },
        [&] { context_.stop = true; }, "solve/threads");
    try {
      wait(meeting, limits, stop, report);
    } catch (...) {
      context_.stop = true;
      throw;
    }
    threads.clear();
    if (meeting.fault) std::rethrow_exception(meeting.fault);
    return meeting.entry;
  }

  void work(ProofWorker<W>& worker, std::span<const std::uint8_t> stones, Colour to_move, Meeting& meeting) {
    ProofEntry<W> entry;
    std::exception_ptr fault;
    try {
      entry = worker.solve(stones, to_move);
    } catch (...) {
      fault = std::current_exception();
    }
    context_.stop = true;  // one answer is enough
    const std::scoped_lock lock(meeting.mutex);
    if (!meeting.entry.numbers.is_decided()) meeting.entry = entry;
    if (fault) meeting.fault = fault;
    --meeting.running;
    meeting.changed.notify_all();
  }

  void wait(Meeting& meeting, const SolverLimits& limits, const std::atomic<bool>* stop, const SolverCallback& report) {
    const auto begin = Clock::now();
    std::unique_lock lock(meeting.mutex);
    while (!meeting.changed.wait_for(lock, kTick, [&] { return meeting.running == 0; })) {
      lock.unlock();
      if (!goes_on(begin, limits, stop, report)) context_.stop = true;
      lock.lock();
    }
  }

  // Whether no limit is met and nobody wants an end; tells how far the search is.
  bool goes_on(Clock::time_point begin, const SolverLimits& limits, const std::atomic<bool>* stop,
               const SolverCallback& report) const {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (limits.seconds > 0 && seconds >= limits.seconds) return false;
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return false;
    return !report || report({context_.nodes, seconds, root_numbers()});
  }

  static ProvedPosition proved(const ProofEntry<W>& entry) {
    const auto move = entry.move >= 0 ? static_cast<std::uint16_t>(entry.move) : ProvedPosition::kNoMove;
    const auto cells = static_cast<std::uint16_t>(entry.carrier.count());
    return {entry.key, move, cells, entry.numbers.is_won() ? 1U : 0U};
  }

  ProofNumbers root_numbers() const {
    const std::uint64_t both = context_.root_numbers;
    return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both >> 32)};
  }

  void tell(SolverAnswer& answer, const ProofEntry<W>& entry, std::span<const std::uint8_t> stones, Colour to_move) {
    const bool is_won = entry.numbers.is_won();
    answer.winner = is_won ? to_move : other(to_move);
    entry.carrier.for_each([&](int cell) { answer.carrier.push_back(cell); });
    answer.move = is_won ? entry.move : workers_.front()->longest_defence(stones, to_move);
    if (answer.move >= 0 || (answer.carrier.empty() && first_empty(stones) < 0)) return;
    // Any move does; one in the way makes the most of it.
    answer.move = answer.carrier.empty() ? first_empty(stones) : answer.carrier.front();
  }

  static int first_empty(std::span<const std::uint8_t> stones) {
    for (std::size_t cell = 0; cell < stones.size(); ++cell) {
      if (stones[cell] == kNoColour) return static_cast<int>(cell);
    }
    return -1;
  }

  std::shared_ptr<const AtollGame> game_;
  CanonicalKeys keys_;
  ProofTable<W> table_;
  ProofContext<W> context_;
  std::vector<std::unique_ptr<ProofWorker<W>>> workers_;
  std::size_t bytes_ = 0;
};

}  // namespace

void ConnectionSolver::save(const std::string& path, const std::string& described) const {
  TableWriter writer(path, {board_fingerprint(board()), record_words(), described});
  for_each_record([&](std::span<const std::uint64_t> record) { writer.write(record); });
  writer.finish();
}

void ConnectionSolver::load(const std::string& path, const std::string& described) {
  TableReader reader(path, {board_fingerprint(board()), record_words(), described});
  std::vector<std::uint64_t> record(record_words());
  while (reader.read(record)) take_record(record);
}

std::uint64_t ConnectionSolver::keep(const std::string& path, const std::string& described) const {
  return ConnectionTable::keep(path, board(), described, proved_positions());
}

std::unique_ptr<ConnectionSolver> make_connection_solver(std::shared_ptr<const AtollGame> game, std::size_t bytes,
                                                         int threads, const ProofOptions& options) {
  if (threads < 1) throw Error("solve/limits", "a solver has at least one thread, not " + std::to_string(threads));
  if (bytes / static_cast<std::size_t>(threads) < kLeastBytes) {
    throw Error("solve/limits", "a solver needs at least one megabyte a thread for its tables, not " +
                                    std::to_string(bytes) + " bytes for " + std::to_string(threads));
  }
  const int cells = game->num_cells();
  if (cells <= 64) return std::make_unique<Solver<1>>(std::move(game), bytes, threads, options);
  if (cells <= 128) return std::make_unique<Solver<2>>(std::move(game), bytes, threads, options);
  if (cells <= 256) return std::make_unique<Solver<4>>(std::move(game), bytes, threads, options);
  return std::make_unique<Solver<64>>(std::move(game), bytes, threads, options);
}

}  // namespace motu
