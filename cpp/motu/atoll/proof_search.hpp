// Depth-first proof-number search (Nagai 2002) with thresholds of 1+ε (Pawlewicz and Lew 2007), on filled-in positions
// of Atoll: a node is opened by expansion.hpp, and only the best of its moves count until they are refuted (Arneson,
// Hayward and Henderson, "Solving Hex: beyond humans", 2010).
//
// A refuted move leaves a carrier, which answers all moves outside it too. A position is kept in the table under two
// keys: as it is reached, which costs nothing to compute, and filled in, which finds all positions that are the same
// game; a position with regions (decomposition.hpp) filled in without them and with them. Threads share the table; one
// that enters a position makes it look dearer to the others.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "motu/atoll/expansion.hpp"
#include "motu/atoll/judged_order.hpp"
#include "motu/atoll/knowledge_cache.hpp"
#include "motu/atoll/proof_table.hpp"

namespace motu {

struct ProofOptions {
  ConnectionOptions connections = ConnectionOptions::proving();
  double epsilon = 0.5;  // thresholds go so far beyond the second best move
  int focus_base = 1;    // moves that count at once, and a share of the open ones besides
  double focus_share = 0.5;
  int most_region = 12;                    // cells of a part that is solved for itself (decomposition.hpp); 0: none is
  std::shared_ptr<const Evaluator> judge;  // orders moves, a fork of it in each thread; null: circuits do

  // The same, with a judge whose order is good enough for fewer moves to count.
  static ProofOptions judged_by(std::shared_ptr<const Evaluator> judge) {
    ProofOptions options;
    options.focus_base = 0;
    options.focus_share = 0.3;
    options.judge = std::move(judge);
    return options;
  }
};

// What all threads of a search have in common.
template <int W>
struct ProofContext {
  ProofContext(const HexBoard& the_board, const CanonicalKeys& the_keys, ProofTable<W>& the_table)
      : board(the_board), keys(the_keys), table(the_table) {}

  static constexpr std::size_t kCounters = std::size_t{1} << 14;

  const HexBoard& board;
  const CanonicalKeys& keys;
  ProofTable<W>& table;
  ProofOptions options;
  std::shared_ptr<const AtollGame> game;  // for the judge, where there is one
  int threads = 1;
  std::uint64_t max_nodes = 0;  // 0: as many as it takes
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> root_numbers{0};  // phi, and delta in the upper half
  std::function<void()> watch;  // where one thread does all: called at every position, may set `stop`, never throws
  std::array<std::atomic<std::uint8_t>, kCounters> busy{};  // threads below a position
};

template <int W>
class ProofWorker {
 public:
  ProofWorker(ProofContext<W>& context, std::size_t cache_bytes);

  // Searches until the position is decided or the context says stop. The carrier is on the board as given. The game
  // must not be over.
  ProofEntry<W> solve(std::span<const std::uint8_t> stones, Colour to_move);
  // The move of a lost position that takes longest to refute, as far as the table knows; -1 when there is none.
  int longest_defence(std::span<const std::uint8_t> stones, Colour to_move);

 private:
  struct Frame {
    std::vector<std::uint8_t> stones;  // as reached
    Colour to_move = kFirst;
    ProofKey key;
    FilledPosition<W> filled;
    Prospects<W> prospects;
    PointSet<W> must;
    ProofKey base;  // what the keys of positions after this one have in common
    std::vector<ProofEntry<W>> children;
    std::uint64_t begin = 0;  // nodes_ when it was entered
    std::uint32_t work_before = 0;
  };
  struct Choice {
    ProofNumbers numbers;                            // of the node
    int best = -1;                                   // index of the child to go into
    std::uint32_t second = ProofNumbers::kInfinite;  // the next best child's delta
  };

  ProofEntry<W> visit(int depth, const ProofNumbers& thresholds);
  Decision<W> open(Frame& frame, ProofEntry<W>& known);
  Decision<W> complete(Frame& frame);
  void order(Frame& frame);
  ProofEntry<W> search_below(int depth, const ProofNumbers& thresholds);
  bool knows_child(const Frame& frame) const;
  bool look_up_children(Frame& frame, ProofEntry<W>& entry);
  bool take_over(Frame& frame, std::size_t index, ProofEntry<W>& entry);
  Choice choose(const Frame& frame) const;
  ProofEntry<W> lose(Frame& frame);
  ProofNumbers thresholds_of(const Frame& frame, const Choice& choice, const ProofNumbers& thresholds) const;
  ProofEntry<W> go_into(int depth, std::size_t index, const ProofNumbers& thresholds);
  ProofEntry<W> finish(Frame& frame, ProofEntry<W> entry);
  ProofEntry<W> entry_of(const Frame& frame, const Decision<W>& decision) const;
  ProofEntry<W> canonical_of(const CanonicalKeys::Canonical& canonical, const PointSet<W>& open,
                             ProofEntry<W> entry) const;
  ProofEntry<W> as_reached(const Frame& frame, const ProofEntry<W>& canonical) const;
  ProofKey child_key(const Frame& frame, std::size_t index) const;
  ProofKey key_of(std::span<const std::uint8_t> stones, Colour to_move) const;
  std::atomic<std::uint8_t>& counter(const ProofKey& key) const {
    return context_.busy[key.high % ProofContext<W>::kCounters];
  }
  Frame& frame_at(int depth);
  bool must_stop();

  ProofContext<W>& context_;
  Expander<W> expander_;
  KnowledgeCache<W> cache_;
  std::unique_ptr<JudgedOrder> judge_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::vector<std::array<ProofKey, 4>> stone_keys_;  // [cell][stone]
  std::uint64_t nodes_ = 0;
};

}  // namespace motu
