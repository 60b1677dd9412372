#include "motu/tic/tic.hpp"

#include <algorithm>
#include <bit>

namespace motu {

namespace {

constexpr int kSize = TicGame::kSize;
constexpr int kCells = TicGame::kCells;
constexpr std::uint16_t kFull = (1U << kCells) - 1;
constexpr std::array<std::uint16_t, 8> kLines = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

// The full line among these cells, or 0.
std::uint16_t line_in(std::uint16_t cells) {
  for (const std::uint16_t line : kLines) {
    if ((cells & line) == line) return line;
  }
  return 0;
}

std::vector<int> cells_of(std::uint16_t bits) {
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    if (((bits >> cell) & 1U) != 0) cells.push_back(cell);
  }
  return cells;
}

}  // namespace

// --- the game --------------------------------------------------------------------------------------------------------

std::shared_ptr<const TicGame> TicGame::create() {
  const auto make = [] { return std::shared_ptr<const Game>(new TicGame()); };
  return std::static_pointer_cast<const TicGame>(the_game(GameIdentity{'t', 'i', 'c'}, make));
}

std::unique_ptr<State> TicGame::new_state() const { return std::make_unique<TicState>(share(*this)); }

std::string TicGame::cell_name(int cell) const {
  return "r" + std::to_string(cell / kSize + 1) + "c" + std::to_string(cell % kSize + 1);
}

std::vector<Symmetry> TicGame::symmetries() const {
  std::vector<Symmetry> found;
  for (int turn = 0; turn < 8; ++turn) {
    Symmetry& symmetry = found.emplace_back();
    for (int cell = 0; cell < kCells; ++cell) {
      int row = cell / kSize;
      int column = cell % kSize;
      if ((turn & 1) != 0) row = kSize - 1 - row;
      if ((turn & 2) != 0) column = kSize - 1 - column;
      if ((turn & 4) != 0) std::swap(row, column);
      symmetry.cells.push_back(row * kSize + column);
      symmetry.actions.push_back(row * kSize + column);
    }
  }
  return found;
}

// --- positions -------------------------------------------------------------------------------------------------------

TicState::TicState(std::shared_ptr<const TicGame> game) : State(false, kCells), game_(std::move(game)) {}

std::uint64_t TicState::hash() const {
  return splitmix64((std::uint64_t{cells_[kFirst]} << 32) | (std::uint64_t{cells_[kSecond]} << 16) | to_move_);
}

void TicState::stones(std::span<std::uint8_t> out) const {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const bool is_first = ((cells_[kFirst] >> cell) & 1U) != 0;
    const bool is_second = ((cells_[kSecond] >> cell) & 1U) != 0;
    out[cell] = is_first ? kFirst : is_second ? kSecond : kNoColour;
  }
}

std::vector<int> TicState::winning_cells() const {
  return winner_ < 0 ? std::vector<int>{} : cells_of(line_in(cells_[static_cast<std::size_t>(winner_)]));
}

void TicState::observe(Colour viewer, std::span<float> out) const {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    out[cell] = static_cast<float>((cells_[viewer] >> cell) & 1U);
    out[kCells + cell] = static_cast<float>((cells_[other(viewer)] >> cell) & 1U);
  }
}

void TicState::legal_actions(std::vector<Action>& out) const {
  out.clear();
  if (!is_terminal()) out = cells_of(static_cast<Cells>(kFull & ~taken()));
}

bool TicState::is_legal(Action action) const {
  return !is_terminal() && action >= 0 && action < kCells && ((taken() >> action) & 1U) == 0;
}

Action TicState::sample_legal(Rng& rng) const {
  std::vector<Action> legal;
  legal_actions(legal);
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

void TicState::apply_unchecked(Action action) {
  record_action(action);
  cells_[to_move_] |= static_cast<Cells>(1U << action);
  settle(to_move_);
  to_move_ = other(to_move_);
  ++ply_;
}

void TicState::undo_unchecked() {
  const Action action = take_last();
  to_move_ = other(to_move_);
  cells_[to_move_] &= static_cast<Cells>(~(1U << action));
  winner_ = -1;
  termination_ = Termination::none;
  --ply_;
}

// The result, once a colour has moved.
void TicState::settle(Colour colour) {
  if (line_in(cells_[colour]) != 0) {
    winner_ = static_cast<std::int8_t>(colour);
    termination_ = Termination::line;
  } else if (taken() == kFull) {
    termination_ = Termination::stuck;
  }
}

std::string TicState::action_text(Action action, bool /*chance*/) const { return game_->cell_name(action); }

Action TicState::parse_action(std::string_view text) const {
  const std::string name = normalise(text);
  for (Action action = 0; action < kCells; ++action) {
    if (name == game_->cell_name(action)) return action;
  }
  throw_invalid(text, "a move is a square, from r1c1 to r3c3");
}

std::string TicState::why_illegal(Action action) const { return game_->cell_name(action) + " is taken"; }

void TicState::setup(std::span<const std::uint8_t> stones, Colour to_move, unsigned flags) {
  std::array<Cells, 2> cells{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (stones[cell] != kNoColour) cells[stones[cell]] |= static_cast<Cells>(1U << cell);
  }
  if (flags != 0 || (line_in(cells[kFirst]) != 0 && line_in(cells[kSecond]) != 0)) {
    throw Error("position/invalid", "a position of Tic has no flags, and one line of three at most");
  }
  reset_shared(to_move);
  cells_ = cells;
  settle(kFirst);
  if (!is_terminal()) settle(kSecond);
}

}  // namespace motu
