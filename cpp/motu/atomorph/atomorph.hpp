// Atomorph: connect your two edges; weak enemy stones can be flipped (rules.md, Atomorph).
//
// Points are numbered a1 = 0, b1 = 1, …, row by row from the bottom; the edges, as islands, are 0 top (black), 1 right
// (white), 2 bottom (black), 3 left (white). With N points: place p, flip N + p, put a stone back 2N + p (only with
// return_stone), and swap as the last id (only with swap).
//
// Everything is bitboards: a colour *attacks* the points on which a stone of the other colour would be weak. So a stone
// is weak where the enemy attacks it, and contested where its own colour attacks the point, too.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "motu/core/boards/point_set.hpp"
#include "motu/core/state/game_type.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

struct AtomorphRules {
  int size = 11;                 // points a side, 3..25
  bool contested_never = false;  // contested stones are never flipped
  bool corners = true;           // stones in the corners can be flipped
  bool return_stone = false;     // a removed stone is put back at the beginning of its owner's next turn
  bool swap = true;              // the pie rule

  bool operator==(const AtomorphRules&) const = default;
};

// The sets of points that the bitboards need, for any size.
struct AtomorphMasks {
  using Words = std::array<std::uint64_t, 10>;
  Words board{};
  Words not_first_column{};
  Words not_last_column{};
  Words corners{};
  std::array<std::array<Words, 2>, 2> edges{};  // [colour][0 bottom or left, 1 top or right]

  static bool has(const Words& words, int point) {
    return ((words[static_cast<std::size_t>(point / 64)] >> (point % 64)) & 1U) != 0;
  }
};

class AtomorphGame final : public Game {
 public:
  static const GameType kType;
  static constexpr int kMinSize = 3;
  static constexpr int kMaxSize = 25;
  // Flags of a position that is set up by hand.
  static constexpr unsigned kBan = 1;       // the opponent's last turn flipped a contested stone
  static constexpr unsigned kToReturn = 2;  // the mover has a stone to put back (only with return_stone)

  // Throws "rules/invalid" for a size that is out of range.
  static std::shared_ptr<const AtomorphGame> create(const AtomorphRules& rules);

  const AtomorphRules& rules() const { return rules_; }
  int size() const { return rules_.size; }
  const GameType& type() const override { return kType; }
  std::string description() const override;
  std::unique_ptr<State> new_state() const override;  // an AtomorphState<num_words()>
  int num_cells() const override { return num_cells_; }
  int num_actions() const override { return (rules_.return_stone ? 3 : 2) * num_cells_ + (rules_.swap ? 1 : 0); }
  // Flips in the corners are not, where the rules forbid them.
  bool is_ever_legal(Action action) const override {
    return rules_.corners || kind_of(action) != Kind::flip || !is_corner(point_of(action));
  }
  std::string cell_name(int cell) const override;
  // {11, size, size}; row 0 is the lowest row, a1 comes first. Every plane is 0 or 1 and seen from the mover's side;
  // the board is not turned, so "own edges" and "mover is black" say which way the mover connects:
  //   0 own stones, 1 opponent stones, 2 own weak stones, 3 opponent weak stones, 4 contested stones (of both colours),
  //   5 flippable (what the mover may flip in this very action), 6 own edges, and, each on all points or on none:
  //   7 mover is black, 8 ban, 9 a stone to put back, 10 swap is legal.
  std::array<int, 3> observation_shape() const override;
  std::vector<std::string> observation_planes() const override;
  std::vector<Symmetry> symmetries() const override;  // the eight of the square

  // The smallest W that holds the board and for which there is an AtomorphState<W>.
  int num_words() const;
  // -1 when the rules have no swap.
  Action swap_action() const { return rules_.swap ? num_actions() - 1 : -1; }
  const AtomorphMasks& masks() const { return masks_; }
  std::uint64_t key(Colour colour, int point) const { return keys_[static_cast<std::size_t>(2 * point + colour)]; }

  bool is_corner(int point) const {
    const int last = rules_.size - 1;
    return (point % rules_.size == 0 || point % rules_.size == last) &&
           (point < rules_.size || point / rules_.size == last);
  }

  // What an action does besides swapping.
  enum class Kind : std::uint8_t { place, flip, put_back, swap };
  Kind kind_of(Action action) const {
    if (action < num_cells_) return Kind::place;
    if (action < 2 * num_cells_) return Kind::flip;
    return action == swap_action() ? Kind::swap : Kind::put_back;
  }
  int point_of(Action action) const { return action % num_cells_; }  // not of swap
  std::string action_text(Action action) const;
  // Throws "position/invalid" for what AtomorphState::setup must not be given.
  void check_position(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) const;
  // The action that a text names, or -1 and in `reason` why it names none.
  Action read_action(std::string_view text, std::string& reason) const;

