#include "motu/core/state/game_identity.hpp"

#include <map>
#include <mutex>

#include "motu/core/base/rng.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

namespace {

struct GamesInUse {
  std::mutex mutex;
  std::map<GameIdentity, std::weak_ptr<const Game>> by_identity;
};

// Never destroyed: games may be asked for until the process ends.
GamesInUse& games_in_use() {
  static auto* games = new GamesInUse;
  return *games;
}

}  // namespace

std::uint64_t fingerprint_of(const GameIdentity& identity) {
  std::uint64_t hash = identity.size();
  for (const std::int32_t number : identity) hash = splitmix64(hash ^ static_cast<std::uint32_t>(number));
  return hash;
}

std::shared_ptr<const Game> the_game(const GameIdentity& identity,
                                     const std::function<std::shared_ptr<const Game>()>& make) {
  GamesInUse& games = games_in_use();
  const std::scoped_lock lock(games.mutex);
  if (const auto found = games.by_identity.find(identity); found != games.by_identity.end()) {
    if (auto game = found->second.lock()) return game;
  }
  auto game = make();
  // Making a game takes longer than this look at all of them, of which few are in use at a time.
  std::erase_if(games.by_identity, [](const auto& entry) { return entry.second.expired(); });
  games.by_identity[identity] = game;
  return game;
}

}  // namespace motu
