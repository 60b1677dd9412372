#include "motu/atomorph/solver_board.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "motu/atomorph/attacks.hpp"
#include "motu/atomorph/safety.hpp"

namespace motu {

namespace {

template <class Set>
constexpr int kWords = sizeof(Set) / sizeof(std::uint64_t);

template <class Set>
using Points = PointSet<kWords<Set>>;

template <class Set>
Points<Set> as_points(Set bits) {
  std::array<std::uint64_t, kWords<Set>> words;
  for (int i = 0; i < kWords<Set>; ++i) words[static_cast<std::size_t>(i)] = static_cast<std::uint64_t>(bits >> 64 * i);
  return Points<Set>::from_words(words);
}

template <class Set, int W>
Set as_bits(const PointSet<W>& points) {
  Set bits = 0;
  for (int i = 0; i < W; ++i) bits |= Set{points.word(i)} << 64 * i;
  return bits;
}

template <class Set>
Set as_bits(const AtomorphMasks::Words& words) {
  return as_bits<Set>(Points<Set>::from_words(words));
}

template <class Set>
Set edge(const AtomorphGame& game, Colour colour, int side) {
  return as_bits<Set>(game.masks().edges[colour][static_cast<std::size_t>(side)]);
}

template <class Set>
Set chains(const AtomorphGame& game, Set own, Set group) {
  return as_bits<Set>(chains_from(game.masks(), game.size(), as_points(own), as_points(group)));
}

}  // namespace

template <class Set>
BasicFlipBoard<Set>::BasicFlipBoard(std::shared_ptr<const AtomorphGame> game)
    : game_(std::move(game)),
      size_(game_->size()),
      all_(as_bits<Set>(game_->masks().board)),
      corners_(as_bits<Set>(game_->masks().corners)) {
  if (size_ > kMaxSize) {
    const std::string read = "size=" + std::to_string(size_);
    throw Error("solve/size",
                "Atomorph is solved on boards from 3x3 to " + std::to_string(kMaxSize) + "x" +
                    std::to_string(kMaxSize) + ", not with " + read,
                read, {}, {"size=3.." + std::to_string(kMaxSize)});
  }
  for (std::size_t row = 0; row < (std::size_t{1} << size_); ++row) {
    for_each_point(FlipSet{row}, [&](int column) {
      as_column_[row] |= Set{1} << (column * size_);
      turned_columns_[row] |= Set{1} << (size_ - 1 - column);
    });
  }
}

// ------------------------------------------------------------------------------------------------------------- states

template <class Set>
BasicFlipPosition<Set> BasicFlipBoard<Set>::of(const State& state) const {
  return visit_atomorph(state, [this]<int W>(const AtomorphState<W>& atomorph) -> Position {
    if constexpr (W > kWords<Set>) {
      throw std::bad_cast();
    } else {
      const Set black = as_bits<Set>(atomorph.stones_of(kFirst));
      const Set white = as_bits<Set>(atomorph.stones_of(kSecond));
      if (atomorph.to_move() == kFirst) return {black, white, atomorph.ban(), atomorph.to_return()};
      return {transposed(white), transposed(black), atomorph.ban(), atomorph.to_return()};
    }
  });
}

template <class Set>
std::vector<std::uint8_t> BasicFlipBoard<Set>::stones_of(const Position& position, Colour to_move) const {
  const bool is_black = to_move == kFirst;
  const Set black = is_black ? position.own : transposed(position.enemy);
  const Set white = is_black ? position.enemy : transposed(position.own);
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(num_points()), kNoColour);
  for_each_point(black, [&](int point) { stones[static_cast<std::size_t>(point)] = kFirst; });
  for_each_point(white, [&](int point) { stones[static_cast<std::size_t>(point)] = kSecond; });
  return stones;
}

template <class Set>
unsigned BasicFlipBoard<Set>::flags_of(const Position& position) {
  return (position.ban ? AtomorphGame::kBan : 0U) | (position.to_return ? AtomorphGame::kToReturn : 0U);
}