 private:
  AtomorphGame(const GameIdentity& identity, const AtomorphRules& rules);
  int read_point(std::string_view name, std::string& reason) const;

  AtomorphRules rules_;
  int num_cells_;
  AtomorphMasks masks_;
  std::vector<std::uint64_t> keys_;  // Zobrist keys, [point][colour]
};

template <int W>
class AtomorphState final : public State {
 public:
  using Points = PointSet<W>;

  explicit AtomorphState(std::shared_ptr<const AtomorphGame> game);

  std::unique_ptr<State> clone() const override { return std::make_unique<AtomorphState>(*this); }
  const AtomorphGame& game() const override { return *game_; }
  std::uint64_t hash() const override;
  void stones(std::span<std::uint8_t> out) const override;
  // A shortest chain, from the bottom or the left edge on.
  std::vector<int> winning_cells() const override;
  void observe(Colour viewer, std::span<float> out) const override;
  void observe_bytes(Colour viewer, std::span<std::uint8_t> out) const override;
  void legal_actions(std::vector<Action>& out) const override;
  bool is_legal(Action action) const override;
  Action sample_legal(Rng& rng) const override;
  void apply_unchecked(Action action) override;
  void undo_unchecked() override;
  std::string action_text(Action action, bool chance) const override;
  Action parse_action(std::string_view text) const override;
  std::string why_illegal(Action action) const override;
  // A decided position is terminal at once (its flags are dropped); a mover without an action is skipped at once.
  void setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) override;

  int num_empty() const { return num_empty_; }
  const Points& stones_of(Colour colour) const { return stones_[colour]; }
  // Points on which a stone of the other colour would be weak.
  const Points& attacks_of(Colour colour) const { return attacks_[colour]; }
  // What the mover may flip if the next action is a regular one.
  Points flips() const;
  // Stones of both colours, ascending.
  std::vector<int> weak() const;
  std::vector<int> contested() const;
  // Whether the mover must not flip contested stones because the opponent's last turn flipped one. False at the end.
  bool ban() const { return ban_; }
  // Whether the mover has to put a stone back first. False at the end.
  bool to_return() const { return to_return_; }
  // Recomputes everything that is kept up to date from the stones alone, point by point. Empty, or what is wrong; for
  // tests.
  std::string check_consistency() const;

 private:
  // What an action alone does not say about the position before it.
  struct Before {
    std::array<Points, 2> attacks;
    std::uint64_t stones_hash;
    std::int32_t ply;
    Colour to_move;
    bool ban;
    bool to_return;
  };

  template <class T>
  void draw_planes(Colour viewer, T one, std::span<T> out) const;
  bool is_empty(int point) const { return !stones_[kFirst].has(point) && !stones_[kSecond].has(point); }
  Points empty_points() const;
  Points attacked_by(Colour colour) const;
  Points weak_stones() const;
  Points contested_stones() const;
  void toggle_stone(Colour colour, int point);
  bool connects(Colour colour, Points group) const;
  bool connects_through(Colour colour, int point) const;
  void end_turn(bool ban, bool to_return);
  void skip_without_action();
  void finish(Termination termination, int winner);
  std::string why_no_flip(int point) const;

  std::shared_ptr<const AtomorphGame> game_;
  std::array<Points, 2> stones_;
  std::array<Points, 2> attacks_;
  std::uint64_t stones_hash_ = 0;
  std::int32_t num_empty_;
  bool ban_ = false;
  bool to_return_ = false;
  std::vector<Before> befores_;  // one for each entry of history_
};

extern template class AtomorphState<1>;   // to 8x8
extern template class AtomorphState<2>;   // to 11x11
extern template class AtomorphState<3>;   // to 13x13
extern template class AtomorphState<5>;   // to 17x17
extern template class AtomorphState<10>;  // to 25x25

static_assert(GameState<AtomorphState<3>>);

// Calls visit with the concrete state. `state` must belong to an AtomorphGame, or std::bad_cast is thrown.
template <class F>
decltype(auto) visit_atomorph(State& state, F&& visit) {
  switch (expect<AtomorphGame>(state.game()).num_words()) {
    case 1:
      return visit(static_cast<AtomorphState<1>&>(state));
    case 2:
      return visit(static_cast<AtomorphState<2>&>(state));
    case 3:
      return visit(static_cast<AtomorphState<3>&>(state));
    case 5:
      return visit(static_cast<AtomorphState<5>&>(state));
    default:
      return visit(static_cast<AtomorphState<10>&>(state));
  }
}

template <class F>
decltype(auto) visit_atomorph(const State& state, F&& visit) {
  return visit_atomorph(const_cast<State&>(state),
                        [&](auto& concrete) -> decltype(auto) { return visit(std::as_const(concrete)); });
}

}  // namespace motu
