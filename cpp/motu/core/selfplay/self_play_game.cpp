#include "motu/core/selfplay/self_play_game.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "motu/core/nets/net_answers.hpp"

namespace motu {

SelfPlayGame::SelfPlayGame(const Game& game, std::shared_ptr<const NetEncoder> encoder, const SelfPlayOptions& options,
                           std::uint64_t seed, ResultProver* prover)
    : game_(share(game)),
      encoder_(std::move(encoder)),
      options_(options),
      prover_(prover),
      rng_(seed),
      tree_(options.value_scale) {
  begin_game();
}

void SelfPlayGame::begin_game() {
  luck_ = 0.0;
  last_value_ = kNoSearch;
  tree_.forget();
  do {
    state_ = game_->new_state();
    draw_opening();
    begin_turn();
  } while (state_->is_terminal());
}

void SelfPlayGame::draw_opening() {
  const double share = static_cast<double>(options_.opening_share) * game_->num_cells();
  double longest = std::max(share, static_cast<double>(options_.opening_plies));
  opening_random_ = options_.opening_random;
  if (options_.scattered_share > 0.0F && rng_.uniform() < static_cast<double>(options_.scattered_share)) {
    longest = game_->num_cells();
    opening_random_ = 1.0F;
  }
  opening_plies_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(longest) + 1));
}

// Comes to a turn that needs the net, or to the end of the game.
void SelfPlayGame::begin_turn() {
  while (!state_->is_terminal() && is_opening() && rng_.uniform() < static_cast<double>(opening_random_)) {
    do {
      state_->apply_unchecked(state_->sample_legal(rng_));
    } while (state_->is_chance_node());
  }
  is_kept_ = !is_opening() && !passes_over();
  is_full_ = is_kept_ && rng_.uniform() < static_cast<double>(options_.full_share);
  tree_.begin(effort());
  view_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(encoder_->num_views())));
}

GumbelEffort SelfPlayGame::effort() const {
  if (is_opening()) return {0, 1, options_.opening_temperature};
  if (is_full_) return {options_.visits, options_.considered, 1.0F};
  const bool is_passed_over = !is_kept_ && options_.decided_visits > 0;
  return {is_passed_over ? options_.decided_visits : options_.fast_visits, options_.considered, 0.0F};
}

// Whether nothing is to be learnt from this turn, since the game is decided.
bool SelfPlayGame::passes_over() {
  const bool is_decided = options_.decided < 1.0F && last_value_ >= static_cast<double>(options_.decided);
  return is_decided && rng_.uniform() >= static_cast<double>(options_.decided_share);
}

void SelfPlayGame::answer(float value, std::span<const float> logits, Samples& samples, SelfPlayCounts& counts) {
  ++counts.evaluations;
  state_->legal_actions(actions_);
  gather_logits(*encoder_, view_, actions_, logits, logits_);
  tree_.answer(*state_, state_->current_player() == 0 ? value : -value, actions_, logits_, rng_);
  while (!tree_.advance(*state_, rng_)) finish_turn(samples, counts);
  view_ = static_cast<int>(rng_.below(static_cast<std::uint32_t>(encoder_->num_views())));
}

void SelfPlayGame::finish_turn(Samples& samples, SelfPlayCounts& counts) {
  if (!is_opening()) last_value_ = std::abs(tree_.improved_value());
  if (is_kept_) keep_turn();
  play(tree_.best());
  begin_turn();
  if (!state_->is_terminal() && !is_broken_off()) return;
  finish_game(samples, counts);
  begin_game();
}

// Plays what the search chose, and rolls for it.
void SelfPlayGame::play(Action action) {
  state_->apply_unchecked(action);
  if (!state_->is_chance_node()) return;
  merge_outcomes(*state_, actions_, faces_);
  double rest = rng_.uniform();
  std::size_t face = 0;
  while (face + 1 < faces_.size() && rest >= faces_[face].probability) rest -= faces_[face++].probability;
  luck_ += tree_.luck(face);
  state_->apply_unchecked(faces_[face].outcome);
}

bool SelfPlayGame::is_broken_off() const {
  return has_dice() && state_->ply() >= static_cast<double>(options_.longest) * game_->num_cells();
}

