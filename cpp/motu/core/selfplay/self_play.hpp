// Self-play on many boards at once. Boards of one game form groups; the leaves of a group are judged together.
//
// While a net judges the leaves of one group, threads move the others on: who runs the net never waits for the games as
// long as these are quicker, and there is no other language in their way. Groups are served by their weights in an
// order that is fixed beforehand, so that neither the number of threads nor their luck changes a game.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "motu/core/selfplay/self_play_game.hpp"

namespace motu {

struct SelfPlayGroup {
  std::shared_ptr<const Game> game;
  double weight = 1.0;  // how often it is served, compared with the others
  int boards = 64;      // how many leaves are judged together
};

class SelfPlay {
 public:
  // Throws "net/self-play" for a game with the pie rule, and for numbers that make no self-play.
  SelfPlay(std::vector<SelfPlayGroup> groups, const SelfPlayOptions& options, int threads);
  ~SelfPlay();
  SelfPlay(const SelfPlay&) = delete;
  SelfPlay& operator=(const SelfPlay&) = delete;

  // Waits for the group that is next and returns its index. It is served when `submit` has been called for it.
  // `meanwhile` is called about every 50 ms of waiting; what it throws leaves all groups as they were.
  std::size_t next(const std::function<void()>& meanwhile = {});
  // The planes of its leaves, [boards, planes, bytes]; valid until `submit`.
  std::span<const std::uint8_t> planes(std::size_t group) const { return lanes_[group]->planes; }
  // The judgements: values [boards] for who moves, logits [boards, policy size]. Both are copied.
  void submit(std::size_t group, std::span<const float> values, std::span<const float> logits);
  // Between `next` and `submit` of the group alone: removes and returns what its games have taught so far.
  Samples take_samples(std::size_t group);
  // The same, of what it has played.
  SelfPlayCounts counts(std::size_t group) const;

  std::size_t num_groups() const { return lanes_.size(); }
  const Game& game(std::size_t group) const { return *lanes_[group]->group.game; }
  const NetEncoder& encoder(std::size_t group) const { return *lanes_[group]->encoder; }
  int boards(std::size_t group) const { return static_cast<int>(lanes_[group]->games.size()); }

 private:
  struct Lane {
    SelfPlayGroup group;
    std::shared_ptr<const NetEncoder> encoder;
    std::unique_ptr<ResultProver> prover;  // null: nothing is proved
    std::vector<SelfPlayGame> games;
    std::vector<std::uint8_t> planes;
    std::vector<float> values;
    std::vector<float> logits;
    Samples samples;
    SelfPlayCounts counts;
    double served = 0.0;
    bool is_ready = false;
    bool is_handed_out = false;
  };

  void make_lane(const SelfPlayGroup& group, const SelfPlayOptions& options);
  std::size_t choose() const;
  void close();
  void work();
  static void move_on(Lane& lane);
  void check_handed_out(std::size_t group) const;

  std::vector<std::unique_ptr<Lane>> lanes_;
  mutable std::mutex lock_;
  std::condition_variable changed_;
  std::deque<Lane*> waiting_;
  std::exception_ptr failure_;
  bool is_closing_ = false;
  std::vector<std::jthread> threads_;  // the last: they are waited for before what they use goes
};

}  // namespace motu
