#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <string>

#include "motu/bindings/bindings.hpp"
#include "motu/core/base/error.hpp"

namespace nb = nanobind;

namespace motu {

void check_index(std::int64_t index, std::int64_t count, const char* what) {
  if (index >= 0 && index < count) return;
  const std::string number = std::to_string(index);
  throw Error("board/out-of-range",
              "no " + std::string(what) + " " + number + ": there are " +
                  (count > 0 ? "0 to " + std::to_string(count - 1) : std::string("none")),
              number);
}

Colour checked_colour(std::int64_t colour) {
  check_index(colour, 2, "colour");
  return static_cast<Colour>(colour);
}

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
