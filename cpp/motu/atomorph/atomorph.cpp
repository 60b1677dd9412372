// The game: sizes, symmetries and notation. What happens on the board is in state.cpp.
#include "motu/atomorph/atomorph.hpp"

namespace motu {

namespace {

// What makes one of the eight symmetries: first perhaps exchange row and column, then perhaps turn each of them round.
struct SquareMap {
  bool transpose, turn_rows, turn_columns;

  int operator()(int point, int size) const {
    int row = point / size;
    int column = point % size;
    if (transpose) std::swap(row, column);
    if (turn_rows) row = size - 1 - row;
    if (turn_columns) column = size - 1 - column;
    return row * size + column;
  }
};

// The edge of a point that lies on exactly one: 0 top, 1 right, 2 bottom, 3 left.
int edge_of(int point, int size) {
  if (point / size == size - 1) return 0;
  if (point % size == size - 1) return 1;
  return point / size == 0 ? 2 : 3;
}

Symmetry make_symmetry(const AtomorphGame& game, const SquareMap& map) {
  const int size = game.size();
  const int points = game.num_cells();
  Symmetry symmetry;
  symmetry.swaps_colours = map.transpose;
  for (int point = 0; point < points; ++point) symmetry.cells.push_back(map(point, size));
  const int middle = size / 2;
  for (const int on_edge : {(size - 1) * size + middle, middle * size + size - 1, middle, middle * size}) {
    symmetry.islands.push_back(edge_of(map(on_edge, size), size));
  }
  for (Action action = 0; action < game.num_actions(); ++action) {
    const bool swap = action == game.swap_action();
    symmetry.actions.push_back(swap ? action : action - action % points + map(action % points, size));
  }
  return symmetry;
}

void include(AtomorphMasks::Words& words, int point) {
  words[static_cast<std::size_t>(point / 64)] |= 1ULL << (point % 64);
}

AtomorphMasks make_masks(int size) {
  AtomorphMasks masks;
  const int last = size - 1;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const int point = row * size + column;
      include(masks.board, point);
      if (column != 0) include(masks.not_first_column, point);
      if (column != last) include(masks.not_last_column, point);
      if (row % last == 0 && column % last == 0) include(masks.corners, point);
      if (row == 0) include(masks.edges[kFirst][0], point);
      if (row == last) include(masks.edges[kFirst][1], point);
      if (column == 0) include(masks.edges[kSecond][0], point);
      if (column == last) include(masks.edges[kSecond][1], point);
    }
  }
  return masks;
}

}  // namespace

std::shared_ptr<const AtomorphGame> AtomorphGame::create(const AtomorphRules& rules) {
  if (rules.size < kMinSize || rules.size > kMaxSize) {
    const std::string read = "size=" + std::to_string(rules.size);
    const std::string range = std::to_string(kMinSize) + " to " + std::to_string(kMaxSize);
    throw Error("rules/invalid", "cannot make an Atomorph board with " + read + ": a side has " + range + " points",
                read, {}, {"size=" + std::to_string(kMinSize) + ".." + std::to_string(kMaxSize)});
  }
  constexpr std::int32_t kKind = 2;
  const GameIdentity identity{kKind, rules.size, rules.contested_never, rules.corners, rules.return_stone, rules.swap};
  return std::static_pointer_cast<const AtomorphGame>(
      the_game(identity, [&] { return std::shared_ptr<const Game>(new AtomorphGame(identity, rules)); }));
}

AtomorphGame::AtomorphGame(const GameIdentity& identity, const AtomorphRules& rules)
    : Game(identity), rules_(rules), num_cells_(rules.size * rules.size), masks_(make_masks(rules.size)) {
  for (int i = 0; i < 2 * num_cells_; ++i) keys_.push_back(splitmix64(0xA70308ULL << 32 | static_cast<unsigned>(i)));
}

int AtomorphGame::num_words() const {
  const int needed = (num_cells_ + 63) / 64;
  if (needed <= 3) return needed;
  return needed <= 5 ? 5 : 10;
}

std::string AtomorphGame::description() const {
  return "Atomorph " + std::to_string(rules_.size) + "x" + std::to_string(rules_.size);
}

std::unique_ptr<State> AtomorphGame::new_state() const {
  const auto game = share(*this);
  switch (num_words()) {
    case 1:
      return std::make_unique<AtomorphState<1>>(game);
    case 2:
      return std::make_unique<AtomorphState<2>>(game);
    case 3:
      return std::make_unique<AtomorphState<3>>(game);
    case 5:
      return std::make_unique<AtomorphState<5>>(game);
    default:
      return std::make_unique<AtomorphState<10>>(game);
  }
}

std::string AtomorphGame::cell_name(int cell) const {
  return column_letters(cell % size()) + std::to_string(cell / size() + 1);
}

