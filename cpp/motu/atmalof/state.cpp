// An Atmalof position: everything that play itself does not touch.
#include "motu/atmalof/atmalof.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace motu {

namespace {

constexpr std::uint64_t kEmptyBoardKey = splitmix64(0x41544D41'4C4F4600ULL);

[[noreturn]] void refuse_position(const std::string& reason, const std::string& read) {
  throw Error("position/invalid", "this position cannot be set up: " + reason, read);
}

}  // namespace

template <int W>
AtmalofState<W>::AtmalofState(std::shared_ptr<const AtmalofGame> game)
    : State(false, static_cast<std::size_t>(8 * game->num_cells())), game_(std::move(game)) {
  clear_board();
}

template <int W>
void AtmalofState<W>::clear_board() {
  squares_ = {};
  for (int square = 0; square < game_->num_cells(); ++square) squares_[kNoColour].flip(game_->bit(square));
  counts_ = {};
  turns_.clear();
  announced_ = -1;
  hash_ = kEmptyBoardKey;
}

// --- the position ----------------------------------------------------------------------------------------------------

template <int W>
Colour AtmalofState<W>::colour_at(int square) const {
  const int bit = game_->bit(square);
  if (squares_[kFirst].test(bit)) return kFirst;
  return squares_[kSecond].test(bit) ? kSecond : kNoColour;
}

template <int W>
void AtmalofState<W>::stones(std::span<std::uint8_t> out) const {
  for (int square = 0; square < game_->num_cells(); ++square) out[static_cast<std::size_t>(square)] = colour_at(square);
}

template <int W>
std::vector<int> AtmalofState<W>::winning_cells() const {
  if (termination_ != Termination::line) return {};
  Squares marked;
  for (const int step : game_->line_steps()) {
    squares_[winner_].stretches(game_->rules().line, step).for_each([&](int start) {
      for (int i = 0; i < game_->rules().line; ++i) {
        const int bit = start + i * step;
        if (!marked.test(bit)) marked.flip(bit);
      }
    });
  }
  std::vector<int> cells;
  marked.for_each([&](int bit) { cells.push_back(game_->square_of_bit(bit)); });
  return cells;
}

template <int W>
int AtmalofState<W>::count_short_lines(Colour colour) const {
  int total = 0;
  for (const int step : game_->short_line_steps()) {
    total += squares_[colour].stretches(game_->rules().line - 1, step).count();
  }
  return total;
}

template <int W>
template <class T>
void AtmalofState<W>::draw_planes(Colour viewer, T one, std::span<T> out) const {
  std::ranges::fill(out, T{0});
  const auto cells = static_cast<std::size_t>(game_->num_cells());
  const auto plane = [&](std::size_t index) { return out.subspan(index * cells, cells); };
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Colour colour = colour_at(static_cast<int>(cell));
    plane(colour == kNoColour ? 2 : colour == viewer ? 0 : 1)[cell] = one;
    if (game_->is_droppable(static_cast<int>(cell))) plane(3)[cell] = one;
  }
  if (chance_) {
    const auto named = plane(announced_ < game_->height() ? 4 : 5);
    for (Action face = 0; face < game_->num_faces(announced_); ++face) {
      named[static_cast<std::size_t>(game_->drop_square(announced_, face))] = one;
    }
  }
  const auto share = [&](Colour colour) {
    const float value = static_cast<float>(counts_[colour]) / static_cast<float>(game_->rules().pieces);
    if constexpr (std::is_same_v<T, float>) return value;
    return static_cast<T>(std::lround(static_cast<float>(one) * value));
  };
  std::ranges::fill(plane(6), share(viewer));
  std::ranges::fill(plane(7), share(other(viewer)));
  if (viewer == kFirst) std::ranges::fill(plane(8), one);
}

template <int W>
void AtmalofState<W>::observe(Colour viewer, std::span<float> out) const {
  draw_planes(viewer, 1.0F, out);
}

template <int W>
void AtmalofState<W>::observe_bytes(Colour viewer, std::span<std::uint8_t> out) const {
  draw_planes(viewer, std::uint8_t{255}, out);
}

// --- rules that seldom apply -----------------------------------------------------------------------------------------

template <int W>
bool AtmalofState<W>::is_stuck(Colour colour) const {
  if (counts_[colour] < game_->rules().pieces) return false;
  for (int i = 0; i < counts_[colour]; ++i) {
    const int square = piece_lists_[colour][static_cast<std::size_t>(i)];
    for (int d = 0; d < 8; ++d) {
      if (is_vacant_bit(game_->target_bit(8 * square + d))) return false;
    }
  }
  return true;
}

template <int W>
void AtmalofState<W>::decide_tiebreak() {
  const int first = count_short_lines(kFirst);
  const int second = count_short_lines(kSecond);
  termination_ = Termination::tiebreak;
  if (first != second) winner_ = static_cast<std::int8_t>(first > second ? kFirst : kSecond);
}

