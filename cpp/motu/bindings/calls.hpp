// What long calls from Python share: they hear signals, and what is not made for two callers has one at a time.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

#include "motu/bindings/interpreter_lock.hpp"
#include "motu/core/base/error.hpp"

namespace motu {

// Throws what a signal's handler raised, KeyboardInterrupt for Ctrl-C. Called without the interpreter's lock as well as
// with it; hears nothing in threads other than Python's main one.
inline void check_signals() {
  const PythonLocked locked;
  if (outliving_python(PyErr_CheckSignals) != 0) throw nanobind::python_error();
}

// Asks a callable of Python, where there is one, whether to stop; hears signals. Called without the interpreter's lock,
// as long as the callable lives.
inline auto go_on_until(const nanobind::object& is_stopped) {
  return [&is_stopped] {
    const PythonLocked locked;
    check_signals();
    return is_stopped.is_none() || !nanobind::cast<bool>(ask_python(is_stopped));
  };
}

// What a callable answered, as an array of NumPy that lies in one piece. Called with the lock.
inline nanobind::object as_numpy(const nanobind::object& answer, const char* dtype) {
  const nanobind::object numpy = outliving_python([] { return nanobind::module_::import_("numpy"); });
  return ask_python(numpy.attr("ascontiguousarray"), answer, dtype);
}

// For loops that ask nobody whether to go on: looks after signals about every 50 ms, however often it is called.
class SignalWatch {
 public:
  void operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(50);
    check_signals();
  }

 private:
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

// While it lives, a second call, from another thread or from a report, is an error instead of a race.
class OneAtATime {
 public:
  // Throws an Error with this slug and message where another one holds the flag.
  OneAtATime(std::atomic<bool>& is_busy, const char* slug, const char* message) : is_busy_(is_busy) {
    if (is_busy_.exchange(true)) throw Error(slug, message);
  }
  OneAtATime(const OneAtATime&) = delete;
  OneAtATime& operator=(const OneAtATime&) = delete;
  ~OneAtATime() { is_busy_.store(false); }

 private:
  std::atomic<bool>& is_busy_;
};

}  // namespace motu
