// Boards of hexagons: ATOLL-BOARD, ATOLL-FAMILIES, ATOLL-CELLS and the refusals of boards that are none.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "motu/atoll/tests/testing.hpp"
#include "motu/core/boards/hex_board.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

std::vector<std::string> names(const HexBoard& board, const std::vector<int>& cells) {
  std::vector<std::string> result;
  for (const int cell : cells) result.push_back(board.cell_name(cell));
  return result;
}

bool are_neighbours(const HexBoard& board, int a, int b) {
  const auto around = board.neighbours(a);
  return std::ranges::find(around, b) != around.end();
}

bool is_at_edge(const HexBoard& board, int cell) { return are_neighbours(board, cell, -1); }

std::vector<int> touched_islands(const HexBoard& board, int cell) {
  std::vector<int> touched;
  for (int island = 0; island < board.num_islands(); ++island) {
    const auto cells = board.island_cells(island);
    if (std::ranges::find(cells, cell) != cells.end()) touched.push_back(island);
  }
  return touched;
}

// All boards of the families that other tests have no use for, because of their size.
std::vector<NamedBoard> large_boards() {
  return {square(63, 8),        square(35, 128), rhombus(64, 64, 4), rhombus(64, 2, 4), rhombus(2, 64, 4),
          rhombus(33, 33, 128), hexagon(37, 12), hexagon(22, 120),   triangle(64, 12),  triangle(41, 120)};
}

std::vector<NamedBoard> small_and_large_boards() {
  auto boards = all_boards();
  for (auto& board : large_boards()) boards.push_back(std::move(board));
  return boards;
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------- every board

TEST_CASE("board: neighbours are those of the coordinates, and mutual") {
  for (const auto& [name, board] : small_and_large_boards()) {
    CAPTURE(name);
    for (int cell = 0; cell < board->num_cells(); ++cell) {
      const auto around = board->neighbours(cell);
      for (int d = 0; d < 6; ++d) {
        const auto direction = static_cast<std::size_t>(d);
        const int next = around[direction];
        if (next < 0) continue;
        const Axial step{board->axial(next).q - board->axial(cell).q, board->axial(next).r - board->axial(cell).r};
        REQUIRE(step == kDirections[direction]);
        REQUIRE(board->neighbours(next)[(direction + 3) % 6] == cell);
      }
    }
  }
}

TEST_CASE("board: cells are numbered row by row and their names are read back") {
  for (const auto& [name, board] : small_and_large_boards()) {
    CAPTURE(name);
    for (int cell = 0; cell < board->num_cells(); ++cell) {
      const std::string text = column_letters(board->column_of(cell)) + std::to_string(board->row_of(cell) + 1);
      REQUIRE(board->cell_name(cell) == text);
      REQUIRE(board->find_cell(text) == cell);
      if (cell == 0) continue;
      const std::pair before(board->row_of(cell - 1), board->column_of(cell - 1));
      REQUIRE(before < std::pair(board->row_of(cell), board->column_of(cell)));
    }
  }
}

TEST_CASE("board: the rim is a simple clockwise cycle of the edge cells") {
  for (const auto& [name, board] : small_and_large_boards()) {
    CAPTURE(name);
    const auto& rim = board->rim();
    const std::set<int> members(rim.begin(), rim.end());
    REQUIRE(members.size() == rim.size());
    for (int cell = 0; cell < board->num_cells(); ++cell) {
      REQUIRE(is_at_edge(*board, cell) == members.contains(cell));
    }
    long long area = 0;  // doubled; positive for clockwise, where r grows downward
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const Axial here = board->axial(rim[i]);
      const Axial next = board->axial(rim[(i + 1) % rim.size()]);
      REQUIRE(are_neighbours(*board, rim[i], rim[(i + 1) % rim.size()]));
      area += here.q * next.r - next.q * here.r;
    }
    REQUIRE(area > 0);
  }
}

