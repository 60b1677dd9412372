// The game's rules as data: what a board accepts, its tables and its symmetries.
#include "motu/atmalof/atmalof.hpp"

namespace motu {

namespace {

constexpr std::uint64_t kStoneKeys = 0x41544D41'4C4F4602ULL;
constexpr std::uint64_t kLineKeys = 0x41544D41'4C4F4603ULL;

// Refuses a parameter: `read` is what was read, `right` what would be right.
[[noreturn]] void refuse(const std::string& read, const std::string& reason, const std::string& right) {
  throw Error("rules/invalid", "cannot play Atmalof with " + read + ": " + reason + "; right is " + right, read, {},
              {right});
}

std::string range(const std::string& name, long long low, long long high) {
  return name + " from " + std::to_string(low) + " to " + std::to_string(high);
}

// One side of the board: what the dice reach and the extra lines beyond.
void check_side(const std::string& name, int basic, int extra) {
  const std::string extra_name = "extra_" + name;
  if (basic < 1) {
    refuse(name + "=" + std::to_string(basic), "a board has at least one", range(name, 1, kAtmalofMaxSide));
  }
  if (extra < 0) {
    refuse(extra_name + "=" + std::to_string(extra), "there cannot be fewer than none",
           range(extra_name, 0, kAtmalofMaxSide - std::min(basic, kAtmalofMaxSide)));
  }
  if (static_cast<long long>(basic) + extra > kAtmalofMaxSide) {
    refuse(name + "=" + std::to_string(basic) + "," + extra_name + "=" + std::to_string(extra),
           "a side has at most " + std::to_string(kAtmalofMaxSide) + " squares",
           name + " + " + extra_name + " up to " + std::to_string(kAtmalofMaxSide));
  }
}

void check_line(int line, int height, int width) {
  const int longest = std::max(height, width);
  const std::string board = std::to_string(height) + " rows and " + std::to_string(width) + " columns";
  const std::string right = longest < 3 ? "a board with a side of 3 or more" : range("line", 3, longest);
  if (line < 3) refuse("line=" + std::to_string(line), "a line has at least 3 pieces", right);
  if (line > longest) {
    refuse("line=" + std::to_string(line), "no line of " + std::to_string(line) + " fits on " + board, right);
  }
}

void check_pieces(int pieces, int squares) {
  const std::string right = range("pieces", 1, (squares + 1) / 2);
  if (pieces < 1) refuse("pieces=" + std::to_string(pieces), "each side needs at least one", right);
  if (pieces > (squares + 1) / 2) {
    refuse("pieces=" + std::to_string(pieces),
           "2 * pieces - 1 is more than the " + std::to_string(squares) + " squares, so the game could stall", right);
  }
}

// Fills in the default number of pieces; throws where no game comes of the rules.
AtmalofRules completed(AtmalofRules rules) {
  check_side("rows", rules.rows, rules.extra_rows);
  check_side("cols", rules.cols, rules.extra_cols);
  const int height = rules.rows + rules.extra_rows;
  const int width = rules.cols + rules.extra_cols;
  check_line(rules.line, height, width);
  if (rules.pieces == 0) rules.pieces = (4 * height * width + 8) / 9;
  check_pieces(rules.pieces, height * width);
  return rules;
}

// One element of the board's group: reflections first, then the transposition.
struct Reflection {
  bool flips_rows;
  bool flips_columns;
  bool transposes;

  // (row, column) -> its image on a board of this height and width.
  std::array<int, 2> image(int row, int column, int height, int width) const {
    if (flips_rows) row = height - 1 - row;
    if (flips_columns) column = width - 1 - column;
    return transposes ? std::array{column, row} : std::array{row, column};
  }

