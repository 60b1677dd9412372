// Which kernels an ARM processor has: there the operating system is asked, so pages do without this file.
#include "motu/core/base/system.hpp"
#include "motu/core/nets/conv_kernels_of.hpp"

namespace motu {

bool has_i8mm() { return system::processor_has_i8mm(); }

bool has_dot_products() { return system::processor_has_dot_products(); }

}  // namespace motu
