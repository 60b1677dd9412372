#include "motu/atoll/proof_search.hpp"

#include <algorithm>
#include <cmath>

namespace motu {

namespace {

constexpr std::uint32_t kInfinite = ProofNumbers::kInfinite;
constexpr std::uint64_t kStoneMember = 0x57011ULL << 40;
constexpr std::uint64_t kSideMember = 0x57012ULL << 40;

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return std::min(a + b, kInfinite); }

std::uint32_t as_work(std::uint64_t nodes) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(nodes, 1, kInfinite));
}

// A set under a map of cells.
template <int W>
PointSet<W> mapped(const PointSet<W>& set, std::span<const int> map) {
  PointSet<W> image;
  set.for_each([&](int cell) { image.toggle(map[static_cast<std::size_t>(cell)]); });
  return image;
}

}  // namespace

template <int W>
ProofWorker<W>::ProofWorker(ProofContext<W>& context, std::size_t cache_bytes)
    : context_(context),
      expander_(context.board, context.keys, context.options.connections, context.options.most_region),
      cache_(cache_bytes) {
  if (context.options.judge) judge_ = std::make_unique<JudgedOrder>(context.game, context.options.judge->fork(1));
  stone_keys_.resize(static_cast<std::size_t>(context.board.num_cells()));
  for (std::size_t cell = 0; cell < stone_keys_.size(); ++cell) {
    for (std::size_t stone = 0; stone < 4; ++stone) {
      if (stone != kNoColour) stone_keys_[cell][stone] = ProofKey::of(kStoneMember + 4 * cell + stone);
    }
  }
}

// ------------------------------------------------------------------------------------------------------------- entrance

template <int W>
ProofEntry<W> ProofWorker<W>::solve(std::span<const std::uint8_t> stones, Colour to_move) {
  Frame& root = frame_at(0);
  root.stones.assign(stones.begin(), stones.end());
  root.to_move = to_move;
  root.key = key_of(stones, to_move);
  ProofEntry<W> entry;
  do {
    entry = visit(0, {kInfinite, kInfinite});
  } while (!entry.numbers.is_decided() && !context_.stop.load(std::memory_order_relaxed));
  return entry;
}

template <int W>
int ProofWorker<W>::longest_defence(std::span<const std::uint8_t> stones, Colour to_move) {
  Frame& root = frame_at(0);
  root.stones.assign(stones.begin(), stones.end());
  root.to_move = to_move;
  root.key = key_of(stones, to_move);
  ProofEntry<W> known;
  if (expander_.fill_in(root.stones, to_move, root.filled).is_known()) return -1;
  if (expander_.narrow(root.filled, to_move, root.prospects).is_known()) return -1;
  expander_.order(root.filled, root.prospects);
  root.base = key_of(root.filled.stones, other(to_move));
  int best = root.prospects.moves.front();
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < root.prospects.moves.size(); ++i) {
    if (!context_.table.find(child_key(root, i), known) || known.work <= most) continue;
    most = known.work;
    best = root.prospects.moves[i];
  }
  return best;
}

// ---------------------------------------------------------------------------------------------------------------- nodes

template <int W>
ProofEntry<W> ProofWorker<W>::visit(int depth, const ProofNumbers& thresholds) {
  Frame& frame = frame_at(depth);
  frame.begin = nodes_++;
  context_.nodes.fetch_add(1, std::memory_order_relaxed);
  ProofEntry<W> known;
  const Decision<W> decision = open(frame, known);
  frame.work_before = known.work;
  if (decision.is_known()) return finish(frame, entry_of(frame, decision));
  if (known.numbers.is_decided()) return finish(frame, known);
  if (known.work != 0 && (known.numbers.phi >= thresholds.phi || known.numbers.delta >= thresholds.delta)) {
    known.key = frame.key;
    context_.table.store(known);
    return known;
  }
  return search_below(depth, thresholds);
}

