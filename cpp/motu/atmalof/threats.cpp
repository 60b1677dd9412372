#include "motu/atmalof/threats.hpp"

#include <algorithm>

namespace motu {

namespace {

int vacant_index(const LineBoard& board, std::span<const std::uint16_t> squares) {
  const auto found = std::ranges::find_if(squares, [&](int square) { return board.at(square) == kNoColour; });
  return static_cast<int>(found - squares.begin());
}

bool lacks_one(const LineBoard& board, int window, Colour colour) {
  const LineTables& tables = board.tables();
  const int code = board.code(window);
  return tables.count_of(colour, code) == tables.windows().length() - 1 && tables.count_of(other(colour), code) == 0;
}

// The move that takes a neighbouring piece to a square.
Action step_to(const AtmalofGame& game, int from, int square) {
  for (int d = 0; d < 8; ++d) {
    if (game.target(8 * from + d) == square) return game.num_lines() + 8 * from + d;
  }
  return -1;
}

std::vector<int> pieces_near(const LineBoard& board, int square, Colour colour,
                             std::span<const std::uint16_t> without) {
  std::vector<int> found;
  for (const int neighbour : board.tables().neighbours(square)) {
    if (board.at(neighbour) == colour && std::ranges::find(without, neighbour) == without.end()) {
      found.push_back(neighbour);
    }
  }
  std::ranges::sort(found);
  return found;
}

// The step that completes a line, the first by id; -1 for none.
Action winning_step(const LineBoard& board, Colour colour) {
  Action best = -1;
  const LineWindows& windows = board.tables().windows();
  for (int window = 0; window < windows.count(); ++window) {
    if (!lacks_one(board, window, colour)) continue;
    const auto squares = windows.squares(window);
    const int square = squares[static_cast<std::size_t>(vacant_index(board, squares))];
    for (const int from : pieces_near(board, square, colour, squares)) {
      const Action step = step_to(board.game(), from, square);
      if (best < 0 || step < best) best = step;
    }
  }
  return best;
}

}  // namespace

void FaceCounts::add(int square) {
  const AtmalofRules& rules = game_.rules();
  const int row = square / game_.width();
  const int column = square % game_.width();
  if (column < rules.cols) ++faces_[static_cast<std::size_t>(row)];
  if (row < rules.rows) ++faces_[static_cast<std::size_t>(game_.height() + column)];
}

TurnChance FaceCounts::best() const {
  TurnChance best;
  for (Action line = 0; line < game_.num_lines(); ++line) {
    const double chance = static_cast<double>(faces_[static_cast<std::size_t>(line)]) / game_.num_faces(line);
    if (chance > best.chance) best = {chance, line};
  }
  return best;
}

bool has_stepper(const LineBoard& board, std::span<const std::uint16_t> squares, int index, Colour colour) {
  const auto i = static_cast<std::size_t>(index);
  int outside = board.near(squares[i], colour);
  if (i > 0 && board.at(squares[i - 1]) == colour) --outside;
  if (i + 1 < squares.size() && board.at(squares[i + 1]) == colour) --outside;
  return outside > 0;
}

bool wins_by_landing(const LineBoard& board, int square, Colour colour) {
  const LineTables& tables = board.tables();
  const bool is_line = std::ranges::any_of(tables.windows().through(square), [&](const LineWindows::Place& place) {
    return lacks_one(board, place.window, colour);
  });
  if (is_line) return true;
  return board.is_last_piece(colour) && board.short_lines_with(square, colour) > board.short_lines(other(colour));
}

bool wins_by_step(const LineBoard& board, int square, Colour colour) {
  const LineWindows& windows = board.tables().windows();
  return std::ranges::any_of(windows.through(square), [&](const LineWindows::Place& place) {
    return lacks_one(board, place.window, colour) &&
           has_stepper(board, windows.squares(place.window), place.index, colour);
  });
}

TurnChance turn_chance(const LineBoard& board, Colour colour) {
  if (const Action step = winning_step(board, colour); step >= 0) return {1.0, step};
  if (!board.can_announce(colour)) return {};
  FaceCounts faces(board.game());
  for (int square = 0; square < board.game().num_cells(); ++square) {
    if (board.at(square) == kNoColour && wins_by_landing(board, square, colour)) faces.add(square);
  }
  return faces.best();
}

std::vector<LineThreat> line_threats(const LineBoard& board, Colour colour) {
  std::vector<LineThreat> threats;
  const LineWindows& windows = board.tables().windows();
  for (int window = 0; window < windows.count(); ++window) {
    if (!lacks_one(board, window, colour)) continue;
    const auto squares = windows.squares(window);
    LineThreat threat;
    threat.window = window;
    threat.square = squares[static_cast<std::size_t>(vacant_index(board, squares))];
    if (board.can_announce(colour)) {
      FaceCounts faces(board.game());
      faces.add(threat.square);
      threat.drop_chance = faces.best().chance;
    }
    threat.steppers = pieces_near(board, threat.square, colour, squares);
    threat.blockers = pieces_near(board, threat.square, other(colour), {});
    threats.push_back(std::move(threat));
  }
  return threats;
}

}  // namespace motu
