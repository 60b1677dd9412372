// Tables that this process has, for everybody who wants to know: a search that is about to lose its way, say.
#pragma once

#include <memory>

#include "motu/atomorph/table.hpp"

namespace motu {

// Makes a table known, in place of an earlier one for the same rules.
void share_flip_table(std::shared_ptr<const FlipTable> table);
// As if none had been made known.
void forget_flip_tables();
// The table for these rules, the pie rule aside, or null. On 3x3 it is computed when it is first asked for: that takes
// milliseconds.
std::shared_ptr<const FlipTable> shared_flip_table(const AtomorphGame& game);

}  // namespace motu
