#include "motu/atomorph/encoder.hpp"

#include <algorithm>
#include <numeric>

namespace motu {

namespace {

std::vector<int> all_points(int count) {
  std::vector<int> points(static_cast<std::size_t>(count));
  std::iota(points.begin(), points.end(), 0);
  return points;
}

}  // namespace

AtomorphEncoder::AtomorphEncoder(const AtomorphGame& game)
    : NetEncoder(game, game.size(), game.size(), all_points(game.num_cells())), game_(share(game)) {}

std::vector<std::string> AtomorphEncoder::planes() const {
  return {"board",
          "own stones",
          "opponent's stones",
          "own weak stones",
          "opponent's weak stones",
          "contested stones",
          "what the mover may flip now",
          "own edges",
          "opponent's edges",
          "the mover must not flip contested stones",
          "the mover has a stone to put back",
          "rules: contested stones are never flipped",
          "rules: stones in corners are flipped, too",
          "rules: removed stones are put back"};
}

int AtomorphEncoder::point_of(Action action, int view) const {
  if (action == game_->swap_action()) return -1;
  const int kind = action / game_->num_cells();
  return kind * num_points() + point_of_cell(game_->point_of(action), view);
}

void AtomorphEncoder::encode(const State& state, int view, PlaneBits planes) const {
  std::ranges::fill(planes, std::uint8_t{0});
  std::size_t next = 0;
  const auto mark = [&](const auto& points) {
    const PlaneBits plane = planes.subspan(next++ * plane_bytes(), plane_bytes());
    points.for_each([&](int cell) { set_bit(plane, point_of_cell(cell, view)); });
  };
  visit_atomorph(state, [&]<int W>(const AtomorphState<W>& position) {
    using Points = PointSet<W>;
    const Colour own = position.to_move();
    const Colour enemy = other(own);
    const auto board = Points::from_words(game_->masks().board);
    const auto edges_of = [&](Colour colour) {
      const auto& edges = game_->masks().edges[colour];
      return Points::from_words(edges[0]) | Points::from_words(edges[1]);
    };
    const auto all_if = [&](bool condition) { mark(condition ? board : Points{}); };
    const Points own_weak = position.stones_of(own) & position.attacks_of(enemy);
    const Points enemy_weak = position.stones_of(enemy) & position.attacks_of(own);
    mark(board);
    mark(position.stones_of(own));
    mark(position.stones_of(enemy));
    mark(own_weak);
    mark(enemy_weak);
    mark((own_weak & position.attacks_of(own)) | (enemy_weak & position.attacks_of(enemy)));
    mark(position.to_return() ? Points{} : position.flips());
    mark(edges_of(own));
    mark(edges_of(enemy));
    all_if(position.ban());
    all_if(position.to_return());
    all_if(game_->rules().contested_never);
    all_if(game_->rules().corners);
    all_if(game_->rules().return_stone);
  });
}

}  // namespace motu
