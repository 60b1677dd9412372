// Atmalof's texts: "r4", "c2", "r4c6-r5c6". Rolls ("=6") belong to the state, which knows the announcement.
#include "motu/atmalof/atmalof.hpp"

namespace motu {

namespace {

// A square's coordinates from 0; one step beyond the board is -1 or the size.
struct Coordinates {
  int row;
  int column;
};

// "0".."9999", or -1: unlike cells, a step over the edge may name row or column 0.
int parse_coordinate(std::string_view text) { return text == "0" ? 0 : parse_number(text); }

// "r4c6" -> (3, 5). False when the text is no square at all.
bool parse_square(std::string_view text, Coordinates& square) {
  const auto middle = text.find('c');
  if (text.empty() || text.front() != 'r' || middle == std::string_view::npos) return false;
  const int row = parse_coordinate(text.substr(1, middle - 1));
  const int column = parse_coordinate(text.substr(middle + 1));
  if (row < 0 || column < 0) return false;
  square = {row - 1, column - 1};
  return true;
}

// A row or column, counted from 0, in words of the notation: "r4".
std::string line_text(char letter, int index) { return std::string(1, letter).append(std::to_string(index + 1)); }

std::string all_lines_text(char letter, int count) {
  return count == 1 ? line_text(letter, 0) : line_text(letter, 0) + " to " + line_text(letter, count - 1);
}

std::pair<Action, std::string> refused(std::string reason) { return {-1, std::move(reason)}; }

}  // namespace

std::string AtmalofGame::square_text(int row, int column) { return line_text('r', row) + line_text('c', column); }

std::string AtmalofGame::cell_name(int cell) const { return square_text(cell / width_, cell % width_); }

std::string AtmalofGame::decision_text(Action action) const {
  if (action < height_) return line_text('r', action);
  if (action < num_lines_) return line_text('c', action - height_);
  const int move = action - num_lines_;
  const int from = move / 8;
  const auto& [down, right] = kAtmalofDirections[static_cast<std::size_t>(move % 8)];
  return cell_name(from) + "-" + square_text(from / width_ + down, from % width_ + right);
}

std::pair<Action, std::string> AtmalofGame::read_decision(std::string_view text) const {
  const auto dash = text.find('-');
  if (dash != std::string_view::npos) return read_move(text.substr(0, dash), text.substr(dash + 1));
  Coordinates square{};
  if (parse_square(text, square))
    return refused("a square is no action: announce a row or a column, or move as in r4c6-r5c6");
  return read_line(text);
}

std::pair<Action, std::string> AtmalofGame::read_line(std::string_view text) const {
  if (text.empty() || (text.front() != 'r' && text.front() != 'c')) {
    return refused("an action is a row as r4, a column as c2 or a move as r4c6-r5c6");
  }
  const bool is_row = text.front() == 'r';
  const int count = is_row ? height_ : width_;
  const int number = parse_number(text.substr(1));
  if (number < 1 || number > count) {
    return refused(std::string(is_row ? "the rows" : "the columns") + " are " + all_lines_text(text.front(), count));
  }
  return {is_row ? number - 1 : height_ + number - 1, {}};
}

std::pair<Action, std::string> AtmalofGame::read_move(std::string_view from_text, std::string_view to_text) const {
  Coordinates from{};
  Coordinates to{};
  if (!parse_square(from_text, from) || !parse_square(to_text, to)) return refused("a move is written as r4c6-r5c6");
  if (!is_on_board(from.row, from.column)) {
    return refused(square_text(from.row, from.column) + " is not on the board: the rows are " +
                   all_lines_text('r', height_) + ", the columns " + all_lines_text('c', width_));
  }
  const Action first = num_lines_ + 8 * (from.row * width_ + from.column);
  const std::string wanted = square_text(from.row, from.column) + "-" + square_text(to.row, to.column);
  for (Action action = first; action < first + 8; ++action) {
    if (decision_text(action) == wanted) return {action, {}};
  }
  return refused("a move goes one step to one of the eight neighbouring squares, and " +
                 square_text(to.row, to.column) + " is no neighbour of " + square_text(from.row, from.column));
}

}  // namespace motu
