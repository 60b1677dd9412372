// Many games of one kind side by side, an action each at a time, for agents that learn by playing them.
//
// Dice are rolled inside. What agents need to know is written where they want it after every call, without copies in
// between. Each game has random numbers of its own: neither the number of threads nor their luck changes a game.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/batch/thread_team.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

struct BatchOptions {
  int games = 1;
  int max_actions = 0;  // of both persons together, after which a game is truncated; 0: never
  int threads = 1;
  bool restarts = true;  // whether a new game begins in the place of one that is over
  bool dense = false;    // whether actions are places in Game::dense_actions()
  std::uint64_t seed = 0;
};

// Where to write; nothing is written where a span is empty. Row i is the i-th game's.
struct BatchViews {
  std::span<std::uint8_t> masks = {};   // [games, actions] 1 for each legal action
  std::span<std::uint8_t> bytes = {};   // [games, planes, rows, columns] what the mover sees, in 255ths
  std::span<float> floats = {};         // the same as it is
  std::span<std::uint8_t> bits = {};    // [games, bytes] the same in bits, see pack_planes
  std::span<std::int8_t> players = {};  // [games] the person to act, or kTerminal
  std::span<float> rewards = {};        // [games, 2] of the last action: the result where it ended the game, else 0
  std::span<std::uint8_t> is_terminated = {};  // [games] 1 where the last action ended the game
  std::span<std::uint8_t> is_truncated = {};   // [games] 1 where the game was broken off after it
};

// Packs the planes of an observation in 255ths, eight entries a byte, the first in the highest bit. Cell i of a plane
// of n is set where its value is more than i/n: 1 always, 0 never, and of a share that is everywhere the first cells.
class PlanePacker {
 public:
  PlanePacker(std::size_t planes, std::size_t cells);
  std::size_t num_bytes() const { return (bounds_.size() + 7) / 8; }
  // `bytes` of planes * cells entries is used up.
  void pack(std::span<std::uint8_t> bytes, std::span<std::uint8_t> out) const;

 private:
  std::vector<std::uint8_t> bounds_;  // of each entry: set above it
};

class GameBatch {
 public:
  // Throws "batch/options" for numbers that make no batch, and for views of another size.
  GameBatch(std::shared_ptr<const Game> game, const BatchOptions& options, const BatchViews& views);

  int size() const { return static_cast<int>(slots_.size()); }
  // How many actions there are, as they are counted here.
  std::size_t num_actions() const { return num_actions_; }
  const State& state(int index) const { return *slots_[static_cast<std::size_t>(index)].state; }

  // Begins all games anew, with other random numbers where there is a seed.
  void reset(std::optional<std::uint64_t> seed);
  // Begins those games anew that are marked by anything but 0.
  void reset(std::span<const std::uint8_t> which);
  // Plays an action in every game. Throws "batch/options" for another number of actions, and what State::apply throws
  // for the first one that is refused; nothing has been played then anywhere. In games that are over, which there are
  // only without restarts, actions are of no account.
  void step(std::span<const std::int64_t> actions);
  // Draws an action for every game, each legal one as likely; 0 where the game is over.
  void sample(std::span<std::int64_t> out);

  // In a child of the process that made it: goes on with the calling thread alone, to the same results.
  void forget_threads() noexcept { team_.forget_threads(); }

 private:
  struct Slot {
    std::unique_ptr<State> state;
    Rng random;
    int taken = 0;
    bool is_over = false;
  };

  void check_views() const;
  void check_actions(std::span<const std::int64_t> actions) const;
  void check_in_range(const State& state, std::int64_t action) const;
  void begin(Slot& slot) const;
  void roll(Slot& slot) const;
  void play(std::size_t index, Action action);
  void show(std::size_t index) const;
  void show_mask(const Slot& slot, std::span<std::uint8_t> mask) const;
  // The game's own number of what was played, and back; -1 for what is no action.
  std::int64_t own_action(std::int64_t action) const;
  std::int64_t shown_action(Action action) const {
    return places_.empty() ? action : places_[static_cast<std::size_t>(action)];
  }
  void forget_results();

  std::shared_ptr<const Game> game_;
  BatchOptions options_;
  BatchViews views_;
  std::unique_ptr<State> initial_;
  std::size_t plane_size_ = 0;
  std::vector<Action> dense_;         // place -> action; empty where actions are the game's own
  std::vector<std::int32_t> places_;  // action -> place
  std::size_t num_actions_ = 0;
  PlanePacker packer_;
  std::vector<Slot> slots_;
  ThreadTeam team_;
};

}  // namespace motu
