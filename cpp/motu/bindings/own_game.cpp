// Games of somebody's own: their positions are Python objects that never change, as motu.games.own describes them.
//
// What searches ask again and again is asked of Python once, when a position comes about, and kept: whose turn it is,
// what is legal, how it ended, its hash. So the interpreter's lock is taken once a move, nothing native is locked while
// Python runs, and what Python raises leaves a state as it was.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/bindings/shared_object.hpp"
#include "motu/core/search/concrete.hpp"
#include "motu/core/search/evaluators.hpp"
#include "motu/core/state/game_type.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// What is known of a position, shared by all states that have come through it.
struct Moment {
  SharedObject position;
  int player = kTerminal;
  std::vector<Action> legal;  // ascending; none at the end
  int result = 0;             // for person 0, at the end
  std::uint64_t hash = 0;
};
using SharedMoment = std::shared_ptr<const Moment>;

[[noreturn]] void refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

std::int64_t whole_number(const nb::handle& answer, const char* what) {
  AnyInteger number;
  if (!nb::try_cast(answer, number)) {
    throw nb::type_error((std::string(what) + " are whole numbers, not " + nb::repr(answer).c_str()).c_str());
  }
  return number.value;
}

class OwnGame final : public Game {
 public:
  struct Facts {
    std::string name;
    int num_actions = 0;
    std::array<int, 3> shape{};
    std::optional<int> max_game_length;
  };

  static const GameType kType;
  // Called with the interpreter's lock. Throws what the position raises, ValueError and TypeError for its answers.
  static std::shared_ptr<const Game> create(const nb::object& start, const Facts& facts) {
    const auto first = ask(start, facts.num_actions);
    GameIdentity identity{'o', 'w', 'n', static_cast<std::int32_t>(first->hash), facts.num_actions};
    identity.insert(identity.end(), facts.name.begin(), facts.name.end());
    return std::shared_ptr<const Game>(new OwnGame(identity, facts, first));
  }

  const GameType& type() const override { return kType; }
  std::string description() const override { return facts_.name; }
  std::unique_ptr<State> new_state() const override;
  int num_cells() const override { return 0; }
  int num_actions() const override { return facts_.num_actions; }
  std::optional<int> max_game_length() const override { return facts_.max_game_length; }
  std::string cell_name(int /*cell*/) const override { return ""; }
  std::array<int, 3> observation_shape() const override { return facts_.shape; }
  std::vector<std::string> observation_planes() const override {
    std::vector<std::string> names;
    for (int i = 0; i < facts_.shape[0]; ++i) names.push_back("plane " + std::to_string(i));
    return names;
  }
  std::vector<Symmetry> symmetries() const override {
    Symmetry identity;
    identity.actions.resize(static_cast<std::size_t>(facts_.num_actions));
    std::iota(identity.actions.begin(), identity.actions.end(), 0);
    return {identity};
  }

  const SharedMoment& first() const { return first_; }
  SharedMoment after(const Moment& moment, Action action) const {
    const PythonLocked locked;
    return ask(ask_python((*moment.position).attr("after"), action), facts_.num_actions);
  }

 private:
  OwnGame(const GameIdentity& identity, Facts facts, SharedMoment first)
      : Game(identity), facts_(std::move(facts)), first_(std::move(first)) {}

  static SharedMoment ask(const nb::object& position, int num_actions) {
    const std::int64_t player = whole_number(ask_python(position.attr("current_player")), "players");
    if (player != 0 && player != 1 && player != kTerminal) {
      refuse("current_player() is 0, 1 or TERMINAL (-4), not " + std::to_string(player));
    }
    const int acting = static_cast<int>(player);
    auto moment = std::make_shared<Moment>(Moment{SharedObject(position), acting, {}, 0, 0});
    if (player == kTerminal) {
      moment->result = result_of(position);
    } else {
      moment->legal = legal_of(position, num_actions);
    }
    const Py_hash_t hash = outliving_python([&] { return PyObject_Hash(position.ptr()); });
    if (hash == -1) throw nb::python_error();
    moment->hash = splitmix64(static_cast<std::uint64_t>(hash) ^ static_cast<std::uint64_t>(player));
    return moment;
  }

  static int result_of(const nb::object& position) {
    double result = 2;
    const nb::object answer = ask_python(position.attr("result"));
    if (!nb::try_cast(answer, result) || (result != -1 && result != 0 && result != 1)) {
      refuse(std::string("result() is 1, 0 or -1 for person 0, not ") + nb::repr(answer).c_str());
    }
    return static_cast<int>(result);
  }

  static std::vector<Action> legal_of(const nb::object& position, int num_actions) {
    std::vector<Action> legal;
    const nb::object answer = ask_python(position.attr("legal_actions"));
    PyObject* all = outliving_python([&] { return PySequence_List(answer.ptr()); });
    if (all == nullptr) throw nb::python_error();
    for (const nb::handle each : nb::steal<nb::list>(all)) {
      const std::int64_t action = whole_number(each, "actions");
      if (action < 0 || action >= num_actions) {
        refuse("actions of this game are 0 to " + std::to_string(num_actions - 1) + ", not " + std::to_string(action));
      }
      legal.push_back(static_cast<Action>(action));
    }
    std::ranges::sort(legal);
    legal.erase(std::unique(legal.begin(), legal.end()), legal.end());
    if (legal.empty()) refuse("a position that is not over has a legal action; where it is over, nobody is to act");
    return legal;
  }

