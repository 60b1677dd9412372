// What a proof search of Atomorph learnt, as a file of records (record_file.hpp). Errors are "solve/table".
#pragma once

#include <string>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/proof_table.hpp"

namespace motu {

template <class Set>
void save_proofs(const BasicFlipMemory<Set>& memory, const AtomorphRules& rules, const std::string& path);
// Adds to what is known as much as the memory holds. Throws for a file of other rules; the pie rule is no part of them.
template <class Set>
void load_proofs(BasicFlipMemory<Set>& memory, const AtomorphRules& rules, const std::string& path);

}  // namespace motu
