#include "motu/atoll/connection_advisor.hpp"

#include <algorithm>
#include <iterator>

namespace motu {

int plies_within(std::size_t cells, bool mover_wins) {
  const int half = static_cast<int>(cells) / 2;
  return mover_wins ? 2 * half + 1 : 2 * std::max(half, 1);
}

Bounds win_of(const State& state, Colour colour) {
  const int person = colour ^ static_cast<int>(state.is_swapped());
  const float value = person == 0 ? 1.0F : -1.0F;
  return {value, value};
}

ConnectionAdvisor::ConnectionAdvisor(const ConnectionOptions& options) : options_(options), connections_(options) {}

std::unique_ptr<Advisor> ConnectionAdvisor::fork() const { return std::make_unique<ConnectionAdvisor>(options_); }

void ConnectionAdvisor::advise(State& state, Advice& advice) {
  const auto& atoll = static_cast<const AtollState&>(state);
  if (atoll.swap_is_next() || atoll.swap_is_legal()) {
    judge(atoll, connections_.analyze(atoll), advice);
    return;
  }
  if (fill_in(atoll, advice)) return;
  judge(atoll, connections_.analyze(*filled_), advice);
  if (advice.bounds.is_exact()) return;
  std::vector<Action> both;
  std::ranges::set_intersection(advice.keep, inferior_.candidates(), std::back_inserter(both));
  advice.keep = std::move(both);
  // A win would be among the cells that are left.
  if (advice.keep.empty()) advice.bounds = win_of(atoll, other(atoll.to_move()));
}

// Fills in cells that are as good as somebody's. Whether that, or what is known from elsewhere, decides the game.
bool ConnectionAdvisor::fill_in(const AtollState& state, Advice& advice) {
  stones_.resize(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones_);
  inferior_.find(state.game().board(), stones_, state.to_move());
  if (inferior_.winner() != kNoColour) {
    decide(state, inferior_.winner(), advice);
    return true;
  }
  const auto filled = inferior_.filled();
  // What is dead is nobody's, and might as well be anybody's.
  std::ranges::transform(filled, stones_.begin(),
                         [](std::uint8_t stone) { return stone == kDeadCell ? kFirst : stone; });
  if (filled_ == nullptr || &filled_->game() != &state.game()) filled_ = std::make_unique<AtollState>(state);
  filled_->setup(stones_, state.to_move(), 0);
  if (!filled_->is_terminal()) return recall(state, inferior_, advice);
  decide(state, static_cast<Colour>(filled_->winning_colour()), advice);
  return true;
}

// Whoever is to move: so any stone keeps the win. One inside what was filled in makes it visible.
void ConnectionAdvisor::decide(const AtollState& state, Colour winner, Advice& advice) const {
  const auto& captured = inferior_.captured(winner);
  advice.bounds = win_of(state, winner);
  advice.plies = plies_within(captured.size(), winner == state.to_move());
  if (winner == state.to_move()) advice.best = captured.empty() ? state.empty_cells().front() : captured.front();
}

void ConnectionAdvisor::judge(const AtollState& state, const ConnectionAnalysis& analysis, Advice& advice) const {
  const bool wins = analysis.verdict == Verdict::wins;
  if (analysis.verdict != Verdict::open) {
    advice.bounds = win_of(state, wins ? state.to_move() : other(state.to_move()));
    advice.best = analysis.action;
    advice.plies = plies_within(analysis.carrier.size(), wins);
    return;
  }
  advice.keep.assign(analysis.must_play.begin(), analysis.must_play.end());
  if (state.swap_is_legal()) advice.keep.push_back(state.game().swap_action());
}

}  // namespace motu