TEST_CASE("board: islands divide the rim in turn, and junction cells touch exactly two") {
  for (const auto& [name, board] : small_and_large_boards()) {
    CAPTURE(name);
    const int count = board->num_islands();
    REQUIRE(board->rim().front() == board->junctions().front());
    std::size_t length = 0;
    for (int island = 0; island < count; ++island) {
      const auto cells = board->island_cells(island);
      length += cells.size();
      REQUIRE(cells.front() == board->junctions()[static_cast<std::size_t>(island)]);
      REQUIRE(cells.back() == board->junctions()[static_cast<std::size_t>((island + 1) % count)]);
      REQUIRE(board->island_colour(island) != board->island_colour((island + 1) % count));
    }
    REQUIRE(length == board->rim().size() + static_cast<std::size_t>(count));
    const std::set<int> junctions(board->junctions().begin(), board->junctions().end());
    REQUIRE(static_cast<int>(junctions.size()) == count);
    for (const int cell : board->rim()) {
      REQUIRE(touched_islands(*board, cell).size() == (junctions.contains(cell) ? 2U : 1U));
    }
  }
}

TEST_CASE("board: a ring holds what surrounds a cell, and its neighbours touch each other") {
  for (const auto& [name, board] : small_and_large_boards()) {
    CAPTURE(name);
    const int cells = board->num_cells();
    const auto touch = [&](int a, int b, int centre) {
      if (a > b) std::swap(a, b);
      if (b < cells) return are_neighbours(*board, a, b);
      const auto shore = board->island_cells(b - cells);
      return std::ranges::find(shore, a < cells ? a : centre) != shore.end();
    };
    for (int cell = 0; cell < cells; ++cell) {
      const auto ring = board->ring(cell);
      const auto length = static_cast<std::size_t>(board->ring_length(cell));
      std::multiset<int> expected;
      for (const int next : board->neighbours(cell)) {
        if (next >= 0) expected.insert(next);
      }
      if (is_at_edge(*board, cell)) {
        for (const int island : touched_islands(*board, cell)) expected.insert(cells + island);
      }
      REQUIRE(std::multiset<int>(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(length)) == expected);
      for (std::size_t k = length; k < ring.size(); ++k) REQUIRE(ring[k] == cells + board->num_islands());
      for (std::size_t k = 0; k < length; ++k) REQUIRE(touch(ring[k], ring[(k + 1) % length], cell));
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------- families

TEST_CASE("board: the published square boards") {
  for (const auto& [columns, cells] : {std::pair(5, 17), {7, 38}, {11, 104}, {15, 202}, {19, 332}}) {
    CHECK(HexBoard::square(columns, 8)->num_cells() == cells);
  }
  const auto board = HexBoard::square(15, 8);
  CHECK(names(*board, board->junctions()) ==
        std::vector<std::string>{"a13", "h17", "o20", "o14", "o8", "h4", "a1", "a7"});
  for (int island = 0; island < 8; ++island)
    CHECK(board->island_colour(island) == (island % 2 == 0 ? kSecond : kFirst));
}

TEST_CASE("board: a rhombus with four islands is Hex") {
  const auto board = HexBoard::rhombus(11, 11, 4);
  CHECK(names(*board, board->junctions()) == std::vector<std::string>{"a1", "k1", "k11", "a11"});
  CHECK(board->island_colour(0) == kFirst);
  const auto wide = HexBoard::rhombus(9, 11, 4);
  CHECK(names(*wide, wide->junctions()) == std::vector<std::string>{"a1", "i1", "i11", "a11"});
  CHECK(wide->num_cells() == 99);
}

TEST_CASE("board: hexagons and triangles begin in the leftmost column") {
  const auto hexes = HexBoard::hexagon(7, 12);
  CHECK(hexes->num_cells() == 127);
  CHECK(hexes->island_colour(0) == kFirst);
  CHECK(names(*hexes, hexes->junctions()) ==
        std::vector<std::string>{"a7", "d10", "g13", "j13", "m13", "m10", "m7", "j4", "g1", "d1", "a1", "a4"});
  const auto triangle = HexBoard::triangle(13, 12);
  CHECK(triangle->num_cells() == 91);
  CHECK(names(*triangle, triangle->junctions()) ==
        std::vector<std::string>{"a13", "d13", "g13", "j13", "m13", "j10", "g7", "d4", "a1", "a4", "a7", "a10"});
}

TEST_CASE("board: cuts that do not divide a side are rounded half up") {
  // A side of 6 cells, cut into 2 and into 3: 5/2 -> 3; 5/3 -> 2, 10/3 -> 3.
  const auto halves = HexBoard::rhombus(6, 6, 8);
  CHECK(names(*halves, {halves->junctions()[1]}) == std::vector<std::string>{"d1"});
  const auto thirds = HexBoard::rhombus(6, 6, 12);
  CHECK(names(*thirds, {thirds->junctions()[1], thirds->junctions()[2]}) == std::vector<std::string>{"c1", "d1"});
}

TEST_CASE("board: families refuse sizes and islands that do not fit") {
  const auto slug = [](auto&& make) { return refusal_of(make).slug; };
  for (const int columns : {-1, 0, 3, 4, 10, 64, 65}) {
    CHECK(slug([&] { HexBoard::square(columns, 8); }) == "board/size");
  }
  for (const auto& [columns, rows] : {std::pair(1, 5), {5, 1}, {65, 5}, {5, 65}, {0, 0}, {-3, 4}}) {
    CHECK(slug([&, w = columns, h = rows] { HexBoard::rhombus(w, h, 4); }) == "board/size");
  }
  for (const int side : {-1, 0, 1, 38}) CHECK(slug([&] { HexBoard::hexagon(side, 12); }) == "board/size");
  for (const int side : {-1, 0, 1, 65}) CHECK(slug([&] { HexBoard::triangle(side, 12); }) == "board/size");
  for (const int side : {2, 64}) CHECK(slug([&] { HexBoard::triangle(side, 8); }) == "board/islands");
  CHECK(slug([] { HexBoard::hexagon(2, 8); }) == "board/islands");
  CHECK(HexBoard::hexagon(37, 12)->num_cells() == 3997);
  CHECK(refusal_of([] { HexBoard::hexagon(38, 12); }).message.find("has 2 to 37 cells a side, not 38") !=
        std::string::npos);
  for (const int islands : {-4, 0, 2, 3, 6, 10, 132}) {
    CHECK(slug([&] { HexBoard::square(63, islands); }) == "board/islands");
    CHECK(slug([&] { HexBoard::rhombus(40, 40, islands); }) == "board/islands");
  }
  for (const int islands : {4, 6, 8, 16, 18}) {
    CHECK(slug([&] { HexBoard::hexagon(37, islands); }) == "board/islands");
    CHECK(slug([&] { HexBoard::triangle(64, islands); }) == "board/islands");
  }
  CHECK(slug([] { HexBoard::square(5, 16); }) == "board/islands");  // a side of three cells has room for two
  CHECK(slug([] { HexBoard::rhombus(9, 2, 8); }) == "board/islands");
  CHECK(slug([] { HexBoard::hexagon(2, 12); }) == "board/islands");
  CHECK(slug([] { HexBoard::triangle(4, 12); }) == "board/islands");
}

TEST_CASE("board: refusals of families say what would be right") {
  const auto check = [](auto&& make, const std::string& words) {
    const std::string message = refusal_of(make).message;
    CAPTURE(message);
    CHECK(message.find(words) != std::string::npos);
  };
  check([] { HexBoard::square(11, 6); },
        "has 4 sides: the number of islands must be a multiple of 4, at most 128, not 6");
  check([] { HexBoard::hexagon(9, 6); },
        "has 6 sides: the number of islands must be a multiple of 12, at most 128, not 6");
  check([] { HexBoard::triangle(9, 16); }, "has 3 sides: the number of islands must be a multiple of 12, at most 128");
  check([] { HexBoard::square(5, 16); }, "a side of 3 cells is too short for 4 islands: it needs at least 5");
}

// ----------------------------------------------------------------------------------------------------------- custom boards

namespace {

const std::vector<std::string> kFlower{"b1", "c2", "a1", "b2", "c3", "a2", "b3"};  // a cell and its six neighbours

Refusal custom_refusal(const std::vector<std::string>& cells, const std::vector<std::string>& junctions) {
  return refusal_of([&] { HexBoard::custom(cells, junctions, kFirst); });
}

void check_refusal(const Refusal& refusal, const std::string& slug, const std::string& cell) {
  CAPTURE(refusal.message);
  CHECK(refusal.slug == slug);
  CHECK(refusal.position == cell);
  CHECK(refusal.message.find(cell) != std::string::npos);
}

}  // namespace

TEST_CASE("board: a custom board is what its cells and junctions say") {
  const auto board = HexBoard::custom(kFlower, {"C3", " b1", "a1", "a2"}, kSecond);
  CHECK(board->num_cells() == 7);
  CHECK(board->rim().size() == 6);
  CHECK(names(*board, board->island_cells(0)) == std::vector<std::string>{"c3", "c2", "b1"});
  CHECK(names(*board, board->island_cells(1)) == std::vector<std::string>{"b1", "a1"});
  CHECK(names(*board, board->island_cells(3)) == std::vector<std::string>{"a2", "b3", "c3"});
  CHECK(board->island_colour(0) == kSecond);
  CHECK(HexBoard::rim_of(kFlower) == std::vector<std::string>{"a2", "b3", "c3", "c2", "b1", "a1"});
}

TEST_CASE("board: custom boards that break ATOLL-BOARD are refused with the reason and the cell") {
  const auto with = [](std::vector<std::string> cells, const std::vector<std::string>& more) {
    cells.insert(cells.end(), more.begin(), more.end());
    return cells;
  };
  const std::vector<std::string> four{"a2", "b3", "c3", "c2"};
  const auto ring = [] {
    std::vector<std::string> cells(kFlower);
    std::erase(cells, "b2");
    return cells;
  }();
  check_refusal(custom_refusal({}, four), "board/empty", "");
  check_refusal(custom_refusal(with(kFlower, {"c3"}), four), "board/duplicate", "c3");
  check_refusal(custom_refusal(with(kFlower, {"e5"}), four), "board/disconnected", "e5");
  check_refusal(custom_refusal(ring, four), "board/hole", "b2");
  check_refusal(custom_refusal(with(kFlower, {"d3", "e3"}), four), "board/pinched", "d3");
  // The walk round the rim begins at the pinched cell itself, and is back at once.
  check_refusal(custom_refusal({"a2", "b3", "a1"}, four), "board/pinched", "a2");
  check_refusal(custom_refusal(kFlower, {"a2", "b2", "c3", "c2"}), "board/junction", "b2");
  check_refusal(custom_refusal(kFlower, {"a2", "b3", "d9", "c2"}), "board/junction", "d9");
  check_refusal(custom_refusal(kFlower, {"a2", "b3", "b3", "c2"}), "board/junction", "b3");
  check_refusal(custom_refusal(kFlower, {"a2", "c3", "b3", "c2"}), "board/junction", "b3");
  check_refusal(custom_refusal(kFlower, {"a2", "b3", "c3"}), "board/islands", "");
  check_refusal(custom_refusal(kFlower, {}), "board/islands", "");
  check_refusal(custom_refusal(kFlower, {"a2", "b3", "c3", "c2", "b1", "a1"}), "board/islands", "");
}

TEST_CASE("board: names that are no cells, and boards in the wrong place, are refused") {
  const std::vector<std::string> four{"a2", "b3", "c3", "c2"};
  for (const std::string name : {"", "a", "7", "a0", "a-1", "5a", "a1b", "ä1", "a 1", "abcd1", "a99999", "a01"}) {
    check_refusal(custom_refusal({"a1", name}, four), "board/cell", name);
  }
  check_refusal(custom_refusal({"a1", "a257"}, four), "board/size", "a257");
  check_refusal(custom_refusal({"a1", "iw1"}, four), "board/size", "iw1");
  std::vector<std::string> many;
  for (int row = 1; row <= 64; ++row) {
    for (int column = 0; column < 65; ++column) many.push_back(column_letters(column) + std::to_string(row));
  }
  check_refusal(custom_refusal(many, four), "board/size", "");
  const auto right = custom_refusal({"b1", "b2", "c2", "c3"}, {"b2", "c3", "c2", "b1"});
  const auto high = custom_refusal({"a2", "a3", "b3", "b4"}, {"a3", "b4", "b3", "a2"});
  check_refusal(right, "board/origin", "");
  check_refusal(high, "board/origin", "");
  CHECK(right.message.ends_with("begins at column b and row 1"));
  CHECK(high.message.ends_with("begins at column a and row 2"));
}

// -------------------------------------------------------------------------------------------------------------- symmetries

namespace {

std::vector<int> images(const std::vector<int>& map, const std::vector<int>& items) {
  std::vector<int> result;
  for (const int item : items) result.push_back(map[static_cast<std::size_t>(item)]);
  return result;
}

std::set<int> as_set(const std::vector<int>& items) { return {items.begin(), items.end()}; }

std::uint64_t image_of_mask(const HexBoard& board, const BoardSymmetry& symmetry, std::uint64_t mask, int parity) {
  std::uint64_t image = 0;
  for (int i = 0; i < board.num_islands() / 2; ++i) {
    if (mask >> i & 1) image |= 1ULL << (symmetry.islands[static_cast<std::size_t>(2 * i + parity)] / 2);
  }
  return image;
}

void check_symmetry(const HexBoard& board, const BoardSymmetry& symmetry) {
  REQUIRE(as_set(symmetry.cells).size() == static_cast<std::size_t>(board.num_cells()));
  REQUIRE(as_set(symmetry.islands).size() == static_cast<std::size_t>(board.num_islands()));
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    for (const int next : board.neighbours(cell)) {
      if (next < 0) continue;
      const auto pair = images(symmetry.cells, {cell, next});
      REQUIRE(are_neighbours(board, pair[0], pair[1]));
    }
  }
  for (int island = 0; island < board.num_islands(); ++island) {
    const int image = symmetry.islands[static_cast<std::size_t>(island)];
    REQUIRE(as_set(images(symmetry.cells, board.island_cells(island))) == as_set(board.island_cells(image)));
    REQUIRE((board.island_colour(image) != board.island_colour(island)) == symmetry.swaps_colours);
  }
  Rng rng(3);
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t all = board.num_islands() == 128 ? ~0ULL : (1ULL << (board.num_islands() / 2)) - 1;
    const std::uint64_t mask = (rng.next() | rng.next()) & all;
    for (const int parity : {0, 1})
      REQUIRE(board.wins(mask) == board.wins(image_of_mask(board, symmetry, mask, parity)));
  }
}

}  // namespace

TEST_CASE("board: symmetries map neighbours to neighbours, islands to islands and wins to wins") {
  for (const auto& [name, board] : all_boards()) {
    CAPTURE(name);
    const auto symmetries = board->symmetries();
    std::set<std::vector<int>> group;
    for (const auto& symmetry : symmetries) {
      check_symmetry(*board, symmetry);
      group.insert(symmetry.cells);
    }
    CHECK(group.size() == symmetries.size());
    CHECK(std::ranges::is_sorted(symmetries.front().cells));
    CHECK_FALSE(symmetries.front().swaps_colours);
    for (const auto& first : symmetries) {
      for (const auto& second : symmetries) CHECK(group.contains(images(second.cells, first.cells)));
    }
  }
}

TEST_CASE("board: how many symmetries there are") {
  const auto count = [](const std::shared_ptr<const HexBoard>& board) {
    const auto found = board->symmetries();
    return std::pair(found.size(), std::ranges::count_if(found, [](const auto& s) { return s.swaps_colours; }));
  };
  using Counts = std::pair<std::size_t, std::ptrdiff_t>;
  CHECK(count(HexBoard::rhombus(11, 11, 4)) == Counts(4, 2));
  CHECK(count(HexBoard::rhombus(9, 11, 4)) == Counts(2, 0));
  CHECK(count(HexBoard::square(11, 8)) == Counts(4, 2));
  CHECK(count(HexBoard::hexagon(7, 12)) == Counts(12, 6));
  CHECK(count(HexBoard::triangle(13, 12)) == Counts(6, 3));
  CHECK(count(HexBoard::custom(kFlower, {"a2", "b3", "c3", "c2"}, kFirst)) == Counts(2, 0));
}