// Adds what is known before the game is over.
void SelfPlayGame::keep_turn() {
  const int view = static_cast<int>(rng_.below(static_cast<std::uint32_t>(encoder_->num_views())));
  const Colour colour = state_->to_move();
  // Among dice small differences count, and moves that are merely tried would drown them.
  const double found = tree_.improved_value();
  const auto value = static_cast<float>(state_->current_player() == 0 ? found : -found);
  turns_.push_back({colour, is_full_, view, state_->ply(), value, luck_});
  const std::size_t planes = encoder_->planes().size() * encoder_->plane_bytes();
  kept_.planes.resize(kept_.planes.size() + planes);
  encoder_->encode(*state_, view, std::span(kept_.planes).last(planes));
  const auto size = static_cast<std::size_t>(encoder_->policy_size());
  kept_.policy.resize(kept_.policy.size() + size, 0);
  tree_.improved_policy(policy_, options_.policy_temperature);
  for (std::size_t i = 0; i < policy_.size(); ++i) {
    const auto point = static_cast<std::size_t>(encoder_->point_of(tree_.actions()[i], view));
    const auto share = static_cast<std::uint16_t>(std::lround(policy_[i] * 65535.0F));
    std::span(kept_.policy).last(size)[point] = std::max<std::uint16_t>(share, encoder_->has_lines() ? 1 : 0);
  }
}

void SelfPlayGame::finish_game(Samples& samples, SelfPlayCounts& counts) {
  count_game(counts);
  settle_results();
  const std::size_t owners = 2 * encoder_->plane_bytes();
  for (const Turn& turn : turns_) {
    kept_.is_full.push_back(turn.is_full ? 1 : 0);
    kept_.result.push_back(static_cast<std::int8_t>(turn.winner < 0 ? 0 : (turn.winner == turn.colour ? 1 : -1)));
    kept_.value.push_back(turn.value);
    kept_.turn.push_back(static_cast<std::uint32_t>(turn.ply));
    kept_.plies.push_back(static_cast<std::uint16_t>(state_->ply() - turn.ply));
    kept_.owners.resize(kept_.owners.size() + owners);
    encoder_->encode_owners(*state_, turn.colour, turn.view, std::span(kept_.owners).last(owners));
    if (has_dice()) keep_dice(turn);
  }
  samples.take(kept_);
  turns_.clear();
}

// Who wins at each turn that is kept.
void SelfPlayGame::settle_results() {
  const int winner = state_->outcome().winner;
  for (Turn& turn : turns_) turn.winner = winner;
  if (prover_ != nullptr && winner >= 0) prove_results(winner);
}

// Goes back from the end, ply by ply, until nothing is proved. `winner` is that of the game.
void SelfPlayGame::prove_results(int winner) {
  const auto state = state_->clone();
  auto turn = turns_.rbegin();
  while (turn != turns_.rend()) {
    state->undo_unchecked();
    const int proved = prover_->winner(*state);
    if (proved < 0) break;
    const bool is_thrown_away = proved != winner;
    winner = proved;
    if (turn->ply != state->ply()) continue;
    turn->winner = proved;
    turn->value = proved == turn->colour ? 1.0F : -1.0F;
    turn->is_full = turn->is_full && !is_thrown_away;
    ++turn;
  }
  for (; turn != turns_.rend(); ++turn) turn->winner = winner;
}

void SelfPlayGame::count_game(SelfPlayCounts& counts) const {
  ++counts.games;
  counts.unfinished += state_->is_terminal() ? 0 : 1;
  counts.plies += static_cast<std::uint64_t>(state_->ply());
  counts.first_wins += state_->outcome().winner == 0 ? 1 : 0;
}

// A game that was broken off ends, for this, at its last turn with what the search thought of it.
void SelfPlayGame::keep_dice(const Turn& turn) {
  const bool is_finished = state_->is_terminal();
  const Turn& last = turns_.back();
  double end = state_->outcome().value_for(0);
  if (!is_finished) end = static_cast<double>(last.colour == kFirst ? last.value : -last.value);
  const double equity = end - ((is_finished ? luck_ : last.luck) - turn.luck);
  constexpr int kMostMargin = 100;
  const int margin = std::clamp(encoder_->margin(*state_, turn.colour), -kMostMargin, kMostMargin);
  kept_.is_finished.push_back(is_finished ? 1 : 0);
  kept_.equity.push_back(static_cast<float>(turn.colour == kFirst ? equity : -equity));
  kept_.margin.push_back(static_cast<std::int8_t>(margin));
}

}  // namespace motu
