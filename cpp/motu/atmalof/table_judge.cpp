#include "motu/atmalof/table_judge.hpp"

#include <algorithm>
#include <cstdlib>

#include "motu/core/base/rng.hpp"

namespace motu {

namespace {

constexpr std::size_t kSlots = 1024;

LineBounds result_of(const State& state, Colour viewer) {
  const int winner = state.winning_colour();
  if (winner < 0) return {0, 0};
  return winner == viewer ? LineBounds{kOne, kOne} : LineBounds{-kOne, -kOne};
}

}  // namespace

LineJudge::LineJudge(std::shared_ptr<const LineTable> table)
    : table_(std::move(table)), slots_(kSlots), stones_(static_cast<std::size_t>(table_->board().num_squares())) {}

void LineJudge::refuse_others(const State& state) const {
  const auto* game = as<AtmalofGame>(state.game());
  if (game == nullptr || game->rules() != table_->board().game().rules()) {
    refuse_table(table_->path(), "it holds " + FileRules::of(table_->board().game().rules()).text() +
                                     ", and this position is of another game");
  }
}

LineVerdict LineJudge::judge(State& state) {
  refuse_others(state);
  if (state.is_terminal()) throw Error("solve/no-move", "the game is over: there is nothing to judge");
  if (state.is_chance_node()) return judge_roll(state);
  LineVerdict verdict = backup(state);
  const LineBounds stored = look_up(state);
  verdict.bounds.lower = std::max(verdict.bounds.lower, stored.lower);
  verdict.bounds.upper = std::min(verdict.bounds.upper, stored.upper);
  return verdict;
}

LineVerdict LineJudge::judge_roll(State& state) {
  LineVerdict verdict;
  std::vector<Action> faces;
  state.legal_actions(faces);
  const Colour roller = state.to_move();
  verdict.bounds = mean_of(state, roller);
  for (const Action face : faces) {
    state.apply_unchecked(face);
    verdict.actions.emplace_back(face, value_of(state, roller));
    state.undo_unchecked();
  }
  return verdict;
}

LineVerdict LineJudge::backup(State& state) {
  LineVerdict verdict;
  verdict.bounds = {-kOne, -kOne};
  std::vector<Action> actions;
  state.legal_actions(actions);
  const Colour mover = state.to_move();
  for (const Action action : actions) {
    state.apply_unchecked(action);
    const LineBounds found = value_of(state, mover);
    state.undo_unchecked();
    verdict.actions.emplace_back(action, found);
    verdict.bounds.lower = std::max(verdict.bounds.lower, found.lower);
    verdict.bounds.upper = std::max(verdict.bounds.upper, found.upper);
  }
  return verdict;
}

LineBounds LineJudge::value_of(State& state, Colour viewer) {
  if (state.is_terminal()) return result_of(state, viewer);
  if (state.is_chance_node()) return mean_of(state, viewer);
  const LineBounds found = look_up(state);
  return state.to_move() == viewer ? found : found.reversed();
}

LineBounds LineJudge::mean_of(State& state, Colour viewer) {
  std::vector<Action> faces;
  state.legal_actions(faces);
  LineBounds sum{0, 0};
  for (const Action face : faces) {
    state.apply_unchecked(face);
    const LineBounds found = value_of(state, viewer);
    state.undo_unchecked();
    sum.lower += found.lower;
    sum.upper += found.upper;
  }
  const auto count = static_cast<std::int32_t>(faces.size());
  return {divide_down(sum.lower, count), divide_up(sum.upper, count)};
}

LineBounds LineJudge::look_up(const State& state) {
  state.stones(stones_);
  std::array<SquareMask, 2> sets{};
  for (std::size_t square = 0; square < stones_.size(); ++square) {
    if (stones_[square] != kNoColour) sets[stones_[square]] |= SquareMask{1} << square;
  }
  return bounds_at(sets[state.to_move()], sets[other(state.to_move())]);
}

LineBounds LineJudge::bounds_at(SquareMask own, SquareMask enemy) {
  const int own_count = std::popcount(own);
  const int enemy_count = std::popcount(enemy);
  const std::uint64_t at = table_->index(own_count, enemy_count).index_of(own, enemy);
  const std::uint64_t block = at / kBlockLength;
  const std::uint64_t key = (block << 12) | static_cast<std::uint64_t>(own_count << 6 | enemy_count);
  Slot& slot = slots_[splitmix64(key) % kSlots];
  if (slot.key != key) {
    slot.key = ~std::uint64_t{0};
    table_->read_block(own_count, enemy_count, block, slot.block);
    slot.key = key;
  }
  return slot.block[at % kBlockLength].bounds();
}

// --- the table against the rules -------------------------------------------------------------------------------------

namespace {

class TableCheck {
 public:
  explicit TableCheck(const std::shared_ptr<const LineTable>& table)
      : table_(*table),
        judge_(table),
        state_(table->board().game().new_state()),
        stones_(static_cast<std::size_t>(table->board().num_squares())),
        slack_(static_cast<std::int32_t>(kFinestSteps + table->tolerance() * kOne)) {}

