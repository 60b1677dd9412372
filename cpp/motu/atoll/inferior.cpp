#include "motu/atoll/inferior.hpp"

#include <algorithm>

namespace motu {

// ------------------------------------------------------------------------------------------------------------ fill-in

void InferiorCells::fill_in(const HexBoard& board, std::span<const std::uint8_t> stones) {
  winner_ = kNoColour;
  filled_.assign(stones.begin(), stones.end());
  for (auto* list : {&dead_, &captured_[kFirst], &captured_[kSecond], &candidates_}) list->clear();
  vulnerable_.clear();
  dominated_.clear();
  is_worth_a_look_.assign(stones.size(), 1);
  do {
    link(board);
  } while (!has_winner() && fill_once());
  for (auto* list : {&dead_, &captured_[kFirst], &captured_[kSecond]}) std::ranges::sort(*list);
}

void InferiorCells::link(const HexBoard& board) {
  for (const Colour colour : {kFirst, kSecond}) links_[colour].assign(board, filled_, colour);
}

bool InferiorCells::has_winner() {
  for (const Colour colour : {kFirst, kSecond}) {
    if (links_[colour].has_won() || !links_[other(colour)].can_win()) winner_ = colour;
  }
  return winner_ != kNoColour;
}

// Whether anything was filled. The pairs are looked for in graphs that still have the dead cells found meanwhile, which
// hides some of them until the next round but makes none up.
bool InferiorCells::fill_once() {
  fresh_.clear();
  fill_dead();
  for (const Colour colour : {kFirst, kSecond}) fill_pairs(colour);
  mark_surroundings();
  return !fresh_.empty();
}

void InferiorCells::fill(int cell, std::uint8_t owner, std::vector<int>& list) {
  filled_[static_cast<std::size_t>(cell)] = owner;
  list.push_back(cell);
  fresh_.push_back(cell);
}

void InferiorCells::fill_dead() {
  const int cells = num_cells();
  open_pairs_.assign(2 * static_cast<std::size_t>(cells), {-1, -1});
  for (int cell = 0; cell < cells; ++cell) {
    if (!is_open(cell)) continue;
    for (const Colour colour : {kFirst, kSecond}) {
      const auto pair = links_[colour].open_pair(cell);
      open_pairs_[2 * static_cast<std::size_t>(cell) + colour] = pair;
      if (pair.first >= 0) continue;
      fill(cell, kDeadCell, dead_);
      break;
    }
  }
}

void InferiorCells::fill_pairs(Colour colour) {
  for (int cell = 0; cell < num_cells(); ++cell) {
    if (!is_open(cell) || is_worth_a_look_[static_cast<std::size_t>(cell)] == 0) continue;
    find_killers(colour, cell);
    for (const int killer : killers_) {
      if (!kills(colour, cell, killer)) continue;
      fill(cell, colour, captured_[colour]);
      fill(killer, colour, captured_[colour]);
      break;
    }
  }
}

// Who kills a cell depends on the links among its neighbours: those change only round a cell that was filled.
void InferiorCells::mark_surroundings() {
  std::ranges::fill(is_worth_a_look_, 0);
  for (const LinkGraph& links : links_) {
    scratch_.assign(links.words(), 0);
    for (const int cell : fresh_) {
      for_each_bit(links.near(cell), [&](int vertex) {
        set_bit(scratch_, vertex);
        const Bits next = links.near(vertex);
        for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] |= next[i];
      });
    }
    for_each_bit(scratch_, [&](int vertex) {
      if (links.is_cell(vertex)) is_worth_a_look_[static_cast<std::size_t>(vertex)] = 1;
    });
  }
}

