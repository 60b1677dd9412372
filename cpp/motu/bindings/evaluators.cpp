#include "motu/bindings/evaluators.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <string>
#include <utility>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/bindings/shared_object.hpp"
#include "motu/core/search/evaluator_names.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// Asks a Python callable: observations float32 [batch, planes, rows, columns] in; out the values [batch] for whose turn
// it is, in [-1, 1], and None or priors [batch, num_actions], of which the legal ones count.
class CallbackEvaluator final : public Evaluator {
 public:
  CallbackEvaluator(SharedObject callback, bool has_priors) : callback_(std::move(callback)), has_priors_(has_priors) {}

  bool has_priors() const override { return has_priors_; }

  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    const PythonLocked locked;
    const nb::object answer = ask_python(*callback_, observations(states));
    if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) != 2) {
      throw nb::type_error("an evaluator returns a pair (values, priors), priors being None or an array");
    }
    read_values(answer[0], out);
    for (auto& evaluation : out) evaluation.taken.clear();
    if (has_priors_) read_priors(answer[1], states, out);
  }

  std::unique_ptr<Evaluator> fork(std::uint64_t /*seed*/) const override {
    return std::make_unique<CallbackEvaluator>(callback_, has_priors_);
  }

 private:
  using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

  static nb::object observations(std::span<State* const> states) {
    const auto shape = states.front()->game().observation_shape();
    std::size_t sizes[4] = {states.size()};
    std::size_t size = 1;
    for (std::size_t i = 0; i < 3; ++i) size *= sizes[i + 1] = static_cast<std::size_t>(shape[i]);
    auto* planes = new float[states.size() * size];
    const nb::capsule owner(planes, [](void* p) noexcept { delete[] static_cast<float*>(p); });
    for (std::size_t i = 0; i < states.size(); ++i) states[i]->observation({planes + i * size, size});
    return nb::cast(nb::ndarray<nb::numpy, float, nb::ndim<4>>(planes, 4, sizes, owner));
  }

  static Floats as_floats(const nb::object& answer, std::size_t size, const char* what) {
    const nb::object array = as_numpy(answer, "float32");
    auto floats = nb::cast<Floats>(array);
    if (floats.size() != size) {
      throw nb::value_error((std::string("an evaluator's ") + what + " have the wrong size").c_str());
    }
    return floats;
  }

  static void read_values(const nb::object& answer, std::span<Evaluation> out) {
    const Floats values = as_floats(answer, out.size(), "values");
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!(std::abs(values.data()[i]) <= 1.0F)) throw nb::value_error("an evaluator's values lie in [-1, 1]");
      out[i].value = values.data()[i];
    }
  }

  void read_priors(const nb::object& answer, std::span<State* const> states, std::span<Evaluation> out) {
    const auto num_actions = static_cast<std::size_t>(states.front()->game().num_actions());
    const Floats priors = as_floats(answer, states.size() * num_actions, "priors");
    for (std::size_t i = 0; i < states.size(); ++i) {
      states[i]->legal_actions(actions_);
      take_legal({priors.data() + i * num_actions, num_actions}, out[i].priors);
    }
  }

  // The legal actions' share of the priors, so that they sum to 1; equal ones where there is no share to speak of.
  void take_legal(std::span<const float> all, std::vector<float>& legal) const {
    legal.clear();
    float sum = 0.0F;
    for (const Action action : actions_) {
      const float prior = all[static_cast<std::size_t>(action)];
      if (!(prior >= 0.0F)) throw nb::value_error("an evaluator's priors are numbers from 0 on");
      legal.push_back(prior);
      sum += prior;
    }
    const bool is_usable = sum > 1e-20F && std::isfinite(sum);
    for (float& prior : legal) prior = is_usable ? prior / sum : 1.0F / static_cast<float>(legal.size());
  }

  SharedObject callback_;
  bool has_priors_;
  std::vector<Action> actions_;
};

}  // namespace

std::unique_ptr<Evaluator> make_evaluator(const Game& game, const nb::object& evaluator, bool has_priors,
                                          std::uint64_t seed) {
  if (nb::isinstance<nb::str>(evaluator)) {
    return make_named_evaluator(game, nb::cast<std::string>(evaluator), seed);
  }
  if (nb::isinstance<EvaluatorSource>(evaluator)) {
    return nb::cast<const EvaluatorSource&>(evaluator).evaluator_for(game);
  }
  if (!nb::isinstance<nb::callable>(evaluator)) {
    throw nb::type_error("an evaluator is a name, a net, weights of a line net or a callable");
  }
  return std::make_unique<CallbackEvaluator>(SharedObject(evaluator), has_priors);
}

void init_evaluators(nb::module_& m) {
  nb::class_<EvaluatorSource>(m, "NativeEvaluatorSource",
                              "What makes an evaluator of a game: a net, weights of a line net.");
  m.def(
      "evaluator_names", [](const Game& game) { return evaluator_names(game); }, "game"_a,
      "The names of the evaluators that a game has.");
}

}  // namespace motu
