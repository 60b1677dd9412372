// Line nets' weights come along with native programs; pages fetch those that they need (`motu_weights`).
#include "motu/atmalof/shipped_nets.hpp"

namespace motu {

std::span<const std::string_view> shipped_line_weights() { return {}; }

}  // namespace motu