// Fill-in and connections, from the cache where they were found before; `known` is what the table has, as reached.
template <int W>
Decision<W> ProofWorker<W>::open(Frame& frame, ProofEntry<W>& known) {
  const bool is_cached = cache_.find(frame.key, frame.filled, frame.prospects);
  if (!is_cached) {
    const Decision<W> decision = expander_.fill_in(frame.stones, frame.to_move, frame.filled);
    if (decision.is_known()) return decision;
  }
  if (context_.table.find(frame.filled.canonical.key, known)) known = as_reached(frame, known);
  if (is_cached || known.numbers.is_decided()) return {};
  const Decision<W> decision = expander_.narrow(frame.filled, frame.to_move, frame.prospects);
  if (!decision.is_known()) cache_.store(frame.key, frame.filled, frame.prospects);
  return decision;
}

// Most positions that are opened are not gone into, and in few of those that are does the mover win at once: its
// connections are looked for only then.
template <int W>
Decision<W> ProofWorker<W>::complete(Frame& frame) {
  const Decision<W> decision = expander_.win(frame.filled, frame.to_move);
  frame.prospects.is_complete = true;
  if (!decision.is_known()) cache_.renew(frame.key, frame.prospects);
  return decision;
}

// The order costs two circuits or a net's answer, and without it there is nothing to choose by only while nothing is
// known of the moves.
template <int W>
void ProofWorker<W>::order(Frame& frame) {
  if (judge_) {
    judge_->sort(frame.filled.stones, frame.to_move, frame.prospects.moves);
    frame.prospects.is_ordered = true;
  } else {
    expander_.order(frame.filled, frame.prospects);
  }
  cache_.renew(frame.key, frame.prospects);
}

template <int W>
ProofEntry<W> ProofWorker<W>::search_below(int depth, const ProofNumbers& thresholds) {
  Frame& frame = frame_at(depth);
  frame.base = key_of(frame.filled.stones, other(frame.to_move));
  frame.children.assign(frame.prospects.moves.size(), {});
  frame.must = {};
  for (const std::uint16_t cell : frame.prospects.moves) frame.must.toggle(cell);
  ProofEntry<W> entry;
  if (frame.prospects.is_ordered || knows_child(frame)) {
    if (!frame.prospects.is_ordered) order(frame);
    if (look_up_children(frame, entry)) return finish(frame, entry);
  }
  for (;;) {
    if (!frame.must.any()) return finish(frame, lose(frame));
    Choice choice = choose(frame);
    entry.numbers = choice.numbers;
    if (depth == 0) {
      context_.root_numbers.store(choice.numbers.phi | static_cast<std::uint64_t>(choice.numbers.delta) << 32);
    }
    if (entry.numbers.phi >= thresholds.phi || entry.numbers.delta >= thresholds.delta || must_stop()) {
      return finish(frame, entry);
    }
    if (!frame.prospects.is_complete) {
      const Decision<W> decision = complete(frame);
      if (decision.is_known()) return finish(frame, entry_of(frame, decision));
    }
    if (!frame.prospects.is_ordered) {
      order(frame);
      choice = choose(frame);
    }
    const auto index = static_cast<std::size_t>(choice.best);
    frame.children[index] = go_into(depth, index, thresholds_of(frame, choice, thresholds));
    if (take_over(frame, index, entry)) return finish(frame, entry);
    if (context_.threads > 1 && look_up_children(frame, entry)) return finish(frame, entry);
  }
}

template <int W>
bool ProofWorker<W>::knows_child(const Frame& frame) const {
  ProofEntry<W> known;
  for (std::size_t i = 0; i < frame.prospects.moves.size(); ++i) {
    if (context_.table.find(child_key(frame, i), known)) return true;
  }
  return false;
}

// Whether one of them wins; `entry` says so then.
template <int W>
bool ProofWorker<W>::look_up_children(Frame& frame, ProofEntry<W>& entry) {
  for (std::size_t i = 0; i < frame.children.size(); ++i) {
    if (!frame.must.has(frame.prospects.moves[i])) continue;
    if (context_.table.find(child_key(frame, i), frame.children[i]) && take_over(frame, i, entry)) return true;
  }
  return false;
}

