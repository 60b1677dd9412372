// What the tests of self-play share.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "motu/atoll/tests/testing.hpp"
#include "motu/core/selfplay/self_play.hpp"

namespace motu::self_play_testing {

inline std::shared_ptr<const Game> hex(int size, bool swap = false) {
  return atoll_testing::new_game(HexBoard::rhombus(size, size, 4), swap);
}

struct Run {
  std::vector<Samples> samples;  // [group]
  std::vector<std::size_t> order;
};

// Answers so many batches of a self-play; the answers depend on nothing but the planes.
inline Run play(SelfPlay& self_play, int batches) {
  Run run;
  run.samples.resize(self_play.num_groups());
  for (int i = 0; i < batches; ++i) {
    const std::size_t group = self_play.next();
    run.order.push_back(group);
    Samples fresh = self_play.take_samples(group);
    run.samples[group].take(fresh);
    const auto boards = static_cast<std::size_t>(self_play.boards(group));
    const auto points = static_cast<std::size_t>(self_play.encoder(group).policy_size());
    const auto planes = self_play.planes(group);
    const std::size_t bytes = planes.size() / boards;
    std::vector<float> values(boards);
    std::vector<float> logits(boards * points);
    for (std::size_t board = 0; board < boards; ++board) {
      const auto own = planes.subspan(board * bytes, bytes);
      const std::uint64_t mixed = splitmix64(std::accumulate(own.begin(), own.end(), 7ULL));
      values[board] = static_cast<float>(mixed % 1000) / 500.0F - 1.0F;
      for (std::size_t point = 0; point < points; ++point) {
        logits[board * points + point] = static_cast<float>(splitmix64(mixed + point) % 100) / 50.0F;
      }
    }
    self_play.submit(group, values, logits);
  }
  return run;
}

inline bool bit(std::span<const std::uint8_t> plane, std::size_t point) {
  return (plane[point / 8] >> (point % 8) & 1) != 0;
}

}  // namespace motu::self_play_testing
