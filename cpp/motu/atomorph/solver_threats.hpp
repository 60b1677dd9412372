// Threats for the proof search of Atomorph: wins by threats that cannot be answered, and the moves left where the enemy
// has such a win. Both are exact.
#pragma once

#include "motu/atomorph/solver_board.hpp"

namespace motu {

// An *attack* begins with an action after which the attacker would win by its next one, and the defender has no win at
// once. Whatever the defender answers, the attacker then wins at once, or attacks again, at most kDepth times in all. A
// defender without an action is skipped, and the threat is carried out.
//
// Where the enemy would have an attack if the mover's turn changed nothing, most stones that the mover could place
// change nothing. A stone on p can only help when
//
//   - it takes an empty point that the attack needs, or stands beside a stone that the attack flips, which may then be
//     contested;
//   - or, when the defender is to answer, it makes a stone weak of the chain that the threat rests on;
//   - or it is a threat itself: the defender has a win at once then, now or after one of its answers, which leaves no
//     time for the attack.
//
// Proof: let p be none of these, and go along the attack. The attacker's actions stay legal: their points are empty, or
// the stones on them weak as before (that needs the attacker's stones alone) and not contested where they were not. The
// defender never wins. Take an answer r. If it was one without p, too, the attack goes on from there. If not, p has
// made the stone on r weak, and that is none of the chain that the threat rests on; so the threat is carried out. It is
// to place a stone, not a flip: attacks that threaten flips alone count as wins of the mover, but leave out nothing.
//
// Stones that are put back (return_stone) would give two stones a turn: nothing is said of them.
template <class Set>
class BasicFlipThreats {
 public:
  using Board = BasicFlipBoard<Set>;
  using Position = BasicFlipPosition<Set>;

  static constexpr int kDepth = 2;

  // The board has to stay where it is.
  explicit BasicFlipThreats(const Board& board) : board_(board) {}

  // Whether anything can be said.
  bool knows_rules() const { return !board_.rules().return_stone; }
  // A point on which the mover begins an attack, or -1: there is none, or it wins at once. Precondition: `knows_rules`.
  int attack(const Position& position) const;
  // The empty points of a position on which a stone may save the mover from the enemy's wins at once and attacks; on
  // all others it loses. Precondition: `knows_rules`, and the mover has no win at once.
  Set must_place(const Position& position) const;

 private:
  // A position without whose turn it is, seen from the attacker's side.
  struct Stones {
    Set own;
    Set enemy;
  };

  // What an attack rests on.
  struct Zone {
    bool is_wanted = false;
    Set points = 0;  // empty ones, on which a stone of the defender could be in its way
  };

  Set empty(const Stones& stones) const { return board_.all_points() & ~(stones.own | stones.enemy); }
  static Stones played(const Stones& stones, int point) {
    const Set bit = Set{1} << point;
    return {stones.own | bit, stones.enemy & ~bit};
  }
  Set wins(const Stones& stones, bool ban) const;
  Set worth_trying(const Stones& stones, bool ban) const;
  int find(const Stones& stones, bool ban, int depth, Zone& zone) const;
  bool succeeds(const Stones& before, int point, int depth, Zone& zone) const;
  bool survives(const Stones& stones, int reply, int depth, Zone& zone) const;
  Set needed_for(const Stones& stones, int point) const;
  Set weakening(const Stones& stones, Set chain) const;
  Set threatening(const Stones& stones) const;

  const Board& board_;
};

extern template class BasicFlipThreats<FlipSet>;
extern template class BasicFlipThreats<WideFlipSet>;

}  // namespace motu