// What follows from a child: a win, or an answer that it leaves.
template <int W>
bool ProofWorker<W>::take_over(Frame& frame, std::size_t index, ProofEntry<W>& entry) {
  const ProofEntry<W>& child = frame.children[index];
  const int cell = frame.prospects.moves[index];
  if (child.numbers.is_lost()) {
    const auto carrier = child.carrier | PointSet<W>::single(cell) | frame.filled.captured[frame.to_move];
    entry = entry_of(frame, {frame.to_move, cell, carrier});
    return true;
  }
  if (child.numbers.is_won()) {
    frame.prospects.answers.push_back(child.carrier);
    frame.must = frame.must & child.carrier;
  }
  return false;
}

// phi is the least delta of the moves that count, delta the sum of their phi.
template <int W>
typename ProofWorker<W>::Choice ProofWorker<W>::choose(const Frame& frame) const {
  Choice choice;
  choice.numbers = {kInfinite, 0};
  const int open = frame.must.count();
  int left = context_.options.focus_base + static_cast<int>(std::ceil(context_.options.focus_share * open));
  std::uint32_t least = kInfinite;
  for (std::size_t i = 0; i < frame.children.size() && left > 0; ++i) {
    if (!frame.must.has(frame.prospects.moves[i])) continue;
    --left;
    const ProofNumbers& numbers = frame.children[i].numbers;
    choice.numbers.phi = std::min(choice.numbers.phi, numbers.delta);
    choice.numbers.delta = add(choice.numbers.delta, numbers.phi);
    std::uint32_t looks = numbers.delta;
    if (context_.threads > 1) {
      looks = add(looks, looks * counter(child_key(frame, i)).load(std::memory_order_relaxed));
    }
    if (choice.best < 0 || looks < least) {
      choice.second = least;
      least = looks;
      choice.best = static_cast<int>(i);
    } else {
      choice.second = std::min(choice.second, looks);
    }
  }
  return choice;
}

// Far enough that the child changes, and so far beyond the second best that coming back to it pays.
template <int W>
ProofNumbers ProofWorker<W>::thresholds_of(const Frame& frame, const Choice& choice,
                                           const ProofNumbers& thresholds) const {
  const ProofNumbers& child = frame.children[static_cast<std::size_t>(choice.best)].numbers;
  const double beyond = std::ceil((1 + context_.options.epsilon) * choice.second) + 1;
  const auto delta = static_cast<std::uint32_t>(std::min<double>(beyond, thresholds.phi));
  const std::uint32_t phi =
      thresholds.delta == kInfinite ? kInfinite : thresholds.delta - choice.numbers.delta + child.phi;
  return {std::max(std::min(phi, kInfinite), child.phi + 1), std::max(delta, child.delta + 1)};
}

template <int W>
ProofEntry<W> ProofWorker<W>::go_into(int depth, std::size_t index, const ProofNumbers& thresholds) {
  Frame& frame = frame_at(depth);
  Frame& next = frame_at(depth + 1);
  next.stones = frame.filled.stones;
  next.stones[frame.prospects.moves[index]] = frame.to_move;
  next.to_move = other(frame.to_move);
  next.key = child_key(frame, index);
  std::atomic<std::uint8_t>& busy = counter(next.key);
  busy.fetch_add(1, std::memory_order_relaxed);
  const ProofEntry<W> entry = visit(depth + 1, thresholds);
  busy.fetch_sub(1, std::memory_order_relaxed);
  return entry;
}

template <int W>
ProofEntry<W> ProofWorker<W>::lose(Frame& frame) {
  const auto carrier = expander_.carrier_of_loss(frame.stones, frame.filled, frame.to_move, frame.prospects.answers);
  return entry_of(frame, {other(frame.to_move), -1, carrier});
}

