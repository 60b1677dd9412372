// The tables that searches of this process may ask, by their rules.
#pragma once

#include <filesystem>
#include <memory>

#include "motu/solve/line_table.hpp"

namespace motu {

// Opens a table for all searches that begin from now on, in place of an earlier one of the same rules. Throws
// "solve/table".
void use_line_table(const std::filesystem::path& path);
// Searches that begin from now on ask none.
void forget_line_tables();
// The table of a game; null: none is in use.
std::shared_ptr<const LineTable> line_table_for(const AtmalofGame& game);

}  // namespace motu
