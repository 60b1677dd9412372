#include "motu/atomorph/open_tables.hpp"

#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace motu {

namespace {

using Key = std::tuple<int, bool, bool, bool>;

Key key_of(const AtomorphRules& rules) {
  return {rules.size, rules.contested_never, rules.corners, rules.return_stone};
}

struct Shelf {
  std::mutex mutex;
  std::map<Key, std::shared_ptr<const FlipTable>> tables;
};

Shelf& shelf() {
  static Shelf shelf;
  return shelf;
}

}  // namespace

void share_flip_table(std::shared_ptr<const FlipTable> table) {
  const std::lock_guard lock(shelf().mutex);
  auto& place = shelf().tables[key_of(table->board().rules())];
  place = std::move(table);
}

void forget_flip_tables() {
  const std::lock_guard lock(shelf().mutex);
  shelf().tables.clear();
}

std::shared_ptr<const FlipTable> shared_flip_table(const AtomorphGame& game) {
  if (game.size() > FlipIndex::kMaxSize) return nullptr;
  const std::lock_guard lock(shelf().mutex);
  auto& place = shelf().tables[key_of(game.rules())];
  if (place == nullptr && game.size() == AtomorphGame::kMinSize) {
    place = FlipTable::build(share(game), 1, {});
  }
  return place;
}

}  // namespace motu
