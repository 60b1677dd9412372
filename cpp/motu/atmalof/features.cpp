#include "motu/atmalof/features.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace motu {

namespace {

// How a window reads in the code table of the window that stands for its class.
struct Kind {
  int representative = 0;
  bool is_reversed = false;
  bool is_palindrome = false;  // a symmetry turns the class's windows round

  auto operator<=>(const Kind&) const = default;
};

// The image of a window under a symmetry, and whether its order is turned round.
std::pair<int, bool> image_of(const std::map<std::vector<int>, int>& index, std::span<const std::uint16_t> squares,
                              const std::vector<int>& cells) {
  std::vector<int> image;
  for (const int square : squares) image.push_back(cells[static_cast<std::size_t>(square)]);
  if (const auto found = index.find(image); found != index.end()) return {found->second, false};
  std::ranges::reverse(image);
  return {index.at(image), true};
}

std::vector<Kind> kinds_of(const LineTables& tables) {
  const LineWindows& windows = tables.windows();
  std::map<std::vector<int>, int> index;
  for (int window = 0; window < windows.count(); ++window) {
    const auto squares = windows.squares(window);
    index.emplace(std::vector<int>(squares.begin(), squares.end()), window);
  }
  const auto symmetries = tables.game().symmetries();
  std::vector<Kind> kinds;
  for (int window = 0; window < windows.count(); ++window) {
    Kind kind{.representative = windows.count()};
    bool is_straight = false;
    for (const Symmetry& symmetry : symmetries) {
      const auto [image, is_reversed] = image_of(index, windows.squares(window), symmetry.cells);
      if (image > kind.representative) continue;
      if (image < kind.representative) {
        kind = {image, false, false};
        is_straight = false;
      }
      (is_reversed ? kind.is_reversed : is_straight) = true;
    }
    kind.is_palindrome = kind.is_reversed && is_straight;
    kind.is_reversed = kind.is_reversed && !is_straight;
    kinds.push_back(kind);
  }
  return kinds;
}

// The smallest of the codes that mean the same, read as the class's representative.
int canonical(const LineTables& tables, const Kind& kind, int code) {
  if (kind.is_palindrome) return std::min(code, tables.reversed(code));
  return kind.is_reversed ? tables.reversed(code) : code;
}

// Live windows of a side through a square: how many lack one, two, three; ten bits each, far more than there can be.
using Crossing = std::uint32_t;

constexpr Crossing crossing_of(int lacks) { return Crossing{1} << static_cast<unsigned>(10 * (lacks - 1)); }

constexpr std::uint32_t crossing_class(Crossing crossing) {
  const std::uint32_t one = std::min(crossing & 1023U, 1U);
  const std::uint32_t two = std::min(crossing >> 10U & 1023U, 2U);
  const std::uint32_t three = std::min(crossing >> 20U, 3U);
  return (3 * one + two) * 4 + three;
}

constexpr int live_offset(int lacking) { return lacking == 1 ? 0 : (lacking == 2 ? 4 : 13); }

}  // namespace

// What one pass over the windows gathers.
struct LineFeatures::Context {
  std::array<Colour, 2> colours;  // own, enemy
  std::span<std::uint32_t> out;
  int count = 0;
  std::array<bool, 2> has_step{};                       // [side]: a winning one
  std::array<std::array<std::uint16_t, 16>, 2> wins{};  // [side]: vacant squares that complete lines, each once
  std::array<int, 2> num_wins{};
  std::array<std::array<Crossing, 2>, kAtmalofMaxSide * kAtmalofMaxSide>
      crossings;  // [square][side]; begun by `collect`

  void add(std::size_t row) { out[static_cast<std::size_t>(count++)] = static_cast<std::uint32_t>(row); }
  void add_win(std::size_t side, std::uint16_t square) {
    auto& known = wins[side];
    const auto end = known.begin() + num_wins[side];
    if (is_full(side) || std::find(known.begin(), end, square) != end) return;
    known[static_cast<std::size_t>(num_wins[side]++)] = square;
  }
  bool is_full(std::size_t side) const { return num_wins[side] == static_cast<int>(wins[side].size()); }
};

