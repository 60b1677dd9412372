// One turn ahead: what every legal action is worth, faces of an announcement averaged exactly.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atmalof/net.hpp"

namespace motu {

class LineTurns {
 public:
  explicit LineTurns(std::shared_ptr<const LineNet> net);

  // Puts the pieces of a decision or of a roll to come, and judges. Never called at the end of a game.
  void load(const State& state);
  // Values of the state's legal actions in their order, for the person whose turn it is, in [-1, 1]. At a roll the
  // value of each face.
  const std::vector<float>& values() const { return values_; }
  // The largest of the values; at a roll their mean.
  float value() const { return value_; }
  // Positions judged so far.
  std::uint64_t judged() const { return judged_; }
  // The net's own value of the state without looking ahead; only of a decision.
  float static_value(const State& state);
  // The features that held in it.
  const std::vector<std::uint32_t>& active() const { return active_; }

 private:
  void judge_decision(Colour mover);
  void judge_roll(Colour mover, Action line);
  void judge_drops(Colour mover);
  float judge_drop(int square, Colour mover);
  void judge_moves(Colour mover);
  float value_after(Colour mover);
  float mean_after(Action line) const;

  std::shared_ptr<const LineNet> net_;
  LineBoard board_;
  std::vector<float> values_;
  std::vector<float> drops_;  // [square]: after a drop there; on an occupied one, after a lost turn
  std::vector<std::uint32_t> active_;
  float value_ = 0.0F;
  std::uint64_t judged_ = 0;
};

}  // namespace motu
