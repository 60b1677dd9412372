#include "motu/core/boards/hex_board.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "motu/core/base/error.hpp"
#include "motu/core/base/names.hpp"

namespace motu {

namespace {

Axial step(Axial at, int direction) {
  const Axial d = kDirections[static_cast<std::size_t>(direction)];
  return {at.q + d.q, at.r + d.r};
}

[[noreturn]] void refuse(const std::string& what, const std::string& message, const std::string& cell = {}) {
  throw Error("board/" + what, message, cell, cell);
}

}  // namespace

HexBoard::HexBoard(std::vector<Axial> cells, RowOrder order, Colour first)
    : cells_(std::move(cells)), row_order_(order), first_colour_(first) {
  if (cells_.empty()) refuse("empty", "a board needs cells: this one has none");
  if (num_cells() > kMaxCells) {
    refuse("size", "a board has at most " + std::to_string(kMaxCells) + " cells, not " + std::to_string(num_cells()));
  }
  const int sign = order == RowOrder::down ? 1 : -1;
  std::sort(cells_.begin(), cells_.end(),
            [sign](Axial a, Axial b) { return std::pair(sign * a.r, a.q) < std::pair(sign * b.r, b.q); });
  Axial high = cells_.front();
  low_ = cells_.front();
  for (const Axial at : cells_) {
    low_ = {std::min(low_.q, at.q), std::min(low_.r, at.r)};
    high = {std::max(high.q, at.q), std::max(high.r, at.r)};
  }
  columns_ = high.q - low_.q + 1;
  rows_ = high.r - low_.r + 1;
  grid_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), -1);
  for (int cell = 0; cell < num_cells(); ++cell) {
    const Axial at = axial(cell);
    int& slot = grid_[static_cast<std::size_t>((at.r - low_.r) * columns_ + (at.q - low_.q))];
    if (slot >= 0) refuse("duplicate", "the cell " + name_at(at) + " is listed twice", name_at(at));
    slot = cell;
  }
  check_connected();
  check_no_holes();
  walk_rim();
}

int HexBoard::index_of(Axial at) const {
  const int q = at.q - low_.q;
  const int r = at.r - low_.r;
  if (q < 0 || q >= columns_ || r < 0 || r >= rows_) return -1;
  return grid_[static_cast<std::size_t>(r * columns_ + q)];
}

std::string HexBoard::name_at(Axial at) const {
  const int row = row_order_ == RowOrder::down ? at.r - low_.r : low_.r + rows_ - 1 - at.r;
  return column_letters(at.q - low_.q) + std::to_string(row + 1);
}

int HexBoard::column_of(int cell) const { return axial(cell).q - low_.q; }

int HexBoard::row_of(int cell) const {
  const int r = axial(cell).r - low_.r;
  return row_order_ == RowOrder::down ? r : rows_ - 1 - r;
}

std::string HexBoard::cell_name(int cell) const { return name_at(axial(cell)); }

int HexBoard::find_cell(std::string_view name) const {
  std::size_t letters = 0;
  while (letters < name.size() && name[letters] >= 'a' && name[letters] <= 'z') ++letters;
  const int column = parse_column(name.substr(0, letters));
  const int row = parse_number(name.substr(letters));
  if (column < 0 || row < 0) return -2;
  if (column >= columns_ || row > rows_) return -1;
  const int r = row_order_ == RowOrder::down ? row - 1 : rows_ - row;
  return index_of({low_.q + column, low_.r + r});
}

std::array<int, 6> HexBoard::neighbours(int cell) const {
  std::array<int, 6> result{};
  for (int d = 0; d < 6; ++d) result[static_cast<std::size_t>(d)] = index_of(step(axial(cell), d));
  return result;
}

