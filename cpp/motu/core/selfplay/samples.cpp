#include "motu/core/selfplay/samples.hpp"

namespace motu {

namespace {

template <class T>
void append(std::vector<T>& target, std::vector<T>& source) {
  target.insert(target.end(), source.begin(), source.end());
  source.clear();
}

}  // namespace

void Samples::take(Samples& other) {
  append(planes, other.planes);
  append(policy, other.policy);
  append(is_full, other.is_full);
  append(result, other.result);
  append(value, other.value);
  append(plies, other.plies);
  append(owners, other.owners);
  append(turn, other.turn);
  append(is_finished, other.is_finished);
  append(equity, other.equity);
  append(margin, other.margin);
}

}  // namespace motu
