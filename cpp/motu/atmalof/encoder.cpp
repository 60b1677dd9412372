#include "motu/atmalof/encoder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/threats.hpp"

namespace motu {

namespace {

constexpr int kLacking = 3;                                 // windows that lack more pieces than that are not told
constexpr std::array<int, 7> kHands{0, 1, 2, 3, 5, 8, 12};  // pieces still to come, at most
constexpr std::array<int, 4> kLengths{4, 5, 6, 7};          // of a line, at least
// What the line net makes of a position, at least: closer together towards the ends, where values crowd.
constexpr std::array<float, 23> kOpinions{-0.97F, -0.92F, -0.85F, -0.76F, -0.66F, -0.55F, -0.44F, -0.33F,
                                          -0.23F, -0.14F, -0.06F, 0.0F,   0.06F,  0.14F,  0.23F,  0.33F,
                                          0.44F,  0.55F,  0.66F,  0.76F,  0.85F,  0.92F,  0.97F};
constexpr std::array<const char*, 2> kSides{"own", "opponent's"};

std::vector<int> all_squares(const AtmalofGame& game) {
  std::vector<int> points(static_cast<std::size_t>(game.num_cells()));
  std::iota(points.begin(), points.end(), 0);
  return points;
}

}  // namespace

// Marks one plane after the other in a view.
class AtmalofEncoder::Painter {
 public:
  Painter(const AtmalofEncoder& encoder, int view, PlaneBits planes) : encoder_(encoder), view_(view), planes_(planes) {
    std::ranges::fill(planes, std::uint8_t{0});
  }

  bool is_transposed() const { return encoder_.is_transposed_[static_cast<std::size_t>(view_)]; }
  // On a plane counted from the next one.
  void mark(int square, std::size_t plane = 0) {
    const std::size_t bytes = encoder_.plane_bytes();
    set_bit(planes_.subspan((next_ + plane) * bytes, bytes), encoder_.point_of_cell(square, view_));
  }
  void skip(std::size_t planes) { next_ += planes; }
  // Fills the next plane with the squares for which `is_on` holds.
  template <class F>
  void fill(F&& is_on) {
    for (int square = 0; square < encoder_.num_points(); ++square) {
      if (is_on(square)) mark(square);
    }
    skip(1);
  }
  // Fills the next plane with all squares or none.
  void fill_if(bool condition) {
    const std::vector<std::uint8_t>& all = encoder_.all_squares_;
    if (condition) std::ranges::copy(all, planes_.subspan(next_ * all.size(), all.size()).begin());
    skip(1);
  }

