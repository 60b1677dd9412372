#include "motu/atoll/table_advisor.hpp"

#include <cstddef>
#include <utility>

namespace motu {

ProofTableAdvisor::ProofTableAdvisor(const AtollGame& game, std::shared_ptr<const ConnectionTable> table,
                                     const ConnectionOptions& options)
    : ConnectionAdvisor(options), game_(share(game)), judge_(game.shared_board(), std::move(table)) {}

std::unique_ptr<Advisor> ProofTableAdvisor::fork() const {
  return std::make_unique<ProofTableAdvisor>(*game_, judge_.table(), options());
}

bool ProofTableAdvisor::recall(const AtollState& state, const InferiorCells& filled, Advice& advice) {
  const ConnectionVerdict verdict = judge_.look_up(filled, state.to_move());
  const bool wins = verdict.winner == state.to_move();
  // A win without its move is of no use to a search.
  if (!verdict.is_known() || (wins && verdict.move < 0)) return false;
  advice.bounds = win_of(state, verdict.winner);
  advice.best = wins ? verdict.move : -1;
  advice.plies = plies_within(static_cast<std::size_t>(verdict.cells), wins);
  return true;
}

void ProofTableAdvisor::advise_moves(State& state, std::vector<ProvedMove>& moves) {
  const auto& atoll = static_cast<const AtollState&>(state);
  if (atoll.swap_is_next()) return;
  const Colour mover = atoll.to_move();
  stones_.resize(static_cast<std::size_t>(game_->num_cells()));
  atoll.stones(stones_);
  const ConnectionVerdict whole = judge_.judge(stones_, mover);
  const auto tell = [&](Action action, const ConnectionVerdict& verdict) {
    const int plies = plies_within(static_cast<std::size_t>(verdict.cells), verdict.winner != mover);
    moves.push_back({action, win_of(atoll, verdict.winner), plies});
  };
  if (atoll.swap_is_legal() && whole.is_known()) {
    // The persons exchange colours: who wins by placing is the one that gives the move away.
    const ConnectionVerdict swapped{other(whole.winner), -1, whole.cells};
    tell(game_->swap_action(), swapped);
  }
  for (const std::uint16_t cell : atoll.empty_cells()) {
    if (whole.winner == mover && whole.move == cell) {
      tell(cell, whole);
      continue;
    }
    stones_[cell] = mover;
    const ConnectionVerdict after = judge_.judge(stones_, other(mover));
    stones_[cell] = kNoColour;
    if (after.is_known()) tell(cell, after);
  }
}

}  // namespace motu
