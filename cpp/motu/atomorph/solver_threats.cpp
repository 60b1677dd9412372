#include "motu/atomorph/solver_threats.hpp"

namespace motu {

namespace {

template <class Set>
int first_point(Set points) {
  const auto low = static_cast<FlipSet>(points);
  if constexpr (sizeof(Set) > sizeof(FlipSet)) {
    if (low == 0) return 64 + std::countr_zero(static_cast<FlipSet>(points >> 64));
  }
  return std::countr_zero(low);
}

}  // namespace

// The shortest first.
template <class Set>
int BasicFlipThreats<Set>::attack(const Position& position) const {
  const Stones stones{position.own, position.enemy};
  if (wins(stones, position.ban) != 0) return -1;
  for (int depth = 1; depth <= kDepth; ++depth) {
    Zone zone;
    const int point = find(stones, position.ban, depth, zone);
    if (point >= 0) return point;
  }
  return -1;
}

template <class Set>
Set BasicFlipThreats<Set>::must_place(const Position& position) const {
  const Stones stones{board_.transposed(position.enemy), board_.transposed(position.own)};
  Set places = empty(stones);
  const Set at_once = wins(stones, false);
  for_each_point(at_once, [&](int point) { places &= needed_for(stones, point); });
  if (at_once != 0) return board_.transposed(places);
  Set threatening = 0;
  bool has_attack = false;
  Set untried = worth_trying(stones, false);
  for (int depth = 1; depth <= kDepth; ++depth) {
    for_each_point(Set{untried}, [&](int point) {
      Zone zone{.is_wanted = true};
      if (!succeeds(stones, point, depth, zone)) return;
      untried &= ~(Set{1} << point);
      if (!has_attack) threatening = this->threatening(stones);
      has_attack = true;
      places &= zone.points | threatening;
    });
  }
  return board_.transposed(places);
}

// The points on which the attacker wins by its next action.
template <class Set>
Set BasicFlipThreats<Set>::wins(const Stones& stones, bool ban) const {
  const Set points = board_.row_wins(stones.own);
  if (points == 0) return 0;
  return points & (empty(stones) | board_.flips(stones.own, stones.enemy, ban));
}

// The attacker's actions after which it could have a win at once: a stone is missing in a chain then, or an enemy's
// stone in one has become weak.
template <class Set>
Set BasicFlipThreats<Set>::worth_trying(const Stones& stones, bool ban) const {
  const Set near = board_.near_wins(stones.own);
  if (near == 0) return 0;
  const Set weak_then = board_.row_wins(stones.own) & stones.enemy;
  return (near | board_.around(weak_then)) & (empty(stones) | board_.flips(stones.own, stones.enemy, ban));
}

// The first action that begins an attack of at most `depth` actions before the one that wins, or -1.
template <class Set>
int BasicFlipThreats<Set>::find(const Stones& stones, bool ban, int depth, Zone& zone) const {
  int found = -1;
  for_each_point(worth_trying(stones, ban), [&](int point) {
    if (found >= 0) return;
    Zone tried{.is_wanted = zone.is_wanted};
    if (!succeeds(stones, point, depth, tried)) return;
    found = point;
    zone.points |= tried.points;
  });
  return found;
}

// Whether an action begins such an attack; if not, the zone means nothing.
template <class Set>
bool BasicFlipThreats<Set>::succeeds(const Stones& before, int point, int depth, Zone& zone) const {
  const Set bit = Set{1} << point;
  const Stones stones = played(before, point);
  const Set threats = wins(stones, false);
  if (threats == 0) return false;
  const bool is_banned = (before.enemy & board_.attacks(before.enemy) & bit) != 0;
  const Set flips = board_.flips(stones.enemy, stones.own, is_banned);
  if ((board_.column_wins(stones.enemy) & (empty(stones) | flips)) != 0) return false;
  const Set places = threats & empty(stones);
  if (zone.is_wanted && places == 0) return false;
  const int threat = first_point(places != 0 ? places : threats);
  const Set in_the_way = needed_for(stones, threat);
  zone.points |= needed_for(before, point) | in_the_way;
  bool holds = true;
  for_each_point(in_the_way | flips, [&](int reply) { holds = holds && survives(stones, reply, depth, zone); });
  if (holds && zone.is_wanted) zone.points |= weakening(stones, board_.chain_of(stones.own, threat));
  return holds;
}

// Whether the attacker still wins after an answer of the defender.
template <class Set>
bool BasicFlipThreats<Set>::survives(const Stones& stones, int reply, int depth, Zone& zone) const {
  const Set bit = Set{1} << reply;
  const bool is_banned = (stones.own & board_.attacks(stones.own) & bit) != 0;
  const Stones then{stones.own & ~bit, stones.enemy | bit};
  const Set left = wins(then, is_banned);
  if (left != 0) {
    const Set places = left & empty(then);
    zone.points |= needed_for(then, first_point(places != 0 ? places : left));
    return true;
  }
  if (depth <= 1 || find(then, is_banned, depth - 1, zone) < 0) return false;
  if (zone.is_wanted) zone.points |= threatening(then);
  return true;
}

// The empty points on which stones of the defender are in the way of the attacker's action on a point.
template <class Set>
Set BasicFlipThreats<Set>::needed_for(const Stones& stones, int point) const {
  const Set bit = Set{1} << point;
  return (stones.enemy & bit) == 0 ? bit : board_.around(bit) & empty(stones);
}

// The empty points on which a stone of the defender would make a stone of the chain weak that is not weak now.
template <class Set>
Set BasicFlipThreats<Set>::weakening(const Stones& stones, Set chain) const {
  const Set strong = chain & stones.own & ~board_.attacks(stones.enemy);
  Set found = 0;
  for_each_point(empty(stones) & board_.around(strong), [&](int point) {
    const Set bit = Set{1} << point;
    if ((strong & board_.attacks(stones.enemy | bit)) != 0) found |= bit;
  });
  return found;
}

// The empty points on which a stone of the defender would threaten to win.
template <class Set>
Set BasicFlipThreats<Set>::threatening(const Stones& stones) const {
  Set found = 0;
  for_each_point(empty(stones), [&](int point) {
    const Set bit = Set{1} << point;
    const Set enemy = stones.enemy | bit;
    const Set points = board_.column_wins(enemy);
    if (points != 0 && (points & (empty(stones) | (stones.own & board_.attacks(enemy)))) != 0) found |= bit;
  });
  return found;
}

template class BasicFlipThreats<FlipSet>;
template class BasicFlipThreats<WideFlipSet>;

}  // namespace motu
