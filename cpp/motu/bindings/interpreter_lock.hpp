// The interpreter's lock, for threads that may outlive the interpreter.
//
// A thread that asks for the lock while Python shuts down never gets it: from Python 3.14 on it sleeps, up to 3.13 it
// is ended by pthread_exit. glibc does that by unwinding the thread's stack, which aborts the whole process where it
// meets a destructor or a handler that swallows it, and both are on the way in any C++. So whatever takes the lock, and
// whatever runs Python, which gives the lock away and takes it again, goes through this file, where such a thread
// sleeps for as long as the process lasts.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace motu {

[[noreturn]] inline void sleep_until_the_process_ends() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls what may take the lock, which is handed on with its answer and with what it throws; an unwinding that ends the
// thread is no `std::exception`. What `call` itself holds is dropped by then, and without the lock: no Python objects.
template <class Call>
decltype(auto) outliving_python(Call&& call) {
  try {
    return std::forward<Call>(call)();
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    sleep_until_the_process_ends();
  }
}

// Calls an object of Python, or a method by its name, with the lock held.
template <class Callable, class... Args>
nanobind::object ask_python(const Callable& callable, const Args&... args) {
  return outliving_python([&] { return callable(args...); });
}

// While it lives, this thread does without the lock, which it holds before and after.
class PythonUnlocked {
 public:
  PythonUnlocked() : thread_(PyEval_SaveThread()) {}
  PythonUnlocked(const PythonUnlocked&) = delete;
  PythonUnlocked& operator=(const PythonUnlocked&) = delete;
  ~PythonUnlocked() {
    outliving_python([this] { PyEval_RestoreThread(thread_); });
  }

 private:
  PyThreadState* thread_;
};

// While it lives, this thread holds the lock, whether it did before or not.
class PythonLocked {
 public:
  PythonLocked() : state_(outliving_python([] { return PyGILState_Ensure(); })) {}
  PythonLocked(const PythonLocked&) = delete;
  PythonLocked& operator=(const PythonLocked&) = delete;
  ~PythonLocked() { PyGILState_Release(state_); }

 private:
  PyGILState_STATE state_;
};

}  // namespace motu
