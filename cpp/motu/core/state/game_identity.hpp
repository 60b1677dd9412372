// What makes two games the same one, and the games that are in use.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace motu {

class Game;

// Everything that decides how a game is played, as numbers: its kind, its rules, its board.
using GameIdentity = std::vector<std::int32_t>;

std::uint64_t fingerprint_of(const GameIdentity& identity);

// The game of this identity: the one that somebody holds, or else a new one. Threads may call it at once.
std::shared_ptr<const Game> the_game(const GameIdentity& identity,
                                     const std::function<std::shared_ptr<const Game>()>& make);

}  // namespace motu
