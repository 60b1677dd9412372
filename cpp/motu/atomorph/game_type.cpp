#include "motu/core/state/game_type.hpp"

#include <array>
#include <utility>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/connection_advisor.hpp"
#include "motu/atomorph/encoder.hpp"
#include "motu/atomorph/evaluator.hpp"
#include "motu/atomorph/eye.hpp"
#include "motu/atomorph/open_tables.hpp"
#include "motu/atomorph/specs.hpp"
#include "motu/atomorph/table_advisor.hpp"
#include "motu/core/levels/connection_eye.hpp"
#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"

namespace motu {

namespace {

const AtomorphGame& atomorph(const Game& game) { return static_cast<const AtomorphGame&>(game); }

struct VisitAtomorph {
  template <class F>
  auto operator()(State& state, F&& f) const {
    return visit_atomorph(state, f);
  }
};

std::unique_ptr<Evaluator> make_flips(const Game& game, std::uint64_t seed) {
  return std::make_unique<FlipEvaluator>(game, seed);
}

constexpr std::array kEvaluators = {kRollout, NamedEvaluator{"flips", make_flips}, kUniform};

std::unique_ptr<Advisor> make_advisor_of(const Game& game, bool asks_tables) {
  auto table = asks_tables ? shared_flip_table(atomorph(game)) : nullptr;
  if (table != nullptr) return std::make_unique<FlipTableAdvisor>(std::move(table));
  return std::make_unique<FlipAdvisor>();
}

std::unique_ptr<NetEncoder> make_encoder(const Game& game) { return std::make_unique<AtomorphEncoder>(atomorph(game)); }

std::vector<int> weak_stones(const State& state) {
  return visit_atomorph(state, [](const auto& concrete) { return concrete.weak(); });
}

std::unique_ptr<Eye> make_eye(const Game& game) {
  return std::make_unique<ConnectionEye>(seen_points(atomorph(game).size()), weak_stones);
}

}  // namespace

const GameType AtomorphGame::kType{
    .name = "atomorph",
    .specs = &kAtomorphSpecs,
    .best = {.evaluator = "flips"},
    .evaluators = kEvaluators,
    .make_advisor = make_advisor_of,
    .make_rollout = PlyByPly<VisitAtomorph>::make,
    .make_encoder = make_encoder,
    .make_prover = nullptr,
    .make_eye = make_eye,
    .count_lines = count_concrete_lines<VisitAtomorph>,
    .count_playouts = count_concrete_playouts<VisitAtomorph>,
};

const GameType& type_of_atomorph() { return AtomorphGame::kType; }

}  // namespace motu
