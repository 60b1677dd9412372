#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "motu/bindings/bindings.hpp"
#include "motu/search/evaluators.hpp"
#include "motu/search/limits.hpp"
#include "motu/search/mcts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// Keeps a Python object for code that runs without the interpreter's lock: copied and dropped under it.
class SharedObject {
 public:
  explicit SharedObject(nb::object object)
      : object_(new nb::object(std::move(object)), [](nb::object* held) {
          const nb::gil_scoped_acquire locked;
          delete held;
        }) {}
  const nb::object& operator*() const { return *object_; }

 private:
  std::shared_ptr<nb::object> object_;
};

// Asks a Python callable: observations float32 [batch, planes, rows, columns] in; out the values [batch] for whose turn
// it is, in [-1, 1], and None or priors [batch, num_actions], of which the legal ones count.
class CallbackEvaluator final : public Evaluator {
 public:
  CallbackEvaluator(SharedObject callback, bool has_priors) : callback_(std::move(callback)), has_priors_(has_priors) {}

  bool has_priors() const override { return has_priors_; }

  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override {
    const nb::gil_scoped_acquire locked;
    const nb::object answer = (*callback_)(observations(states));
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
    const nb::object array = nb::module_::import_("numpy").attr("ascontiguousarray")(answer, "float32");
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

std::unique_ptr<Evaluator> make_evaluator(const Game& game, const nb::object& evaluator, bool has_priors,
                                          std::uint64_t seed) {
  if (nb::isinstance<nb::str>(evaluator)) {
    const auto name = nb::cast<std::string>(evaluator);
    if (name == "rollout") return std::make_unique<RolloutEvaluator>(game, seed);
    if (name == "uniform") return std::make_unique<UniformEvaluator>();
    throw Error("engine/unknown-evaluator",
                "no evaluator '" + name + "': there are rollout and uniform, or a callable of your own", name, {},
                {"rollout", "uniform"});
  }
  if (!nb::isinstance<nb::callable>(evaluator)) throw nb::type_error("an evaluator is a name or a callable");
  return std::make_unique<CallbackEvaluator>(SharedObject(evaluator), has_priors);
}

// A tree and the flag that stops its search.
class PyTree {
 public:
  PyTree(const PyState& root, const nb::object& evaluator, bool has_priors, const SearchOptions& options)
      : tree_(*root.state, *make_evaluator(root.state->game(), evaluator, has_priors, options.seed), options) {}

  SearchResult search(const SearchLimits& limits, const nb::object& report, double report_seconds) {
    const Busy busy(*this);
    stop_.store(false);
    // Called in this thread: signals (Ctrl-C) are looked after even where nobody wants to hear anything.
    const ReportCallback callback = [&](const SearchResult& result) {
      const nb::gil_scoped_acquire locked;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (report.is_none()) return true;
      const nb::object answer = report(nb::cast(result));
      return answer.is_none() || nb::cast<bool>(answer);
    };
    if (!limits.is_bounded() && report.is_none()) {
      throw Error("engine/limits",
                  "a search needs a bound: visits, nodes or seconds above 0, or a report that stops it");
    }
    const nb::gil_scoped_release unlocked;
    return tree_.search(limits, &stop_, callback, report_seconds);
  }

  SearchResult result() {
    const Busy busy(*this);
    const nb::gil_scoped_release unlocked;
    return tree_.result();
  }

  void advance(Action action) {
    const Busy busy(*this);
    tree_.advance(action);
  }

  bool advance_to(const PyState& state) {
    const Busy busy(*this);
    return tree_.advance_to(*state.state);
  }

  void stop() { stop_.store(true); }

 private:
  // One call at a time; a second one, from another thread or from a report, is an error instead of a race.
  class Busy {
   public:
    explicit Busy(PyTree& tree) : tree_(tree) {
      if (tree_.is_busy_.exchange(true)) throw Error("engine/busy", "this tree is being searched: stop it first");
    }
    Busy(const Busy&) = delete;
    ~Busy() { tree_.is_busy_.store(false); }

   private:
    PyTree& tree_;
  };

  SearchTree tree_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> is_busy_{false};
};

void init_options(nb::module_& m) {
  nb::class_<SearchOptions>(m, "SearchOptions", "How a search weighs what it knows; see motu.search.mcts.")
      .def(nb::init<>())
      .def_rw("c_puct", &SearchOptions::c_puct)
      .def_rw("fpu_reduction", &SearchOptions::fpu_reduction)
      .def_rw("exploration", &SearchOptions::exploration)
      .def_rw("rave_initial", &SearchOptions::rave_initial)
      .def_rw("rave_final", &SearchOptions::rave_final)
      .def_rw("expand_visits", &SearchOptions::expand_visits)
      .def_rw("max_nodes", &SearchOptions::max_nodes)
      .def_rw("threads", &SearchOptions::threads)
      .def_rw("batch", &SearchOptions::batch)
      .def_rw("gumbel", &SearchOptions::gumbel)
      .def_rw("gumbel_scale", &SearchOptions::gumbel_scale)
      .def_rw("seed", &SearchOptions::seed);
}

void init_results(nb::module_& m) {
  nb::class_<FaceReport>(m, "FaceReport", "A face of a roll, outcomes that lead to the same position being one.")
      .def_ro("outcome", &FaceReport::outcome)
      .def_ro("probability", &FaceReport::probability)
      .def_ro("visits", &FaceReport::visits)
      .def_ro("value", &FaceReport::value);
  nb::class_<RootMove>(m, "RootMove", "What is known about a move.")
      .def_ro("action", &RootMove::action)
      .def_ro("visits", &RootMove::visits)
      .def_ro("value", &RootMove::value, "Expected result for the person to act, in [-1, 1].")
      .def_ro("prior", &RootMove::prior)
      .def_ro("lower", &RootMove::lower, "The value is proved to be at least this.")
      .def_ro("upper", &RootMove::upper, "The value is proved to be at most this.")
      .def_ro("variation", &RootMove::variation)
      .def_ro("faces", &RootMove::faces);
  nb::class_<SearchResult>(m, "SearchResult", "What a search knows about its root.")
      .def_ro("moves", &SearchResult::moves, "Best first.")
      .def_ro("simulations", &SearchResult::simulations)
      .def_ro("visits", &SearchResult::visits)
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("seconds", &SearchResult::seconds)
      .def_ro("value", &SearchResult::value)
      .def_ro("lower", &SearchResult::lower)
      .def_ro("upper", &SearchResult::upper);
}

}  // namespace

void init_mcts(nb::module_& m) {
  init_options(m);
  init_results(m);
  nb::class_<PyTree>(m, "NativeTree", "A search tree; see motu.search.mcts.SearchTree.")
      .def(nb::init<const PyState&, const nb::object&, bool, const SearchOptions&>(), "root"_a, "evaluator"_a,
           "has_priors"_a, "options"_a)
      .def(
          "search",
          [](PyTree& self, std::uint64_t visits, std::uint64_t nodes, double seconds, int depth,
             const nb::object& report,
             double report_seconds) { return self.search({visits, nodes, seconds, depth}, report, report_seconds); },
          "visits"_a, "nodes"_a, "seconds"_a, "depth"_a, "report"_a.none(), "report_seconds"_a)
      .def("result", &PyTree::result)
      .def("advance", &PyTree::advance, "action"_a)
      .def("advance_to", &PyTree::advance_to, "state"_a)
      .def("stop", &PyTree::stop, "End the search that is going on in another thread.");
  m.def(
      "seconds_for_move",
      [](double remaining, double increment, int moves_left) {
        return seconds_for_move({remaining, increment, moves_left});
      },
      "remaining"_a, "increment"_a, "moves_left"_a);
}

}  // namespace motu
