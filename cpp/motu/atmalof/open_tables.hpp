// The tables that searches of this process may ask, by their rules.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "motu/atmalof/table.hpp"

namespace motu {

// Opens a table for all searches that begin from now on, in place of an earlier one of the same rules. Throws
// "solve/table".
void use_line_table(const std::filesystem::path& path);
// Searches that begin from now on ask none.
void forget_line_tables();
// The table of a game; null: none is in use.
std::shared_ptr<const LineTable> line_table_for(const AtmalofGame& game);

// Damage that a search has come upon in a table that was open already: each table is told of once.
void note_damage(const LineTable& table, const std::string& what);
// What was noted since the last time.
std::vector<std::string> take_damage();

}  // namespace motu
