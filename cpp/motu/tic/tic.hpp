// Tic: three in a row on 3x3. The worked example of how a game is added (CONTRIBUTING.md); built by its test alone.
//
// Squares are 0..8, row by row, r1c1 to r3c3; an action is the square where the mover puts a stone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "motu/core/state/game_type.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

class TicGame final : public Game {
 public:
  static const GameType kType;
  static constexpr int kSize = 3;
  static constexpr int kCells = kSize * kSize;

  static std::shared_ptr<const TicGame> create();

  const GameType& type() const override { return kType; }
  std::string description() const override { return "Tic on 9 cells"; }
  std::unique_ptr<State> new_state() const override;
  int num_cells() const override { return kCells; }
  int num_actions() const override { return kCells; }
  std::string cell_name(int cell) const override;
  // {2, 3, 3}: the mover's stones and the opponent's.
  std::optional<int> max_game_length() const override { return kCells; }
  std::array<int, 3> observation_shape() const override { return {2, kSize, kSize}; }
  std::vector<std::string> observation_planes() const override { return {"own stones", "opponent stones"}; }
  std::vector<Symmetry> symmetries() const override;  // the eight of the square

 private:
  TicGame() : Game(GameIdentity{'t', 'i', 'c'}) {}
};

class TicState final : public State {
 public:
  explicit TicState(std::shared_ptr<const TicGame> game);

  std::unique_ptr<State> clone() const override { return std::make_unique<TicState>(*this); }
  const TicGame& game() const override { return *game_; }
  std::uint64_t hash() const override;
  void stones(std::span<std::uint8_t> out) const override;
  std::vector<int> winning_cells() const override;
  void observe(Colour viewer, std::span<float> out) const override;
  void legal_actions(std::vector<Action>& out) const override;
  bool is_legal(Action action) const override;
  Action sample_legal(Rng& rng) const override;
  void apply_unchecked(Action action) override;
  void undo_unchecked() override;
  std::string action_text(Action action, bool chance) const override;
  Action parse_action(std::string_view text) const override;
  std::string why_illegal(Action action) const override;
  void setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) override;

 private:
  using Cells = std::uint16_t;  // a bit each

  Cells taken() const { return cells_[kFirst] | cells_[kSecond]; }
  void settle(Colour colour);

  std::shared_ptr<const TicGame> game_;
  std::array<Cells, 2> cells_{};  // [colour]
};

static_assert(GameState<TicState>);

}  // namespace motu
