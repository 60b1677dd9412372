#include "motu/atomorph/table_facts.hpp"

#include <utility>
#include <vector>

namespace motu {

namespace {

class FactFinder {
 public:
  FactFinder(const FlipTable& table, const std::function<bool(double)>& go_on)
      : table_(table), board_(table.board()), go_on_(go_on), reached_(table.num_entries(), 0) {}

  std::optional<FlipFacts> find() {
    mark_reachable();
    constexpr std::size_t kParts = 256;
    for (std::size_t part = 0; part < kParts; ++part) {
      if (go_on_ && !go_on_(static_cast<double>(part) / kParts)) return std::nullopt;
      table_.index().for_part(part, kParts, [this](std::uint32_t, FlipSet own, FlipSet enemy) {
        table_.for_each_flags(own, enemy, [this](const FlipPosition& position) { look(position); });
      });
    }
    return std::move(facts_);
  }

 private:
  void mark_reachable() {
    std::vector<FlipPlace> open;
    const auto reach = [&](const FlipPosition& position, Colour to_move) {
      std::uint8_t& reached = reached_[table_.slot(position)];
      if ((reached >> to_move & 1U) != 0) return;
      reached = static_cast<std::uint8_t>(reached | 1U << to_move);
      open.push_back({position, to_move});
    };
    reach({}, kFirst);
    while (!open.empty()) {
      const FlipPlace place = open.back();
      open.pop_back();
      const FlipChoices choices = board_.choices(place.position);
      for_each_point(choices.all() & ~choices.wins, [&](int point) {
        const FlipStep step = board_.after(place.position, point);
        if (!step.is_draw) reach(step.next, step.is_same_mover ? place.to_move : other(place.to_move));
      });
    }
  }

  void look(const FlipPosition& position) {
    const std::size_t slot = table_.slot(position);
    const FlipScore score = table_.score_at(slot);
    if (!score.is_known()) return;
    ++facts_.results[static_cast<std::size_t>(score.value() + 1)];
    facts_.reachable += reached_[slot] != 0 ? 1 : 0;
    lengthen(facts_.longest, position, score, kFirst);
    if (reached_[slot] != 0)
      lengthen(facts_.longest_reachable, position, score, reached_[slot] == 2 ? kSecond : kFirst);
    for_each_point(board_.all_points() & ~(position.own | position.enemy), [&](int point) {
      const FlipSet bit = 1ULL << point;
      FlipPosition more = position;
      more.own |= bit;
      if (!board_.joins_rows(more.own)) try_stone(0, position, score, more, point);
      more = position;
      more.enemy |= bit;
      if (!board_.joins_columns(more.enemy)) try_stone(1, position, score, more, point);
    });
  }

  static void lengthen(std::optional<FlipLongest>& longest, const FlipPosition& position, FlipScore score,
                       Colour to_move) {
    if (longest && longest->plies >= score.plies()) return;
    longest = FlipLongest{{position, to_move}, score.plies()};
  }

  void try_stone(std::size_t whose, const FlipPosition& position, FlipScore before, const FlipPosition& more,
                 int point) {
    if (more.to_return && (more.own | more.enemy) == board_.all_points()) return;
    const std::size_t slot = table_.slot(more);
    const FlipScore after = table_.score_at(slot);
    if (!after.is_known()) return;
    auto& extra = facts_.extra[whose];
    ++extra.tried;
    if (whose == 0 ? after.value() >= before.value() : after.value() <= before.value()) return;
    ++extra.hurts;
    keep_smaller(extra.smallest, {{position, kFirst}, point, before, after});
    const unsigned both = reached_[table_.slot(position)] & reached_[slot];
    if (both != 0) {
      keep_smaller(extra.smallest_reachable, {{position, both == 2 ? kSecond : kFirst}, point, before, after});
    }
  }

  static int size_of(const FlipPosition& position) {
    return 4 * position.num_stones() + (position.to_return ? 2 : 0) + (position.ban ? 1 : 0);
  }

  static void keep_smaller(std::optional<FlipHarm>& smallest, const FlipHarm& harm) {
    if (!smallest || size_of(harm.place.position) < size_of(smallest->place.position)) smallest = harm;
  }

  const FlipTable& table_;
  const FlipBoard& board_;
  const std::function<bool(double)>& go_on_;
  std::vector<std::uint8_t> reached_;  // [slot] 1 with black to move, 2 with white
  FlipFacts facts_;
};

}  // namespace

std::optional<FlipFacts> find_flip_facts(const FlipTable& table, const std::function<bool(double)>& go_on) {
  return FactFinder(table, go_on).find();
}

}  // namespace motu
