#include "motu/core/state/game_type.hpp"

#include <array>

#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/tic/tic.hpp"

namespace motu {

namespace {

struct VisitTic {
  template <class F>
  auto operator()(State& state, F&& f) const {
    return f(static_cast<TicState&>(state));
  }
};

constexpr std::array kEvaluators = {kRollout, kUniform};

}  // namespace

const GameType TicGame::kType{
    .name = "tic",
    .evaluators = kEvaluators,
    .make_rollout = PlyByPly<VisitTic>::make,
    .count_lines = count_concrete_lines<VisitTic>,
    .count_playouts = count_concrete_playouts<VisitTic>,
};

}  // namespace motu