  Facts facts_;
  SharedMoment first_;
};

class OwnState final : public State {
 public:
  explicit OwnState(std::shared_ptr<const OwnGame> game)
      : State(false, 0), game_(std::move(game)), moments_{game_->first()} {
    show();
  }

  std::unique_ptr<State> clone() const override { return std::make_unique<OwnState>(*this); }
  const OwnGame& game() const override { return *game_; }
  std::uint64_t hash() const override { return now().hash; }
  void stones(std::span<std::uint8_t> /*out*/) const override {}
  std::vector<int> winning_cells() const override { return {}; }
  void observe(Colour viewer, std::span<float> out) const override;
  void legal_actions(std::vector<Action>& out) const override { out = now().legal; }
  bool is_legal(Action action) const override { return std::ranges::binary_search(now().legal, action); }
  Action sample_legal(Rng& rng) const override {
    return now().legal[rng.below(static_cast<std::uint32_t>(now().legal.size()))];
  }
  void apply_unchecked(Action action) override {
    moments_.push_back(game_->after(now(), action));
    record_action(action);
    ++ply_;
    show();
  }
  void undo_unchecked() override {
    take_last();
    moments_.pop_back();
    --ply_;
    show();
  }
  std::string action_text(Action action, bool chance) const override;
  Action parse_action(std::string_view text) const override;
  std::string why_illegal(Action /*action*/) const override { return "the position does not allow it"; }
  void setup(std::span<const std::uint8_t> /*stones*/, Colour /*to_move*/, unsigned /*flags*/) override {
    throw Error("position/invalid", "a game of one's own begins at its own position: make a game of another one");
  }

  const nb::object& position() const { return *now().position; }

 private:
  const Moment& now() const { return *moments_.back(); }
  // What the base class keeps, by the position; at the end it stays the turn of who would be next.
  void show() {
    const bool is_over = now().player == kTerminal;
    if (!is_over) to_move_ = static_cast<Colour>(now().player);
    if (is_over && moments_.size() > 1) to_move_ = static_cast<Colour>(1 - moments_[moments_.size() - 2]->player);
    termination_ = is_over ? Termination::ended : Termination::none;
    winner_ = static_cast<std::int8_t>(!is_over || now().result == 0 ? -1 : now().result > 0 ? 0 : 1);
  }

  std::shared_ptr<const OwnGame> game_;
  std::vector<SharedMoment> moments_;  // from the first position on; never empty
};

static_assert(GameState<OwnState>);

struct VisitOwn {
  template <class F>
  auto operator()(State& state, F&& f) const {
    return f(static_cast<OwnState&>(state));
  }
};

constexpr std::array kEvaluators = {kRollout, kUniform};

const GameType OwnGame::kType{
    .name = "own",
    .specs = nullptr,  // no text names such a game
    .best = {},
    .evaluators = kEvaluators,
    .make_rollout = PlyByPly<VisitOwn>::make,
    .count_lines = count_concrete_lines<VisitOwn>,
    .count_playouts = count_concrete_playouts<VisitOwn>,
};

std::unique_ptr<State> OwnGame::new_state() const { return std::make_unique<OwnState>(share(*this)); }

void OwnState::observe(Colour viewer, std::span<float> out) const {
  if (out.empty()) return;
  const PythonLocked locked;
  const nb::object seen = ask_python(position().attr("observation"), static_cast<int>(viewer));
  const nb::object array = as_numpy(seen, "float32");
  const auto floats = nb::cast<nb::ndarray<const float, nb::c_contig, nb::device::cpu>>(array);
  if (floats.size() != out.size()) {
    refuse("an observation of this game has " + std::to_string(out.size()) + " numbers, not " +
           std::to_string(floats.size()));
  }
  std::copy_n(floats.data(), out.size(), out.begin());
}

std::string OwnState::action_text(Action action, bool /*chance*/) const {
  const PythonLocked locked;
  if (!nb::hasattr(position(), "move_text")) return std::to_string(action);
  return nb::cast<std::string>(nb::str(ask_python(position().attr("move_text"), action)));
}

Action OwnState::parse_action(std::string_view text) const {
  const std::string name = normalise(text);
  for (const Action action : now().legal) {
    if (normalise(action_text(action, false)) == name) return action;
  }
  // A move that is not legal here is refused as such, where the position has a name for it.
  for (Action action = 0; action < game().num_actions(); ++action) {
    try {
      if (normalise(action_text(action, false)) == name) return action;
    } catch (const nb::python_error& error) {
      if (!error.matches(PyExc_Exception)) throw;  // Ctrl-C
      // It need not know of such a move.
    }
  }
  throw_invalid(text, "it is none of the legal moves");
}

}  // namespace

void init_own_games(nb::module_& m) {
  m.def(
      "own_game",
      [](const nb::object& start, const std::string& name, int num_actions, const std::array<int, 3>& shape,
         std::optional<int> max_game_length) {
        return OwnGame::create(start, {name, num_actions, shape, max_game_length});
      },
      "start"_a, "name"_a, "num_actions"_a, "shape"_a, "max_game_length"_a.none());
  state_class(m).def(
      "_position",
      [](const PyState& self) {
        expect<OwnGame>(self.state->game());
        return static_cast<const OwnState&>(*self.state).position();
      },
      "The Python object that a position of a game of one's own is.");
}

}  // namespace motu
