#include "motu/core/state/game_type.hpp"

#include <array>
#include <utility>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atmalof/encoder.hpp"
#include "motu/atmalof/evaluator.hpp"
#include "motu/atmalof/line_eye.hpp"
#include "motu/atmalof/open_tables.hpp"
#include "motu/atmalof/specs.hpp"
#include "motu/atmalof/table_advisor.hpp"
#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"

namespace motu {

namespace {

const AtmalofGame& atmalof(const Game& game) { return static_cast<const AtmalofGame&>(game); }

struct VisitAtmalof {
  template <class F>
  auto operator()(State& state, F&& f) const {
    return visit_atmalof(state, f);
  }
};

std::unique_ptr<Evaluator> make_lines(const Game& game, std::uint64_t /*seed*/) {
  return std::make_unique<LinesEvaluator>(line_net_for(atmalof(game)));
}

constexpr std::array kEvaluators = {kRollout, kUniform, NamedEvaluator{"lines", make_lines}};

std::unique_ptr<Advisor> make_advisor_of(const Game& game, bool asks_tables) {
  auto table = asks_tables ? line_table_for(atmalof(game)) : nullptr;
  return table != nullptr ? std::make_unique<LineTableAdvisor>(std::move(table)) : nullptr;
}

std::unique_ptr<NetEncoder> make_encoder(const Game& game) { return std::make_unique<AtmalofEncoder>(atmalof(game)); }

std::unique_ptr<Eye> make_eye(const Game& game) { return std::make_unique<LineEye>(atmalof(game)); }

}  // namespace

const GameType AtmalofGame::kType{
    .name = "atmalof",
    .specs = &kAtmalofSpecs,
    .best = {.evaluator = "lines", .static_evaluator = "lines"},
    .evaluators = kEvaluators,
    .make_advisor = make_advisor_of,
    .make_rollout = PlyByPly<VisitAtmalof>::make,
    .make_encoder = make_encoder,
    .make_prover = nullptr,
    .make_eye = make_eye,
    .count_lines = count_concrete_lines<VisitAtmalof>,
    .count_playouts = count_concrete_playouts<VisitAtmalof>,
};

const GameType& type_of_atmalof() { return AtmalofGame::kType; }

}  // namespace motu
