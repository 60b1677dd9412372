#include "motu/atomorph/analysis.hpp"

#include "motu/atomorph/safety.hpp"
#include "motu/atomorph/threats.hpp"

namespace motu {

namespace {

template <int W>
std::vector<int> listed(const PointSet<W>& points) {
  std::vector<int> list;
  points.for_each([&](int point) { list.push_back(point); });
  return list;
}

template <int W>
FlipSide side_of_colour(const AtomorphState<W>& state, Colour colour) {
  const auto weak = state.stones_of(colour) & state.attacks_of(other(colour));
  // The mover's flips heed its ban; the opponent's next turn has none unless the mover makes one.
  const bool is_flipped_now = colour != state.to_move() && !state.is_terminal();
  FlipSide side;
  side.weak = listed(weak);
  side.contested = listed(weak & state.attacks_of(colour));
  side.exposed = listed(is_flipped_now ? state.flips() : exposed_stones(state, colour));
  side.connections = find_flip_connections(state, colour);
  side.distances = find_flip_distances(state, colour);
  return side;
}

template <int W>
FlipAnalysis analyze(AtomorphState<W>& state, int depth, std::uint64_t max_nodes) {
  FlipAnalysis analysis;
  for (const Colour colour : {kFirst, kSecond}) analysis.sides[colour] = side_of_colour(state, colour);
  if (state.is_terminal()) return analysis;
  const auto wins = wins_at_once(state);
  std::vector<Action> legal;
  state.legal_actions(legal);
  for (const Action action : legal) {
    if (action != state.game().swap_action() && wins.has(state.game().point_of(action))) {
      analysis.wins.push_back(action);
    }
  }
  analysis.threats = listed(threats_against(state));
  must_answers(state, analysis.answers);
  for (int own = 1; own <= depth && analysis.forced_win < 0; ++own) {
    analysis.forced_win = ThreatSearch<W>(state, max_nodes).find(own);
  }
  return analysis;
}

}  // namespace

FlipAnalysis analyze_flips(const State& state, int depth, std::uint64_t max_nodes) {
  const auto copy = state.clone();
  return visit_atomorph(*copy, [&](auto& concrete) { return analyze(concrete, depth, max_nodes); });
}

}  // namespace motu
