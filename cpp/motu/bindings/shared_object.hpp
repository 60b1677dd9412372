// A Python object in the hands of code that runs without the interpreter's lock.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <utility>

#include "motu/bindings/interpreter_lock.hpp"

namespace motu {

// Copied without the lock, dropped under it.
class SharedObject {
 public:
  explicit SharedObject(nanobind::object object)
      : object_(new nanobind::object(std::move(object)), [](nanobind::object* held) {
          const PythonLocked locked;
          delete held;
        }) {}
  const nanobind::object& operator*() const { return *object_; }

 private:
  std::shared_ptr<nanobind::object> object_;
};

}  // namespace motu
