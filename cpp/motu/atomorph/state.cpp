// The position: placing, flipping, putting back, skipping and winning on bitboards.
#include <algorithm>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/attacks.hpp"

namespace motu {

namespace {

// One key for every combination of what a position is besides its stones.
constexpr std::array<std::uint64_t, 32> make_flag_keys() {
  std::array<std::uint64_t, 32> keys{};
  for (std::uint64_t i = 0; i < keys.size(); ++i) keys[i] = splitmix64((0xA70309ULL << 32) + i);
  return keys;
}

constexpr auto kFlagKeys = make_flag_keys();

const char* colour_name(Colour colour) { return colour == kFirst ? "black" : "white"; }

template <int W>
std::vector<int> listed(const PointSet<W>& points) {
  std::vector<int> list;
  points.for_each([&](int point) { list.push_back(point); });
  return list;
}

}  // namespace

template <int W>
AtomorphState<W>::AtomorphState(std::shared_ptr<const AtomorphGame> game)
    : State(game->rules().swap, static_cast<std::size_t>(2 * game->num_cells())),
      game_(std::move(game)),
      num_empty_(game_->num_cells()) {
  befores_.reserve(static_cast<std::size_t>(2 * num_empty_));
}

// -------------------------------------------------------------------------------------------------------- the position

template <int W>
std::uint64_t AtomorphState<W>::hash() const {
  const bool pie_ahead = pie_open_ && ply_ < 2 && !swapped_;
  return stones_hash_ ^ kFlagKeys[to_move_ | unsigned{ban_} << 1 | unsigned{to_return_} << 2 | unsigned{swapped_} << 3 |
                                  unsigned{pie_ahead} << 4];
}

template <int W>
void AtomorphState<W>::stones(std::span<std::uint8_t> out) const {
  std::fill_n(out.begin(), game_->num_cells(), kNoColour);
  for (const Colour colour : {kFirst, kSecond}) {
    stones_[colour].for_each([&](int point) { out[static_cast<std::size_t>(point)] = colour; });
  }
}

template <int W>
PointSet<W> AtomorphState<W>::empty_points() const {
  return Points::from_words(game_->masks().board).without(stones_[kFirst] | stones_[kSecond]);
}

template <int W>
PointSet<W> AtomorphState<W>::attacked_by(Colour colour) const {
  return attacked_points(game_->masks(), game_->size(), stones_[colour]);
}

template <int W>
PointSet<W> AtomorphState<W>::weak_stones() const {
  return (stones_[kFirst] & attacks_[kSecond]) | (stones_[kSecond] & attacks_[kFirst]);
}

template <int W>
PointSet<W> AtomorphState<W>::contested_stones() const {
  return (stones_[kFirst] | stones_[kSecond]) & attacks_[kFirst] & attacks_[kSecond];
}

template <int W>
PointSet<W> AtomorphState<W>::flips() const {
  const Colour enemy = other(to_move_);
  Points flips = stones_[enemy] & attacks_[to_move_];
  if (ban_ || game_->rules().contested_never) flips = flips.without(attacks_[enemy]);
  if (!game_->rules().corners) flips = flips.without(Points::from_words(game_->masks().corners));
  return flips;
}

template <int W>
std::vector<int> AtomorphState<W>::weak() const {
  return listed(weak_stones());
}

template <int W>
std::vector<int> AtomorphState<W>::contested() const {
  return listed(contested_stones());
}

// ------------------------------------------------------------------------------------------------------------- actions

template <int W>
void AtomorphState<W>::legal_actions(std::vector<Action>& out) const {
  out.clear();
  if (is_terminal()) return;
  const int points = game_->num_cells();
  empty_points().for_each([&](int point) { out.push_back(to_return_ ? 2 * points + point : point); });
  if (to_return_) return;
  flips().for_each([&](int point) { out.push_back(points + point); });
  if (swap_is_legal()) out.push_back(game_->swap_action());
}

template <int W>
bool AtomorphState<W>::is_legal(Action action) const {
  if (is_terminal() || action < 0 || action >= game_->num_actions()) return false;
  switch (game_->kind_of(action)) {
    case AtomorphGame::Kind::place:
      return !to_return_ && is_empty(action);
    case AtomorphGame::Kind::flip:
      return !to_return_ && flips().has(game_->point_of(action));
    case AtomorphGame::Kind::put_back:
      return to_return_ && is_empty(game_->point_of(action));
    default:
      return swap_is_legal();
  }
}

template <int W>
Action AtomorphState<W>::sample_legal(Rng& rng) const {
  const int points = game_->num_cells();
  const auto choose = [&](int choices) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(choices))); };
  if (to_return_) return 2 * points + empty_points().nth(choose(num_empty_));
  const Points flips = this->flips();
  const int num_regular = num_empty_ + flips.count();
  const int choice = choose(num_regular + (swap_is_legal() ? 1 : 0));
  if (choice < num_empty_) return empty_points().nth(choice);
  return choice < num_regular ? points + flips.nth(choice - num_empty_) : game_->swap_action();
}

