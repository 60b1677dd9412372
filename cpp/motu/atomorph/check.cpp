// AtomorphState::check_consistency: the rules once more, point by point and without bitboards, for tests.
#include <algorithm>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

namespace {

// A board that can be asked about points beyond its edges, where there is no stone.
class PlainBoard {
 public:
  PlainBoard(std::vector<std::uint8_t> stones, int size) : stones_(std::move(stones)), size_(size) {}

  bool has(int column, int row, Colour colour) const {
    return column >= 0 && column < size_ && row >= 0 && row < size_ &&
           stones_[static_cast<std::size_t>(row * size_ + column)] == colour;
  }

  // Whether stones of `colour` make an enemy stone on this point weak.
  bool attacks(int column, int row, Colour colour) const {
    const int last = size_ - 1;
    const bool corner = (column == 0 || column == last) && (row == 0 || row == last);
    for (const int v : {-1, 1}) {
      for (const int h : {-1, 1}) {
        if (!has(column, row + v, colour) || !has(column + h, row, colour)) continue;
        if (corner || has(column - h, row + v, colour) || has(column + h, row - v, colour)) return true;
      }
    }
    return false;
  }

  // Whether the colour's two edges are connected.
  bool wins(Colour colour) const {
    std::vector<int> reached;
    std::vector<char> seen(stones_.size(), 0);
    const auto reach = [&](int column, int row) {
      if (!has(column, row, colour) || seen[static_cast<std::size_t>(row * size_ + column)]) return;
      seen[static_cast<std::size_t>(row * size_ + column)] = 1;
      reached.push_back(row * size_ + column);
    };
    for (int i = 0; i < size_; ++i) reach(colour == kFirst ? i : 0, colour == kFirst ? 0 : i);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const int column = reached[i] % size_;
      const int row = reached[i] / size_;
      if ((colour == kFirst ? row : column) == size_ - 1) return true;
      reach(column - 1, row);
      reach(column + 1, row);
      reach(column, row - 1);
      reach(column, row + 1);
    }
    return false;
  }

 private:
  std::vector<std::uint8_t> stones_;
  int size_;
};

}  // namespace

template <int W>
std::string AtomorphState<W>::check_consistency() const {
  const int size = game_->size();
  const int points = game_->num_cells();
  if ((stones_[kFirst] & stones_[kSecond]).any()) return "two stones stand on one point";
  if ((stones_[kFirst] | stones_[kSecond]).without(Points::from_words(game_->masks().board)).any())
    return "a stone off the board";
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(points));
  this->stones(stones);
  const PlainBoard board(stones, size);

  std::uint64_t hash = 0;
  for (int point = 0; point < points; ++point) {
    const Colour stone = stones[static_cast<std::size_t>(point)];
    if (stone != kNoColour) hash ^= game_->key(stone, point);
    for (const Colour colour : {kFirst, kSecond}) {
      if (board.attacks(point % size, point / size, colour) != attacks_[colour].has(point)) {
        return "wrong about what is attacked on " + game_->cell_name(point);
      }
    }
  }
  if (hash != stones_hash_) return "wrong hash";
  if (std::ranges::count(stones, kNoColour) != num_empty_) return "wrong number of empty points";
  if (befores_.size() != history_.size()) return "the history and what undoes it differ in length";

  const int winner = board.wins(kFirst) ? 0 : board.wins(kSecond) ? 1 : -1;
  if (winner != winner_) return "wrong winner";
  if ((winner >= 0) != (termination_ == Termination::connected)) return "wrong termination";
  if (is_terminal() && (ban_ || to_return_)) return "a flag at the end";
  if (to_return_ && (!game_->rules().return_stone || num_empty_ == 0)) return "no stone can wait to be put back";
  if (ban_ && game_->rules().contested_never) return "no flip can be banned";
  const bool can_act = num_empty_ > 0 || flips().any();
  if (winner < 0 && can_act == is_terminal()) return can_act ? "the game goes on" : "nobody can act";
  return {};
}

template std::string AtomorphState<1>::check_consistency() const;
template std::string AtomorphState<2>::check_consistency() const;
template std::string AtomorphState<3>::check_consistency() const;
template std::string AtomorphState<5>::check_consistency() const;
template std::string AtomorphState<10>::check_consistency() const;

}  // namespace motu
