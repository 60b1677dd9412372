#include "motu/atmalof/layer_values.hpp"

#include <cstddef>
#include <new>

#include "motu/core/base/system.hpp"

namespace motu {

void FreeCells::operator()(std::uint64_t* cells) const { system::free_large(cells); }

Cells make_cells(std::uint64_t size) {
  Cells cells(
      static_cast<std::uint64_t*>(system::allocate_large(static_cast<std::size_t>(size) * sizeof(std::uint64_t))));
  if (cells == nullptr) throw std::bad_alloc();
  return cells;
}

}  // namespace motu
