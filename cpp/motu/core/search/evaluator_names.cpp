#include "motu/core/search/evaluator_names.hpp"

#include "motu/core/state/game_type.hpp"

namespace motu {

namespace {

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
  for (const NamedEvaluator& evaluator : game.type().evaluators) {
    if (evaluator.name == name) return evaluator.make(game, seed);
  }
  const auto names = evaluator_names(game);
  const std::string text(name);
  throw Error("engine/unknown-evaluator",
              "no evaluator '" + text + "' for this game: there are " + joined(names) + ", or a callable of your own",
              text, {}, names);
}

std::vector<std::string> evaluator_names(const Game& game) {
  std::vector<std::string> names;
  for (const NamedEvaluator& evaluator : game.type().evaluators) names.emplace_back(evaluator.name);
  return names;
}

}  // namespace motu
