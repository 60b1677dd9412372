// What a net learns from: positions of finished games, one array a field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace motu {

struct Samples {
  std::vector<std::uint8_t> planes;  // [n, planes, bytes] as the encoder gave them
  std::vector<std::uint16_t>
      policy;  // [n, policy size] the search's policy, in 65535ths; with lines 1 or more if legal
  std::vector<std::uint8_t> is_full;  // [n] 1: searched with full effort, so that the policy is to be learnt
  std::vector<std::int8_t> result;    // [n] 1, 0 or -1 for who moves
  std::vector<float> value;           // [n] what the search thought, for who moves
  std::vector<std::uint16_t> plies;   // [n] to the end of the game
  std::vector<std::uint8_t> owners;   // [n, 2, bytes] cells at the end: the mover's, and the opponent's
  std::vector<std::uint32_t> turn;    // [n] ply of the position
  // Filled in games with dice alone, else empty:
  std::vector<std::uint8_t> is_finished;  // [n] 0: the game was broken off, and how it would have ended nobody knows
  std::vector<float> equity;              // [n] the result for who moves, less the luck of all rolls that came after
  std::vector<std::int8_t> margin;        // [n] NetEncoder::margin at the end, for who moves

  std::size_t size() const { return result.size(); }
  // Moves all of `other` to the end.
  void take(Samples& other);
};

}  // namespace motu
