#include "motu/atoll/hsearch.hpp"

#include <algorithm>

namespace motu {

void EmptyCells::assign(const ReducedGraph& graph) {
  cells.clear();
  numbers.resize(static_cast<std::size_t>(graph.num_cells()));
  for_each_bit(graph.empty(), [&](int cell) {
    numbers[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(cells.size());
    cells.push_back(static_cast<std::uint16_t>(cell));
  });
}

namespace {

template <int W>
bool contains(const PointSet<W>& outer, const PointSet<W>& inner) {
  return !inner.without(outer).any();
}

}  // namespace

template <int W>
void HSearch<W>::run(const ReducedGraph& graph, const EmptyCells& empty, const ConnectionLimits& limits, StopAt stop) {
  graph_ = &graph;
  empty_ = &empty;
  limits_ = limits;
  limits_.fulls = std::min(limits.fulls, kMostFulls / 2);
  limits_.semis = std::min(limits.semis, kMostSemis / 2);
  stop_ = stop;
  num_cells_ = empty.count();
  num_vertices_ = num_cells_ + graph.num_groups();
  limits_.carrier = std::min(limits.carrier, num_cells_);
  limits_.cells_carrier = std::min(limits.cells_carrier, limits_.carrier);
  reset();
  add_adjacent();
  // A connection found on the way is never smaller than those it was made of.
  for (std::size_t size = 0; size < waiting_.size(); ++size) {
    for (std::size_t i = 0; i < waiting_[size].size(); ++i) {
      treat(Link<W>(waiting_[size][i]));
      if (stop_ == StopAt::winning_semi && (won_semi_ || won_full_)) return;
      if (stop_ == StopAt::winning_full && won_full_) return;
      if (steps_ <= limits_.steps && num_pushed_ + kept_.size() < kMostLinks) continue;
      finished_ = false;
      return;
    }
  }
}

template <int W>
void HSearch<W>::reset() {
  kept_.clear();
  num_pushed_ = 0;
  waiting_.resize(static_cast<std::size_t>(limits_.carrier) + 1);
  for (auto& list : waiting_) list.clear();
  pairs_.clear();
  const auto vertices = static_cast<std::size_t>(num_vertices_);
  pair_of_.assign(vertices * vertices, -1);
  if (ends_.size() < vertices) ends_.resize(vertices);
  for (std::size_t i = 0; i < vertices; ++i) {
    ends_[i].cells.clear();
    ends_[i].groups.clear();
  }
  won_semi_ = won_full_ = false;
  steps_ = 0;
  finished_ = true;
}

template <int W>
typename HSearch<W>::Pair& HSearch<W>::pair_at(int a, int b) {
  const std::int32_t index = pair_of_[place(a, b)];
  if (index >= 0) return pairs_[static_cast<std::size_t>(index)];
  pair_of_[place(a, b)] = pair_of_[place(b, a)] = static_cast<std::int32_t>(pairs_.size());
  pairs_.emplace_back();
  if (!is_cell(a) && !is_cell(b)) {
    pairs_.back().wins = graph_->wins(graph_->islands(a - num_cells_) | graph_->islands(b - num_cells_));
  }
  return pairs_.back();
}

template <int W>
std::span<const Link<W>> HSearch<W>::fulls(int a, int b) const {
  const Pair* pair = find_pair(a, b);
  return pair == nullptr ? std::span<const Link<W>>{} : links_of(pair->fulls);
}

template <int W>
std::span<const Link<W>> HSearch<W>::semis(int a, int b) const {
  const Pair* pair = find_pair(a, b);
  return pair == nullptr ? std::span<const Link<W>>{} : links_of(pair->semis);
}

template <int W>
void HSearch<W>::add_adjacent() {
  for (int number = 0; number < num_cells_; ++number) {
    const int cell = empty_->cells[static_cast<std::size_t>(number)];
    for_each_bit(graph_->cells_near(cell), [&](int near) {
      const int to = empty_->numbers[static_cast<std::size_t>(near)];
      if (number < to) push({}, number, to, 0, Link<W>::kNone);
    });
    for (const std::uint16_t group : graph_->groups_near(cell)) push({}, number, num_cells_ + group, 0, Link<W>::kNone);
  }
}

// Made where it stays: a link copied together from its parts is slow to read at once.
template <int W>
void HSearch<W>::push(const Cells& carrier, int a, int b, int size, int key) {
  ++num_pushed_;
  Link<W>& link = waiting_[static_cast<std::size_t>(size)].emplace_back();
  link.carrier = carrier;
  link.x = static_cast<std::uint16_t>(std::min(a, b));
  link.y = static_cast<std::uint16_t>(std::max(a, b));
  link.size = static_cast<std::uint16_t>(size);
  link.key = static_cast<std::int16_t>(key);
}

template <int W>
bool HSearch<W>::is_new_full(const Pair& pair, const Cells& carrier) const {
  for (const Link<W>& known : links_of(pair.fulls)) {
    if (contains(carrier, known.carrier)) return false;
  }
  if (pair.fulls.count < limits_.fulls) return true;
  return pair.fulls.count < 2 * limits_.fulls && !contains(carrier, pair.fulls_meet);
}

template <int W>
bool HSearch<W>::is_new_semi(const Pair& pair, const Cells& carrier) const {
  for (const Row* row : {&pair.fulls, &pair.semis}) {
    for (const Link<W>& known : links_of(*row)) {
      if (contains(carrier, known.carrier)) return false;
    }
  }
  if (pair.semis.count < limits_.semis) return true;
  return pair.semis.count < 2 * limits_.semis && !contains(carrier, pair.semis_meet);
}

template <int W>
void HSearch<W>::treat(const Link<W>& link) {
  Pair& pair = pair_at(link.x, link.y);
  if (link.is_full()) {
    if (is_new_full(pair, link.carrier)) treat_full(link, pair);
  } else if (is_new_semi(pair, link.carrier)) {
    treat_semi(link, pair);
  }
}

template <int W>
void HSearch<W>::keep(const Link<W>& link, Row& row) {
  if (row.count == row.room) {
    const std::size_t begin = kept_.size();
    row.room = row.room == 0 ? 2 : static_cast<std::uint8_t>(2 * row.room);
    kept_.resize(begin + row.room);
    std::copy_n(kept_.data() + row.begin, row.count, kept_.data() + begin);
    row.begin = static_cast<std::uint32_t>(begin);
  }
  kept_[row.begin + row.count++] = link;
}

template <int W>
void HSearch<W>::treat_full(const Link<W>& link, Pair& pair) {
  pair.fulls_meet = pair.fulls.count == 0 ? link.carrier : pair.fulls_meet & link.carrier;
  keep(link, pair.fulls);
  if (pair.wins) won_full_ = true;
  add_end(link.x, link, link.y);
  add_end(link.y, link, link.x);
  join_at(link.x, link, link.y);
  join_at(link.y, link, link.x);
}

template <int W>
void HSearch<W>::add_end(int at, const Link<W>& link, int other) {
  Ends& ends = ends_[static_cast<std::size_t>(at)];
  End& end = (is_cell(other) ? ends.cells : ends.groups).emplace_back();
  end.taken = link.carrier;
  if (is_cell(other)) end.taken.toggle(other);
  end.other = static_cast<std::uint16_t>(other);
  end.size = link.size;
}

// AND, with `middle` between the link's other end and that of every full connection there.
template <int W>
void HSearch<W>::join_at(int middle, const Link<W>& link, int other) {
  const Ends& ends = ends_[static_cast<std::size_t>(middle)];
  const int own = link.size + (is_cell(middle) ? 1 : 0);
  const int most = limits_.carrier - own;
  const int most_cells = (is_cell(other) ? limits_.cells_carrier : limits_.carrier) - own;
  if (is_cell(middle)) {
    join_with<true>(ends.cells, most_cells, middle, link, other);
    join_with<true>(ends.groups, most, middle, link, other);
  } else {
    join_with<false>(ends.cells, most_cells, middle, link, other);
    join_with<false>(ends.groups, most, middle, link, other);
  }
}

template <int W>
template <bool kOverCell>
void HSearch<W>::join_with(std::span<const End> ends, int most, int middle, const Link<W>& link, int other) {
  Cells taken = link.carrier;
  if (is_cell(other)) taken.toggle(other);
  Cells own = link.carrier;
  if (kOverCell) own.toggle(middle);
  const int own_size = link.size + (kOverCell ? 1 : 0);
  const std::int32_t* const pairs_of_other = &pair_of_[place(other, 0)];
  const auto is_new = [&](int to, const Cells& carrier) {
    const std::int32_t index = pairs_of_other[to];
    if (index < 0) return true;
    const Pair& pair = pairs_[static_cast<std::size_t>(index)];
    return kOverCell ? is_new_semi(pair, carrier) : is_new_full(pair, carrier);
  };
  for (const End& end : ends) {
    if (end.size > most) return;
    ++steps_;
    if ((end.taken & taken).any() || end.other == other) continue;
    Cells carrier = own | end.taken;
    if (is_cell(end.other)) carrier.toggle(end.other);
    if (is_new(end.other, carrier)) {
      push(carrier, other, end.other, own_size + end.size, kOverCell ? middle : Link<W>::kNone);
    }
  }
}

template <int W>
void HSearch<W>::treat_semi(const Link<W>& link, Pair& pair) {
  pair.semis_meet = pair.semis.count == 0 ? link.carrier : pair.semis_meet & link.carrier;
  if (pair.wins) note_win(link);
  // While all of them share a cell, so does every choice of some.
  if (!pair.semis_meet.any() && pair.fulls.count < 2 * limits_.fulls) {
    const auto semis = links_of(pair.semis);
    Cells meet = semis.front().carrier;
    for (std::size_t i = 0; i < semis.size(); ++i) meets_[i] = meet = meet & semis[i].carrier;
    joined_.clear();
    join_semis(pair, largest(link.x, link.y), pair.semis.count, link.carrier, link.carrier, 1);
    for (const Cells& carrier : joined_) push(carrier, link.x, link.y, carrier.count(), Link<W>::kNone);
  }
  keep(link, pair.semis);
}

template <int W>
void HSearch<W>::note_win(const Link<W>& link) {
  winning_meet_ = won_semi_ ? winning_meet_ & link.carrier : link.carrier;
  won_semi_ = true;
  if (!winning_meet_.any()) won_full_ = true;
}

// Whether the semi in work has made a full within the carrier: that one is treated first, and then this one is not new.
template <int W>
bool HSearch<W>::is_joined(const Cells& carrier) const {
  return std::ranges::any_of(joined_, [&](const Cells& known) { return contains(carrier, known); });
}

// OR: adds semis below `upto` to those that have `meet` in common and `join` together, `depth` of them so far. What is
// too large or not new stays so, whatever is added.
template <int W>
void HSearch<W>::join_semis(const Pair& pair, int most, int upto, const Cells& meet, const Cells& join, int depth) {
  const auto semis = links_of(pair.semis);
  for (int i = upto - 1; i >= 0 && !(meet & meets_[static_cast<std::size_t>(i)]).any(); --i) {
    ++steps_;
    const Cells& carrier = semis[static_cast<std::size_t>(i)].carrier;
    const Cells common = meet & carrier;
    if (common == meet) continue;
    const Cells together = join | carrier;
    if (together.count() > most || !is_new_full(pair, together) || is_joined(together)) continue;
    if (!common.any()) {
      joined_.push_back(together);
    } else if (depth + 1 < limits_.alternatives) {
      join_semis(pair, most, i, common, together, depth + 1);
    }
  }
}

template class HSearch<1>;
template class HSearch<2>;
template class HSearch<4>;
template class HSearch<8>;
template class HSearch<64>;

}  // namespace motu
