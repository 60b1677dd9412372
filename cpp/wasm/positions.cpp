#include "wasm/positions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/levels/tactics.hpp"
#include "motu/core/state/game_type.hpp"
#include "motu/core/state/reason.hpp"

namespace motu {

namespace {

void tell_cells(std::string_view key, std::span<const int> cells, Json& out) {
  out.key(key).open('[');
  for (const int cell : cells) out.whole(cell);
  out.close(']');
}

void tell_texts(std::string_view key, std::span<const std::string> texts, Json& out) {
  out.key(key).open('[');
  for (const std::string& text : texts) out.string(text);
  out.close(']');
}

void tell_moves(std::string_view key, const State& state, std::span<const Action> actions, Json& out) {
  out.key(key).open('[');
  for (const Action action : actions) out.string(state.action_to_string(action));
  out.close(']');
}

void tell_both(std::string_view key, int first, int second, Json& out) {
  out.key(key).open('[').whole(first).whole(second).close(']');
}

std::vector<std::uint8_t> stones_of(const State& state) {
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  return stones;
}

void tell_stones(const State& state, Json& out) {
  std::string text;
  for (const std::uint8_t stone : stones_of(state)) text += "01."[stone];
  out.key("stones").string(text);
}

template <class S>
void tell_flips(const S& state, Json& out) {
  tell_cells("weak", state.weak(), out);
  tell_cells("contested", state.contested(), out);
  out.key("ban").flag(state.ban()).key("to_return").flag(state.to_return());
}

// The cells that a roll for each line can hit, of the line that is announced, else of those that may be.
void tell_landing(const State& state, std::span<const std::string> lines, Json& out) {
  out.key("landing").open('{');
  for (const std::string& line : lines) tell_cells(line, state.landing(line), out);
  out.close('}');
}

// Whether the last drop fell on a piece, which stood there before it.
bool has_missed(const State& state) {
  const auto before = state.clone();
  if (state.is_chance_node()) before->undo_unchecked();
  const auto history = before->history();
  if (history.empty() || !history.back().second) return false;
  const auto outcome = static_cast<std::size_t>(history.back().first);
  before->undo_unchecked();
  const std::string line = before->action_text(before->history().back().first, false);
  return stones_of(*before)[static_cast<std::size_t>(before->landing(line)[outcome])] != kNoColour;
}

template <class S>
void tell_lines(const S& state, Json& out) {
  std::vector<std::string> lines;
  out.key("announced");
  if (state.is_chance_node()) {
    lines.push_back(state.action_text(state.announced(), false));
    out.string(lines.front());
  } else {
    out.null();
    if (!state.is_terminal()) lines = state.legal_moves();
    std::erase_if(lines, [](const std::string& move) { return move.find('-') != std::string::npos; });
  }
  tell_landing(state, lines, out);
  out.key("missed").flag(has_missed(state));
  tell_both("pieces", state.pieces(kFirst), state.pieces(kSecond), out);
  tell_both("short_lines", state.count_short_lines(kFirst), state.count_short_lines(kSecond), out);
}

void tell_result(const State& state, Json& out) {
  out.key("result");
  if (!state.is_terminal()) {
    out.null();
    return;
  }
  const Outcome outcome = state.outcome();
  out.open('{').key("winner");
  outcome.winner < 0 ? out.null() : out.whole(outcome.winner);
  out.key("reason").string(reason_of(outcome.termination)).close('}');
}

}  // namespace

void tell_position(const State& state, Json& out) {
  const bool is_decision = !state.is_terminal() && !state.is_chance_node();
  out.open('{').key("ply").whole(state.ply()).key("to_move").whole(state.to_move());
  out.key("player").whole(state.current_player()).key("swapped").flag(state.is_swapped());
  tell_stones(state, out);
  tell_texts("moves", state.moves(), out);
  tell_texts("legal", is_decision ? state.legal_moves() : std::vector<std::string>(), out);
  tell_cells("chain", state.winning_cells(), out);
  tell_result(state, out);
  if (as<AtomorphGame>(state.game()) != nullptr) {
    visit_atomorph(state, [&](const auto& concrete) { tell_flips(concrete, out); });
  } else if (as<AtmalofGame>(state.game()) != nullptr) {
    visit_atmalof(state, [&](const auto& concrete) { tell_lines(concrete, out); });
  }
  out.close('}');
}

void tell_threats(State& state, Json& out) {
  std::vector<Action> wins;
  std::vector<Action> against;
  if (!state.is_terminal() && !state.is_chance_node()) {
    wins = winning_actions(state);
    against = threats(state);
  }
  out.open('{');
  tell_moves("wins", state, wins, out);
  tell_moves("threats", state, against, out);
  out.close('}');
}

}  // namespace motu
