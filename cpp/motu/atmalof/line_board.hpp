// A position of Atmalof as its windows see it: what stands in each, kept up to date piece by piece.
//
// Every window has a code. Up to lines of kPatternLine squares it names the contents of every square (base 3: vacant,
// red, blue); in longer ones only how many pieces of either colour there are. Tables by code answer the rest.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atmalof/windows.hpp"

namespace motu {

inline constexpr int kPatternLine = 5;

// What all positions of a game share.
class LineTables {
 public:
  explicit LineTables(std::shared_ptr<const AtmalofGame> game);

  const AtmalofGame& game() const { return *game_; }
  const std::shared_ptr<const AtmalofGame>& shared_game() const { return game_; }
  // Where a line fits, and where the stretches fit that the tie-break counts.
  const LineWindows& windows() const { return windows_; }
  const LineWindows& short_windows() const { return short_windows_; }
  bool has_patterns() const { return windows_.length() <= kPatternLine; }
  int num_codes() const { return num_codes_; }
  // What a piece at a place of a window adds to its code.
  std::uint16_t digit(Colour colour, int index) const { return digits_[colour][static_cast<std::size_t>(index)]; }
  // Pieces of a colour in a window with this code.
  int count_of(Colour colour, int code) const { return counts_[colour][static_cast<std::size_t>(code)]; }
  // The code with the colours exchanged, and with the squares in the opposite order.
  int swapped(int code) const { return swapped_[static_cast<std::size_t>(code)]; }
  int reversed(int code) const { return reversed_[static_cast<std::size_t>(code)]; }
  // The squares a king's step away.
  std::span<const std::uint16_t> neighbours(int square) const {
    const auto s = static_cast<std::size_t>(square);
    return std::span(neighbours_).subspan(8 * s, num_neighbours_[s]);
  }

 private:
  void fill_digits();
  void fill_codes();
  void fill_neighbours();

  std::shared_ptr<const AtmalofGame> game_;
  LineWindows windows_;
  LineWindows short_windows_;
  int num_codes_ = 0;
  std::array<std::vector<std::uint16_t>, 2> digits_;  // [colour][index]
  std::array<std::vector<std::uint8_t>, 2> counts_;   // [colour][code]
  std::vector<std::uint16_t> swapped_;                // [code]
  std::vector<std::uint16_t> reversed_;               // [code]
  std::vector<std::uint16_t> neighbours_;             // [8 * square + i]
  std::vector<std::uint8_t> num_neighbours_;          // [square]
};

class LineBoard {
 public:
  // The empty board.
  explicit LineBoard(std::shared_ptr<const LineTables> tables);

  // Takes over the pieces of a position of the same game, changing only what differs.
  void load(const State& state);
  // Preconditions: the square is vacant; a piece of this colour stands there.
  void put(int square, Colour colour) { change<1>(square, colour); }
  void remove(int square, Colour colour) { change<-1>(square, colour); }

  const LineTables& tables() const { return *tables_; }
  const AtmalofGame& game() const { return tables_->game(); }
  // A colour, or kNoColour.
  Colour at(int square) const { return colours_[static_cast<std::size_t>(square)]; }
  int code(int window) const { return codes_[static_cast<std::size_t>(window)]; }
  // Pieces of a colour on the board, and a king's step away from a square.
  int pieces(Colour colour) const { return pieces_[colour]; }
  int near(int square, Colour colour) const { return near_[static_cast<std::size_t>(square)][colour]; }
  // What the tie-break counts, and what it would count with one more piece on a vacant square.
  int short_lines(Colour colour) const { return short_lines_[colour]; }
  int short_lines_with(int square, Colour colour) const;
  // Whether a piece of this colour stands in a line that goes through its square.
  bool is_in_line(int square, Colour colour) const;
  bool can_announce(Colour colour) const { return pieces_[colour] < game().rules().pieces; }
  // Whether the next piece of this colour that lands ends the game.
  bool is_last_piece(Colour colour) const;
  // Whether a colour that must act cannot (kvinigu: all pieces on the board, none with a step).
  bool is_stuck(Colour colour) const;

 private:
  template <int Sign>
  void change(int square, Colour colour);
  template <int W>
  void load_words(const AtmalofState<W>& state);

  std::shared_ptr<const LineTables> tables_;
  std::vector<Colour> colours_;                            // [square]
  std::vector<std::uint16_t> codes_;                       // [window]
  std::vector<std::array<std::uint8_t, 2>> short_counts_;  // [short window][colour]
  std::vector<std::array<std::uint8_t, 2>> near_;          // [square][colour]
  std::array<int, 2> pieces_{};
  std::array<int, 2> short_lines_{};
  std::array<std::vector<std::uint64_t>, 2> words_;  // [colour][word]: the bits of the position
};

template <int Sign>
inline void LineBoard::change(int square, Colour colour) {
  const LineTables& tables = *tables_;
  const auto s = static_cast<std::size_t>(square);
  colours_[s] = Sign > 0 ? colour : kNoColour;
  for (const auto& place : tables.windows().through(square)) {
    codes_[place.window] = static_cast<std::uint16_t>(codes_[place.window] + Sign * tables.digit(colour, place.index));
  }
  const int full = tables.short_windows().length();
  for (const auto& place : tables.short_windows().through(square)) {
    auto& count = short_counts_[place.window][colour];
    if (Sign < 0 && count == full) --short_lines_[colour];
    count = static_cast<std::uint8_t>(count + Sign);
    if (Sign > 0 && count == full) ++short_lines_[colour];
  }
  for (const std::uint16_t neighbour : tables.neighbours(square)) {
    near_[neighbour][colour] = static_cast<std::uint8_t>(near_[neighbour][colour] + Sign);
  }
  pieces_[colour] += Sign;
  const auto bit = static_cast<unsigned>(tables.game().bit(square));
  words_[colour][bit >> 6] ^= std::uint64_t{1} << (bit & 63U);
}

}  // namespace motu