template <int W>
void AtomorphState<W>::apply_unchecked(Action action) {
  befores_.push_back({attacks_, stones_hash_, ply_, to_move_, ban_, to_return_});
  record_action(action);
  const auto kind = game_->kind_of(action);
  if (kind == AtomorphGame::Kind::swap) {
    apply_swap();
    return;
  }
  const Colour mover = to_move_;
  const int point = game_->point_of(action);
  const bool flip = kind == AtomorphGame::Kind::flip;
  const bool contested = flip && attacks_[other(mover)].has(point);
  toggle_stone(mover, point);
  if (flip) {
    toggle_stone(other(mover), point);
  } else {
    --num_empty_;
  }
  attacks_[mover] = attacked_by(mover);
  if (flip) attacks_[other(mover)] = attacked_by(other(mover));
  if (connects_through(mover, point)) {
    ++ply_;
    to_move_ = other(mover);
    finish(Termination::connected, mover);
    return;
  }
  if (kind == AtomorphGame::Kind::put_back) {
    to_return_ = false;
    if (num_empty_ > 0 || flips().any()) return;  // the turn goes on with a regular action, under the same ban
  }
  end_turn(contested, flip && num_empty_ > 0 && game_->rules().return_stone);
}

template <int W>
void AtomorphState<W>::undo_unchecked() {
  const Action action = take_last();
  const Before& before = befores_.back();
  const auto kind = game_->kind_of(action);
  if (kind == AtomorphGame::Kind::swap) {
    undo_swap();
  } else {
    const int point = game_->point_of(action);
    stones_[before.to_move].toggle(point);
    if (kind == AtomorphGame::Kind::flip) {
      stones_[other(before.to_move)].toggle(point);
    } else {
      ++num_empty_;
    }
  }
  attacks_ = before.attacks;
  stones_hash_ = before.stones_hash;
  ply_ = before.ply;
  to_move_ = before.to_move;
  ban_ = before.ban;
  to_return_ = before.to_return;
  termination_ = Termination::none;
  winner_ = -1;
  befores_.pop_back();
}

template <int W>
void AtomorphState<W>::toggle_stone(Colour colour, int point) {
  stones_[colour].toggle(point);
  stones_hash_ ^= game_->key(colour, point);
}

template <int W>
void AtomorphState<W>::end_turn(bool ban, bool to_return) {
  ++ply_;
  to_move_ = other(to_move_);
  ban_ = ban;
  to_return_ = to_return;
  if (num_empty_ == 0) skip_without_action();
}

// On a full board a mover without a flip is skipped, which lifts the ban. Neither has one: nobody ever will.
template <int W>
void AtomorphState<W>::skip_without_action() {
  if (flips().any()) return;
  const Colour skipped = to_move_;
  ban_ = false;
  to_move_ = other(skipped);
  if (flips().any()) return;
  to_move_ = skipped;
  // The skipped player may have lacked an action only for the ban.
  if (!flips().any()) finish(Termination::stuck, -1);
}

template <int W>
void AtomorphState<W>::finish(Termination termination, int winner) {
  termination_ = termination;
  winner_ = static_cast<std::int8_t>(winner);
  ban_ = false;
  to_return_ = false;
}

// ------------------------------------------------------------------------------------------------------------- winning

