#include "motu/core/batch/game_batch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
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

PlanePacker packer_of(const Game& game) {
  const auto shape = game.observation_shape();
  return {static_cast<std::size_t>(shape[0]), static_cast<std::size_t>(shape[1] * shape[2])};
}

}  // namespace

PlanePacker::PlanePacker(std::size_t planes, std::size_t cells) {
  bounds_.reserve(planes * cells);
  for (std::size_t i = 0; i < planes * cells; ++i) {
    bounds_.push_back(static_cast<std::uint8_t>(255 * (i % cells) / cells));
  }
}

void PlanePacker::pack(std::span<std::uint8_t> bytes, std::span<std::uint8_t> out) const {
  const std::size_t size = bounds_.size();
  std::uint8_t* const entries = bytes.data();
  const std::uint8_t* const bounds = bounds_.data();
  for (std::size_t i = 0; i < size; ++i) entries[i] = static_cast<std::uint8_t>(entries[i] > bounds[i]);
  const std::size_t whole = size / 8;
  for (std::size_t at = 0; at < whole; ++at) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&word, entries + 8 * at, sizeof word);
    } else {
      for (unsigned k = 0; k < 8; ++k) word |= std::uint64_t{entries[8 * at + k]} << (8 * k);
    }
    // Brings bit 8k to bit 63 - k, for all k at once.
    out[at] = static_cast<std::uint8_t>((word * 0x8040201008040201ULL) >> 56);
  }
  if (whole == out.size()) return;
  unsigned last = 0;
  for (std::size_t i = 8 * whole; i < size; ++i) last |= unsigned{bytes[i]} << (7 - i % 8);
  out[whole] = static_cast<std::uint8_t>(last);
}

GameBatch::GameBatch(std::shared_ptr<const Game> game, const BatchOptions& options, const BatchViews& views)
    : game_(std::move(game)),
      options_(checked(options)),
      views_(views),
      initial_(game_->new_state()),
      num_actions_(static_cast<std::size_t>(game_->num_actions())),
      packer_(packer_of(*game_)),
      team_(options.threads) {
  const auto shape = game_->observation_shape();
  plane_size_ = static_cast<std::size_t>(shape[0]) * static_cast<std::size_t>(shape[1] * shape[2]);
  if (options_.dense) {
    dense_ = game_->dense_actions();
    places_.assign(num_actions_, -1);
    for (std::size_t i = 0; i < dense_.size(); ++i) {
      places_[static_cast<std::size_t>(dense_[i])] = static_cast<std::int32_t>(i);
    }
    num_actions_ = dense_.size();
  }
  check_views();
  for (int i = 0; i < options_.games; ++i) slots_.push_back({initial_->clone(), Rng(0)});
  reset(options_.seed);
}

void GameBatch::check_views() const {
  const auto games = static_cast<std::size_t>(options_.games);
  check_size("masks", views_.masks, games * num_actions_);
  check_size("observations", views_.bytes, games * plane_size_);
  check_size("observations", views_.floats, games * plane_size_);
  check_size("observations", views_.bits, games * packer_.num_bytes());
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
      if (!slots_[i].is_over) play(i, static_cast<Action>(own_action(actions[i])));
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
      out[i] = slots_[i].is_over ? 0 : shown_action(slots_[i].state->sample_legal(slots_[i].random));
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
    if (slots_[i].is_over) continue;
    const std::int64_t action = own_action(actions[i]);
    if (action >= 0 && state.is_legal(static_cast<Action>(action))) continue;
    try {
      check_in_range(state, actions[i]);
      state.clone()->apply(static_cast<Action>(action));
    } catch (const Error& error) {
      throw Error(error.slug(), "game " + std::to_string(i) + " of the batch: " + error.what(), error.text(),
                  error.position(), error.legal());
    }
  }
}

std::int64_t GameBatch::own_action(std::int64_t action) const {
  if (action < 0 || action >= static_cast<std::int64_t>(num_actions_)) return -1;
  return dense_.empty() ? action : dense_[static_cast<std::size_t>(action)];
}

// As State::check_in_range, of actions as they are counted here.
void GameBatch::check_in_range(const State& state, std::int64_t action) const {
  if (dense_.empty()) return state.check_in_range(action);
  if (action >= 0 && action < static_cast<std::int64_t>(num_actions_)) return;
  throw Error(
      "action/out-of-range",
      "no action " + std::to_string(action) + ": dense actions here are 0 to " + std::to_string(num_actions_ - 1),
      std::to_string(action));
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
  if (!views_.masks.empty()) show_mask(slot, row(views_.masks, index, num_actions_));
  if (!views_.bytes.empty()) state.observe_bytes(viewer, row(views_.bytes, index, plane_size_));
  if (!views_.floats.empty()) state.observe(viewer, row(views_.floats, index, plane_size_));
  if (!views_.bits.empty()) {
    thread_local std::vector<std::uint8_t> bytes;
    bytes.resize(plane_size_);
    state.observe_bytes(viewer, bytes);
    packer_.pack(bytes, row(views_.bits, index, packer_.num_bytes()));
  }
  if (!views_.players.empty()) {
    views_.players[index] = static_cast<std::int8_t>(slot.is_over ? kTerminal : state.current_player());
  }
}

void GameBatch::show_mask(const Slot& slot, std::span<std::uint8_t> mask) const {
  if (slot.is_over) {
    std::ranges::fill(mask, std::uint8_t{0});
  } else if (dense_.empty()) {
    slot.state->legal_mask(mask);
  } else {
    thread_local std::vector<Action> legal;
    slot.state->legal_actions(legal);
    std::ranges::fill(mask, std::uint8_t{0});
    for (const Action action : legal) mask[static_cast<std::size_t>(shown_action(action))] = 1;
  }
}

void GameBatch::forget_results() {
  std::ranges::fill(views_.rewards, 0.0F);
  std::ranges::fill(views_.is_terminated, std::uint8_t{0});
  std::ranges::fill(views_.is_truncated, std::uint8_t{0});
}

}  // namespace motu
