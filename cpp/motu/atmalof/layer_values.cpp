#include "motu/atmalof/layer_values.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace motu {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

}  // namespace

void FreeCells::operator()(std::uint64_t* cells) const { std::free(cells); }

Cells make_cells(std::uint64_t size) {
  const std::size_t bytes = std::max<std::size_t>(size, 1) * sizeof(std::uint64_t);
  const std::size_t alignment = bytes >= kHugePage ? kHugePage : alignof(std::max_align_t);
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  Cells cells(static_cast<std::uint64_t*>(std::aligned_alloc(alignment, rounded)));
  if (cells == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // A wish; where the system does not grant it, all goes as it would have gone.
  if (alignment == kHugePage) ::madvise(cells.get(), rounded, MADV_HUGEPAGE);
#endif
  return cells;
}

}  // namespace motu
