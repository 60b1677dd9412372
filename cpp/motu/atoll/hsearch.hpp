// H-search: which vertices of a reduced graph are virtually connected, and inside which empty cells.
//
// A *full* connection of two vertices holds though the opponent moves first: there is an answer to everything inside
// its carrier. A *semi* connection holds when its owner moves first, at its key. Rules (Anshelevich 2002):
//   adjacency  an empty cell and what it touches: full, nothing in the carrier;
//   AND        fulls x-m and m-y with nothing in common: over a group m the full x-y, over an empty cell m the semi x-y
//              with m as its key;
//   OR         semis x-y whose carriers have no cell in common to all of them: the full x-y, the carriers together.
// An end that is an empty cell counts as the owner's; it is in no carrier. Carriers are treated from the smallest on,
// so limits keep the small ones. All limits leave out connections, none makes up one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/graph.hpp"
#include "motu/core/boards/point_set.hpp"

namespace motu {

// What is left out for the sake of time.
struct ConnectionLimits {
  // Connections kept for a pair of vertices. Beyond these only such as lack a cell that all the kept ones share, up to
  // twice as many.
  int fulls = 4;
  int semis = 12;
  // The largest carriers: of a connection of two empty cells (2: bridges), and of all others.
  int cells_carrier = 4;
  int carrier = 48;
  // Semis joined by one OR.
  int alternatives = 8;
  // Combinations tried for a colour before the rest is left out.
  std::uint64_t steps = 800'000;
};

// The empty cells of a position numbered from 0 on: the fewer they are, the fewer words a carrier has.
struct EmptyCells {
  std::vector<std::uint16_t> cells;    // [number]
  std::vector<std::uint16_t> numbers;  // [cell]; of empty cells

  void assign(const ReducedGraph& graph);
  int count() const { return static_cast<int>(cells.size()); }
};

// Vertices of a search: empty cells by their numbers, then groups.
template <int W>
struct Link {
  static constexpr std::int16_t kNone = -1;

  PointSet<W> carrier;
  std::uint16_t x = 0;  // x < y
  std::uint16_t y = 0;
  std::uint16_t size = 0;    // of the carrier
  std::int16_t key = kNone;  // kNone: a full connection

  bool is_full() const { return key == kNone; }
};

// When a search may end before everything is found.
enum class StopAt : std::uint8_t { never, winning_semi, winning_full };

// Not thread-safe: one object a thread; memory is kept from one run to the next. W words hold a carrier.
template <int W>
class HSearch {
 public:
  using Cells = PointSet<W>;

  // Finds connections of the graph's colour. Only the islands of pairs of groups are looked at for `stop`.
  void run(const ReducedGraph& graph, const EmptyCells& empty, const ConnectionLimits& limits, StopAt stop);

  int num_cells() const { return num_cells_; }
  int num_vertices() const { return num_vertices_; }
  // What was found for a pair of vertices, smallest carrier first.
  std::span<const Link<W>> fulls(int a, int b) const;
  std::span<const Link<W>> semis(int a, int b) const;
  std::uint64_t steps() const { return steps_; }
  // False when the limit of steps, or of memory, cut the search short.
  bool finished() const { return finished_; }

 private:
  static constexpr int kMostFulls = 16;
  static constexpr int kMostSemis = 32;
  // Half a million on the largest boards, where a carrier is half a kilobyte.
  static constexpr std::size_t kMostLinks = (std::size_t{256} << 20) / sizeof(Link<W>);

  // Links in a row in kept_, and how many more have room there.
  struct Row {
    std::uint32_t begin = 0;
    std::uint8_t count = 0;
    std::uint8_t room = 0;
  };
  struct Pair {
    Cells fulls_meet;  // the cells that all carriers share
    Cells semis_meet;
    Row fulls;
    Row semis;
    bool wins = false;
  };
  // A full connection seen from one of its ends.
  struct End {
    Cells taken;  // the carrier, and the other end if that is a cell
    std::uint16_t other;
    std::uint16_t size;  // of the carrier
  };
  struct Ends {
    std::vector<End> cells;  // smallest carrier first
    std::vector<End> groups;
  };

  void reset();
  void add_adjacent();
  void push(const Cells& carrier, int a, int b, int size, int key);
  void treat(const Link<W>& link);
  void treat_full(const Link<W>& link, Pair& pair);
  void treat_semi(const Link<W>& link, Pair& pair);
  void keep(const Link<W>& link, Row& row);
  void add_end(int at, const Link<W>& link, int other);
  void join_at(int middle, const Link<W>& link, int other);
  template <bool kOverCell>
  void join_with(std::span<const End> ends, int most, int middle, const Link<W>& link, int other);
  void join_semis(const Pair& pair, int most, int upto, const Cells& meet, const Cells& join, int depth);
  bool is_joined(const Cells& carrier) const;
  bool is_new_full(const Pair& pair, const Cells& carrier) const;
  bool is_new_semi(const Pair& pair, const Cells& carrier) const;
  void note_win(const Link<W>& link);
  std::span<const Link<W>> links_of(const Row& row) const { return {kept_.data() + row.begin, row.count}; }
  bool is_cell(int vertex) const { return vertex < num_cells_; }
  int largest(int a, int b) const { return is_cell(a) && is_cell(b) ? limits_.cells_carrier : limits_.carrier; }
  std::size_t place(int a, int b) const {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(num_vertices_) + static_cast<std::size_t>(b);
  }
  const Pair* find_pair(int a, int b) const {
    const std::int32_t index = pair_of_[place(a, b)];
    return index < 0 ? nullptr : &pairs_[static_cast<std::size_t>(index)];
  }
  Pair& pair_at(int a, int b);

  const ReducedGraph* graph_ = nullptr;
  const EmptyCells* empty_ = nullptr;
  ConnectionLimits limits_;
  StopAt stop_ = StopAt::never;
  int num_cells_ = 0;
  int num_vertices_ = 0;
  std::vector<std::vector<Link<W>>> waiting_;  // [size of the carrier]
  std::size_t num_pushed_ = 0;
  std::vector<Link<W>> kept_;          // in rows, and places that rows have outgrown
  std::vector<std::int32_t> pair_of_;  // [place of the pair], both ways round
  std::vector<Pair> pairs_;
  std::vector<Ends> ends_;               // [vertex]
  std::array<Cells, kMostSemis> meets_;  // of the pair in work: what its semis 0..i share
  std::vector<Cells> joined_;            // the fulls that the semi in work has made
  Cells winning_meet_;                   // the cells that all winning semis share
  bool won_semi_ = false;
  bool won_full_ = false;
  std::uint64_t steps_ = 0;
  bool finished_ = true;
};

}  // namespace motu