void HexBoard::check_connected() const {
  std::vector<char> seen(cells_.size(), 0);
  std::vector<int> queue{0};
  seen[0] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const int next : neighbours(queue[i])) {
      if (next < 0 || seen[static_cast<std::size_t>(next)]) continue;
      seen[static_cast<std::size_t>(next)] = 1;
      queue.push_back(next);
    }
  }
  if (queue.size() == cells_.size()) return;
  const auto lost = static_cast<int>(std::find(seen.begin(), seen.end(), 0) - seen.begin());
  refuse("disconnected", "the board is in pieces: " + cell_name(lost) + " is not connected to " + cell_name(0),
         cell_name(lost));
}

// Floods the outside from a frame one hexagon wider than the board; what is neither reached nor a cell is a hole.
void HexBoard::check_no_holes() const {
  const int width = columns_ + 2;
  const int height = rows_ + 2;
  const auto at = [this](int x, int y) { return Axial{low_.q + x - 1, low_.r + y - 1}; };
  std::vector<char> outside(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
  std::vector<std::pair<int, int>> queue{{0, 0}};
  outside[0] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Axial d : kDirections) {
      const int x = queue[i].first + d.q;
      const int y = queue[i].second + d.r;
      if (x < 0 || x >= width || y < 0 || y >= height) continue;
      char& mark = outside[static_cast<std::size_t>(y * width + x)];
      if (mark || index_of(at(x, y)) >= 0) continue;
      mark = 1;
      queue.emplace_back(x, y);
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (outside[static_cast<std::size_t>(y * width + x)] || index_of(at(x, y)) >= 0) continue;
      refuse("hole", "the board has a hole at " + name_at(at(x, y)) + ": it must be simply connected",
             name_at(at(x, y)));
    }
  }
}

// Walks the rim clockwise with the outside on the left, from the topmost cell of the leftmost column.
void HexBoard::walk_rim() {
  Axial start = cells_.front();
  for (const Axial at : cells_) {
    if (std::pair(at.q, at.r) < std::pair(start.q, start.r)) start = at;
  }
  std::vector<char> seen(cells_.size(), 0);
  Axial at = start;
  int outside = 5;  // a direction in which there is no cell
  do {
    const int cell = index_of(at);
    if (seen[static_cast<std::size_t>(cell)]) {
      refuse("pinched", "the rim passes " + cell_name(cell) + " twice: a board is at least two cells wide everywhere",
             cell_name(cell));
    }
    seen[static_cast<std::size_t>(cell)] = 1;
    rim_.push_back(cell);
    int direction = outside;
    for (int turn = 0; turn < 6; ++turn) {
      direction = (direction + 1) % 6;
      if (index_of(step(at, direction)) >= 0) break;
    }
    if (index_of(step(at, direction)) < 0) return;  // a single cell
    at = step(at, direction);
    outside = (direction + 4) % 6;  // the last empty hexagon, seen from the new cell
  } while (!(at == start));
  for (int cell = 0; cell < num_cells(); ++cell) {
    const auto around = neighbours(cell);
    const bool on_rim = std::find(around.begin(), around.end(), -1) != around.end();
    if (on_rim && !seen[static_cast<std::size_t>(cell)]) {
      refuse("pinched", "the rim passes " + name_at(start) + " twice: a board is at least two cells wide everywhere",
             name_at(start));
    }
  }
}

void HexBoard::cut_into_islands(std::vector<int> junctions) {
  const auto count = static_cast<int>(junctions.size());
  if (count < 4 || count % 4 != 0 || count > kMaxIslands) {
    refuse("islands", "the number of islands must be a multiple of four from 4 to " + std::to_string(kMaxIslands) +
                          ", not " + std::to_string(count));
  }
  junctions_ = std::move(junctions);
  const auto first = std::find(rim_.begin(), rim_.end(), junctions_.front());
  if (first != rim_.end()) std::rotate(rim_.begin(), first, rim_.end());
  std::ptrdiff_t previous = -1;
  for (const int cell : junctions_) {
    const auto place = std::find(rim_.begin(), rim_.end(), cell) - rim_.begin();
    if (place == static_cast<std::ptrdiff_t>(rim_.size())) {
      refuse("junction", "the junction " + cell_name(cell) + " is not on the rim", cell_name(cell));
    }
    if (place <= previous) {
      refuse("junction",
             "the junction " + cell_name(cell) + " is out of order: junctions are listed once each, clockwise",
             cell_name(cell));
    }
    previous = place;
  }
  build_rings();
}

