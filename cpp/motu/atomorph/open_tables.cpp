#include "motu/atomorph/open_tables.hpp"

#include <utility>

#include "motu/core/tables/open_tables.hpp"

namespace motu {

namespace {

// Tables know no pie rule.
AtomorphRules key_of(AtomorphRules rules) {
  rules.swap = false;
  return rules;
}

OpenTables<AtomorphRules, FlipTable>& by_rules() {
  static OpenTables<AtomorphRules, FlipTable> in_use;
  return in_use;
}

}  // namespace

void share_flip_table(std::shared_ptr<const FlipTable> table) {
  const AtomorphRules rules = key_of(table->board().rules());
  by_rules().use(rules, std::move(table));
}

void forget_flip_tables() { by_rules().forget(); }

std::shared_ptr<const FlipTable> shared_flip_table(const AtomorphGame& game) {
  const AtomorphRules rules = key_of(game.rules());
  if (game.size() != AtomorphGame::kMinSize) return by_rules().find(rules);
  return by_rules().find_or_make(rules, [&] { return FlipTable::build(share(game), 1, {}); });
}

}  // namespace motu
