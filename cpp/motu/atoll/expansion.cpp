#include "motu/atoll/expansion.hpp"

#include <algorithm>

namespace motu {

namespace {

template <int W>
PointSet<W> set_of(const std::vector<int>& cells) {
  PointSet<W> set;
  for (const int cell : cells) set.toggle(cell);
  return set;
}

}  // namespace

// A region's cell may lie in one found later, so they are taken from the last one on.
template <int W>
PointSet<W> FilledPosition<W>::carrier_before(PointSet<W> carrier) const {
  for (auto region = hot.rbegin(); region != hot.rend(); ++region) {
    if (!carrier.has(region->cell)) continue;
    for (int i = 0; i < region->size; ++i) {
      carrier = carrier | PointSet<W>::single(region->cells[static_cast<std::size_t>(i)]);
    }
  }
  return carrier;
}

template <int W>
int FilledPosition<W>::move_before(int move, Colour colour) const {
  for (auto region = hot.rbegin(); region != hot.rend(); ++region) {
    if (region->cell == move) move = region->moves[colour];
  }
  return move;
}

template <int W>
int FilledPosition<W>::move_after(int move, Colour colour) const {
  for (const HotRegion& region : hot) {
    if (region.moves[colour] == move) move = region.cell;
  }
  return move >= 0 && stones[static_cast<std::size_t>(move)] == kNoColour ? move : -1;
}

template <int W>
Expander<W>::Expander(const HexBoard& board, const CanonicalKeys& keys, const ConnectionOptions& options,
                      int most_region)
    : board_(&board), keys_(&keys), options_(options), most_region_(most_region) {}

template <int W>
Decision<W> Expander<W>::fill_in(std::span<const std::uint8_t> stones, Colour to_move, FilledPosition<W>& filled) {
  inferior_.find(*board_, stones, to_move);
  for (const Colour colour : {kFirst, kSecond}) filled.captured[colour] = set_of<W>(inferior_.captured(colour));
  settle(to_move, filled);
  filled.canonical = {};
  filled.stones.assign(inferior_.filled().begin(), inferior_.filled().end());
  Decision<W> decision;
  decision.winner = inferior_.winner();
  if (!decision.is_known()) {
    filled.canonical = keys_->key_of(inferior_.links(), to_move);
    return decision;
  }
  decision.carrier = filled.captured[decision.winner];
  // Every move of the mover needs no look: the enemy answers anywhere.
  const auto& links = inferior_.links();
  const bool by_fill_in = links[decision.winner].has_won() || !links[other(decision.winner)].can_win();
  if (!by_fill_in) decision.carrier = decision.carrier | open_cells<W>(filled.stones);
  if (decision.winner == to_move && decision.carrier.any()) decision.move = decision.carrier.nth(0);
  return decision;
}

// Fills in regions, and what can be filled in for it.
template <int W>
void Expander<W>::settle(Colour to_move, FilledPosition<W>& filled) {
  filled.hot.clear();
  filled.is_decomposed = false;
  if (most_region_ <= 0) return;
  decomposition_.clear();
  while (inferior_.winner() == kNoColour) {
    filled.stones.assign(inferior_.filled().begin(), inferior_.filled().end());
    if (!decomposition_.settle(inferior_.links(), most_region_, filled.stones)) break;
    if (!filled.is_decomposed) {
      filled.whole = keys_->key_of(inferior_.links(), to_move);
      filled.whole_open = open_cells<W>(inferior_.filled());
    }
    filled.is_decomposed = true;
    inferior_.find(*board_, filled.stones, to_move);
    for (const Colour colour : {kFirst, kSecond}) {
      filled.captured[colour] =
          filled.captured[colour] | set_of<W>(decomposition_.settled(colour)) | set_of<W>(inferior_.captured(colour));
    }
  }
  filled.hot = decomposition_.hot();
}

template <int W>
Decision<W> Expander<W>::win(const FilledPosition<W>& filled, Colour to_move) {
  graph_.assign(*board_, filled.stones, to_move);
  const auto own = search(graph_, StopAt::winning_semi);
  return own.any_semi || own.has_full ? won_by_mover(filled, to_move, own) : Decision<W>{};
}

template <int W>
Decision<W> Expander<W>::narrow(const FilledPosition<W>& filled, Colour to_move, Prospects<W>& prospects) {
  prospects.moves.clear();
  prospects.answers.clear();
  prospects.is_ordered = prospects.is_complete = false;
  const Colour enemy = other(to_move);
  const auto theirs = search(inferior_.links()[enemy].reduced(), StopAt::winning_full);
  if (theirs.has_full) return {enemy, -1, cells_of(theirs.full) | filled.captured[enemy]};
  PointSet<W> must = set_of<W>(inferior_.candidates());
  for (const auto& semi : theirs.semis) {
    prospects.answers.push_back(cells_of(semi.carrier));
    must = must & prospects.answers.back();
  }
  if (!must.any()) return {enemy, -1, carrier_by(prospects.answers, enemy) | filled.captured[enemy]};
  must.for_each([&](int cell) { prospects.moves.push_back(static_cast<std::uint16_t>(cell)); });
  return {};
}

template <int W>
WinningLinks<W> Expander<W>::search(const ReducedGraph& graph, StopAt stop) {
  empty_.assign(graph);
  search_.run(graph, empty_, options_.limits, stop);
  return find_winning_links(search_, graph, options_.trees);
}

template <int W>
PointSet<W> Expander<W>::cells_of(const PointSet<W>& numbers) const {
  PointSet<W> cells;
  numbers.for_each([&](int number) { cells.toggle(empty_.cells[static_cast<std::size_t>(number)]); });
  return cells;
}

// A full connection needs no key: any stone inside helps.
template <int W>
Decision<W> Expander<W>::won_by_mover(const FilledPosition<W>& filled, Colour to_move,
                                      const WinningLinks<W>& own) const {
  const auto carrier = cells_of(own.any_semi ? own.semis.front().carrier : own.full);
  const int move = own.any_semi ? empty_.cells[static_cast<std::size_t>(own.semis.front().key)] : carrier.nth(0);
  return {to_move, move, carrier | filled.captured[to_move]};
}

// Most current first: where connections and cuts meet.
template <int W>
void Expander<W>::order(const FilledPosition<W>& filled, Prospects<W>& prospects) {
  prospects.is_ordered = true;
  for (const Colour colour : {kFirst, kSecond}) circuits_[colour].assign(*board_, filled.stones, colour);
  scores_.assign(filled.stones.size(), 0.0);
  for (std::size_t cell = 0; cell < scores_.size(); ++cell) {
    scores_[cell] = circuits_[kFirst].flow()[cell] + circuits_[kSecond].flow()[cell];
  }
  std::ranges::stable_sort(prospects.moves, std::ranges::greater{}, [&](std::uint16_t cell) { return scores_[cell]; });
}

// The fill-in of the same stones is the same, so are the moves that need no look.
template <int W>
PointSet<W> Expander<W>::carrier_of_loss(std::span<const std::uint8_t> stones, const FilledPosition<W>& filled,
                                         Colour to_move, std::span<const PointSet<W>> answers) {
  inferior_.find(*board_, filled.is_decomposed ? std::span<const std::uint8_t>(filled.stones) : stones, to_move);
  return carrier_by(answers, other(to_move)) | filled.captured[other(to_move)];
}

// By what `inferior_` found last. A better cell may have been left out later than the one it is better than, so taking
// them in turn follows the reasons to their end.
template <int W>
PointSet<W> Expander<W>::carrier_by(std::span<const PointSet<W>> answers, Colour winner) const {
  const auto idle = open_cells<W>(inferior_.filled()).without(set_of<W>(inferior_.candidates()));
  PointSet<W> meet;
  PointSet<W> carrier = choose_answers(answers, idle, meet);
  for (const auto& [cell, killer] : inferior_.vulnerable()) {
    if (meet.has(cell)) carrier = carrier | PointSet<W>::single(killer);
  }
  for (const auto& [cell, better] : inferior_.dominated()) {
    if (!meet.has(cell)) continue;
    carrier = carrier | PointSet<W>::single(better);
    meet = meet | PointSet<W>::single(better);
  }
  return carrier | set_of<W>(inferior_.captured(winner));
}

// Chooses a few answers that together share no cell but idle ones: each time the one that leaves the fewest shared.
template <int W>
PointSet<W> Expander<W>::choose_answers(std::span<const PointSet<W>> answers, const PointSet<W>& idle,
                                        PointSet<W>& meet) const {
  if (answers.empty()) return meet = idle;
  const auto& first = *std::ranges::min_element(answers, {}, [](const PointSet<W>& each) { return each.count(); });
  PointSet<W> all = meet = first;
  while (meet.without(idle).any()) {
    const auto& best = *std::ranges::min_element(answers, {}, [&](const PointSet<W>& each) {
      return 1000 * (meet & each).without(idle).count() + each.without(all).count();
    });
    if ((meet & best) == meet) break;
    meet = meet & best;
    all = all | best;
  }
  return all;
}

template struct FilledPosition<1>;
template struct FilledPosition<2>;
template struct FilledPosition<4>;
template struct FilledPosition<64>;
template class Expander<1>;
template class Expander<2>;
template class Expander<4>;
template class Expander<64>;

}  // namespace motu
