#include "motu/atoll/open_tables.hpp"

#include <cstdint>
#include <utility>

#include "motu/core/tables/open_tables.hpp"

namespace motu {

namespace {

OpenTables<std::uint64_t, ConnectionTable>& by_board() {
  static OpenTables<std::uint64_t, ConnectionTable> in_use;
  return in_use;
}

}  // namespace

void use_connection_table(const AtollGame& game, const std::filesystem::path& path, const std::string& described) {
  auto table = ConnectionTable::open(path, game.board(), described);
  by_board().use(table->fingerprint(), table);
}

void forget_connection_tables() { by_board().forget(); }

std::shared_ptr<const ConnectionTable> connection_table_for(const AtollGame& game) {
  return by_board().is_empty() ? nullptr : by_board().find(board_fingerprint(game.board()));
}

}  // namespace motu
