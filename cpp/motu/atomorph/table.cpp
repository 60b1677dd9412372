// Filling a table: stones only become more, so arrangements are taken by their number of stones, full boards first.
// Flips leave the occupied points as they are and never come back to a position (solver_board.hpp), so what they lead
// to is computed first, wherever it is needed.
#include "motu/atomorph/table.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "motu/core/base/threads.hpp"

namespace motu {

FlipScore FlipTable::score_after(const FlipPosition& position, int point) const {
  if (((board_.row_wins(position.own) >> point) & 1U) != 0) return {FlipScore::kWonAtOnce};
  const FlipStep step = board_.after(position, point);
  return step.is_draw ? FlipScore{0} : score(step.next).before(step);
}

class FlipTableBuilder {
 public:
  FlipTableBuilder(std::shared_ptr<const AtomorphGame> game, const std::function<bool(double)>& go_on)
      : table_(new FlipTable(std::move(game))), go_on_(go_on) {
    auto scores =
        std::make_shared<std::vector<std::int8_t>>(table_->index_.count() * table_->num_flags(), FlipScore::kUnknown);
    scores_ = scores->data();
    table_->scores_ = *scores;
    table_->owner_ = std::move(scores);
  }

  std::shared_ptr<const FlipTable> build(int threads) {
    const int points = table_->board_.num_points();
    for (int stones = points; stones >= 0; --stones) {
      list_occupied(stones);
      next_ = 0;
      auto others =
          start_threads(1, threads, [this](int) { work(false); }, [this] { is_stopped_ = true; }, "solve/threads");
      work(true);
      others.clear();
      if (is_stopped_) return nullptr;
      ++layers_done_;
    }
    return table_;
  }

 private:
  // Sets of occupied points, one of those that share entries, as their arrangements do, or that flips lead to: only one
  // thread may write these.
  void list_occupied(int stones) {
    const FlipBoard& board = table_->board_;
    occupied_.clear();
    for (FlipSet set = 0; set <= board.all_points(); ++set) {
      if (count_bits(set) != stones || first_image(set) != set) continue;
      if (set <= first_image(board.transposed(set))) occupied_.push_back(set);
    }
  }

  // The first of the sets whose arrangements share numbers.
  FlipSet first_image(FlipSet set) const {
    return table_->index_.has_images() ? table_->board_.canonical({set, 0}).own : set;
  }

  void work(bool is_asking) {
    for (std::size_t i = next_++; i < occupied_.size() && !is_stopped_; i = next_++) {
      compute_occupied(occupied_[i]);
      compute_occupied(table_->board_.transposed(occupied_[i]));
      if (is_asking && !goes_on(i)) is_stopped_ = true;
    }
  }

  // A report that throws stops the other threads as well as one that says no.
  bool goes_on(std::size_t next) {
    try {
      return !go_on_ || go_on_(done(next));
    } catch (...) {
      is_stopped_ = true;
      throw;
    }
  }

  void compute_occupied(FlipSet occupied) {
    for (FlipSet own = occupied;; own = (own - 1) & occupied) {
      compute_all(own, occupied & ~own);
      if (own == 0) break;
    }
  }

  // The share of the numbers of stones that are done.
  double done(std::size_t next) const {
    const double share = static_cast<double>(next) / static_cast<double>(occupied_.size());
    return (layers_done_ + share) / (table_->board_.num_points() + 1);
  }

  void compute_all(FlipSet own, FlipSet enemy) {
    const FlipBoard& board = table_->board_;
    if (board.is_decided({own, enemy})) return;
    table_->for_each_flags(own, enemy, [this](const FlipPosition& position) { compute(position); });
  }

  // The score of an undecided position. On a full board a mover without a flip is skipped: the entry stays unknown.
  FlipScore compute(const FlipPosition& position) {
    std::int8_t& entry = scores_[table_->slot(position)];
    if (entry != FlipScore::kUnknown) return {entry};
    const FlipBoard& board = table_->board_;
    const FlipChoices choices = board.choices(position);
    int best = FlipScore::kUnknown;
    if (choices.wins != 0) {
      best = FlipScore::kWonAtOnce;
    } else {
      for_each_point(choices.all(), [&](int point) {
        const FlipStep step = board.after(position, point);
        const FlipScore score = step.is_draw ? FlipScore{0} : compute(step.next).before(step);
        best = std::max(best, static_cast<int>(score.code));
      });
    }
    return {entry = static_cast<std::int8_t>(best)};
  }

  std::shared_ptr<FlipTable> table_;
  const std::function<bool(double)>& go_on_;
  std::int8_t* scores_;
  std::vector<FlipSet> occupied_;
  std::atomic<std::size_t> next_{0};
  int layers_done_ = 0;
  std::atomic<bool> is_stopped_{false};
};

std::shared_ptr<const FlipTable> FlipTable::build(std::shared_ptr<const AtomorphGame> game, int threads,
                                                  const std::function<bool(double)>& go_on) {
  return FlipTableBuilder(std::move(game), go_on).build(threads);
}

}  // namespace motu
