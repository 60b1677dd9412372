#include "motu/search/advisors.hpp"

#include <utility>

#include "motu/games/atmalof.hpp"
#include "motu/games/atoll.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/search/connection_advisor.hpp"
#include "motu/search/flip_advisor.hpp"
#include "motu/search/flip_table_advisor.hpp"
#include "motu/search/line_table_advisor.hpp"
#include "motu/solve/flip_shared.hpp"
#include "motu/solve/line_tables.hpp"

namespace motu {

std::unique_ptr<Advisor> make_advisor(const Game& game) {
  if (dynamic_cast<const AtollGame*>(&game) != nullptr) return std::make_unique<ConnectionAdvisor>();
  if (const auto* atomorph = dynamic_cast<const AtomorphGame*>(&game)) {
    if (auto table = shared_flip_table(*atomorph)) return std::make_unique<FlipTableAdvisor>(std::move(table));
    return std::make_unique<FlipAdvisor>();
  }
  if (const auto* atmalof = dynamic_cast<const AtmalofGame*>(&game)) {
    if (auto table = line_table_for(*atmalof)) return std::make_unique<LineTableAdvisor>(std::move(table));
  }
  return nullptr;
}

}  // namespace motu
