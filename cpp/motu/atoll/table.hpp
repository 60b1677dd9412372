// What is proved about positions of one Atoll board, in a file that searches look things up in: who wins, by which
// move, and of how many cells the winner makes use.
//
// Positions stand under the keys of what is left of them after fill-in (canonical_key.hpp), so all that are the same
// game are found, whatever the way there. The file is mapped, so that all processes share it, and nothing is read that
// is not asked for once it was found to be whole. Little-endian: "MOTUPROV", version, the length of the board's name,
// its fingerprint, the number of records, a checksum of them, one of the header; the name, with zeros up to a multiple
// of eight; the records, ascending by key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motu/atoll/canonical_key.hpp"
#include "motu/core/boards/hex_board.hpp"
#include "motu/core/tables/mapped_file.hpp"

namespace motu {

struct ProvedPosition {
  static constexpr std::uint16_t kNoMove = 0xFFFF;

  ProofKey key;
  std::uint16_t move = kNoMove;  // of a win, on the board that the key was made of
  std::uint16_t cells = 0;       // within which the winner wins, whoever gets the others
  std::uint32_t mover_wins = 0;  // 1: who is to move wins, 0: the other one

  friend bool operator==(const ProvedPosition&, const ProvedPosition&) = default;
};

// Safe for any number of threads.
class ConnectionTable {
 public:
  // `described` is what people call the board. Throws "solve/table" for anything but a whole table of this board.
  static std::shared_ptr<const ConnectionTable> open(const std::filesystem::path& path, const HexBoard& board,
                                                     const std::string& described);
  // Adds positions to what the file holds, or makes it; it is replaced at once or not at all, by one process after the
  // other. A file that cannot be used is put aside first, under its name with ".damaged". How many it holds then.
  // Throws "solve/table" where nothing can be written.
  static std::uint64_t keep(const std::filesystem::path& path, const HexBoard& board, const std::string& described,
                            std::vector<ProvedPosition> positions);

  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  const CanonicalKeys& keys() const { return keys_; }
  std::uint64_t fingerprint() const { return fingerprint_; }
  std::span<const ProvedPosition> positions() const { return positions_; }
  // Null where nothing is proved of it.
  const ProvedPosition* find(const ProofKey& key) const {
    const auto at = std::ranges::lower_bound(positions_, key, {}, &ProvedPosition::key);
    return at != positions_.end() && at->key == key ? &*at : nullptr;
  }

 private:
  ConnectionTable(std::shared_ptr<const MappedFile> file, const HexBoard& board, const std::string& described);

  std::shared_ptr<const MappedFile> file_;
  CanonicalKeys keys_;
  std::uint64_t fingerprint_;
  std::span<const ProvedPosition> positions_;
};

}  // namespace motu
