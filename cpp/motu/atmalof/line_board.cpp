#include "motu/atmalof/line_board.hpp"

#include <algorithm>
#include <bit>

namespace motu {

LineTables::LineTables(std::shared_ptr<const AtmalofGame> game)
    : game_(std::move(game)), windows_(*game_, game_->rules().line), short_windows_(*game_, game_->rules().line - 1) {
  fill_digits();
  fill_codes();
  fill_neighbours();
}

void LineTables::fill_digits() {
  const int length = windows_.length();
  num_codes_ = 1;
  int red = 1;
  for (int i = 0; i < length; ++i) {
    digits_[kFirst].push_back(static_cast<std::uint16_t>(has_patterns() ? red : 1));
    digits_[kSecond].push_back(static_cast<std::uint16_t>(has_patterns() ? 2 * red : length + 1));
    red *= 3;
  }
  num_codes_ = has_patterns() ? red : (length + 1) * (length + 1);
}

void LineTables::fill_codes() {
  const int length = windows_.length();
  for (int code = 0; code < num_codes_; ++code) {
    std::array<int, 2> counts = {code % (length + 1), code / (length + 1)};
    int swapped = counts[1] + counts[0] * (length + 1);
    int reversed = code;
    if (has_patterns()) {
      counts = {};
      swapped = reversed = 0;
      for (int i = 0, rest = code; i < length; ++i, rest /= 3) {
        const int content = rest % 3;
        if (content > 0) ++counts[static_cast<std::size_t>(content - 1)];
        const auto other_digit = [&](int at) { return content == 0 ? 0 : digit(static_cast<Colour>(2 - content), at); };
        swapped += other_digit(i);
        reversed += content == 0 ? 0 : digit(static_cast<Colour>(content - 1), length - 1 - i);
      }
    }
    for (const Colour colour : {kFirst, kSecond}) {
      counts_[colour].push_back(static_cast<std::uint8_t>(counts[colour]));
    }
    swapped_.push_back(static_cast<std::uint16_t>(swapped));
    reversed_.push_back(static_cast<std::uint16_t>(reversed));
  }
}

void LineTables::fill_neighbours() {
  const int squares = game_->num_cells();
  neighbours_.assign(static_cast<std::size_t>(8 * squares), 0);
  num_neighbours_.assign(static_cast<std::size_t>(squares), 0);
  for (int move = 0; move < 8 * squares; ++move) {
    const int target = game_->target(move);
    if (target < 0) continue;
    const auto from = static_cast<std::size_t>(move / 8);
    neighbours_[8 * from + num_neighbours_[from]++] = static_cast<std::uint16_t>(target);
  }
}

// ---------------------------------------------------------------------------------------------------------- positions

LineBoard::LineBoard(std::shared_ptr<const LineTables> tables) : tables_(std::move(tables)) {
  const auto squares = static_cast<std::size_t>(game().num_cells());
  colours_.assign(squares, kNoColour);
  near_.assign(squares, {});
  codes_.assign(static_cast<std::size_t>(tables_->windows().count()), 0);
  short_counts_.assign(static_cast<std::size_t>(tables_->short_windows().count()), {});
  for (auto& words : words_) words.assign(static_cast<std::size_t>(game().num_words()), 0);
}

void LineBoard::load(const State& state) {
  visit_atmalof(state, [this](const auto& concrete) { load_words(concrete); });
}

// Pieces that went first, so that no square ever holds two.
template <int W>
void LineBoard::load_words(const AtmalofState<W>& state) {
  for (const int sign : {-1, 1}) {
    for (const Colour colour : {kFirst, kSecond}) {
      for (std::size_t word = 0; word < W; ++word) {
        const std::uint64_t now = state.squares(colour).word(word);
        const std::uint64_t before = words_[colour][word];
        for (std::uint64_t rest = sign < 0 ? before & ~now : now & ~before; rest != 0; rest &= rest - 1) {
          const int square = game().square_of_bit(static_cast<int>(64 * word) + std::countr_zero(rest));
          sign < 0 ? remove(square, colour) : put(square, colour);
        }
      }
    }
  }
}

int LineBoard::short_lines_with(int square, Colour colour) const {
  const LineWindows& windows = tables_->short_windows();
  const auto is_made = [&](const LineWindows::Place& place) {
    return short_counts_[place.window][colour] == windows.length() - 1;
  };
  return short_lines_[colour] + static_cast<int>(std::ranges::count_if(windows.through(square), is_made));
}

bool LineBoard::is_in_line(int square, Colour colour) const {
  const LineWindows& windows = tables_->windows();
  return std::ranges::any_of(windows.through(square), [&](const LineWindows::Place& place) {
    return tables_->count_of(colour, codes_[place.window]) == windows.length();
  });
}

bool LineBoard::is_last_piece(Colour colour) const {
  const AtmalofRules& rules = game().rules();
  if (pieces_[colour] + 1 < rules.pieces) return false;
  return !rules.tiebreak_both || pieces_[other(colour)] >= rules.pieces;
}

bool LineBoard::is_stuck(Colour colour) const {
  if (can_announce(colour)) return false;
  for (int square = 0; square < game().num_cells(); ++square) {
    if (at(square) == kNoColour && near(square, colour) > 0) return false;
  }
  return true;
}

}  // namespace motu
