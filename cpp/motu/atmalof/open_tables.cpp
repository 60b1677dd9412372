#include "motu/atmalof/open_tables.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace motu {

namespace {

struct Tables {
  std::mutex lock;
  std::vector<std::shared_ptr<const LineTable>> all;
  std::vector<const LineTable*> damaged;  // of them
  std::vector<std::string> news;          // of damage, not taken yet
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
  const auto is_replaced = [&](const auto& other) { return rules_of(*other) == rules_of(*table); };
  for (const auto& other : tables().all) {
    if (is_replaced(other)) std::erase(tables().damaged, other.get());
  }
  std::erase_if(tables().all, is_replaced);
  tables().all.push_back(std::move(table));
}

void forget_line_tables() {
  const std::lock_guard guard(tables().lock);
  tables().all.clear();
  tables().damaged.clear();
  tables().news.clear();
}

std::shared_ptr<const LineTable> line_table_for(const AtmalofGame& game) {
  const std::lock_guard guard(tables().lock);
  const auto found =
      std::ranges::find_if(tables().all, [&](const auto& table) { return rules_of(*table) == game.rules(); });
  return found == tables().all.end() ? nullptr : *found;
}

void note_damage(const LineTable& table, const std::string& what) {
  const std::lock_guard guard(tables().lock);
  const bool is_open = std::ranges::any_of(tables().all, [&](const auto& one) { return one.get() == &table; });
  if (!is_open || std::ranges::count(tables().damaged, &table) > 0) return;
  tables().damaged.push_back(&table);
  tables().news.push_back(what);
}

std::vector<std::string> take_damage() {
  const std::lock_guard guard(tables().lock);
  return std::exchange(tables().news, {});
}

}  // namespace motu
