#include "motu/atomorph/solver_board.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "motu/atomorph/attacks.hpp"
#include "motu/atomorph/safety.hpp"

namespace motu {

namespace {

using Points = PointSet<1>;

Points as_points(FlipSet bits) { return Points::from_words(std::array<FlipSet, 1>{bits}); }

FlipSet edge(const AtomorphGame& game, Colour colour, int side) {
  return game.masks().edges[colour][static_cast<std::size_t>(side)][0];
}

FlipSet chains(const AtomorphGame& game, FlipSet own, FlipSet group) {
  return chains_from(game.masks(), game.size(), as_points(own), as_points(group)).word(0);
}

}  // namespace

FlipBoard::FlipBoard(std::shared_ptr<const AtomorphGame> game)
    : game_(std::move(game)), size_(game_->size()), all_(game_->masks().board[0]), corners_(game_->masks().corners[0]) {
  if (size_ > kMaxSize) {
    const std::string read = "size=" + std::to_string(size_);
    throw Error("solve/size",
                "Atomorph is solved on boards from 3x3 to " + std::to_string(kMaxSize) + "x" +
                    std::to_string(kMaxSize) + ", not with " + read,
                read, {}, {"size=3.." + std::to_string(kMaxSize)});
  }
  for (FlipSet row = 0; row < (1ULL << size_); ++row) {
    for_each_point(row, [&](int column) {
      as_column_[row] |= 1ULL << (column * size_);
      turned_columns_[row] |= 1ULL << (size_ - 1 - column);
    });
  }
}

// ------------------------------------------------------------------------------------------------------------- states

FlipPosition FlipBoard::of(const State& state) const {
  if (expect<AtomorphGame>(state.game()).num_words() != 1) throw std::bad_cast();
  const auto& atomorph = static_cast<const AtomorphState<1>&>(state);
  const FlipSet black = atomorph.stones_of(kFirst).word(0);
  const FlipSet white = atomorph.stones_of(kSecond).word(0);
  if (state.to_move() == kFirst) return {black, white, atomorph.ban(), atomorph.to_return()};
  return {transposed(white), transposed(black), atomorph.ban(), atomorph.to_return()};
}

std::vector<std::uint8_t> FlipBoard::stones_of(const FlipPosition& position, Colour to_move) const {
  const bool is_black = to_move == kFirst;
  const FlipSet black = is_black ? position.own : transposed(position.enemy);
  const FlipSet white = is_black ? position.enemy : transposed(position.own);
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(num_points()), kNoColour);
  for_each_point(black, [&](int point) { stones[static_cast<std::size_t>(point)] = kFirst; });
  for_each_point(white, [&](int point) { stones[static_cast<std::size_t>(point)] = kSecond; });
  return stones;
}

unsigned FlipBoard::flags_of(const FlipPosition& position) {
  return (position.ban ? AtomorphGame::kBan : 0U) | (position.to_return ? AtomorphGame::kToReturn : 0U);
}

Action FlipBoard::action_on(const FlipPosition& position, int point, Colour to_move) const {
  const int on_board = to_move == kFirst ? point : point % size_ * size_ + point / size_;
  if (position.to_return) return 2 * num_points() + on_board;
  return ((position.enemy >> point) & 1U) != 0 ? num_points() + on_board : on_board;
}

int FlipBoard::point_of(Action action, Colour to_move) const {
  const int point = game_->point_of(action);
  return to_move == kFirst ? point : point % size_ * size_ + point / size_;
}

// --------------------------------------------------------------------------------------------------------- symmetries

FlipSet FlipBoard::by_rows(FlipSet points, const std::array<FlipSet, 128>& rows, bool is_turned) const {
  const FlipSet row_mask = (1ULL << size_) - 1;
  FlipSet result = 0;
  for (int row = 0; row < size_; ++row) {
    const int to = is_turned ? size_ - 1 - row : row;
    result |= rows[(points >> (row * size_)) & row_mask] << (to * size_);
  }
  return result;
}

FlipSet FlipBoard::transposed(FlipSet points) const {
  const FlipSet row_mask = (1ULL << size_) - 1;
  FlipSet result = 0;
  for (int row = 0; row < size_; ++row) result |= as_column_[(points >> (row * size_)) & row_mask] << row;
  return result;
}

