#include "motu/connect/hsearch.hpp"

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
      treat(waiting_[size][i]);
      if (stop_ == StopAt::winning_semi && (won_semi_ || won_full_)) return;
      if (stop_ == StopAt::winning_full && won_full_) return;
      if (steps_ <= limits_.steps && links_.size() < kMostLinks) continue;
      finished_ = false;
      return;
    }
  }
}

template <int W>
void HSearch<W>::reset() {
  links_.clear();
  waiting_.resize(static_cast<std::size_t>(limits_.carrier) + 1);
  for (auto& list : waiting_) list.clear();
  for (const std::size_t at : touched_) pair_of_[at] = -1;
  touched_.clear();
  pairs_.clear();
  const auto vertices = static_cast<std::size_t>(num_vertices_);
  if (pair_of_.size() < vertices * vertices / 2) pair_of_.resize(vertices * vertices / 2, -1);
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
  std::int32_t& index = pair_of_[place(a, b)];
  if (index < 0) {
    index = static_cast<std::int32_t>(pairs_.size());
    touched_.push_back(place(a, b));
    pairs_.emplace_back();
    if (!is_cell(a) && !is_cell(b)) {
      pairs_.back().wins = graph_->wins(graph_->islands(a - num_cells_) | graph_->islands(b - num_cells_));
    }
  }
  return pairs_[static_cast<std::size_t>(index)];
}

template <int W>
std::span<const std::uint32_t> HSearch<W>::fulls(int a, int b) const {
  const Pair* pair = find_pair(a, b);
  return pair == nullptr ? std::span<const std::uint32_t>{} : std::span(pair->fulls).first(pair->num_fulls);
}

template <int W>
std::span<const std::uint32_t> HSearch<W>::semis(int a, int b) const {
  const Pair* pair = find_pair(a, b);
  return pair == nullptr ? std::span<const std::uint32_t>{} : std::span(pair->semis).first(pair->num_semis);
}

template <int W>
void HSearch<W>::add_adjacent() {
  for (int number = 0; number < num_cells_; ++number) {
    const int cell = empty_->cells[static_cast<std::size_t>(number)];
    const auto from = static_cast<std::uint16_t>(number);
    for_each_bit(graph_->cells_near(cell), [&](int near) {
      const std::uint16_t to = empty_->numbers[static_cast<std::size_t>(near)];
      if (from < to) push({{}, from, to, 0, Link<W>::kNone});
    });
    for (const std::uint16_t group : graph_->groups_near(cell)) {
      push({{}, from, static_cast<std::uint16_t>(num_cells_ + group), 0, Link<W>::kNone});
    }
  }
}

template <int W>
void HSearch<W>::push(const Link<W>& link) {
  waiting_[link.size].push_back(static_cast<std::uint32_t>(links_.size()));
  links_.push_back(link);
}

template <int W>
bool HSearch<W>::is_new_full(const Pair& pair, const Cells& carrier) const {
  for (int i = 0; i < pair.num_fulls; ++i) {
    if (contains(carrier, links_[pair.fulls[static_cast<std::size_t>(i)]].carrier)) return false;
  }
  if (pair.num_fulls < limits_.fulls) return true;
  return pair.num_fulls < 2 * limits_.fulls && !contains(carrier, pair.fulls_meet);
}

template <int W>
bool HSearch<W>::is_new_semi(const Pair& pair, const Cells& carrier) const {
  for (int i = 0; i < pair.num_fulls; ++i) {
    if (contains(carrier, links_[pair.fulls[static_cast<std::size_t>(i)]].carrier)) return false;
  }
  for (int i = 0; i < pair.num_semis; ++i) {
    if (contains(carrier, links_[pair.semis[static_cast<std::size_t>(i)]].carrier)) return false;
  }
  if (pair.num_semis < limits_.semis) return true;
  return pair.num_semis < 2 * limits_.semis && !contains(carrier, pair.semis_meet);
}

template <int W>
void HSearch<W>::treat(std::uint32_t index) {
  const Link<W> link = links_[index];
  Pair& pair = pair_at(link.x, link.y);
  if (link.is_full()) {
    if (is_new_full(pair, link.carrier)) treat_full(index, pair);
  } else if (is_new_semi(pair, link.carrier)) {
    treat_semi(index, pair);
  }
}

