// Atoll, Hex included: connect islands round a rim (rules.md, Atoll). The board is data; nothing here knows a shape.
//
// Connection is a union-find over cells and islands without path compression, so that undo only pops a log. A root
// keeps the set of its colour's islands as a bit mask; the game is won when a union makes a mask that HexBoard::wins
// accepts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motu/core/boards/hex_board.hpp"
#include "motu/core/state/game_type.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

struct AtollRules {
  bool swap = true;
};

class AtollGame final : public Game {
 public:
  static const GameType kType;
  static std::shared_ptr<const AtollGame> create(std::shared_ptr<const HexBoard> board, const AtollRules& rules);

  const HexBoard& board() const { return *board_; }
  const std::shared_ptr<const HexBoard>& shared_board() const { return board_; }
  const AtollRules& rules() const { return rules_; }
  const GameType& type() const override { return kType; }
  std::string description() const override;
  std::unique_ptr<State> new_state() const override;
  int num_cells() const override { return board_->num_cells(); }
  int num_actions() const override { return board_->num_cells() + (rules_.swap ? 1 : 0); }
  // Every action but the swap takes a cell.
  std::optional<int> max_game_length() const override { return num_actions(); }
  // The swap action's id; out of range when the rules have no swap.
  Action swap_action() const { return board_->num_cells(); }
  std::string cell_name(int cell) const override { return board_->cell_name(cell); }
  std::array<int, 3> observation_shape() const override;
  std::vector<std::string> observation_planes() const override;
  std::vector<Symmetry> symmetries() const override;

  // Where each cell stands in a plane of an observation; empty where that is its number.
  std::span<const std::uint16_t> places() const { return places_; }
  // What an observation shows of every position, whatever stands on the board: 0 or 255, planes first.
  std::span<const std::uint8_t> background(Colour viewer) const { return backgrounds_[viewer]; }

  std::uint64_t key(Colour colour, int cell) const { return keys_[static_cast<std::size_t>(2 * cell + colour)]; }

 private:
  AtollGame(const GameIdentity& identity, std::shared_ptr<const HexBoard> board, const AtollRules& rules);

  void draw_background(Colour viewer);

  std::shared_ptr<const HexBoard> board_;
  AtollRules rules_;
  std::vector<std::uint64_t> keys_;                       // Zobrist keys, [cell][colour]
  std::vector<std::uint16_t> places_;                     // [cell], or none
  std::array<std::vector<std::uint8_t>, 2> backgrounds_;  // [viewer]
};

class AtollState final : public State {
 public:
  explicit AtollState(std::shared_ptr<const AtollGame> game);

  std::unique_ptr<State> clone() const override { return std::make_unique<AtollState>(*this); }
  const AtollGame& game() const override { return *game_; }
  std::uint64_t hash() const override;
  void stones(std::span<std::uint8_t> out) const override;
  std::vector<int> winning_cells() const override;
  void observe(Colour viewer, std::span<float> out) const override;
  void observe_bytes(Colour viewer, std::span<std::uint8_t> out) const override;
  void legal_actions(std::vector<Action>& out) const override;
  void legal_mask(std::span<std::uint8_t> out) const override;
  bool is_legal(Action action) const override;
  Action sample_legal(Rng& rng) const override;
  void apply_unchecked(Action action) override;
  void undo_unchecked() override;
  std::string action_text(Action action, bool chance) const override;
  Action parse_action(std::string_view text) const override;
  std::string why_illegal(Action action) const override;
  // No flags: they must be 0.
  void setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) override;

  int num_empty() const { return num_empty_; }
  // The empty cells in no particular order.
  std::span<const std::uint16_t> empty_cells() const {
    return std::span<const std::uint16_t>(empties_.data(), static_cast<std::size_t>(num_empty_));
  }
  Colour stone(int cell) const { return colours_[static_cast<std::size_t>(cell)]; }
  // The islands of its colour in the group of a stone, or of an island (vertex num_cells() + i): bits as in
  // HexBoard::wins.
  std::uint64_t islands_of(int vertex) const { return masks_[find(static_cast<std::uint16_t>(vertex))]; }
  // Recomputes groups, hash and winner from the stones alone and compares; for tests.
  bool check_consistency() const;

 private:
  struct Union {
    std::uint16_t child;
    std::uint16_t parent;
    std::uint64_t old_mask;  // of the parent
  };

  void reset();
  void place(int cell, Colour colour);
  void remove_last(int cell);
  void unite(std::uint16_t a, std::uint16_t b, Colour colour);
  std::uint16_t find(std::uint16_t vertex) const {
    while (parents_[vertex] != vertex) vertex = parents_[vertex];
    return vertex;
  }
  void draw_planes(Colour viewer, std::uint8_t one, std::span<std::uint8_t> out) const;
  template <class Place>
  void draw_stones(Place place, Colour viewer, std::uint8_t one, std::size_t area, std::uint8_t* out) const;
  bool connects_without(const std::vector<char>& removed) const;

  std::shared_ptr<const AtollGame> game_;
  const HexBoard* board_;               // game_'s, one indirection less
  std::vector<std::uint8_t> colours_;   // [vertex] cells, islands, and one dummy that equals nothing
  std::vector<std::uint16_t> parents_;  // [vertex]
  std::vector<std::uint16_t> sizes_;    // [vertex], of roots
  std::vector<std::uint64_t> masks_;    // [vertex], of roots: own islands in the group
  std::vector<std::uint16_t> empties_;  // the empty cells first
  std::vector<std::uint16_t> slots_;    // [cell] -> place in empties_
  std::vector<Union> unions_;
  std::vector<std::uint16_t> marks_;  // unions_.size() before each stone
  std::int32_t num_empty_ = 0;
  std::uint64_t hash_ = 0;
};

static_assert(GameState<AtollState>);

// A position as one of Atoll; null where it is of another game.
inline const AtollState* atoll_state(const State& state) {
  return as<AtollGame>(state.game()) != nullptr ? static_cast<const AtollState*>(&state) : nullptr;
}

}  // namespace motu
