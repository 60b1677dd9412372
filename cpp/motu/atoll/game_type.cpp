#include "motu/core/state/game_type.hpp"

#include <array>
#include <utility>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/connection_advisor.hpp"
#include "motu/atoll/connection_evaluator.hpp"
#include "motu/atoll/encoder.hpp"
#include "motu/atoll/eye.hpp"
#include "motu/atoll/open_tables.hpp"
#include "motu/atoll/result_prover.hpp"
#include "motu/atoll/rollout.hpp"
#include "motu/atoll/specs.hpp"
#include "motu/atoll/table_advisor.hpp"
#include "motu/core/levels/connection_eye.hpp"
#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"

namespace motu {

namespace {

const AtollGame& atoll(const Game& game) { return static_cast<const AtollGame&>(game); }

struct VisitAtoll {
  template <class F>
  auto operator()(State& state, F&& f) const {
    return f(static_cast<AtollState&>(state));
  }
};

std::unique_ptr<Evaluator> make_resistance(const Game& game, std::uint64_t /*seed*/) {
  return std::make_unique<ResistanceEvaluator>(game);
}

constexpr std::array kEvaluators = {kRollout, NamedEvaluator{"resistance", make_resistance}, kUniform};

std::unique_ptr<Advisor> make_advisor_of(const Game& game, bool asks_tables) {
  auto table = asks_tables ? connection_table_for(atoll(game)) : nullptr;
  if (table != nullptr) return std::make_unique<ProofTableAdvisor>(atoll(game), std::move(table));
  return std::make_unique<ConnectionAdvisor>();
}

std::unique_ptr<Rollout> make_rollout(const Game& game) { return std::make_unique<AtollRollout>(atoll(game)); }

std::unique_ptr<NetEncoder> make_encoder(const Game& game) { return std::make_unique<AtollEncoder>(atoll(game)); }

std::unique_ptr<ResultProver> make_prover(const Game& game, std::uint64_t nodes) {
  return std::make_unique<AtollResultProver>(atoll(game), nodes);
}

std::unique_ptr<Eye> make_eye(const Game& game) {
  return std::make_unique<ConnectionEye>(seen_board(atoll(game).board()));
}

}  // namespace

const GameType AtollGame::kType{
    .name = "atoll",
    .specs = &kAtollSpecs,
    .best = {"resistance", "resistance", 0.6F, 16},
    .evaluators = kEvaluators,
    .make_advisor = make_advisor_of,
    .make_rollout = make_rollout,
    .make_encoder = make_encoder,
    .make_prover = make_prover,
    .make_eye = make_eye,
    .count_lines = count_concrete_lines<VisitAtoll>,
    .count_playouts = count_concrete_playouts<VisitAtoll>,
};

const GameType& type_of_atoll() { return AtollGame::kType; }

}  // namespace motu