  // Direction -> its image: reflecting a step (down, right) is reflecting a square about the origin.
  int direction(int d) const {
    auto [down, right] = kAtmalofDirections[static_cast<std::size_t>(d)];
    if (flips_rows) down = -down;
    if (flips_columns) right = -right;
    if (transposes) std::swap(down, right);
    return static_cast<int>(std::find(kAtmalofDirections.begin(), kAtmalofDirections.end(), std::array{down, right}) -
                            kAtmalofDirections.begin());
  }
};

// The reflections a board has, the identity first. A side of one square has no reflection of its own.
std::vector<Reflection> reflections(const AtmalofRules& rules) {
  std::vector<Reflection> all;
  const bool can_flip_rows = rules.extra_rows == 0 && rules.rows > 1;
  const bool can_flip_columns = rules.extra_cols == 0 && rules.cols > 1;
  const bool can_transpose = rules.rows == rules.cols && rules.extra_rows == rules.extra_cols;
  for (const bool transposes : {false, true}) {
    for (const bool flips_rows : {false, true}) {
      for (const bool flips_columns : {false, true}) {
        if ((transposes && !can_transpose) || (flips_rows && !can_flip_rows) || (flips_columns && !can_flip_columns)) {
          continue;
        }
        all.push_back({flips_rows, flips_columns, transposes});
      }
    }
  }
  return all;
}

// Announcement -> its image.
Action line_image(const Reflection& reflection, Action line, int height, int width) {
  if (line < height) {
    const auto [row, column] = reflection.image(line, 0, height, width);
    return reflection.transposes ? height + column : row;
  }
  const auto [row, column] = reflection.image(0, line - height, height, width);
  return reflection.transposes ? row : height + column;
}

Symmetry symmetry_of(const Reflection& reflection, int height, int width) {
  Symmetry symmetry;
  for (int square = 0; square < height * width; ++square) {
    const auto [row, column] = reflection.image(square / width, square % width, height, width);
    symmetry.cells.push_back(row * width + column);
  }
  for (Action line = 0; line < height + width; ++line) {
    symmetry.actions.push_back(line_image(reflection, line, height, width));
  }
  for (const int cell : symmetry.cells) {
    for (int d = 0; d < 8; ++d) symmetry.actions.push_back(height + width + 8 * cell + reflection.direction(d));
  }
  return symmetry;
}

std::vector<Action> face_images(int faces, bool flips) {
  std::vector<Action> images;
  for (int k = 0; k < faces; ++k) images.push_back(flips ? faces - 1 - k : k);
  return images;
}

}  // namespace

std::shared_ptr<const AtmalofGame> AtmalofGame::create(const AtmalofRules& rules) {
  constexpr std::int32_t kKind = 3;
  const AtmalofRules whole = completed(rules);
  const GameIdentity identity{kKind,      whole.rows,   whole.cols,         whole.extra_rows, whole.extra_cols,
                              whole.line, whole.pieces, whole.tiebreak_both};
  return std::static_pointer_cast<const AtmalofGame>(
      the_game(identity, [&] { return std::shared_ptr<const Game>(new AtmalofGame(identity, whole)); }));
}

AtmalofGame::AtmalofGame(const GameIdentity& identity, const AtmalofRules& rules)
    : Game(identity),
      rules_(rules),
      height_(rules.rows + rules.extra_rows),
      width_(rules.cols + rules.extra_cols),
      num_squares_(height_ * width_),
      num_lines_(height_ + width_),
      line_steps_(steps_for(rules.line)),
      short_line_steps_(steps_for(rules.line - 1)) {
  for (int square = 0; square < num_squares_; ++square) {
    bits_.push_back(static_cast<std::uint16_t>(square + square / width_));
  }
  fill_targets();
  fill_keys();
}

void AtmalofGame::fill_targets() {
  for (int square = 0; square < num_squares_; ++square) {
    for (const auto& [down, right] : kAtmalofDirections) {
      const int row = square / width_ + down;
      const int column = square % width_ + right;
      const bool inside = is_on_board(row, column);
      targets_.push_back(static_cast<std::int16_t>(inside ? row * width_ + column : -1));
      target_bits_.push_back(static_cast<std::uint16_t>(inside ? bit(row * width_ + column) : width_));
    }
  }
}

void AtmalofGame::fill_keys() {
  for (int i = 0; i < 2 * num_squares_; ++i) {
    stone_keys_.push_back(splitmix64(splitmix64(kStoneKeys) + static_cast<std::uint64_t>(i)));
  }
  for (int i = 0; i < num_lines_; ++i) {
    line_keys_.push_back(splitmix64(splitmix64(kLineKeys) + static_cast<std::uint64_t>(i)));
  }
}

LineSteps AtmalofGame::steps_for(int length) const {
  const int stride = width_ + 1;
  const bool across = length <= width_;
  const bool down = length <= height_;
  LineSteps result;
  const auto add = [&](bool fits, int step) {
    if (fits) result.steps[static_cast<std::size_t>(result.count++)] = step;
  };
  add(across, 1);
  add(down, stride);
  add(across && down, stride + 1);
  add(across && down, stride - 1);
  return result;
}

int AtmalofGame::num_words() const {
  const int bits = height_ * (width_ + 1);
  if (bits <= 64) return 1;
  if (bits <= 128) return 2;
  return bits <= 256 ? 4 : 17;
}

std::string AtmalofGame::description() const {
  return "Atmalof on " + std::to_string(height_) + "x" + std::to_string(width_) + " squares, " +
         std::to_string(rules_.line) + " in a row, " + std::to_string(rules_.pieces) + " pieces a side";
}

std::unique_ptr<State> AtmalofGame::new_state() const {
  auto self = share(*this);
  switch (num_words()) {
    case 1:
      return std::make_unique<AtmalofState<1>>(std::move(self));
    case 2:
      return std::make_unique<AtmalofState<2>>(std::move(self));
    case 4:
      return std::make_unique<AtmalofState<4>>(std::move(self));
    default:
      return std::make_unique<AtmalofState<17>>(std::move(self));
  }
}

std::array<int, 3> AtmalofGame::observation_shape() const { return {9, height_, width_}; }

std::vector<std::string> AtmalofGame::observation_planes() const {
  return {"own pieces",
          "enemy pieces",
          "empty squares",
          "squares a drop can reach",
          "squares of the announced row that the roll can name",
          "squares of the announced column that the roll can name",
          "own pieces on the board / pieces a side",
          "enemy pieces on the board / pieces a side",
          "the mover is red"};
}

std::vector<Symmetry> AtmalofGame::symmetries() const {
  std::vector<Symmetry> result;
  for (const auto& reflection : reflections(rules_)) result.push_back(symmetry_of(reflection, height_, width_));
  return result;
}

std::vector<SymmetricFaces> AtmalofGame::symmetric_faces() const {
  std::vector<SymmetricFaces> result;
  for (const auto& reflection : reflections(rules_)) {
    result.push_back(
        {face_images(rules_.cols, reflection.flips_columns), face_images(rules_.rows, reflection.flips_rows)});
  }
  return result;
}

}  // namespace motu
