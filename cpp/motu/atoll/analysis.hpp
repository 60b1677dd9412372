// What virtual connections say about an Atoll position (Hex included): who wins, where the mover has to play, and what
// is connected.
//
// Everything said is sound: a verdict is the result under best play, and a placing outside the must-play cells loses.
// Nothing is complete: `open` means that the connections found do not decide.
//
// The pie rule. While a swap may follow (ply 0 with the pie open) no verdict is given and every cell may be played: a
// placing that wins would be swapped away. When swap is legal, `must_play` is about placing a stone; a mover who wins
// by placing is given the key, and one who loses by placing wins by swapping, since the position stays and changes
// sides.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/hsearch.hpp"
#include "motu/atoll/winning.hpp"
#include "motu/core/base/types.hpp"

namespace motu {

struct ConnectionOptions {
  ConnectionLimits limits;
  TreeLimits trees;
  // Ends at the first thing that decides: nothing more is listed then.
  bool stop_when_decided = true;
  // Fills ConnectionAnalysis::connections.
  bool list = false;

  // A third of the time, for many nodes of a search; and five times as much, for one position.
  static ConnectionOptions quick();
  // Quick, with more ways kept between two ends: for proofs, where what is decided a node earlier counts twice.
  static ConnectionOptions proving();
  static ConnectionOptions thorough();
};

enum class Verdict : std::uint8_t { open, wins, loses };  // of the person to act

// Ends are vertices of the board: an empty cell, or for a group its first island (num_cells + island), or without one
// its first stone.
struct Connection {
  int from = 0;  // < to
  int to = 0;
  int key = -1;              // the cell the owner begins with; -1: none is needed, the connection is full
  std::vector<int> carrier;  // empty cells, ascending; the key among them
};

// A connection of a sufficient set of islands.
struct WinningConnection {
  int key = -1;
  std::vector<int> carrier;
};

struct ConnectionAnalysis {
  Verdict verdict = Verdict::open;
  // Wins when the verdict is `wins`: a cell or swap. -1 otherwise.
  Action action = -1;
  // Empty cells within which the winner wins; empty while open.
  std::vector<int> carrier;
  // The cells outside of which a placing loses, ascending: all empty cells when nothing is known, none when every
  // placing loses.
  std::vector<int> must_play;
  // [colour] smallest carrier first; without a full one, semis only.
  std::array<std::vector<WinningConnection>, 2> winning;
  // [colour] every connection found; only with ConnectionOptions::list.
  std::array<std::vector<Connection>, 2> connections;
  // [colour] combinations tried, and whether none was left out by the limit of them.
  std::array<std::uint64_t, 2> steps{};
  std::array<bool, 2> finished{true, true};
};

// Keeps its memory between calls. Not thread-safe: one object a thread.
class ConnectionSearch {
 public:
  explicit ConnectionSearch(const ConnectionOptions& options = {});
  ~ConnectionSearch();
  ConnectionSearch(ConnectionSearch&&) noexcept;
  ConnectionSearch& operator=(ConnectionSearch&&) noexcept;

  // Throws "move/game-over" when the game is over.
  ConnectionAnalysis analyze(const AtollState& state);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
  ConnectionOptions options_;
};

ConnectionAnalysis analyze_connections(const AtollState& state, const ConnectionOptions& options = {});

}  // namespace motu