FlipSet FlipBoard::columns_turned(FlipSet points) const { return by_rows(points, turned_columns_, false); }

FlipSet FlipBoard::rows_turned(FlipSet points) const {
  const FlipSet row_mask = (1ULL << size_) - 1;
  FlipSet result = 0;
  for (int row = 0; row < size_; ++row) {
    result |= ((points >> (row * size_)) & row_mask) << ((size_ - 1 - row) * size_);
  }
  return result;
}

FlipPosition FlipBoard::canonical(const FlipPosition& position) const {
  const FlipSet own = columns_turned(position.own);
  const FlipSet enemy = columns_turned(position.enemy);
  auto best = std::min(std::pair(position.own, position.enemy), std::pair(own, enemy));
  best = std::min(best, std::pair(rows_turned(position.own), rows_turned(position.enemy)));
  best = std::min(best, std::pair(rows_turned(own), rows_turned(enemy)));
  return {best.first, best.second, position.ban, position.to_return};
}

// ------------------------------------------------------------------------------------------------------------- stones

FlipSet FlipBoard::attacks(FlipSet stones) const {
  return attacked_points(game_->masks(), size_, as_points(stones)).word(0);
}

FlipSet FlipBoard::flips(FlipSet own, FlipSet enemy, bool ban) const {
  FlipSet result = enemy & attacks(own);
  if (ban || rules().contested_never) result &= ~attacks(enemy);
  return rules().corners ? result : result & ~corners_;
}

FlipSet FlipBoard::safe(FlipSet stones) const { return safe_stones(*game_, as_points(stones)).word(0); }

bool FlipBoard::joins_rows(FlipSet stones) const {
  return (chains(*game_, stones, stones & edge(*game_, kFirst, 0)) & edge(*game_, kFirst, 1)) != 0;
}

bool FlipBoard::joins_columns(FlipSet stones) const {
  return (chains(*game_, stones, stones & edge(*game_, kSecond, 0)) & edge(*game_, kSecond, 1)) != 0;
}

FlipSet FlipBoard::row_wins(FlipSet stones) const { return winning_points(*game_, as_points(stones), kFirst).word(0); }

FlipSet FlipBoard::column_wins(FlipSet stones) const {
  return winning_points(*game_, as_points(stones), kSecond).word(0);
}

int FlipBoard::row_distance(FlipSet stones, FlipSet enemy) const {
  const FlipSet bottom = edge(*game_, kFirst, 0);
  const FlipSet top = edge(*game_, kFirst, 1);
  const FlipSet weak = enemy & attacks(stones);
  const FlipSet one = (all_ & ~(stones | enemy)) | weak;
  const FlipSet two = enemy & ~weak & ~safe(enemy);
  FlipSet before = 0;
  FlipSet reached = chains(*game_, stones, stones & bottom);
  for (int distance = 0; distance < kFar; ++distance) {
    if ((reached & top) != 0) return distance;
    const FlipSet near = bottom | bordering_points(game_->masks(), size_, as_points(reached)).word(0);
    const FlipSet far = distance == 0 ? 0 : bottom | bordering_points(game_->masks(), size_, as_points(before)).word(0);
    const FlipSet more = reached | (near & one) | (far & two);
    const FlipSet joined = more | bordering_points(game_->masks(), size_, as_points(more)).word(0);
    const FlipSet next = more | chains(*game_, stones, stones & (joined | bottom));
    if (next == reached && before == reached) return kFar;
    before = reached;
    reached = next;
  }
  return kFar;
}

// ------------------------------------------------------------------------------------------------------------ actions

FlipChoices FlipBoard::choices(const FlipPosition& position) const {
  FlipChoices choices;
  choices.places = all_ & ~(position.own | position.enemy);
  if (!position.to_return) choices.flips = flips(position.own, position.enemy, position.ban);
  choices.wins = row_wins(position.own) & choices.all();
  return choices;
}

FlipStep FlipBoard::after(const FlipPosition& position, int point) const {
  const FlipSet bit = 1ULL << point;
  const FlipSet own = position.own | bit;
  const FlipSet enemy = position.enemy & ~bit;
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
FlipStep FlipBoard::end_turn(FlipSet own, FlipSet enemy, bool ban, bool to_return) const {
  FlipStep step;
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

}  // namespace motu