LineFeatures::LineFeatures(std::shared_ptr<const LineTables> tables, bool is_general, bool has_crossings)
    : tables_(std::move(tables)), is_general_(is_general), has_crossings_(has_crossings) {
  is_general_ ? number_general() : number_windows();
  for (const Colour mover : {kFirst, kSecond}) {
    for (int code = 0; code < tables_->num_codes(); ++code) {
      const int own = tables_->count_of(mover, code);
      const int enemy = tables_->count_of(other(mover), code);
      const int lacking = tables_->windows().length() - std::max(own, enemy);
      const bool is_live = (own == 0) != (enemy == 0) && lacking > 0 && lacking <= kMostLacking;
      lacking_[mover].push_back(static_cast<std::int8_t>(!is_live ? 0 : (own > 0 ? lacking : -lacking)));
    }
  }
  const auto append = [&](int rows) {
    const int begin = num_rows_;
    num_rows_ += rows;
    return static_cast<std::uint32_t>(begin);
  };
  live_begin_ = append(2 * kLiveRows);
  chance_begin_ = append(kChances * kChances);
  phase_begin_ = append(2 * kPhases);
  race_begin_ = append(kToCome * kToCome * kMargins);
  if (has_crossings_) crossing_begin_ = append(kCrossings * kCrossings * kSteppers * kSteppers);
}

// Row 0 is the bias; then every class of windows has the rows of its codes.
void LineFeatures::number_windows() {
  const LineTables& tables = *tables_;
  std::map<std::pair<int, int>, std::uint32_t> rows;  // representative and canonical code
  std::map<Kind, std::uint32_t> offsets;
  num_rows_ = 1;
  for (const Kind& kind : kinds_of(tables)) {
    const auto [entry, is_new] = offsets.emplace(kind, static_cast<std::uint32_t>(rows_of_codes_.size()));
    window_offsets_.push_back(entry->second);
    if (!is_new) continue;
    for (const Colour mover : {kFirst, kSecond}) {
      for (int code = 0; code < tables.num_codes(); ++code) {
        const int seen = canonical(tables, kind, mover == kFirst ? code : tables.swapped(code));
        const auto [row, is_first] =
            rows.emplace(std::pair(kind.representative, seen), static_cast<std::uint32_t>(num_rows_));
        num_rows_ += static_cast<int>(is_first);
        rows_of_codes_.push_back(row->second);
      }
    }
  }
}

void LineFeatures::number_general() {
  const LineTables& tables = *tables_;
  for (const bool is_diagonal : {false, true}) {
    for (const Colour mover : {kFirst, kSecond}) {
      for (int code = 0; code < tables.num_codes(); ++code) {
        const int seen = mover == kFirst ? code : tables.swapped(code);
        rows_of_codes_.push_back(static_cast<std::uint32_t>(general_row(seen, is_diagonal)));
      }
    }
  }
  for (int window = 0; window < tables.windows().count(); ++window) {
    window_offsets_.push_back(tables.windows().is_diagonal(window) ? static_cast<std::uint32_t>(2 * tables.num_codes())
                                                                   : 0);
  }
  num_rows_ = 1 + 2 * 12;
}

// Empty, contested, own lacking 1 to 4 and more, the enemy's likewise; twice.
int LineFeatures::general_row(int code, bool is_diagonal) const {
  const int own = tables_->count_of(kFirst, code);
  const int enemy = tables_->count_of(kSecond, code);
  const int lacking = std::min(tables_->windows().length() - std::max(own, enemy), 5);
  int row = 0;
  if (own > 0 && enemy > 0) row = 1;
  if (own > 0 && enemy == 0) row = 1 + std::max(lacking, 1);
  if (own == 0 && enemy > 0) row = 6 + std::max(lacking, 1);
  return 1 + 12 * static_cast<int>(is_diagonal) + row;
}