template <class Set>
Action BasicFlipBoard<Set>::action_on(const Position& position, int point, Colour to_move) const {
  const int on_board = to_move == kFirst ? point : point % size_ * size_ + point / size_;
  if (position.to_return) return 2 * num_points() + on_board;
  return ((position.enemy >> point) & 1U) != 0 ? num_points() + on_board : on_board;
}

template <class Set>
int BasicFlipBoard<Set>::point_of(Action action, Colour to_move) const {
  const int point = game_->point_of(action);
  return to_move == kFirst ? point : point % size_ * size_ + point / size_;
}

// --------------------------------------------------------------------------------------------------------- symmetries

template <class Set>
Set BasicFlipBoard<Set>::by_rows(Set points, const Rows& rows, bool is_turned) const {
  Set result = 0;
  for (int row = 0; row < size_; ++row) {
    const int to = is_turned ? size_ - 1 - row : row;
    result |= rows[row_of(points, row)] << (to * size_);
  }
  return result;
}

template <class Set>
Set BasicFlipBoard<Set>::transposed(Set points) const {
  Set result = 0;
  for (int row = 0; row < size_; ++row) result |= as_column_[row_of(points, row)] << row;
  return result;
}

template <class Set>
Set BasicFlipBoard<Set>::columns_turned(Set points) const {
  return by_rows(points, turned_columns_, false);
}

template <class Set>
Set BasicFlipBoard<Set>::rows_turned(Set points) const {
  Set result = 0;
  for (int row = 0; row < size_; ++row) {
    result |= static_cast<Set>(row_of(points, row)) << ((size_ - 1 - row) * size_);
  }
  return result;
}

template <class Set>
BasicFlipPosition<Set> BasicFlipBoard<Set>::canonical(const Position& position) const {
  const Set own = columns_turned(position.own);
  const Set enemy = columns_turned(position.enemy);
  auto best = std::min(std::pair(position.own, position.enemy), std::pair(own, enemy));
  best = std::min(best, std::pair(rows_turned(position.own), rows_turned(position.enemy)));
  best = std::min(best, std::pair(rows_turned(own), rows_turned(enemy)));
  return {best.first, best.second, position.ban, position.to_return};
}

// ------------------------------------------------------------------------------------------------------------- stones

template <class Set>
Set BasicFlipBoard<Set>::attacks(Set stones) const {
  return as_bits<Set>(attacked_points(game_->masks(), size_, as_points(stones)));
}

template <class Set>
Set BasicFlipBoard<Set>::flips(Set own, Set enemy, bool ban) const {
  Set result = enemy & attacks(own);
  if (ban || rules().contested_never) result &= ~attacks(enemy);
  return rules().corners ? result : result & ~corners_;
}

template <class Set>
Set BasicFlipBoard<Set>::safe(Set stones) const {
  return as_bits<Set>(safe_stones(*game_, as_points(stones)));
}

template <class Set>
bool BasicFlipBoard<Set>::joins_rows(Set stones) const {
  return (chains<Set>(*game_, stones, stones & edge<Set>(*game_, kFirst, 0)) & edge<Set>(*game_, kFirst, 1)) != 0;
}

template <class Set>
bool BasicFlipBoard<Set>::joins_columns(Set stones) const {
  return (chains<Set>(*game_, stones, stones & edge<Set>(*game_, kSecond, 0)) & edge<Set>(*game_, kSecond, 1)) != 0;
}

template <class Set>
Set BasicFlipBoard<Set>::row_wins(Set stones) const {
  return as_bits<Set>(winning_points(*game_, as_points(stones), kFirst));
}

template <class Set>
Set BasicFlipBoard<Set>::column_wins(Set stones) const {
  return as_bits<Set>(winning_points(*game_, as_points(stones), kSecond));
}

template <class Set>
Set BasicFlipBoard<Set>::chain_of(Set stones, int point) const {
  const Set bit = Set{1} << point;
  return chains<Set>(*game_, stones | bit, bit);
}

template <class Set>
Set BasicFlipBoard<Set>::around(Set points) const {
  const AtomorphMasks& masks = game_->masks();
  const Set row = points | (points >> 1 & as_bits<Set>(masks.not_last_column)) |
                  (points << 1 & as_bits<Set>(masks.not_first_column));
  return (row | row << size_ | row >> size_) & all_;
}

