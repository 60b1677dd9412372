// Atomorph: wins that are there at once, threats that must be answered, and wins by threats alone. Everything here is
// exact: it is played on the board, with weak and contested stones, the ban and stones put back as the rules have them.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/safety.hpp"

namespace motu {

// The points on which the mover wins by its next action: places, flips, or puts a stone back. At the end: none.
template <int W>
PointSet<W> wins_at_once(const AtomorphState<W>& state);

// The points on which the opponent of the mover could win by one action if the mover's turn changed nothing but whose
// turn it is. No action of the mover adds to them: placing and flipping only take away from what the opponent has and
// may flip. So where there are none, nothing has to be answered.
template <int W>
PointSet<W> threats_against(const AtomorphState<W>& state);

// The legal actions after which the opponent does not win by its very next action, ascending; those that win among
// them. All others lose. While a stone is to be put back nothing is left out: the turn goes on. Plays on the state and
// takes it back.
template <int W>
void must_answers(AtomorphState<W>& state, std::vector<Action>& out);

// Looks for wins that consist of threats alone: after each of the mover's turns the opponent must answer, and every
// answer is tried.
template <int W>
class ThreatSearch {
 public:
  explicit ThreatSearch(AtomorphState<W>& state, std::uint64_t max_nodes) : state_(state), nodes_left_(max_nodes) {}

  // An action that begins a won sequence of at most `depth` of the mover's own actions, or -1: none of that kind, or
  // none was found within the nodes. Takes back all that it plays.
  Action find(int depth);

 private:
  bool attack(int depth, Action* first);
  bool defend(int depth);
  bool follow(int depth, Action action);

  AtomorphState<W>& state_;
  std::uint64_t nodes_left_;
  Colour attacker_ = kFirst;
};

extern template class ThreatSearch<1>;
extern template class ThreatSearch<2>;
extern template class ThreatSearch<3>;
extern template class ThreatSearch<5>;
extern template class ThreatSearch<10>;

}  // namespace motu
