#include "motu/atoll/table_judge.hpp"

namespace motu {

ConnectionVerdict ConnectionJudge::judge(std::span<const std::uint8_t> stones, Colour to_move) {
  inferior_.fill_in(*board_, stones);
  ConnectionVerdict verdict;
  verdict.winner = inferior_.winner();
  if (!verdict.is_known()) return look_up(inferior_, to_move);
  const auto& captured = inferior_.captured(verdict.winner);
  verdict.cells = static_cast<int>(captured.size());
  if (verdict.winner == to_move && !captured.empty()) verdict.move = captured.front();
  return verdict;
}

ConnectionVerdict ConnectionJudge::look_up(const InferiorCells& filled, Colour to_move) const {
  ConnectionVerdict verdict;
  const auto [key, symmetry] = table_->keys().key_of(filled.links(), to_move);
  const ProvedPosition* found = table_->find(key);
  if (found == nullptr) return verdict;
  verdict.winner = found->mover_wins != 0 ? to_move : other(to_move);
  const auto origin = table_->keys().origin(symmetry);
  if (found->mover_wins != 0 && found->move < origin.size()) verdict.move = origin[found->move];
  verdict.cells = found->cells + static_cast<int>(filled.captured(verdict.winner).size());
  return verdict;
}

}  // namespace motu
