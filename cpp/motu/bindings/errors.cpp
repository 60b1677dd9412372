#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>

#include "motu/base/error.hpp"
#include "motu/bindings/bindings.hpp"

namespace nb = nanobind;

namespace motu {

// motu.errors owns the tree of classes; it picks the class that belongs to the slug.
void init_errors(nb::module_& /*m*/) {
  nb::register_exception_translator([](const std::exception_ptr& pointer, void* /*payload*/) {
    try {
      std::rethrow_exception(pointer);
    } catch (const Error& error) {
      const nb::object exception =
          nb::module_::import_("motu.errors")
              .attr("from_native")(error.slug(), error.what(), error.text(), error.position(), error.legal());
      PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
    }
  });
}

}  // namespace motu