void HexBoard::build_rings() {
  const int dummy = num_cells() + num_islands();
  rings_.assign(static_cast<std::size_t>(num_cells() * kRing), static_cast<std::uint16_t>(dummy));
  ring_lengths_.assign(cells_.size(), 0);
  std::vector<std::vector<int>> touched(cells_.size());
  // Clockwise order at a junction: the island that ends there, then the one that begins.
  for (int island = 0; island < num_islands(); ++island) {
    for (const int cell : island_cells(island)) touched[static_cast<std::size_t>(cell)].push_back(island);
  }
  // The junction of island 0 met island 0 first, although the last island ends there.
  std::swap(touched[static_cast<std::size_t>(junctions_[0])][0], touched[static_cast<std::size_t>(junctions_[0])][1]);
  for (int cell = 0; cell < num_cells(); ++cell) {
    const auto around = neighbours(cell);
    int begin = 0;
    for (int d = 0; d < 6; ++d) {
      if (around[static_cast<std::size_t>(d)] >= 0 && around[static_cast<std::size_t>((d + 5) % 6)] < 0) begin = d;
    }
    auto* out = &rings_[static_cast<std::size_t>(cell * kRing)];
    std::uint8_t& length = ring_lengths_[static_cast<std::size_t>(cell)];
    for (int k = 0; k < 6; ++k) {
      const int next = around[static_cast<std::size_t>((begin + k) % 6)];
      if (next >= 0) out[length++] = static_cast<std::uint16_t>(next);
    }
    for (const int island : touched[static_cast<std::size_t>(cell)]) {
      out[length++] = static_cast<std::uint16_t>(num_cells() + island);
    }
  }
}

std::vector<int> HexBoard::island_cells(int island) const {
  const auto place = [this](int cell) { return std::find(rim_.begin(), rim_.end(), cell) - rim_.begin(); };
  const auto next = static_cast<std::size_t>((island + 1) % num_islands());
  const auto begin = place(junctions_[static_cast<std::size_t>(island)]);
  auto end = place(junctions_[next]);
  const auto length = static_cast<std::ptrdiff_t>(rim_.size());
  if (end <= begin) end += length;
  std::vector<int> cells;
  for (auto i = begin; i <= end; ++i) cells.push_back(rim_[static_cast<std::size_t>(i % length)]);
  return cells;
}

std::shared_ptr<const HexBoard> HexBoard::with_sides(std::vector<Axial> cells, RowOrder order, Colour first,
                                                     const std::vector<Axial>& corners, int islands,
                                                     const std::string& shape) {
  const auto sides = static_cast<int>(corners.size());
  if (islands < 4 || islands % 4 != 0 || islands % sides != 0 || islands > kMaxIslands) {
    refuse("islands", "a " + shape + " has " + std::to_string(sides) +
                          " sides: the number of islands must be a multiple of " + std::to_string(sides == 4 ? 4 : 12) +
                          ", at most " + std::to_string(kMaxIslands) + ", not " + std::to_string(islands));
  }
  const std::shared_ptr<HexBoard> board(new HexBoard(std::move(cells), order, first));
  const int per_side = islands / sides;
  const auto length = static_cast<int>(board->rim_.size());
  const auto place = [&board](Axial corner) {
    const auto& rim = board->rim_;
    return static_cast<int>(std::find(rim.begin(), rim.end(), board->index_of(corner)) - rim.begin());
  };
  std::vector<int> junctions;
  for (int side = 0; side < sides; ++side) {
    const int begin = place(corners[static_cast<std::size_t>(side)]);
    int end = place(corners[static_cast<std::size_t>((side + 1) % sides)]);
    if (end <= begin) end += length;
    const int steps = end - begin;  // one less than the side's cells
    if (steps < per_side) {
      refuse("islands", "a side of " + std::to_string(steps + 1) + " cells is too short for " +
                            std::to_string(per_side) + " islands: it needs at least " + std::to_string(per_side + 1));
    }
    for (int j = 0; j < per_side; ++j) {
      // floor(j * steps / per_side + 1/2), without fractions
      const int offset = (2 * j * steps + per_side) / (2 * per_side);
      junctions.push_back(board->rim_[static_cast<std::size_t>((begin + offset) % length)]);
    }
  }
  board->cut_into_islands(std::move(junctions));
  return board;
}

