#include "motu/core/state/game_type.hpp"

#include <array>

#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/specs/specs.hpp"
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

constexpr std::array<SpecPreset, 1> kPresets = {{{"tic", ""}}};

const SpecType kSpecs{
    .example = "tic",
    .presets = kPresets,
    .keys = {},
    .colours = {"black", "white"},
    .settle = [](const SpecValues& given) { return given; },
    .make = [](const SpecValues&, const OwnBoard*) -> std::shared_ptr<const Game> { return TicGame::create(); },
};

}  // namespace

const GameType TicGame::kType{
    .name = "tic",
    .specs = &kSpecs,
    .best = {},
    .evaluators = kEvaluators,
    .make_rollout = PlyByPly<VisitTic>::make,
    .count_lines = count_concrete_lines<VisitTic>,
    .count_playouts = count_concrete_playouts<VisitTic>,
};

const GameType& type_of_tic() { return TicGame::kType; }

}  // namespace motu