// Whether the colour's chains that begin in `group` (stones of that colour) touch both of its edges.
template <int W>
bool AtomorphState<W>::connects(Colour colour, Points group) const {
  const AtomorphMasks& masks = game_->masks();
  group = chains_from(masks, game_->size(), stones_[colour], group);
  const auto& edges = masks.edges[colour];
  return (group & Points::from_words(edges[0])).any() && (group & Points::from_words(edges[1])).any();
}

// Whether the new stone on `point` completes a chain. There was none before, so the stone has to join at least two
// things: groups of its neighbours, where two that touch the same diagonal stone are one group, or one of its edges,
// which counts as a row of own stones beyond the board.
template <int W>
bool AtomorphState<W>::connects_through(Colour colour, int point) const {
  const AtomorphMasks& masks = game_->masks();
  const int size = game_->size();
  const Points& own = stones_[colour];
  const bool black = colour == kFirst;
  const bool not_west = AtomorphMasks::has(masks.not_first_column, point);
  const bool not_east = AtomorphMasks::has(masks.not_last_column, point);
  const bool not_south = point >= size;
  const bool not_north = point < size * (size - 1);
  const bool west = not_west ? own.has(point - 1) : !black;
  const bool east = not_east ? own.has(point + 1) : !black;
  const bool south = not_south ? own.has(point - size) : black;
  const bool north = not_north ? own.has(point + size) : black;
  int groups = west + east + south + north;
  if (groups < 2) return false;
  if (west && south) groups -= not_west && not_south ? own.has(point - size - 1) : 1;
  if (west && north) groups -= not_west && not_north ? own.has(point + size - 1) : 1;
  if (east && south) groups -= not_east && not_south ? own.has(point - size + 1) : 1;
  if (east && north) groups -= not_east && not_north ? own.has(point + size + 1) : 1;
  return groups >= 2 && connects(colour, Points::single(point));
}

template <int W>
std::vector<int> AtomorphState<W>::winning_cells() const {
  if (winner_ < 0) return {};
  const auto colour = static_cast<Colour>(winner_);
  const Points& own = stones_[colour];
  const Points goal = Points::from_words(game_->masks().edges[colour][1]);
  const int size = game_->size();
  std::vector<int> queue = listed(own & Points::from_words(game_->masks().edges[colour][0]));
  std::vector<int> parents(static_cast<std::size_t>(game_->num_cells()), -2);  // -2: not reached, -1: a beginning
  for (const int point : queue) parents[static_cast<std::size_t>(point)] = -1;
  const auto reach = [&](int point, int from) {
    if (!own.has(point) || parents[static_cast<std::size_t>(point)] != -2) return;
    parents[static_cast<std::size_t>(point)] = from;
    queue.push_back(point);
  };
  std::size_t head = 0;
  for (; !goal.has(queue[head]); ++head) {
    const int point = queue[head];
    if (point % size != 0) reach(point - 1, point);
    if (point % size != size - 1) reach(point + 1, point);
    if (point >= size) reach(point - size, point);
    if (point < size * (size - 1)) reach(point + size, point);
  }
  std::vector<int> chain;
  for (int point = queue[head]; point >= 0; point = parents[static_cast<std::size_t>(point)]) chain.push_back(point);
  std::ranges::reverse(chain);
  return chain;
}

// -------------------------------------------------------------------------------------------------------------- set-up

template <int W>
void AtomorphState<W>::setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) {
  game_->check_position(stones, to_move, flags);
  reset_shared(to_move);
  befores_.clear();
  stones_ = {};
  stones_hash_ = 0;
  num_empty_ = game_->num_cells();
  for (int point = 0; point < game_->num_cells(); ++point) {
    const Colour colour = stones[static_cast<std::size_t>(point)];
    if (colour == kNoColour) continue;
    toggle_stone(colour, point);
    --num_empty_;
  }
  attacks_ = {attacked_by(kFirst), attacked_by(kSecond)};
  ban_ = (flags & AtomorphGame::kBan) != 0;
  to_return_ = (flags & AtomorphGame::kToReturn) != 0;
  for (const Colour colour : {kFirst, kSecond}) {
    const Points begin = stones_[colour] & Points::from_words(game_->masks().edges[colour][0]);
    if (connects(colour, begin)) finish(Termination::connected, colour);
  }
  if (num_empty_ == 0 && !is_terminal()) skip_without_action();
}

