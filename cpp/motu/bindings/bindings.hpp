// What the binding files share: one init function an area, one a game, and the object that holds a state for Python.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// A state as Python holds it. The game is kept as a shared pointer by the state itself.
struct PyState {
  std::unique_ptr<State> state;
  std::vector<Action> actions;  // scratch for legal_actions

  explicit PyState(std::unique_ptr<State> held) : state(std::move(held)) {}
};

// A Python integer of any size, brought into 64 bits without becoming a legal action: what is too large gets an answer
// of ours in place of a TypeError.
struct AnyInteger {
  std::int64_t value = 0;
  std::string written{};  // what is beyond 64 bits, as it was written; else empty
};

// Throws "board/out-of-range" unless 0 <= index < count; `what` is counted: "cell".
void check_index(std::int64_t index, std::int64_t count, const char* what);
// Any Python text, lone surrogates included: they end up as escapes in a message, not as a TypeError.
std::string utf8(const nanobind::str& text);
// The colour of a number. Throws "board/out-of-range" for any but 0 and 1.
Colour checked_colour(std::int64_t colour);

void init_errors(nanobind::module_& m);
void init_board(nanobind::module_& m);
void init_games(nanobind::module_& m);
void init_state(nanobind::module_& m);
void init_batch(nanobind::module_& m);
void init_specs(nanobind::module_& m);
void init_search(nanobind::module_& m);
void init_evaluators(nanobind::module_& m);
void init_mcts(nanobind::module_& m);
void init_expectimax(nanobind::module_& m);
void init_levels(nanobind::module_& m);
void init_nets(nanobind::module_& m);
void init_self_play(nanobind::module_& m);
void init_review(nanobind::module_& m);
void init_own_games(nanobind::module_& m);
#define MOTU_GAME(room) void init_##room(nanobind::module_& m);
#include "motu/games.def"
#undef MOTU_GAME

// The class of states, for what only one game's have.
inline nanobind::class_<PyState> state_class(nanobind::module_& m) {
  return nanobind::borrow<nanobind::class_<PyState>>(m.attr("NativeState"));
}

}  // namespace motu

namespace nanobind::detail {

template <>
struct type_caster<motu::AnyInteger> {
  NB_TYPE_CASTER(motu::AnyInteger, const_name("int"))

  bool from_python(handle source, std::uint8_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
    PyObject* number = PyNumber_Index(source.ptr());
    if (number == nullptr) {
      PyErr_Clear();
      return false;
    }
    int overflow = 0;
    value.value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow != 0) {
      value.value = overflow * std::numeric_limits<std::int64_t>::max();
      PyObject* text = PyObject_Str(number);
      const char* digits = text == nullptr ? nullptr : PyUnicode_AsUTF8AndSize(text, nullptr);
      value.written = digits == nullptr ? "of that size" : digits;
      Py_XDECREF(text);
      PyErr_Clear();
    }
    Py_DECREF(number);
    return true;
  }
};

}  // namespace nanobind::detail