std::shared_ptr<const HexBoard> HexBoard::square(int columns, int islands) {
  if (columns < 5 || columns % 2 == 0 || columns > 63) {
    refuse("size", "a square board has an odd number of columns from 5 to 63, not " + std::to_string(columns));
  }
  std::vector<Axial> cells;
  std::vector<std::pair<int, int>> spans;  // rows of each column, counted upward from 1
  for (int x = 0; x < columns; ++x) {
    const int lowest = 1 + x / 2;
    const int height = x % 2 == 0 ? columns - 2 : columns - 1;
    spans.emplace_back(lowest, lowest + height - 1);
    for (int y = lowest; y < lowest + height; ++y) cells.push_back({x, -y});
  }
  const std::vector<Axial> corners{{0, -spans.front().second},
                                   {columns - 1, -spans.back().second},
                                   {columns - 1, -spans.back().first},
                                   {0, -spans.front().first}};
  return with_sides(std::move(cells), RowOrder::up, kSecond, corners, islands, "square board");
}

std::shared_ptr<const HexBoard> HexBoard::rhombus(int columns, int rows, int islands) {
  if (columns < 2 || rows < 2 || columns > 64 || rows > 64) {
    refuse("size",
           "a rhombus has 2 to 64 columns and rows, not " + std::to_string(columns) + "x" + std::to_string(rows));
  }
  std::vector<Axial> cells;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) cells.push_back({x, y});
  }
  const std::vector<Axial> corners{{0, 0}, {columns - 1, 0}, {columns - 1, rows - 1}, {0, rows - 1}};
  return with_sides(std::move(cells), RowOrder::down, kFirst, corners, islands, "rhombus");
}

std::shared_ptr<const HexBoard> HexBoard::hexagon(int side, int islands) {
  if (side < 2 || side > 37) refuse("size", "a hexagon has 2 to 37 cells a side, not " + std::to_string(side));
  const int n = side - 1;
  std::vector<Axial> cells;
  for (int x = -n; x <= n; ++x) {
    for (int y = std::max(-n, x - n); y <= std::min(n, x + n); ++y) cells.push_back({x, -y});
  }
  const std::vector<Axial> corners{{-n, 0}, {0, -n}, {n, -n}, {n, 0}, {0, n}, {-n, n}};
  return with_sides(std::move(cells), RowOrder::up, kFirst, corners, islands, "hexagon");
}

std::shared_ptr<const HexBoard> HexBoard::triangle(int side, int islands) {
  if (side < 2 || side > 64) refuse("size", "a triangle has 2 to 64 cells a side, not " + std::to_string(side));
  std::vector<Axial> cells;
  for (int x = 0; x < side; ++x) {
    for (int y = x; y < side; ++y) cells.push_back({x, -y});
  }
  const std::vector<Axial> corners{{0, 1 - side}, {side - 1, 1 - side}, {0, 0}};
  return with_sides(std::move(cells), RowOrder::up, kFirst, corners, islands, "triangle");
}