// Two neighbours of the cell that are not linked are known. In the enemy's graph one of them must go; in the own graph
// they must come together, so the killer is one of them, or linked to both.
bool InferiorCells::kills(Colour colour, int killer, int cell) const {
  const auto index = 2 * static_cast<std::size_t>(cell);
  const auto [enemy_a, enemy_b] = open_pairs_[index + other(colour)];
  if ((killer == enemy_a || killer == enemy_b) && links_[other(colour)].is_closed_without(cell, killer)) return true;
  const auto [own_a, own_b] = open_pairs_[index + colour];
  const Bits near = links_[colour].near(killer);
  const bool joins = killer == own_a || killer == own_b || (has_bit(near, own_a) && has_bit(near, own_b));
  return joins && links_[colour].is_closed_with(cell, killer);
}

// The open cells where a stone of `colour` kills the cell.
void InferiorCells::find_killers(Colour colour, int cell) {
  killers_.clear();
  const auto add = [&](int killer) {
    if (killer < num_cells() && killer != cell && is_open(killer) && kills(colour, killer, cell)) {
      killers_.push_back(killer);
    }
  };
  const auto index = 2 * static_cast<std::size_t>(cell);
  const auto [enemy_a, enemy_b] = open_pairs_[index + other(colour)];
  const auto [own_a, own_b] = open_pairs_[index + colour];
  for (const int killer : {enemy_a, enemy_b, own_a, own_b}) add(killer);
  const LinkGraph& links = links_[colour];
  scratch_.assign(links.near(own_a).begin(), links.near(own_a).end());
  for (std::size_t i = 0; i < scratch_.size(); ++i) scratch_[i] &= links.near(own_b)[i];
  for_each_bit(scratch_, add);
  std::ranges::sort(killers_);
  killers_.erase(std::ranges::unique(killers_).begin(), killers_.end());
}

// ----------------------------------------------------------------------------------------------------- inferior moves

void InferiorCells::find(const HexBoard& board, std::span<const std::uint8_t> stones, Colour to_move) {
  fill_in(board, stones);
  if (winner_ != kNoColour) return;
  find_vulnerable(to_move);
  find_dominated(to_move);
  if (candidates_.empty()) winner_ = other(to_move);
}

void InferiorCells::find_vulnerable(Colour to_move) {
  for (int cell = 0; cell < num_cells(); ++cell) {
    if (!is_open(cell)) continue;
    find_killers(other(to_move), cell);
    if (killers_.empty()) {
      candidates_.push_back(cell);
    } else {
      vulnerable_.push_back({cell, killers_.front()});
    }
  }
}

void InferiorCells::find_dominated(Colour to_move) {
  kept_.assign(words_for(num_cells()), 0);
  for (const int cell : candidates_) set_bit(kept_, cell);
  for (const int cell : candidates_) {
    const int better = dominator_of(cell, to_move);
    if (better < 0) continue;
    clear_bit(kept_, cell);
    dominated_.push_back({cell, better});
  }
  std::erase_if(candidates_, [&](int cell) { return !has_bit(kept_, cell); });
}

int InferiorCells::dominator_of(int cell, Colour to_move) {
  find_killers(to_move, cell);
  for (const int killer : killers_) {
    if (has_bit(kept_, killer)) return killer;
  }
  for (const LinkGraph& links : links_) {
    const int better = stand_in_for(links, cell);
    if (better >= 0) return better;
  }
  return -1;
}

// The first kept cell that has all neighbours of `cell`, itself excepted; -1 when there is none.
int InferiorCells::stand_in_for(const LinkGraph& links, int cell) {
  scratch_.assign(kept_.begin(), kept_.end());
  clear_bit(scratch_, cell);
  const Bits near = links.near(cell);
  for (std::size_t i = 0; i < near.size(); ++i) {
    for (std::uint64_t rest = near[i]; rest != 0; rest &= rest - 1) {
      const int vertex = static_cast<int>(64 * i) + std::countr_zero(rest);
      if (!keep_linked(links.near(vertex), vertex)) return -1;
    }
  }
  return first_bit(scratch_);
}

// Leaves in scratch_ what is linked to a vertex, and the vertex; whether anything is left.
bool InferiorCells::keep_linked(Bits linked, int vertex) {
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i) left |= scratch_[i] &= linked[i] | bit_in_word(i, vertex);
  return left != 0;
}

}  // namespace motu
