// The tables of proved positions that searches of this process may ask, by their boards.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/table.hpp"

namespace motu {

// Opens a table for all searches that begin from now on, in place of an earlier one of the same board. `described` is
// what people call the board. Throws "solve/table".
void use_connection_table(const AtollGame& game, const std::filesystem::path& path, const std::string& described);
// Searches that begin from now on ask none.
void forget_connection_tables();
// The table of a game's board; null: none is in use.
std::shared_ptr<const ConnectionTable> connection_table_for(const AtollGame& game);

}  // namespace motu