int LineFeatures::collect(const LineBoard& board, Colour mover, std::span<std::uint32_t> out) const {
  Context context;
  context.colours = {mover, other(mover)};
  context.out = out;
  std::fill_n(context.crossings.begin(), tables_->game().num_cells(), std::array<Crossing, 2>{});
  context.add(0);
  const auto codes = static_cast<std::size_t>(tables_->num_codes());
  const std::uint32_t* rows = rows_of_codes_.data() + mover * codes;
  const std::int8_t* lacking = lacking_[mover].data();
  for (int window = 0; window < tables_->windows().count(); ++window) {
    const auto code = static_cast<std::size_t>(board.code(window));
    context.add(rows[window_offsets_[static_cast<std::size_t>(window)] + code]);
    if (lacking[code] != 0) note_live(board, window, lacking[code], context);
  }
  const int own = chance_class(board, context.colours[0], context);
  const int enemy = chance_class(board, context.colours[1], context);
  context.add(chance_begin_ + static_cast<std::uint32_t>(kChances * own + enemy));
  context.add(phase_begin_ + phase_row(board, mover));
  context.add(phase_begin_ + kPhases + phase_row(board, other(mover)));
  context.add(race_begin_ + static_cast<std::uint32_t>(race_row(board, mover)));
  if (has_crossings_) note_crossings(board, context);
  return context.count;
}

void LineFeatures::note_live(const LineBoard& board, int window, int lacking, Context& context) const {
  const std::size_t side = lacking > 0 ? 0 : 1;
  const int lacks = std::abs(lacking);
  const Colour colour = context.colours[side];
  const auto squares = tables_->windows().squares(window);
  int steps = 0;
  int blocks = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (board.at(squares[i]) != kNoColour) continue;
    context.crossings[squares[i]][side] += crossing_of(lacks);
    steps += static_cast<int>(has_stepper(board, squares, static_cast<int>(i), colour));
    blocks += static_cast<int>(board.near(squares[i], other(colour)) > 0);
    if (lacks == 1) context.add_win(side, squares[i]);
  }
  if (lacks == 1 && steps > 0) context.has_step[side] = true;
  const int row = live_offset(lacks) + (lacks + 1) * steps + blocks;
  context.add(live_begin_ + side * kLiveRows + static_cast<std::size_t>(row));
}

void LineFeatures::note_crossings(const LineBoard& board, Context& context) const {
  const auto steppers = [&](int square, Colour colour) {
    return static_cast<std::uint32_t>(std::min(board.near(square, colour), kSteppers - 1));
  };
  for (int square = 0; square < tables_->game().num_cells(); ++square) {
    const auto [own, enemy] = context.crossings[static_cast<std::size_t>(square)];
    if ((own | enemy) == 0) continue;
    const std::uint32_t windows = crossing_class(own) * kCrossings + crossing_class(enemy);
    const std::uint32_t reach = kSteppers * steppers(square, context.colours[0]) + steppers(square, context.colours[1]);
    context.add(crossing_begin_ + windows * (kSteppers * kSteppers) + reach);
  }
}

// The chance to win with one turn: 0 none, 1..7 by an announcement, 8 sure.
int LineFeatures::chance_class(const LineBoard& board, Colour colour, Context& context) const {
  const std::size_t side = colour == context.colours[0] ? 0 : 1;
  if (context.has_step[side]) return kChances - 1;
  if (!board.can_announce(colour)) return 0;
  double chance = 0.0;
  if (board.is_last_piece(colour) || context.is_full(side)) {
    chance = turn_chance(board, colour).chance;
  } else if (context.num_wins[side] > 0) {
    FaceCounts faces(board.game());
    for (int i = 0; i < context.num_wins[side]; ++i) faces.add(context.wins[side][static_cast<std::size_t>(i)]);
    chance = faces.best().chance;
  }
  return chance <= 0.0 ? 0 : std::clamp(static_cast<int>(std::lround(6 * chance)), 1, kChances - 2);
}

std::uint32_t LineFeatures::phase_row(const LineBoard& board, Colour colour) const {
  return static_cast<std::uint32_t>((kPhases - 1) * board.pieces(colour) / board.game().rules().pieces);
}

int LineFeatures::race_row(const LineBoard& board, Colour mover) const {
  const auto to_come = [&](Colour colour) {
    return std::min(board.game().rules().pieces - board.pieces(colour), kToCome - 1);
  };
  const int margin = std::clamp(board.short_lines(mover) - board.short_lines(other(mover)), -3, 3) + 3;
  return (kToCome * to_come(mover) + to_come(other(mover))) * kMargins + margin;
}

}  // namespace motu
