#include "motu/core/state/state.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace motu {

namespace {

// "a, b, c, … (17 in all)": enough to see what is meant, never a wall of text.
std::string shortened(const std::vector<std::string>& items) {
  constexpr std::size_t kShown = 12;
  std::string text;
  for (std::size_t i = 0; i < items.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > kShown) text += ", … (" + std::to_string(items.size()) + " in all)";
  return text.empty() ? "nothing" : text;
}

// What was read, fit for a message: control characters would cut it short or garble a terminal; of a flood the first
// part will do.
std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  std::size_t shown = std::min(kLongest, text.size());
  // Never in the middle of a character of several bytes.
  while (shown < text.size() && shown > 0 && (static_cast<unsigned char>(text[shown]) & 0xC0U) == 0x80U) --shown;
  std::string result;
  for (const char c : text.substr(0, shown)) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr const char* kDigits = "0123456789abcdef";
    if (byte >= 0x20 && byte != 0x7F) {
      result += c;
    } else {
      result.append("\\x").append(1, kDigits[byte >> 4]).append(1, kDigits[byte & 15U]);
    }
  }
  if (text.size() > shown) result += "…";
  return result;
}

}  // namespace

std::vector<Action> Game::dense_actions() const {
  std::vector<Action> found;
  for (Action action = 0; action < num_actions(); ++action) {
    if (is_ever_legal(action)) found.push_back(action);
  }
  return found;
}

void State::observe_bytes(Colour viewer, std::span<std::uint8_t> out) const {
  std::vector<float> values(out.size());
  observe(viewer, values);
  std::ranges::transform(values, out.begin(),
                         [](float value) { return static_cast<std::uint8_t>(std::lround(255.0F * value)); });
}

void State::legal_mask(std::span<std::uint8_t> out) const {
  std::vector<Action> legal;
  legal_actions(legal);
  std::ranges::fill(out, std::uint8_t{0});
  for (const Action action : legal) out[static_cast<std::size_t>(action)] = 1;
}

void State::reset_shared(Colour to_move) {
  history_.clear();
  ply_ = 0;
  to_move_ = to_move;
  pie_open_ = false;
  swapped_ = false;
  chance_ = false;
  termination_ = Termination::none;
  winner_ = -1;
}

std::string State::position_text() const {
  const auto played = moves();
  if (played.empty()) return "the initial position";
  std::string text;
  for (const auto& move : played) text += (text.empty() ? "" : " ") + move;
  return text;
}

void State::throw_invalid(std::string_view text, const std::string& reason) const {
  const auto legal = legal_moves();
  const std::string read = printable(text);
  throw Error("move/invalid", "cannot read the move '" + read + "': " + reason + "; legal here: " + shortened(legal),
              read, position_text(), legal);
}

void State::throw_illegal(Action action, std::string_view text) const {
  const std::string read = printable(text);
  if (is_terminal()) {
    throw Error("move/game-over", "the game is over: '" + read + "' cannot be played", read, position_text());
  }
  const auto legal = legal_moves();
  throw Error("move/illegal",
              "illegal move '" + read + "': " + why_illegal(action) + "; legal here: " + shortened(legal), read,
              position_text(), legal);
}

void State::check_in_range(std::int64_t action) const {
  const int limit = chance_ ? game().max_chance_outcomes() : game().num_actions();
  if (action >= 0 && action < limit) return;
  const std::string number = std::to_string(action);
  throw Error("action/out-of-range", "no action " + number + ": actions here are 0 to " + std::to_string(limit - 1),
              number, position_text());
}

void State::apply(Action action) {
  if (is_legal(action)) {
    apply_unchecked(action);
    return;
  }
  check_in_range(action);
  throw_illegal(action, action_to_string(action));
}

void State::undo() {
  if (history_.empty()) throw Error("undo/empty", "nothing to undo: no move has been played");
  undo_unchecked();
}

int State::play(std::string_view text) {
  const auto equals = text.find('=');
  const bool with_roll = equals != std::string_view::npos && normalise(text.substr(0, equals)) != "";
  if (is_terminal()) throw_illegal(0, text);
  const Action first = parse_action(with_roll ? text.substr(0, equals) : text);
  if (!is_legal(first)) throw_illegal(first, text);
  apply_unchecked(first);
  if (!with_roll) return 1;
  try {
    if (!is_chance_node()) {
      undo_unchecked();
      throw_invalid(text, "only an announcement is followed by a roll");
    }
    const Action roll = parse_action(text.substr(equals));
    if (!is_legal(roll)) throw_illegal(roll, text);
    apply_unchecked(roll);
  } catch (const Error&) {
    if (is_chance_node()) undo_unchecked();
    throw;
  }
  return 2;
}

std::vector<std::pair<Action, bool>> State::history() const {
  std::vector<std::pair<Action, bool>> entries;
  entries.reserve(history_.size());
  for (const auto entry : history_) entries.emplace_back(entry < 0 ? -1 - entry : entry, entry < 0);
  return entries;
}

std::vector<std::string> State::moves() const {
  std::vector<std::string> texts;
  for (const auto& [action, chance] : history()) {
    if (chance) {
      texts.back() += action_text(action, true);
    } else {
      texts.push_back(action_text(action, false));
    }
  }
  return texts;
}

std::vector<std::string> State::legal_moves() const {
  std::vector<Action> actions;
  legal_actions(actions);
  std::vector<std::string> texts;
  texts.reserve(actions.size());
  for (const Action action : actions) texts.push_back(action_to_string(action));
  return texts;
}

bool State::is_same_position(const State& other) const {
  if (&game() != &other.game() || hash() != other.hash()) return false;
  const auto shared = [](const State& state) {
    return std::tuple(state.to_move_, state.swapped_, state.chance_, state.termination_, state.winner_,
                      state.swap_is_legal(), state.swap_is_next());
  };
  if (shared(*this) != shared(other)) return false;
  const auto cells = static_cast<std::size_t>(game().num_cells());
  std::vector<std::uint8_t> own(cells);
  std::vector<std::uint8_t> others(cells);
  stones(own);
  other.stones(others);
  return own == others;
}

void check_game(const Game& game, const State& position, std::string_view who, std::string_view area) {
  if (&game == &position.game()) return;
  const std::string read = position.game().description();
  const std::string right = game.description();
  throw Error(std::string(area) + "/other-game",
              std::string(who) + " is for " + right + ", and the position is one of " + read +
                  (read == right ? " with other rules" : ""),
              read, position.position_text(), {right});
}

std::vector<int> State::landing(std::string_view line) const { throw_invalid(line, "this game has no dice"); }

}  // namespace motu