// --- actions ---------------------------------------------------------------------------------------------------------

template <int W>
void AtmalofState<W>::legal_actions(std::vector<Action>& out) const {
  out.clear();
  if (is_terminal()) return;
  const int first_block = chance_ ? game_->num_faces(announced_) : (can_announce() ? game_->num_lines() : 0);
  for (Action action = 0; action < first_block; ++action) out.push_back(action);
  if (chance_) return;
  squares_[to_move_].for_each([&](int bit) {
    const int first_move = 8 * game_->square_of_bit(bit);
    for (int move = first_move; move < first_move + 8; ++move) {
      if (is_vacant_bit(game_->target_bit(move))) out.push_back(game_->num_lines() + move);
    }
  });
}

template <int W>
std::vector<int> AtmalofState<W>::landing(std::string_view line) const {
  const auto [announcement, reason] = game_->read_line(line);
  if (announcement < 0) throw_invalid(line, reason);
  std::vector<int> squares;
  for (Action face = 0; face < game_->num_faces(announcement); ++face) {
    squares.push_back(game_->drop_square(announcement, face));
  }
  return squares;
}

template <int W>
std::string AtmalofState<W>::why_illegal(Action action) const {
  if (is_terminal()) return "the game is over";
  if (chance_) {
    const int faces = game_->num_faces(announced_);
    return "the roll after " + game_->decision_text(announced_) + " is " +
           (faces == 1 ? "=1" : "=1 to =" + std::to_string(faces));
  }
  if (action < game_->num_lines()) {
    return colour_text(to_move_) + " has all " + std::to_string(game_->rules().pieces) +
           " pieces on the board and can only move";
  }
  const int move = action - game_->num_lines();
  const int from = move / 8;
  const Colour owner = colour_at(from);
  if (owner == kNoColour) return game_->cell_name(from) + " is empty";
  if (owner != to_move_) return "the piece on " + game_->cell_name(from) + " is " + colour_text(owner) + "'s";
  const int to = game_->target(move);
  if (to < 0) return "the step leads off the board, which ends at " + game_->cell_name(game_->num_cells() - 1);
  return game_->cell_name(to) + " is occupied by a " + colour_text(colour_at(to)) + " piece";
}

// --- notation --------------------------------------------------------------------------------------------------------

template <int W>
std::string AtmalofState<W>::action_text(Action action, bool chance) const {
  return chance ? std::string("=").append(std::to_string(action + 1)) : game_->decision_text(action);
}

template <int W>
Action AtmalofState<W>::parse_action(std::string_view text) const {
  const std::string read = normalise(text);
  const bool is_roll = read.starts_with('=');
  if (!is_roll && chance_) {
    throw_invalid(text, "the roll after " + game_->decision_text(announced_) + " comes next, written as =1");
  }
  if (is_roll && !chance_) throw_invalid(text, "a roll follows an announcement, and nothing is announced");
  if (is_roll) {
    const int face = parse_number(std::string_view(read).substr(1));
    if (face >= 1 && face <= game_->max_chance_outcomes()) return face - 1;
    throw_invalid(text, why_illegal(0));
  }
  const auto [action, reason] = game_->read_decision(read);
  if (action < 0) throw_invalid(text, reason);
  return action;
}

// --- set-up ----------------------------------------------------------------------------------------------------------

template <int W>
std::array<SquareSet<W>, 2> AtmalofState<W>::read_stones(std::span<const std::uint8_t> stones, Colour to_move,
                                                         unsigned flags) const {
  const int cells = game_->num_cells();
  if (stones.size() != static_cast<std::size_t>(cells)) {
    refuse_position("the board has " + std::to_string(cells) + " squares", std::to_string(stones.size()) + " entries");
  }
  if (to_move > kSecond) refuse_position("red (0) or blue (1) is to move", std::to_string(to_move));
  if (flags != 0) refuse_position("Atmalof has no flags", "flags=" + std::to_string(flags));
  std::array<Squares, 2> sides;
  for (int square = 0; square < cells; ++square) {
    const std::uint8_t stone = stones[static_cast<std::size_t>(square)];
    if (stone > kNoColour) {
      refuse_position(game_->cell_name(square) + " is red (0), blue (1) or empty (2)", std::to_string(stone));
    }
    if (stone != kNoColour) sides[stone].flip(game_->bit(square));
  }
  for (const Colour colour : {kFirst, kSecond}) {
    if (sides[colour].count() > game_->rules().pieces) {
      refuse_position(colour_text(colour) + " has at most " + std::to_string(game_->rules().pieces) + " pieces",
                      std::to_string(sides[colour].count()) + " " + colour_text(colour) + " pieces");
    }
  }
  return sides;
}

