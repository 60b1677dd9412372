#include <algorithm>
#include <atomic>
#include <mutex>

#include "motu/atomorph/table.hpp"
#include "motu/core/base/error.hpp"
#include "motu/core/base/threads.hpp"

namespace motu {

namespace {

// One thread's share of a check, played by the rules alone.
class TableCheck {
 public:
  explicit TableCheck(const FlipTable& table) : table_(table), state_(share(table.board().game())) {}

  void check(const FlipPosition& position) {
    const FlipBoard& board = table_.board();
    const FlipScore entry = table_.score(position);
    state_.setup(board.stones_of(position, kFirst), kFirst, FlipBoard::flags_of(position));
    // Where somebody has won, or the mover is skipped, there is nothing to know.
    const bool is_open = !state_.is_terminal() && state_.to_move() == kFirst && board.of(state_) == position;
    const FlipScore right = is_open ? best_of_successors() : FlipScore{};
    if (entry == right) return;
    throw Error("solve/table", "the table's entry " + std::to_string(table_.slot(position)) + " says " +
                                   std::to_string(entry.code) + ", its successors say " + std::to_string(right.code));
  }

 private:
  FlipScore best_of_successors() {
    state_.legal_actions(actions_);
    int best = FlipScore::kUnknown;
    const int ply = state_.ply();
    for (const Action action : actions_) {
      state_.apply_unchecked(action);
      const FlipStep step{{}, state_.to_move() == kFirst, state_.ply() > ply};
      int code = state_.winning_colour() == kFirst ? FlipScore::kWonAtOnce : 0;
      if (!state_.is_terminal()) code = table_.score(table_.board().of(state_)).before(step).code;
      best = std::max(best, code);
      state_.undo_unchecked();
    }
    return {static_cast<std::int8_t>(best)};
  }

  const FlipTable& table_;
  AtomorphState<1> state_;
  std::vector<Action> actions_;
};

}  // namespace

std::uint64_t check_flip_table(const FlipTable& table, int threads, const std::function<bool(double)>& go_on) {
  constexpr std::size_t kParts = 6561;
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> checked{0};
  std::atomic<bool> is_stopped{false};
  std::mutex mutex;
  std::string wrong;
  // A report that throws stops the other threads as well as one that says no.
  const auto goes_on = [&](std::size_t part) {
    try {
      return !go_on || go_on(static_cast<double>(part) / static_cast<double>(kParts));
    } catch (...) {
      is_stopped = true;
      throw;
    }
  };
  const auto work = [&](bool is_asking) {
    TableCheck check(table);
    for (std::size_t part = next++; part < kParts && !is_stopped; part = next++) {
      try {
        table.index().for_part(part, kParts, [&](std::uint32_t, FlipSet own, FlipSet enemy) {
          table.for_each_flags(own, enemy, [&](const FlipPosition& position) {
            check.check(position);
            ++checked;
          });
        });
      } catch (const Error& error) {
        const std::lock_guard lock(mutex);
        wrong = error.what();
        is_stopped = true;
      }
      if (is_asking && !goes_on(part)) is_stopped = true;
    }
  };
  {
    const auto others =
        start_threads(1, threads, [&](int) { work(false); }, [&] { is_stopped = true; }, "solve/threads");
    work(true);
  }
  if (!wrong.empty()) throw Error("solve/table", wrong);
  return is_stopped ? 0 : checked.load();
}

}  // namespace motu
