#include "motu/search/evaluator_names.hpp"

#include <array>

#include "motu/games/atoll.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/lines/lines_evaluator.hpp"
#include "motu/search/atomorph_evaluator.hpp"
#include "motu/search/connection_evaluator.hpp"
#include "motu/search/evaluators.hpp"

namespace motu {

namespace {

struct NamedEvaluator {
  std::string_view name;
  bool (*applies)(const Game& game);
  std::unique_ptr<Evaluator> (*make)(const Game& game, std::uint64_t seed);
};

bool applies_to_all(const Game& /*game*/) { return true; }

std::unique_ptr<Evaluator> make_rollout(const Game& game, std::uint64_t seed) {
  return std::make_unique<RolloutEvaluator>(game, seed);
}

std::unique_ptr<Evaluator> make_uniform(const Game& /*game*/, std::uint64_t /*seed*/) {
  return std::make_unique<UniformEvaluator>();
}

bool applies_to_atomorph(const Game& game) { return dynamic_cast<const AtomorphGame*>(&game) != nullptr; }

std::unique_ptr<Evaluator> make_flips(const Game& game, std::uint64_t seed) {
  return std::make_unique<FlipEvaluator>(game, seed);
}

bool applies_to_atoll(const Game& game) { return dynamic_cast<const AtollGame*>(&game) != nullptr; }

std::unique_ptr<Evaluator> make_resistance(const Game& game, std::uint64_t /*seed*/) {
  return std::make_unique<ResistanceEvaluator>(game);
}

bool applies_to_atmalof(const Game& game) { return dynamic_cast<const AtmalofGame*>(&game) != nullptr; }

std::unique_ptr<Evaluator> make_lines(const Game& game, std::uint64_t /*seed*/) {
  return std::make_unique<LinesEvaluator>(line_net_for(static_cast<const AtmalofGame&>(game)));
}

// A line for each; the name is what people type.
constexpr std::array kEvaluators = {
    NamedEvaluator{"rollout", applies_to_all, make_rollout},
    NamedEvaluator{"resistance", applies_to_atoll, make_resistance},
    NamedEvaluator{"flips", applies_to_atomorph, make_flips},
    NamedEvaluator{"uniform", applies_to_all, make_uniform},
    NamedEvaluator{"lines", applies_to_atmalof, make_lines},
};

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " and ";
    text += names[i];
  }
  return text;
}

}  // namespace

std::unique_ptr<Evaluator> make_named_evaluator(const Game& game, std::string_view name, std::uint64_t seed) {
  for (const NamedEvaluator& evaluator : kEvaluators) {
    if (evaluator.name == name && evaluator.applies(game)) return evaluator.make(game, seed);
  }
  const auto names = evaluator_names(game);
  const std::string text(name);
  throw Error("engine/unknown-evaluator",
              "no evaluator '" + text + "' for this game: there are " + joined(names) + ", or a callable of your own",
              text, {}, names);
}

std::vector<std::string> evaluator_names(const Game& game) {
  std::vector<std::string> names;
  for (const NamedEvaluator& evaluator : kEvaluators) {
    if (evaluator.applies(game)) names.emplace_back(evaluator.name);
  }
  return names;
}

}  // namespace motu