namespace {

// Places by name; rows are counted upward.
std::vector<Axial> read_places(const std::vector<std::string>& names) {
  std::vector<Axial> places;
  for (const auto& name : names) {
    const std::string text = normalise(name);
    std::size_t letters = 0;
    while (letters < text.size() && text[letters] >= 'a' && text[letters] <= 'z') ++letters;
    const int column = parse_column(std::string_view(text).substr(0, letters));
    const int row = parse_number(std::string_view(text).substr(letters));
    if (column < 0 || row < 0)
      refuse("cell", "'" + name + "' is not a cell name: letters and a number, as in c5", name);
    if (column > 255 || row > 256)
      refuse("size", "the cell " + name + " is too far out: at most 256 columns and rows", name);
    places.push_back({column, -row});
  }
  return places;
}

}  // namespace

std::vector<std::string> HexBoard::rim_of(const std::vector<std::string>& cells) {
  const HexBoard board(read_places(cells), RowOrder::up, kFirst);
  std::vector<std::string> names;
  for (const int cell : board.rim_) names.push_back(board.cell_name(cell));
  return names;
}

std::shared_ptr<const HexBoard> HexBoard::custom(const std::vector<std::string>& cells,
                                                 const std::vector<std::string>& junctions, Colour first) {
  const std::shared_ptr<HexBoard> board(new HexBoard(read_places(cells), RowOrder::up, first));
  if (board->low_.q != 0 || board->low_.r + board->rows_ - 1 != -1) {
    refuse("origin", "the leftmost column must be a and the lowest row 1: this board begins at column " +
                         column_letters(board->low_.q) + " and row " +
                         std::to_string(1 - board->low_.r - board->rows_));
  }
  std::vector<int> indices;
  for (const auto& name : junctions) {
    const int cell = board->find_cell(normalise(name));
    if (cell < 0) refuse("junction", "the junction '" + name + "' is not a cell of the board", name);
    indices.push_back(cell);
  }
  board->cut_into_islands(std::move(indices));
  return board;
}

namespace {

// One of the twelve symmetries of the lattice: `turns` sixths of a turn, after exchanging the axes when `mirrored`.
Axial transform(Axial at, int turns, bool mirrored) {
  if (mirrored) at = {at.r, at.q};
  for (int i = 0; i < turns; ++i) at = {-at.r, at.q + at.r};
  return at;
}

}  // namespace

std::vector<BoardSymmetry> HexBoard::symmetries() const {
  std::vector<BoardSymmetry> result;
  for (int code = 0; code < 12; ++code) {
    const bool mirrored = code >= 6;
    std::vector<Axial> images;
    Axial low = transform(cells_.front(), code % 6, mirrored);
    for (const Axial at : cells_) {
      images.push_back(transform(at, code % 6, mirrored));
      low = {std::min(low.q, images.back().q), std::min(low.r, images.back().r)};
    }
    BoardSymmetry symmetry;
    for (const Axial image : images) {
      const int cell = index_of({image.q - low.q + low_.q, image.r - low.r + low_.r});
      if (cell < 0) break;
      symmetry.cells.push_back(cell);
    }
    if (symmetry.cells.size() != cells_.size()) continue;
    for (int island = 0; island < num_islands(); ++island) {
      // A mirror image runs the other way round the rim: it begins where the original ended.
      const int start = mirrored ? (island + 1) % num_islands() : island;
      const int image = symmetry.cells[static_cast<std::size_t>(junctions_[static_cast<std::size_t>(start)])];
      const auto found = std::find(junctions_.begin(), junctions_.end(), image);
      if (found == junctions_.end()) break;
      symmetry.islands.push_back(static_cast<int>(found - junctions_.begin()));
    }
    if (symmetry.islands.size() != junctions_.size()) continue;
    symmetry.swaps_colours = island_colour(symmetry.islands[0]) != island_colour(0);
    result.push_back(std::move(symmetry));
  }
  return result;
}

}  // namespace motu
