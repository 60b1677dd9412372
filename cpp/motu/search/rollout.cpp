#include "motu/search/rollout.hpp"

#include "motu/games/atoll_fill.hpp"

namespace motu {

namespace {

double value_of(Outcome outcome) {
  if (outcome.winner < 0) return 0.0;
  return outcome.winner == 0 ? 1.0 : -1.0;
}

class PlyByPly final : public Rollout {
 public:
  double run(State& state, Rng& rng) override {
    Outcome outcome;
    int plies = 0;
    // An unfinished game is worth nothing to either side.
    return play_out(state, rng, kRolloutPlies, outcome, plies) ? value_of(outcome) : 0.0;
  }
};

class FillTheBoard final : public Rollout {
 public:
  explicit FillTheBoard(const AtollGame& game) : fill_(AtollFill::create(game.board())) {}

  double run(State& state, Rng& rng) override {
    if (state.is_terminal()) return value_of(state.outcome());
    fill_->load(static_cast<const AtollState&>(state));
    const int winner = fill_->run(rng) ^ static_cast<int>(state.is_swapped());
    return winner == 0 ? 1.0 : -1.0;
  }

 private:
  std::unique_ptr<AtollFill> fill_;
};

}  // namespace

std::unique_ptr<Rollout> Rollout::create(const Game& game) {
  if (const auto* atoll = dynamic_cast<const AtollGame*>(&game)) return std::make_unique<FillTheBoard>(*atoll);
  return std::make_unique<PlyByPly>();
}

}  // namespace motu
