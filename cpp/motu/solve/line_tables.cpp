#include "motu/solve/line_tables.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace motu {

namespace {

struct Tables {
  std::mutex lock;
  std::vector<std::shared_ptr<const LineTable>> all;
};

Tables& tables() {
  static Tables in_use;
  return in_use;
}

const AtmalofRules& rules_of(const LineTable& table) { return table.board().game().rules(); }

}  // namespace

void use_line_table(const std::filesystem::path& path) {
  auto table = LineTable::open(path);
  const std::lock_guard guard(tables().lock);
  std::erase_if(tables().all, [&](const auto& other) { return rules_of(*other) == rules_of(*table); });
  tables().all.push_back(std::move(table));
}

void forget_line_tables() {
  const std::lock_guard guard(tables().lock);
  tables().all.clear();
}

std::shared_ptr<const LineTable> line_table_for(const AtmalofGame& game) {
  const std::lock_guard guard(tables().lock);
  const auto found =
      std::ranges::find_if(tables().all, [&](const auto& table) { return rules_of(*table) == game.rules(); });
  return found == tables().all.end() ? nullptr : *found;
}

}  // namespace motu