template <int W>
void HSearch<W>::treat_full(std::uint32_t index, Pair& pair) {
  const Link<W> link = links_[index];
  pair.fulls_meet = pair.num_fulls == 0 ? link.carrier : pair.fulls_meet & link.carrier;
  pair.fulls[pair.num_fulls++] = index;
  if (pair.wins) won_full_ = true;
  add_end(link.x, link, link.y);
  add_end(link.y, link, link.x);
  join_at(link.x, link, link.y);
  join_at(link.y, link, link.x);
}

template <int W>
void HSearch<W>::add_end(int at, const Link<W>& link, int other) {
  Ends& ends = ends_[static_cast<std::size_t>(at)];
  (is_cell(other) ? ends.cells : ends.groups).push_back({link.carrier, static_cast<std::uint16_t>(other), link.size});
}

// AND, with `middle` between the link's other end and that of every full connection there.
template <int W>
void HSearch<W>::join_at(int middle, const Link<W>& link, int other) {
  const Ends& ends = ends_[static_cast<std::size_t>(middle)];
  const int own = link.size + (is_cell(middle) ? 1 : 0);
  join_with(ends.cells, (is_cell(other) ? limits_.cells_carrier : limits_.carrier) - own, middle, link, other);
  join_with(ends.groups, limits_.carrier - own, middle, link, other);
}

template <int W>
void HSearch<W>::join_with(std::span<const End> ends, int most, int middle, const Link<W>& link, int other) {
  Cells taken = link.carrier;
  if (is_cell(other)) taken.toggle(other);
  for (const End& end : ends) {
    if (end.size > most) return;
    ++steps_;
    if (end.other == other || (end.carrier & taken).any()) continue;
    if (is_cell(end.other) && link.carrier.has(end.other)) continue;
    Link<W> made{link.carrier | end.carrier, static_cast<std::uint16_t>(std::min<int>(other, end.other)),
                 static_cast<std::uint16_t>(std::max<int>(other, end.other)),
                 static_cast<std::uint16_t>(link.size + end.size), Link<W>::kNone};
    const Pair* pair = find_pair(other, end.other);
    if (!is_cell(middle)) {
      if (pair == nullptr || is_new_full(*pair, made.carrier)) push(made);
      continue;
    }
    made.carrier.toggle(middle);
    made.key = static_cast<std::int16_t>(middle);
    ++made.size;
    if (pair == nullptr || is_new_semi(*pair, made.carrier)) push(made);
  }
}

template <int W>
void HSearch<W>::treat_semi(std::uint32_t index, Pair& pair) {
  const Link<W> link = links_[index];
  pair.semis_meet = pair.num_semis == 0 ? link.carrier : pair.semis_meet & link.carrier;
  if (pair.wins) note_win(link);
  // While all of them share a cell, so does every choice of some.
  if (!pair.semis_meet.any()) {
    Cells meet = links_[pair.semis[0]].carrier;
    for (std::size_t i = 0; i < pair.num_semis; ++i) meets_[i] = meet = meet & links_[pair.semis[i]].carrier;
    join_semis(pair, pair.num_semis, link.carrier, link.carrier, 1);
  }
  pair.semis[pair.num_semis++] = index;
}

template <int W>
void HSearch<W>::note_win(const Link<W>& link) {
  winning_meet_ = won_semi_ ? winning_meet_ & link.carrier : link.carrier;
  won_semi_ = true;
  if (!winning_meet_.any()) won_full_ = true;
}

// OR: adds semis below `upto` to those that have `meet` in common and `join` together, `depth` of them so far.
template <int W>
void HSearch<W>::join_semis(const Pair& pair, int upto, const Cells& meet, const Cells& join, int depth) {
  for (int i = upto - 1; i >= 0 && !(meet & meets_[static_cast<std::size_t>(i)]).any(); --i) {
    ++steps_;
    const Link<W> semi = links_[pair.semis[static_cast<std::size_t>(i)]];
    const Cells common = meet & semi.carrier;
    if (common == meet) continue;
    const Cells together = join | semi.carrier;
    if (common.any()) {
      if (depth + 1 < limits_.alternatives) join_semis(pair, i, common, together, depth + 1);
      continue;
    }
    const int size = together.count();
    if (size <= largest(semi.x, semi.y) && is_new_full(pair, together)) {
      push({together, semi.x, semi.y, static_cast<std::uint16_t>(size), Link<W>::kNone});
    }
  }
}

template class HSearch<1>;
template class HSearch<2>;
template class HSearch<4>;
template class HSearch<8>;
template class HSearch<64>;

}  // namespace motu
