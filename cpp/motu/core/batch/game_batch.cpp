#include "motu/core/batch/game_batch.hpp"

#include <algorithm>
#include <string>

#include "motu/core/base/error.hpp"

namespace motu {

namespace {

constexpr int kMostGames = 1 << 20;
constexpr int kMostThreads = 256;

const BatchOptions& checked(const BatchOptions& options) {
  const auto expect = [](const char* name, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw Error("batch/options", std::string(name) + " is a number from " + std::to_string(least) + " to " +
                                     std::to_string(most) + ", not " + std::to_string(value));
  };
  expect("the number of games", options.games, 1, kMostGames);
  expect("the number of threads", options.threads, 1, kMostThreads);
  expect("max_actions", options.max_actions, 0, 1 << 30);
  return options;
}

template <class T>
void check_size(const char* name, std::span<T> view, std::size_t expected) {
  if (view.empty() || view.size() == expected) return;
  throw Error("batch/options",
              std::string(name) + " has " + std::to_string(expected) + " entries, not " + std::to_string(view.size()));
}

template <class T>
std::span<T> row(std::span<T> view, std::size_t index, std::size_t length) {
  return view.subspan(index * length, length);
}

}  // namespace

GameBatch::GameBatch(std::shared_ptr<const Game> game, const BatchOptions& options, const BatchViews& views)
    : game_(std::move(game)),
      options_(checked(options)),
      views_(views),
      initial_(game_->new_state()),
      team_(options.threads) {
  const auto shape = game_->observation_shape();
  plane_size_ = static_cast<std::size_t>(shape[0]) * static_cast<std::size_t>(shape[1] * shape[2]);
  check_views();
  for (int i = 0; i < options_.games; ++i) slots_.push_back({initial_->clone(), Rng(0)});
  reset(options_.seed);
}

void GameBatch::check_views() const {
  const auto games = static_cast<std::size_t>(options_.games);
  check_size("masks", views_.masks, games * static_cast<std::size_t>(game_->num_actions()));
  check_size("observations", views_.bytes, games * plane_size_);
  check_size("observations", views_.floats, games * plane_size_);
  check_size("players", views_.players, games);
  check_size("rewards", views_.rewards, 2 * games);
  check_size("terminated", views_.is_terminated, games);
  check_size("truncated", views_.is_truncated, games);
}

void GameBatch::reset(std::optional<std::uint64_t> seed) {
  if (seed) {
    for (std::size_t i = 0; i < slots_.size(); ++i) slots_[i].random = Rng(splitmix64(*seed) ^ i);
  }
  forget_results();
  team_.run(slots_.size(), [this](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      begin(slots_[i]);
      show(i);
    }
  });
}

void GameBatch::reset(std::span<const std::uint8_t> which) {
  if (which.size() != slots_.size()) {
    throw Error("batch/options",
                "there are " + std::to_string(slots_.size()) + " games, not " + std::to_string(which.size()));
  }
  forget_results();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (which[i] == 0) continue;
    begin(slots_[i]);
    show(i);
  }
}

void GameBatch::step(std::span<const std::int64_t> actions) {
  check_actions(actions);
  forget_results();
  team_.run(slots_.size(), [this, actions](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!slots_[i].is_over) play(i, static_cast<Action>(actions[i]));
      show(i);
    }
  });
}

void GameBatch::sample(std::span<std::int64_t> out) {
  if (out.size() != slots_.size()) {
    throw Error("batch/options",
                "there are " + std::to_string(slots_.size()) + " games, not " + std::to_string(out.size()));
  }
  team_.run(slots_.size(), [this, out](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      out[i] = slots_[i].is_over ? 0 : slots_[i].state->sample_legal(slots_[i].random);
    }
  });
}

void GameBatch::check_actions(std::span<const std::int64_t> actions) const {
  if (actions.size() != slots_.size()) {
    throw Error("batch/options", "there are " + std::to_string(slots_.size()) + " games, and so as many actions, not " +
                                     std::to_string(actions.size()));
  }
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const State& state = *slots_[i].state;
    const bool fits = actions[i] >= 0 && actions[i] < game_->num_actions();
    if (slots_[i].is_over || (fits && state.is_legal(static_cast<Action>(actions[i])))) continue;
    try {
      state.check_in_range(actions[i]);
      state.clone()->apply(static_cast<Action>(actions[i]));
    } catch (const Error& error) {
      throw Error(error.slug(), "game " + std::to_string(i) + " of the batch: " + error.what(), error.text(),
                  error.position(), error.legal());
    }
  }
}

void GameBatch::begin(Slot& slot) const {
  slot.state = initial_->clone();
  slot.taken = 0;
  slot.is_over = false;
  roll(slot);
}

void GameBatch::roll(Slot& slot) const {
  while (slot.state->is_chance_node()) slot.state->apply_unchecked(slot.state->sample_legal(slot.random));
}

void GameBatch::play(std::size_t index, Action action) {
  Slot& slot = slots_[index];
  slot.state->apply_unchecked(action);
  roll(slot);
  ++slot.taken;
  const bool is_terminated = slot.state->is_terminal();
  const bool is_truncated = !is_terminated && options_.max_actions > 0 && slot.taken >= options_.max_actions;
  if (!is_terminated && !is_truncated) return;
  slot.is_over = true;
  if (is_terminated && !views_.rewards.empty()) {
    const Outcome outcome = slot.state->outcome();
    views_.rewards[2 * index] = static_cast<float>(outcome.value_for(0));
    views_.rewards[2 * index + 1] = static_cast<float>(outcome.value_for(1));
  }
  if (!views_.is_terminated.empty()) views_.is_terminated[index] = is_terminated ? 1 : 0;
  if (!views_.is_truncated.empty()) views_.is_truncated[index] = is_truncated ? 1 : 0;
  if (options_.restarts) begin(slot);
}

void GameBatch::show(std::size_t index) const {
  const Slot& slot = slots_[index];
  const State& state = *slot.state;
  const Colour viewer = state.to_move();
  if (!views_.masks.empty()) {
    const auto mask = row(views_.masks, index, static_cast<std::size_t>(game_->num_actions()));
    if (slot.is_over) {
      std::ranges::fill(mask, std::uint8_t{0});
    } else {
      state.legal_mask(mask);
    }
  }
  if (!views_.bytes.empty()) state.observe_bytes(viewer, row(views_.bytes, index, plane_size_));
  if (!views_.floats.empty()) state.observe(viewer, row(views_.floats, index, plane_size_));
  if (!views_.players.empty()) {
    views_.players[index] = static_cast<std::int8_t>(slot.is_over ? kTerminal : state.current_player());
  }
}

void GameBatch::forget_results() {
  std::ranges::fill(views_.rewards, 0.0F);
  std::ranges::fill(views_.is_terminated, std::uint8_t{0});
  std::ranges::fill(views_.is_truncated, std::uint8_t{0});
}

}  // namespace motu