  // Nothing where somebody has a line already.
  void look_at(const LayerIndex& index, std::uint64_t at, Colour mover) {
    const auto [own, enemy] = index.position_at(at);
    if (table_.board().has_line(own) || table_.board().has_line(enemy)) return;
    for (std::size_t square = 0; square < stones_.size(); ++square) {
      const SquareMask bit = SquareMask{1} << square;
      stones_[square] = (own & bit) != 0 ? mover : ((enemy & bit) != 0 ? other(mover) : kNoColour);
    }
    state_->setup(stones_, mover, 0);
    ++found.positions;
    const FileBounds stored = read(index, at);
    // Who cannot act has lost the turn already.
    const LineBounds right =
        state_->to_move() == mover ? judge_.backup(*state_).bounds : judge_.look_up(*state_).reversed();
    compare(stored.bounds(), right);
  }

  LineCheck found;

 private:
  FileBounds read(const LayerIndex& index, std::uint64_t at) {
    const std::uint64_t block = at / kBlockLength;
    if (index.own() != own_ || index.enemy() != enemy_ || block != block_at_) {
      table_.read_block(own_ = index.own(), enemy_ = index.enemy(), block_at_ = block, block_);
    }
    return block_[at % kBlockLength];
  }
  void compare(const LineBounds& stored, const LineBounds& right) {
    const std::int32_t distance = std::max(std::abs(stored.lower - right.lower), std::abs(stored.upper - right.upper));
    found.worst = std::max(found.worst, as_value(distance));
    if (distance < slack_ && stored.lower <= stored.upper) return;
    if (found.wrong++ > 0) return;
    found.first_wrong = position_text();
  }
  std::string position_text() const {
    std::string text;
    const int width = table_.board().game().width();
    for (std::size_t square = 0; square < stones_.size(); ++square) {
      if (square > 0 && square % static_cast<std::size_t>(width) == 0) text += '/';
      text += stones_[square] == kNoColour ? '.' : (stones_[square] == kFirst ? 'R' : 'B');
    }
    return text;
  }

  const LineTable& table_;
  LineJudge judge_;
  std::unique_ptr<State> state_;
  std::vector<std::uint8_t> stones_;
  std::int32_t slack_;
  int own_ = -1;
  int enemy_ = -1;
  std::uint64_t block_at_ = 0;
  std::vector<FileBounds> block_;
};

}  // namespace

LineCheck check_table(const std::shared_ptr<const LineTable>& table, std::uint64_t count, std::uint64_t seed,
                      const std::function<bool(std::uint64_t)>& goes_on) {
  TableCheck check(table);
  std::uint64_t looked_at = 0;
  const auto stops = [&] { return (++looked_at & 1023U) == 0 && goes_on && !goes_on(looked_at); };
  const std::vector<LayerFacts> layers = table->facts();
  if (count == 0) {
    for (const LayerFacts& facts : layers) {
      const LayerIndex& index = table->index(facts.own, facts.enemy);
      for (std::uint64_t at = 0; at < index.size(); ++at) {
        check.look_at(index, at, static_cast<Colour>(at & 1U));
        if (stops()) return check.found;
      }
    }
    return check.found;
  }
  std::uint64_t total = 0;
  for (const LayerFacts& facts : layers) total += facts.entries;
  Rng rng(seed);
  while (check.found.positions < count) {
    std::uint64_t at = rng.next() % total;
    std::size_t layer = 0;
    while (at >= layers[layer].entries) at -= layers[layer++].entries;
    check.look_at(table->index(layers[layer].own, layers[layer].enemy), at, static_cast<Colour>(rng.below(2)));
    if (stops()) break;
  }
  return check.found;
}

}  // namespace motu
