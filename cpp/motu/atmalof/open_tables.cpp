#include "motu/atmalof/open_tables.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "motu/core/tables/open_tables.hpp"

namespace motu {

namespace {

OpenTables<AtmalofRules, LineTable>& by_rules() {
  static OpenTables<AtmalofRules, LineTable> in_use;
  return in_use;
}

struct Damage {
  std::mutex lock;
  std::vector<std::weak_ptr<const LineTable>> tables;  // told of, or about to be
  std::vector<std::string> news;                       // not taken yet
};

Damage& damage() {
  static Damage noted;
  return noted;
}

const AtmalofRules& rules_of(const LineTable& table) { return table.board().game().rules(); }

}  // namespace

void use_line_table(const std::filesystem::path& path) {
  auto table = LineTable::open(path);
  const AtmalofRules rules = rules_of(*table);
  by_rules().use(rules, std::move(table));
}

void forget_line_tables() {
  by_rules().forget();
  const std::lock_guard guard(damage().lock);
  damage().tables.clear();
  damage().news.clear();
}

std::shared_ptr<const LineTable> line_table_for(const AtmalofGame& game) { return by_rules().find(game.rules()); }

void note_damage(const LineTable& table, const std::string& what) {
  const auto open = by_rules().find(rules_of(table));
  if (open.get() != &table) return;
  const std::lock_guard guard(damage().lock);
  const auto is_this = [&](const auto& one) { return one.lock() == open; };
  if (std::ranges::any_of(damage().tables, is_this)) return;
  damage().tables.push_back(open);
  damage().news.push_back(what);
}

std::vector<std::string> take_damage() {
  const std::lock_guard guard(damage().lock);
  return std::exchange(damage().news, {});
}

}  // namespace motu