std::array<int, 3> AtomorphGame::observation_shape() const {
  return {static_cast<int>(observation_planes().size()), size(), size()};
}

std::vector<std::string> AtomorphGame::observation_planes() const {
  return {"own stones",
          "opponent stones",
          "own weak stones",
          "opponent weak stones",
          "contested stones",
          "flippable",
          "own edges",
          "mover is black",
          "ban",
          "to put back",
          "swap is legal"};
}

std::vector<Symmetry> AtomorphGame::symmetries() const {
  std::vector<Symmetry> result;
  for (const bool transpose : {false, true}) {
    for (const bool turn_rows : {false, true}) {
      for (const bool turn_columns : {false, true}) {
        result.push_back(make_symmetry(*this, {transpose, turn_rows, turn_columns}));
      }
    }
  }
  return result;
}

// -------------------------------------------------------------------------------------------------------------- set-up

namespace {

[[noreturn]] void refuse_position(const std::string& reason, const std::string& read) {
  throw Error("position/invalid", "cannot set up this position: " + reason, read);
}

}  // namespace

void AtomorphGame::check_position(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) const {
  if (stones.size() != static_cast<std::size_t>(num_cells_)) {
    const std::string read = std::to_string(stones.size());
    refuse_position("a colour for each of " + std::to_string(num_cells_) + " points is needed, not " + read, read);
  }
  bool full = true;
  for (int point = 0; point < num_cells_; ++point) {
    const std::uint8_t stone = stones[static_cast<std::size_t>(point)];
    full = full && stone != kNoColour;
    if (stone <= kNoColour) continue;
    const std::string read = cell_name(point) + "=" + std::to_string(stone);
    refuse_position("a point is black (0), white (1) or empty (2), not " + read, read);
  }
  if (to_move > kSecond) {
    const std::string read = "to_move=" + std::to_string(to_move);
    refuse_position("black (0) or white (1) moves, not " + read, read);
  }
  const std::string read = "flags=" + std::to_string(flags);
  if (flags > (kBan | kToReturn)) refuse_position("flags are 1 (ban) plus 2 (a stone to put back), not " + read, read);
  if ((flags & kBan) != 0 && rules_.contested_never) {
    refuse_position("there is no ban in a game without contested flips (contested=never), so not " + read, read);
  }
  if ((flags & kToReturn) == 0) return;
  if (!rules_.return_stone)
    refuse_position("stones are not put back in this game (return_stone=false), so not " + read, read);
  if (full) refuse_position("no stone waits to be put back beside a full board, so not " + read, read);
}

// ------------------------------------------------------------------------------------------------------------ notation

std::string AtomorphGame::action_text(Action action) const {
  std::string text;
  switch (kind_of(action)) {
    case Kind::swap:
      return "swap";
    case Kind::flip:
      text = 'x';
      break;
    case Kind::put_back:
      text = '@';
      break;
    default:
      break;
  }
  return text + cell_name(point_of(action));
}

Action AtomorphGame::read_action(std::string_view text, std::string& reason) const {
  const std::string name = normalise(text);
  if (name == "swap") {
    if (!rules_.swap) reason = "this game is played without the pie rule";
    return swap_action();
  }
  if (name.starts_with('@')) {
    if (!rules_.return_stone) {
      reason = "removed stones are not put back in this game (return_stone=false)";
      return -1;
    }
    const int point = read_point(std::string_view(name).substr(1), reason);
    return point < 0 ? -1 : 2 * num_cells_ + point;
  }
  // On wide boards x is a column, too: "x7" places, "xx7" flips.
  const bool flips = name.size() > 1 && name[0] == 'x' && name[1] >= 'a' && name[1] <= 'z';
  const int point = read_point(std::string_view(name).substr(flips ? 1 : 0), reason);
  return point < 0 || !flips ? point : num_cells_ + point;
}

// The point, or -1 and a reason.
int AtomorphGame::read_point(std::string_view name, std::string& reason) const {
  std::size_t letters = 0;
  while (letters < name.size() && name[letters] >= 'a' && name[letters] <= 'z') ++letters;
  const int column = parse_column(name.substr(0, letters));
  const int row = parse_number(name.substr(letters));
  if (column >= 0 && column < size() && row >= 1 && row <= size()) return (row - 1) * size() + column;
  const std::string range = "columns a to " + column_letters(size() - 1) + ", rows 1 to " + std::to_string(size());
  if (column >= 0 && row >= 1) {
    reason = std::string(name) + " is not on this board (" + range + ")";
  } else {
    reason = "a move is a point as in c3 (" + range + "), a flip as in xc3" +
             (rules_.return_stone ? ", a stone put back as in @c3" : "") + (rules_.swap ? ", or swap" : "");
  }
  return -1;
}

}  // namespace motu
