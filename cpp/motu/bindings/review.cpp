#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "motu/bindings/bindings.hpp"
#include "motu/core/review/game_review.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

const char* kind_of(const ReviewedStep& step) {
  switch (step.kind) {
    case StepKind::move:
      return "move";
    case StepKind::announcement:
      return "announcement";
    case StepKind::roll:
      return "roll";
  }
  return "";
}

// A copy, as others may use one that this review keeps.
PyState position(const GameReview& review, std::size_t place) {
  check_index(static_cast<std::int64_t>(place), static_cast<std::int64_t>(review.num_positions()), "position");
  return PyState(review.position(place).clone());
}

}  // namespace

void init_review(nb::module_& m) {
  nb::class_<ReviewedStep>(m, "NativeStep", "One action of a game, or one roll; see motu.engine.review.")
      .def_ro("ply", &ReviewedStep::ply)
      .def_prop_ro("kind", &kind_of)
      .def_ro("person", &ReviewedStep::person)
      .def_prop_ro("colour", [](const ReviewedStep& step) { return static_cast<int>(step.colour); })
      .def_ro("move", &ReviewedStep::move)
      .def_ro("before", &ReviewedStep::before)
      .def_ro("after", &ReviewedStep::after)
      .def_ro("best", &ReviewedStep::best)
      .def_ro("error", &ReviewedStep::error)
      .def_ro("luck", &ReviewedStep::luck)
      .def_ro("is_forced", &ReviewedStep::is_forced)
      .def_ro("estimate", &ReviewedStep::estimate)
      .def_ro("first", &ReviewedStep::first);
  nb::class_<ReviewAccount>(m, "NativeAccount", "One person's totals.")
      .def_ro("decisions", &ReviewAccount::decisions)
      .def_ro("error", &ReviewAccount::error)
      .def_ro("luck", &ReviewAccount::luck);
  nb::class_<ReviewedGame>(m, "NativeReviewedGame", "A game with what every step of it cost or brought.")
      .def_ro("steps", &ReviewedGame::steps)
      .def_ro("start", &ReviewedGame::start)
      .def_ro("end", &ReviewedGame::end)
      .def_ro("is_over", &ReviewedGame::is_over)
      .def_prop_ro("accounts",
                   [](const ReviewedGame& game) { return std::vector(game.accounts.begin(), game.accounts.end()); });
  nb::class_<GameReview>(m, "NativeReview",
                         "A review in the making: positions to be judged, and what was said of them.")
      .def(
          "__init__", [](GameReview* self, const PyState& end) { new (self) GameReview(*end.state); }, "end"_a)
      .def_prop_ro("num_positions", &GameReview::num_positions, "As far as they are known.")
      .def_prop_ro("num_judged", &GameReview::num_judged)
      .def("position", &position, "place"_a)
      .def(
          "take",
          [](GameReview& self, double value, std::vector<Action> ranking) { self.take({value, std::move(ranking)}); },
          "value"_a, "ranking"_a, "Take what is said of the first position that has not been judged.")
      .def("told", &GameReview::told);
}

}  // namespace motu
