#include "motu/search/advisors.hpp"

#include <utility>

#include "motu/games/atmalof.hpp"
#include "motu/games/atoll.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/search/connection_advisor.hpp"
#include "motu/search/flip_advisor.hpp"
#include "motu/search/flip_table_advisor.hpp"
#include "motu/search/line_table_advisor.hpp"
#include "motu/search/proof_table_advisor.hpp"
#include "motu/solve/connection_tables.hpp"
#include "motu/solve/flip_shared.hpp"
#include "motu/solve/line_tables.hpp"

namespace motu {

namespace {

std::unique_ptr<Advisor> advisor_of(const AtollGame& game, bool asks_tables) {
  auto table = asks_tables ? connection_table_for(game) : nullptr;
  if (table != nullptr) return std::make_unique<ProofTableAdvisor>(game, std::move(table));
  return std::make_unique<ConnectionAdvisor>();
}

std::unique_ptr<Advisor> advisor_of(const AtomorphGame& game, bool asks_tables) {
  auto table = asks_tables ? shared_flip_table(game) : nullptr;
  if (table != nullptr) return std::make_unique<FlipTableAdvisor>(std::move(table));
  return std::make_unique<FlipAdvisor>();
}

std::unique_ptr<Advisor> advisor_of(const AtmalofGame& game, bool asks_tables) {
  auto table = asks_tables ? line_table_for(game) : nullptr;
  return table != nullptr ? std::make_unique<LineTableAdvisor>(std::move(table)) : nullptr;
}

}  // namespace

std::unique_ptr<Advisor> make_advisor(const Game& game, bool asks_tables) {
  if (const auto* atoll = dynamic_cast<const AtollGame*>(&game)) return advisor_of(*atoll, asks_tables);
  if (const auto* atomorph = dynamic_cast<const AtomorphGame*>(&game)) return advisor_of(*atomorph, asks_tables);
  if (const auto* atmalof = dynamic_cast<const AtmalofGame*>(&game)) return advisor_of(*atmalof, asks_tables);
  return nullptr;
}

}  // namespace motu
