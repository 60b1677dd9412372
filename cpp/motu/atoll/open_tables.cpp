#include "motu/atoll/open_tables.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace motu {

namespace {

struct Tables {
  std::mutex lock;
  std::map<std::uint64_t, std::shared_ptr<const ConnectionTable>> by_board;
};

Tables& tables() {
  static Tables in_use;
  return in_use;
}

}  // namespace

void use_connection_table(const AtollGame& game, const std::filesystem::path& path, const std::string& described) {
  auto table = ConnectionTable::open(path, game.board(), described);
  const std::lock_guard guard(tables().lock);
  auto& place = tables().by_board[table->fingerprint()];
  place = std::move(table);
}

void forget_connection_tables() {
  const std::lock_guard guard(tables().lock);
  tables().by_board.clear();
}

std::shared_ptr<const ConnectionTable> connection_table_for(const AtollGame& game) {
  const std::lock_guard guard(tables().lock);
  if (tables().by_board.empty()) return nullptr;
  const auto found = tables().by_board.find(board_fingerprint(game.board()));
  return found == tables().by_board.end() ? nullptr : found->second;
}

}  // namespace motu
