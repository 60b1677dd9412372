#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>
#include <vector>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/bindings/process.hpp"
#include "motu/core/selfplay/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

using Floats = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

// Gives a vector to NumPy, whose array then owns it.
template <class T>
nb::ndarray<nb::numpy, T> to_array(std::vector<T>&& values, const std::vector<std::size_t>& shape) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  T* data = held->data();
  const nb::capsule owner(held.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner);
}

using Arrays = nb::typed<nb::dict, nb::str, nb::ndarray<nb::numpy>>;

// Self-play whose threads are known to exist.
class PySelfPlay {
 public:
  PySelfPlay(std::vector<SelfPlayGroup> groups, const SelfPlayOptions& options, int threads)
      : self_play_(std::make_unique<SelfPlay>(std::move(groups), options, threads)) {}
  PySelfPlay(const PySelfPlay&) = delete;
  PySelfPlay& operator=(const PySelfPlay&) = delete;
  ~PySelfPlay() {
    // Its end would wait for threads that this process does not have.
    if (!process_.is_this()) static_cast<void>(self_play_.release());
  }

  // Throws "net/process" in a child of the process that began it: threads that it lacks have boards in their hands.
  SelfPlay& here() const {
    if (process_.is_this()) return *self_play_;
    throw Error("net/process", "this self-play was begun in another process, which has its threads: begin one here");
  }

 private:
  Process process_;
  std::unique_ptr<SelfPlay> self_play_;
};

Arrays take_samples(const PySelfPlay& held, std::size_t group) {
  SelfPlay& self = held.here();
  Samples samples = self.take_samples(group);
  const NetEncoder& encoder = self.encoder(group);
  const std::size_t n = samples.size();
  Arrays found;
  found["planes"] = to_array(std::move(samples.planes), {n, encoder.planes().size(), encoder.plane_bytes()});
  found["policy"] = to_array(std::move(samples.policy), {n, static_cast<std::size_t>(encoder.policy_size())});
  found["is_full"] = to_array(std::move(samples.is_full), {n});
  found["result"] = to_array(std::move(samples.result), {n});
  found["value"] = to_array(std::move(samples.value), {n});
  found["plies"] = to_array(std::move(samples.plies), {n});
  found["owners"] = to_array(std::move(samples.owners), {n, 2, encoder.plane_bytes()});
  found["turn"] = to_array(std::move(samples.turn), {n});
  if (self.game(group).max_chance_outcomes() > 0) {
    found["is_finished"] = to_array(std::move(samples.is_finished), {n});
    found["equity"] = to_array(std::move(samples.equity), {n});
    found["margin"] = to_array(std::move(samples.margin), {n});
  }
  return found;
}

std::pair<std::size_t, nb::ndarray<nb::numpy, std::uint8_t>> next_batch(const PySelfPlay& held) {
  SelfPlay& self = held.here();
  std::size_t group = 0;
  {
    const PythonUnlocked unlocked;
    group = self.next(SignalWatch());
  }
  const auto bits = self.planes(group);
  const NetEncoder& encoder = self.encoder(group);
  return {group,
          to_array(std::vector<std::uint8_t>(bits.begin(), bits.end()),
                   {static_cast<std::size_t>(self.boards(group)), encoder.planes().size(), encoder.plane_bytes()})};
}

void init_options(nb::module_& m) {
  nb::class_<SelfPlayOptions>(m, "SelfPlayOptions", "How self-play goes; see motu.train.config.SelfPlay.")
      .def(nb::init<>())
      .def_rw("visits", &SelfPlayOptions::visits)
      .def_rw("fast_visits", &SelfPlayOptions::fast_visits)
      .def_rw("full_share", &SelfPlayOptions::full_share)
      .def_rw("considered", &SelfPlayOptions::considered)
      .def_rw("value_scale", &SelfPlayOptions::value_scale)
      .def_rw("policy_temperature", &SelfPlayOptions::policy_temperature)
      .def_rw("opening_share", &SelfPlayOptions::opening_share)
      .def_rw("opening_plies", &SelfPlayOptions::opening_plies)
      .def_rw("decided", &SelfPlayOptions::decided)
      .def_rw("decided_share", &SelfPlayOptions::decided_share)
      .def_rw("decided_visits", &SelfPlayOptions::decided_visits)
      .def_rw("opening_random", &SelfPlayOptions::opening_random)
      .def_rw("opening_temperature", &SelfPlayOptions::opening_temperature)
      .def_rw("scattered_share", &SelfPlayOptions::scattered_share)
      .def_rw("longest", &SelfPlayOptions::longest)
      .def_rw("proof_nodes", &SelfPlayOptions::proof_nodes)
      .def_rw("seed", &SelfPlayOptions::seed);
  nb::class_<SelfPlayCounts>(m, "SelfPlayCounts", "What a group of boards has played.")
      .def_ro("games", &SelfPlayCounts::games)
      .def_ro("unfinished", &SelfPlayCounts::unfinished, "Of these games, broken off.")
      .def_ro("plies", &SelfPlayCounts::plies, "Of these games.")
      .def_ro("first_wins", &SelfPlayCounts::first_wins, "Games won by who began.")
      .def_ro("evaluations", &SelfPlayCounts::evaluations, "Answers of the net.");
}

}  // namespace

void init_self_play(nb::module_& m) {
  init_options(m);
  nb::class_<PySelfPlay>(m, "NativeSelfPlay", "Self-play on many boards at once; see motu.train.self_play.")
      .def(
          "__init__",
          [](PySelfPlay* self, const std::vector<std::shared_ptr<const Game>>& games,
             const std::vector<double>& weights, int boards, const SelfPlayOptions& options, int threads) {
            if (weights.size() != games.size()) throw nb::value_error("each game needs a weight");
            std::vector<SelfPlayGroup> groups;
            for (std::size_t i = 0; i < games.size(); ++i) groups.push_back({games[i], weights[i], boards});
            new (self) PySelfPlay(std::move(groups), options, threads);
          },
          "games"_a, "weights"_a, "boards"_a, "options"_a, "threads"_a)
      .def("next_batch", &next_batch, "(group, uint8 [boards, planes, bytes]): the leaves that are to be judged next.")
      .def(
          "submit",
          [](const PySelfPlay& self, std::size_t group, const Floats& values, const Floats& logits) {
            self.here().submit(group, {values.data(), values.size()}, {logits.data(), logits.size()});
          },
          "group"_a, "values"_a, "logits"_a, "Judge them: float32 [boards] and [boards, policy size].")
      .def("take_samples", &take_samples, "group"_a,
           nb::sig("def take_samples(self, group: int) -> dict[str, NDArray[typing.Any]]"),
           "Arrays by name, between `next_batch` and `submit`.")
      .def(
          "counts", [](const PySelfPlay& self, std::size_t group) { return self.here().counts(group); }, "group"_a,
          "Between `next_batch` and `submit`.");
}

}  // namespace motu