// -------------------------------------------------------------------------------------------------------------- entries

template <int W>
ProofEntry<W> ProofWorker<W>::entry_of(const Frame& frame, const Decision<W>& decision) const {
  ProofEntry<W> entry;
  entry.numbers = decision.winner == frame.to_move ? ProofNumbers::of_win() : ProofNumbers::of_loss();
  entry.move = frame.filled.move_before(decision.move, frame.to_move);
  entry.carrier = frame.filled.carrier_before(decision.carrier);
  return entry;
}

// Keeps what is known under all keys.
template <int W>
ProofEntry<W> ProofWorker<W>::finish(Frame& frame, ProofEntry<W> entry) {
  const FilledPosition<W>& filled = frame.filled;
  entry.key = frame.key;
  entry.work = as_work(nodes_ - frame.begin + frame.work_before);
  context_.table.store(entry);
  if (filled.is_decomposed) context_.table.store(canonical_of(filled.whole, filled.whole_open, entry));
  if (filled.canonical.key == ProofKey{}) return entry;
  ProofEntry<W> inner = entry;
  inner.move = filled.move_after(entry.move, frame.to_move);
  context_.table.store(canonical_of(filled.canonical, open_cells<W>(filled.stones), inner));
  return entry;
}

// On the board whose open cells are given.
template <int W>
ProofEntry<W> ProofWorker<W>::canonical_of(const CanonicalKeys::Canonical& canonical, const PointSet<W>& open,
                                           ProofEntry<W> entry) const {
  const auto image = context_.keys.image(canonical.symmetry);
  entry.key = canonical.key;
  entry.carrier = mapped(entry.carrier & open, image);
  entry.move = entry.move >= 0 && open.has(entry.move) ? image[static_cast<std::size_t>(entry.move)] : -1;
  return entry;
}

template <int W>
ProofEntry<W> ProofWorker<W>::as_reached(const Frame& frame, const ProofEntry<W>& canonical) const {
  ProofEntry<W> entry = canonical;
  const auto origin = context_.keys.origin(frame.filled.canonical.symmetry);
  if (canonical.move >= 0) {
    entry.move = frame.filled.move_before(origin[static_cast<std::size_t>(canonical.move)], frame.to_move);
  }
  if (!canonical.numbers.is_decided()) return entry;
  const Colour winner = canonical.numbers.is_won() ? frame.to_move : other(frame.to_move);
  entry.carrier = frame.filled.carrier_before(mapped(canonical.carrier, origin) | frame.filled.captured[winner]);
  return entry;
}

template <int W>
ProofKey ProofWorker<W>::child_key(const Frame& frame, std::size_t index) const {
  return frame.base + stone_keys_[frame.prospects.moves[index]][frame.to_move];
}

template <int W>
ProofKey ProofWorker<W>::key_of(std::span<const std::uint8_t> stones, Colour to_move) const {
  ProofKey key = ProofKey::of(kSideMember + to_move);
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] != kNoColour) key += stone_keys_[cell][stones[cell]];
  }
  return key;
}

template <int W>
typename ProofWorker<W>::Frame& ProofWorker<W>::frame_at(int depth) {
  const auto at = static_cast<std::size_t>(depth);
  while (frames_.size() <= at) {
    frames_.push_back(std::make_unique<Frame>());
    frames_.back()->filled.stones.resize(stone_keys_.size());
  }
  return *frames_[at];
}

template <int W>
bool ProofWorker<W>::must_stop() {
  if (context_.watch) context_.watch();
  if (context_.max_nodes != 0 && context_.nodes.load(std::memory_order_relaxed) >= context_.max_nodes) {
    context_.stop.store(true, std::memory_order_relaxed);
  }
  return context_.stop.load(std::memory_order_relaxed);
}

template class ProofWorker<1>;
template class ProofWorker<2>;
template class ProofWorker<4>;
template class ProofWorker<64>;

}  // namespace motu