 private:
  const AtmalofEncoder& encoder_;
  int view_;
  PlaneBits planes_;
  std::size_t next_ = 0;
};

AtmalofEncoder::AtmalofEncoder(const AtmalofGame& game)
    : NetEncoder(game, game.height(), game.width(), all_squares(game)),
      game_(share(game)),
      lines_(shipped_line_net(game)),
      tables_(lines_->shared_tables()),
      all_squares_(static_cast<std::size_t>(plane_bytes())) {
  for (int square = 0; square < num_points(); ++square) set_bit(all_squares_, point_of_cell(square, 0));
  for (const Symmetry& symmetry : game.symmetries()) {
    std::vector<int>& points = points_.emplace_back();
    for (const Action image : symmetry.actions) points.push_back(point_at(image));
    is_transposed_.push_back(symmetry.actions.front() >= game.height());
  }
}

int AtmalofEncoder::point_at(Action action) const {
  constexpr int kSteps = 8;
  if (action < game_->height()) return kSteps * num_points() + action * columns();
  if (action < game_->num_lines()) return (kSteps + 1) * num_points() + (action - game_->height());
  const int step = action - game_->num_lines();
  return (step % kSteps) * num_points() + step / kSteps;
}

int AtmalofEncoder::margin(const State& state, Colour own) const {
  return visit_atmalof(state, [own](const auto& position) {
    return position.count_short_lines(own) - position.count_short_lines(other(own));
  });
}

std::vector<std::string> AtmalofEncoder::planes() const {
  std::vector<std::string> names{"board", "what an announcement of its row may roll",
                                 "what an announcement of its column may roll"};
  const auto add_both = [&](const std::string& what) {
    for (const char* side : kSides) names.push_back(std::string(side) + " " + what);
  };
  add_both("pieces");
  for (int lacking = 1; lacking <= kLacking; ++lacking) add_both("windows that lack " + std::to_string(lacking));
  add_both("lines one short of winning");
  for (const std::string who : {"the mover", "the opponent"}) {
    names.push_back("where " + who + " wins by landing");
    names.push_back("where " + who + " wins by a step");
  }
  names.emplace_back("the mover has more lines that the tie-break counts");
  names.emplace_back("the opponent has more lines that the tie-break counts");
  for (const char* side : kSides) {
    for (const int most : kHands) {
      names.push_back(std::string(side) + " pieces still to come: at most " + std::to_string(most));
    }
  }
  names.emplace_back("rules: the tie-break waits for both");
  for (const int least : kLengths) names.push_back("rules: lines of at least " + std::to_string(least));
  for (const float least : kOpinions) {
    std::array<char, 40> name{};
    std::snprintf(name.data(), name.size(), "the line net's value: at least %.2f", static_cast<double>(least));
    names.emplace_back(name.data());
  }
  return names;
}

void AtmalofEncoder::encode(const State& state, int view, PlaneBits planes) const {
  if (state.is_chance_node()) {
    throw Error("net/roll", "a net judges decisions: what each face of the roll leads to, not the roll to come");
  }
  LineBoard board(tables_);
  board.load(state);
  const Colour own = state.to_move();
  Painter painter(*this, view, planes);
  paint_board(painter);
  painter.fill([&](int square) { return board.at(square) == own; });
  painter.fill([&](int square) { return board.at(square) == other(own); });
  paint_windows(board, own, painter);
  paint_wins(board, own, painter);
  paint_wins(board, other(own), painter);
  paint_end(board, own, painter);
  paint_rules(painter);
  paint_opinion(board, own, painter);
}

void AtmalofEncoder::paint_board(Painter& painter) const {
  const auto is_reached = [&](int square, bool by_row) {
    return by_row ? square % columns() < game_->rules().cols : square / columns() < game_->rules().rows;
  };
  painter.fill_if(true);
  painter.fill([&](int square) { return is_reached(square, !painter.is_transposed()); });
  painter.fill([&](int square) { return is_reached(square, painter.is_transposed()); });
}

// Windows with pieces of one side only, or none; then stretches that the tie-break counts.
void AtmalofEncoder::paint_windows(const LineBoard& board, Colour own, Painter& painter) const {
  const LineWindows& windows = tables_->windows();
  for (int window = 0; window < windows.count(); ++window) {
    for (const Colour colour : {own, other(own)}) {
      const int lacking = windows.length() - tables_->count_of(colour, board.code(window));
      if (lacking > kLacking || tables_->count_of(other(colour), board.code(window)) > 0) continue;
      const auto plane = static_cast<std::size_t>(2 * (lacking - 1) + (colour == own ? 0 : 1));
      for (const int square : windows.squares(window)) painter.mark(square, plane);
    }
  }
  painter.skip(2 * kLacking);
  const LineWindows& stretches = tables_->short_windows();
  for (int window = 0; window < stretches.count(); ++window) {
    const auto squares = stretches.squares(window);
    const Colour colour = board.at(squares.front());
    const auto is_same = [&](int square) { return board.at(square) == colour; };
    if (colour == kNoColour || !std::ranges::all_of(squares, is_same)) continue;
    for (const int square : squares) painter.mark(square, colour == own ? 0 : 1);
  }
  painter.skip(2);
}

void AtmalofEncoder::paint_wins(const LineBoard& board, Colour colour, Painter& painter) const {
  const bool can_announce = board.can_announce(colour);
  painter.fill([&](int square) {
    return can_announce && game_->is_droppable(square) && board.at(square) == kNoColour &&
           wins_by_landing(board, square, colour);
  });
  painter.fill([&](int square) { return board.at(square) == kNoColour && wins_by_step(board, square, colour); });
}

void AtmalofEncoder::paint_end(const LineBoard& board, Colour own, Painter& painter) const {
  const int lead = board.short_lines(own) - board.short_lines(other(own));
  painter.fill_if(lead > 0);
  painter.fill_if(lead < 0);
  for (const Colour colour : {own, other(own)}) {
    const int to_come = game_->rules().pieces - board.pieces(colour);
    for (const int most : kHands) painter.fill_if(to_come <= most);
  }
}

void AtmalofEncoder::paint_rules(Painter& painter) const {
  painter.fill_if(game_->rules().tiebreak_both);
  for (const int least : kLengths) painter.fill_if(game_->rules().line >= least);
}

void AtmalofEncoder::paint_opinion(const LineBoard& board, Colour own, Painter& painter) const {
  std::vector<std::uint32_t> active;
  const float value = lines_->value(board, own, active);
  for (const float least : kOpinions) painter.fill_if(value >= least);
}

}  // namespace motu