template <class Set>
Set BasicFlipBoard<Set>::near_wins(Set stones) const {
  std::array<Set, 2> first;   // where a stone would join an edge
  std::array<Set, 2> second;  // where another would, after it
  for (int side = 0; side < 2; ++side) {
    const Set at_edge = edge<Set>(*game_, kFirst, side);
    const auto border = [&](Set points) {
      return as_bits<Set>(bordering_points(game_->masks(), size_, as_points(points)));
    };
    const auto i = static_cast<std::size_t>(side);
    first[i] = at_edge | border(chains<Set>(*game_, stones, stones & at_edge));
    second[i] = border(chains<Set>(*game_, stones | first[i], first[i]));
  }
  return (first[0] & (first[1] | second[1])) | (first[1] & (first[0] | second[0]));
}

template <class Set>
int BasicFlipBoard<Set>::row_distance(Set stones, Set enemy) const {
  const Set bottom = edge<Set>(*game_, kFirst, 0);
  const Set top = edge<Set>(*game_, kFirst, 1);
  const Set weak = enemy & attacks(stones);
  const Set one = (all_ & ~(stones | enemy)) | weak;
  const Set two = enemy & ~weak & ~safe(enemy);
  Set before = 0;
  Set reached = chains<Set>(*game_, stones, stones & bottom);
  for (int distance = 0; distance < kFar; ++distance) {
    if ((reached & top) != 0) return distance;
    const Set near = bottom | as_bits<Set>(bordering_points(game_->masks(), size_, as_points(reached)));
    const Set far =
        distance == 0 ? 0 : bottom | as_bits<Set>(bordering_points(game_->masks(), size_, as_points(before)));
    const Set more = reached | (near & one) | (far & two);
    const Set joined = more | as_bits<Set>(bordering_points(game_->masks(), size_, as_points(more)));
    const Set next = more | chains<Set>(*game_, stones, stones & (joined | bottom));
    if (next == reached && before == reached) return kFar;
    before = reached;
    reached = next;
  }
  return kFar;
}

// ------------------------------------------------------------------------------------------------------------ actions

template <class Set>
BasicFlipChoices<Set> BasicFlipBoard<Set>::choices(const Position& position) const {
  Choices choices;
  choices.places = all_ & ~(position.own | position.enemy);
  if (!position.to_return) choices.flips = flips(position.own, position.enemy, position.ban);
  choices.wins = row_wins(position.own) & choices.all();
  return choices;
}

template <class Set>
BasicFlipStep<Set> BasicFlipBoard<Set>::after(const Position& position, int point) const {
  const Set bit = Set{1} << point;
  const Set own = position.own | bit;
  const Set enemy = position.enemy & ~bit;
  const bool is_full = (own | enemy) == all_;
  if (position.to_return) {
    if (is_full && flips(own, enemy, position.ban) == 0) return end_turn(own, enemy, false, false);
    return {.next = {own, enemy, position.ban, false}, .is_same_mover = true, .is_turn_over = false};
  }
  const bool is_flip = (position.enemy & bit) != 0;
  const bool is_contested = is_flip && (attacks(position.enemy) & bit) != 0;
  return end_turn(own, enemy, is_contested, is_flip && !is_full && rules().return_stone);
}

// On a full board somebody without a flip is skipped, which lifts the ban.
template <class Set>
BasicFlipStep<Set> BasicFlipBoard<Set>::end_turn(Set own, Set enemy, bool ban, bool to_return) const {
  Step step;
  step.next = {transposed(enemy), transposed(own), ban, to_return};
  if ((own | enemy) != all_ || flips(step.next.own, step.next.enemy, ban) != 0) return step;
  if (flips(own, enemy, false) != 0) {
    step.next = {own, enemy, false, false};
    step.is_same_mover = true;
    return step;
  }
  step.next.ban = false;
  step.is_double_skip = flips(step.next.own, step.next.enemy, false) != 0;
  step.is_draw = !step.is_double_skip;
  return step;
}

template class BasicFlipBoard<FlipSet>;
template class BasicFlipBoard<WideFlipSet>;

}  // namespace motu