template <int W>
void AtmalofState<W>::setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) {
  const auto sides = read_stones(stones, to_move, flags);
  AtmalofState fresh(game_);
  for (const Colour colour : {kFirst, kSecond}) {
    fresh.to_move_ = colour;
    sides[colour].for_each([&](int bit) { fresh.add_piece(game_->square_of_bit(bit)); });
  }
  const bool first_line = fresh.has_line(kFirst);
  const bool second_line = fresh.has_line(kSecond);
  if (first_line && second_line) {
    refuse_position("red and blue both have a line of " + std::to_string(game_->rules().line), "two lines");
  }
  fresh.reset_shared(to_move);
  if (to_move == kSecond) fresh.hash_ ^= kAtmalofSideKey;
  if (first_line || second_line) {
    fresh.termination_ = Termination::line;
    fresh.winner_ = static_cast<std::int8_t>(first_line ? kFirst : kSecond);
  } else if (fresh.is_tiebreak_due()) {
    fresh.decide_tiebreak();
  } else if (fresh.is_stuck(to_move)) {
    fresh.pass_turn();
  }
  *this = std::move(fresh);
}

// --- consistency -----------------------------------------------------------------------------------------------------

template <int W>
std::uint64_t AtmalofState<W>::recompute_hash() const {
  std::uint64_t hash = kEmptyBoardKey;
  for (int square = 0; square < game_->num_cells(); ++square) {
    const Colour colour = colour_at(square);
    if (colour != kNoColour) hash ^= game_->stone_key(colour, square);
  }
  if (to_move_ == kSecond) hash ^= kAtmalofSideKey;
  if (announced_ >= 0) hash ^= game_->line_key(announced_);
  return hash;
}

template <int W>
std::string AtmalofState<W>::check_pieces() const {
  SquareSet<W> board;
  for (int square = 0; square < game_->num_cells(); ++square) {
    const int bit = game_->bit(square);
    board.flip(bit);
    if (squares_[kFirst].test(bit) + squares_[kSecond].test(bit) + squares_[kNoColour].test(bit) != 1) {
      return game_->cell_name(square) + " is not exactly one of red, blue and vacant";
    }
  }
  const int members = squares_[kFirst].count() + squares_[kSecond].count() + squares_[kNoColour].count();
  if (members != board.count()) return "a spare bit is set";
  for (const Colour colour : {kFirst, kSecond}) {
    if (squares_[colour].count() != counts_[colour]) return colour_text(colour) + "'s count is wrong";
    for (std::size_t i = 0; i < static_cast<std::size_t>(counts_[colour]); ++i) {
      const int square = piece_lists_[colour][i];
      if (colour_at(square) != colour || slots_[static_cast<std::size_t>(square)] != i) {
        return colour_text(colour) + "'s list is wrong at " + game_->cell_name(square);
      }
    }
  }
  return {};
}

template <int W>
std::string AtmalofState<W>::check_end() const {
  const bool lines[] = {has_line(kFirst), has_line(kSecond)};
  Termination expected = Termination::none;
  int winner = -1;
  if (lines[kFirst] || lines[kSecond]) {
    expected = Termination::line;
    winner = lines[kFirst] ? kFirst : kSecond;
  } else if (is_tiebreak_due()) {
    const int difference = count_short_lines(kFirst) - count_short_lines(kSecond);
    expected = Termination::tiebreak;
    if (difference != 0) winner = difference > 0 ? kFirst : kSecond;
  }
  if (lines[kFirst] && lines[kSecond]) return "both sides have a line";
  if (termination_ != expected) return "the game's end is wrong";
  return winner_ == winner ? std::string() : "the winner is wrong";
}

template <int W>
std::string AtmalofState<W>::check_legality() const {
  std::vector<Action> legal;
  legal_actions(legal);
  if (legal.empty() != is_terminal()) return "legal actions at the end, or none before it";
  const int limit = chance_ ? game_->max_chance_outcomes() : game_->num_actions();
  for (Action action = -1; action <= limit; ++action) {
    if (is_legal(action) != std::binary_search(legal.begin(), legal.end(), action)) {
      return "is_legal and legal_actions differ on " + std::to_string(action);
    }
  }
  return {};
}

template <int W>
std::string AtmalofState<W>::check_consistency() const {
  if (chance_ != (announced_ >= 0)) return "a chance node without an announcement, or the reverse";
  if (ply_ != static_cast<std::int32_t>(turns_.size())) return "plies and turns differ";
  if (hash_ != recompute_hash()) return "the hash is wrong";
  for (const auto& problem : {check_pieces(), check_end(), check_legality()}) {
    if (!problem.empty()) return problem;
  }
  return {};
}

template class AtmalofState<1>;
template class AtmalofState<2>;
template class AtmalofState<4>;
template class AtmalofState<17>;

}  // namespace motu