// ------------------------------------------------------------------------------------------------------------ notation

template <int W>
std::string AtomorphState<W>::action_text(Action action, bool /*chance*/) const {
  return game_->action_text(action);
}

template <int W>
Action AtomorphState<W>::parse_action(std::string_view text) const {
  std::string reason;
  const Action action = game_->read_action(text, reason);
  if (action < 0) throw_invalid(text, reason);
  return action;
}

template <int W>
std::string AtomorphState<W>::why_illegal(Action action) const {
  if (is_terminal()) return "the game is over";
  const auto kind = game_->kind_of(action);
  if (kind == AtomorphGame::Kind::swap) {
    return swapped_ ? "the persons have swapped already" : "swapping is only possible on white's first turn";
  }
  const std::string mover = colour_name(to_move_);
  if (to_return_ && kind != AtomorphGame::Kind::put_back) {
    return mover + " must put the removed stone back first, as in @" + game_->cell_name(empty_points().nth(0));
  }
  if (!to_return_ && kind == AtomorphGame::Kind::put_back) return mover + " has no stone to put back";
  const int point = game_->point_of(action);
  if (kind == AtomorphGame::Kind::flip) return why_no_flip(point);
  return game_->cell_name(point) + " is occupied by " + colour_name(stones_[kFirst].has(point) ? kFirst : kSecond);
}

template <int W>
std::string AtomorphState<W>::why_no_flip(int point) const {
  const std::string name = game_->cell_name(point);
  if (is_empty(point)) return name + " is empty: only a weak enemy stone can be flipped";
  if (stones_[to_move_].has(point)) return "the stone on " + name + " is " + colour_name(to_move_) + "'s own";
  const std::string stone = std::string("the ") + colour_name(other(to_move_)) + " stone on " + name;
  if (!attacks_[to_move_].has(point)) return stone + " is not weak";
  if (!game_->rules().corners && AtomorphMasks::has(game_->masks().corners, point)) {
    return stone + " stands in a corner, and corners are never flipped in this game (corners=false)";
  }
  if (game_->rules().contested_never) {
    return stone + " is contested, and contested stones are never flipped in this game (contested=never)";
  }
  return stone + " is contested, and the opponent's last turn flipped a contested stone";
}

// -------------------------------------------------------------------------------------------------------- observations

template <int W>
template <class T>
void AtomorphState<W>::draw_planes(Colour viewer, T one, std::span<T> out) const {
  std::ranges::fill(out, T{0});
  const auto area = static_cast<std::size_t>(game_->num_cells());
  const auto mark = [&](std::size_t plane, const Points& points) {
    points.for_each([&](int point) { out[plane * area + static_cast<std::size_t>(point)] = one; });
  };
  const auto fill_if = [&](std::size_t plane, bool condition) {
    if (condition) std::ranges::fill(out.subspan(plane * area, area), one);
  };
  const Colour enemy = other(viewer);
  const auto& edges = game_->masks().edges[viewer];
  mark(0, stones_[viewer]);
  mark(1, stones_[enemy]);
  mark(2, stones_[viewer] & attacks_[enemy]);
  mark(3, stones_[enemy] & attacks_[viewer]);
  mark(4, contested_stones());
  if (!is_terminal() && !to_return_) mark(5, flips());
  mark(6, Points::from_words(edges[0]) | Points::from_words(edges[1]));
  fill_if(7, viewer == kFirst);
  fill_if(8, ban_);
  fill_if(9, to_return_);
  fill_if(10, swap_is_legal());
}

template <int W>
void AtomorphState<W>::observe(Colour viewer, std::span<float> out) const {
  draw_planes(viewer, 1.0F, out);
}

template <int W>
void AtomorphState<W>::observe_bytes(Colour viewer, std::span<std::uint8_t> out) const {
  draw_planes(viewer, std::uint8_t{255}, out);
}

template class AtomorphState<1>;
template class AtomorphState<2>;
template class AtomorphState<3>;
template class AtomorphState<5>;
template class AtomorphState<10>;

}  // namespace motu
