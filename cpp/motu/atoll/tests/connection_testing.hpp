// What the tests of connections share: a judge that plays out every line inside a carrier, and a solver of positions.
// Neither knows the reduced graph or any rule of H-search.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/tests/testing.hpp"

namespace motu::connect_testing {

using namespace motu::atoll_testing;

// Plays one colour's stones against the other's inside a set of empty cells until two vertices of the board are joined
// or never can be.
class CarrierGame {
 public:
  // `from` and `to` are cells or islands (num_cells + island); an empty cell among them counts as the owner's. With
  // from == to == -1 the aim is to win the game.
  CarrierGame(const HexBoard& board, Stones stones, Colour owner, int from, int to, std::vector<int> carrier)
      : board_(board), stones_(std::move(stones)), owner_(owner), from_(from), to_(to), carrier_(std::move(carrier)) {
    for (const int end : {from_, to_}) {
      if (end >= 0 && end < board_.num_cells()) stones_[static_cast<std::size_t>(end)] = owner_;
    }
    for (int island = 0; island < board_.num_islands(); ++island) shores_.push_back(board_.island_cells(island));
    for (int cell = 0; cell < board_.num_cells(); ++cell) neighbours_.push_back(board_.neighbours(cell));
  }

  // The owner plays `key` first; then the opponent moves.
  bool holds_after(int key) {
    stones_[static_cast<std::size_t>(key)] = owner_;
    return holds();
  }
  // The opponent moves first, anywhere in the carrier or elsewhere.
  bool holds() { return joined(owner_) || survives(false); }

 private:
  // Whether the owner gets through with the given side to move.
  bool survives(bool owner_moves) {
    std::uint64_t code = owner_moves ? 1 : 0;
    for (const int cell : carrier_) code = 3 * code + stones_[static_cast<std::size_t>(cell)];
    if (const auto known = values_.find(code); known != values_.end()) return known->second;
    const bool value = search(owner_moves);
    values_.emplace(code, value);
    return value;
  }

  bool search(bool owner_moves) {
    if (joined(owner_)) return true;
    if (!joinable()) return false;
    const Colour mover = owner_moves ? owner_ : other(owner_);
    bool any = false;
    for (const int cell : carrier_) {
      auto& stone = stones_[static_cast<std::size_t>(cell)];
      if (stone != kNoColour) continue;
      any = true;
      stone = mover;
      const bool value = survives(!owner_moves);
      stone = kNoColour;
      if (value == owner_moves) return value;
    }
    // The opponent may also play elsewhere, which gives the owner the move.
    if (!owner_moves && any) return survives(true);
    return false;
  }

  // Joined if the whole rest of the carrier were the owner's.
  bool joinable() {
    const Stones before = stones_;
    for (const int cell : carrier_) {
      auto& stone = stones_[static_cast<std::size_t>(cell)];
      if (stone == kNoColour) stone = owner_;
    }
    const bool result = joined(owner_);
    stones_ = before;
    return result;
  }

  bool joined(Colour colour) const {
    if (from_ < 0) return has_won(board_, stones_, colour);
    const int cells = board_.num_cells();
    std::vector<char> seen(static_cast<std::size_t>(cells + board_.num_islands()), 0);
    std::vector<int> queue{from_};
    seen[static_cast<std::size_t>(from_)] = 1;
    const auto visit = [&](int vertex) {
      if (seen[static_cast<std::size_t>(vertex)]) return;
      if (vertex < cells ? stones_[static_cast<std::size_t>(vertex)] != colour
                         : board_.island_colour(vertex - cells) != colour)
        return;
      seen[static_cast<std::size_t>(vertex)] = 1;
      queue.push_back(vertex);
    };
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const int at = queue[i];
      if (at == to_) return true;
      if (at >= cells) {
        for (const int cell : shores_[static_cast<std::size_t>(at - cells)]) visit(cell);
        continue;
      }
      for (const int near : neighbours_[static_cast<std::size_t>(at)]) {
        if (near >= 0) visit(near);
      }
      for (int island = 0; island < board_.num_islands(); ++island) {
        if (std::ranges::count(shores_[static_cast<std::size_t>(island)], at) > 0) visit(cells + island);
      }
    }
    return false;
  }

  const HexBoard& board_;
  Stones stones_;
  Colour owner_;
  int from_;
  int to_;
  std::vector<int> carrier_;
  std::vector<std::vector<int>> shores_;
  std::vector<std::array<int, 6>> neighbours_;
  std::unordered_map<std::uint64_t, bool> values_;
};

// Who wins a position under best play, by trying everything; results are kept by stones and mover.
class BruteForce {
 public:
  // Whether the colour to move wins. The pie rule must be out of play.
  bool mover_wins(AtollState& state) {
    if (state.is_terminal()) return false;  // the last stone has won
    const std::uint64_t key = state.hash();
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    std::vector<Action> actions;
    state.legal_actions(actions);
    bool wins = false;
    for (const Action action : actions) {
      state.apply_unchecked(action);
      wins = !mover_wins(state);
      state.undo_unchecked();
      if (wins) break;
    }
    values_.emplace(key, wins);
    return wins;
  }
  bool wins_by(AtollState& state, Action action) {
    state.apply_unchecked(action);
    const bool wins = !mover_wins(state);
    state.undo_unchecked();
    return wins;
  }

 private:
  std::unordered_map<std::uint64_t, bool> values_;
};

inline Stones stones_of(const AtollState& state) {
  Stones stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  return stones;
}

// A position with so many stones, placed in turn at random, that nobody has won yet.
inline AtollState random_open_position(const std::shared_ptr<const AtollGame>& game, Rng& rng, int stones) {
  for (;;) {
    AtollState state(game);
    for (int i = 0; i < stones && !state.is_terminal(); ++i) state.apply_unchecked(state.sample_legal(rng));
    if (!state.is_terminal()) return state;
  }
}

// Stones by cell names, black's and white's, with a side to move.
inline AtollState position(const std::shared_ptr<const HexBoard>& board, const std::vector<std::string_view>& black,
                           const std::vector<std::string_view>& white, Colour to_move) {
  Stones stones(static_cast<std::size_t>(board->num_cells()), kNoColour);
  for (const auto name : black) stones[static_cast<std::size_t>(board->find_cell(name))] = kFirst;
  for (const auto name : white) stones[static_cast<std::size_t>(board->find_cell(name))] = kSecond;
  AtollState state(AtollGame::create(board, {.swap = false}));
  state.setup(stones, to_move, 0);
  return state;
}

inline std::vector<int> cells_named(const HexBoard& board, const std::vector<std::string_view>& names) {
  std::vector<int> cells;
  for (const auto name : names) cells.push_back(board.find_cell(name));
  std::ranges::sort(cells);
  return cells;
}

}  // namespace motu::connect_testing
