// Matches of nets that look one turn ahead: how training measures itself. Dice are duplicate: both games of a pair, in
// which the nets exchange seats, read the same faces by ply and player.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "motu/atmalof/turns.hpp"

namespace motu {

struct LineMatch {
  std::uint64_t pairs = 0;
  std::uint64_t wins = 0;  // of the first net, or of who begins
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::uint64_t unfinished = 0;  // games cut off after kLineMatchPlies; half a point each
  double squares = 0.0;          // of the pairs' scores in 0..1, added up

  double score() const;
  // The standard error of the score, from the pairs.
  double standard_error() const;
};

inline constexpr int kLineMatchPlies = 400;

// Nets for the same game. A null net plays at random. `between` is called after every pair; what it throws ends the
// match.
LineMatch play_line_match(const AtmalofGame& game, const std::shared_ptr<const LineNet>& first,
                          const std::shared_ptr<const LineNet>& second, std::uint64_t pairs, std::uint64_t seed,
                          const std::function<void()>& between = {});

// Games of a net against itself, each with dice of its own: what beginning is worth. The results are those of who
// begins; each game is a pair by itself.
LineMatch play_line_games(const AtmalofGame& game, const std::shared_ptr<const LineNet>& net, std::uint64_t games,
                          std::uint64_t seed, const std::function<void()>& between = {});

}  // namespace motu
