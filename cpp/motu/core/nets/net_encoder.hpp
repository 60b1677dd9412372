// How a position looks to a net: bit planes over the points of a grid, always from the side of who moves next.
//
// A grid point is row * columns + column of the board's lattice, the same on every board of a game, so that one net's
// convolutions serve all of them. Planes go to the net as bits (bit i % 8 of byte i / 8 is point i), a few bytes a
// plane; it is for the net's runtime to expand them. Every symmetry of the board is a view: nothing in the planes tells
// the colours apart, so those that exchange colours are as good as the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

using PlaneBits = std::span<std::uint8_t>;

class NetEncoder {
 public:
  virtual ~NetEncoder() = default;

  // The lattice its nets' convolutions follow: "hex" (the six neighbours in axial coordinates) or "square".
  virtual std::string_view lattice() const = 0;
  // What each plane shows; plane 0 is the board itself.
  virtual std::vector<std::string> planes() const = 0;
  // Sets the planes of a position that is not over: planes().size() * plane_bytes() bytes.
  virtual void encode(const State& state, int view, PlaneBits planes) const = 0;
  // Where the policy has an action, -1 for the pie rule's swap, of which a net knows nothing.
  virtual int point_of(Action action, int view) const = 0;

  // Two planes, of plane_bytes() each: the cells that `own` holds, and those that the other colour holds.
  void encode_owners(const State& state, Colour own, int view, PlaneBits planes) const;

  // By how much a colour is ahead in what decides a game that nobody has won on the board; 0 where nothing does.
  virtual int margin(const State& /*state*/, Colour /*own*/) const { return 0; }

  // Whose positions it encodes: those of other games must not be given to it.
  const Game& game() const { return *owned_game_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int num_points() const { return rows_ * columns_; }
  // A policy has so many planes of logits, one logit a point.
  virtual int policy_planes() const { return 1; }
  // Whether there are actions of whole rows and columns. The policy's last two planes are theirs, the same logit on all
  // points of a line, and its nets pool rows and columns.
  virtual bool has_lines() const { return false; }
  int policy_size() const { return policy_planes() * num_points(); }
  int num_views() const { return static_cast<int>(views_.size()); }
  // The view in which a search looks at a position: drawn by its hash, so always the same.
  int view_of(const State& state) const {
    return static_cast<int>(splitmix64(state.hash()) % static_cast<std::uint64_t>(num_views()));
  }
  std::size_t plane_bytes() const { return (static_cast<std::size_t>(num_points()) + 7) / 8; }
  int point_of_cell(int cell, int view) const {
    return views_[static_cast<std::size_t>(view)][static_cast<std::size_t>(cell)];
  }

 protected:
  // `points` has one entry a cell.
  NetEncoder(const Game& game, int rows, int columns, const std::vector<int>& points);

  static void set_bit(PlaneBits plane, int point) {
    plane[static_cast<std::size_t>(point) / 8] |= static_cast<std::uint8_t>(1U << (point % 8));
  }

 private:
  std::shared_ptr<const Game> owned_game_;
  int rows_;
  int columns_;
  std::vector<std::vector<int>> views_;  // [view][cell] -> point
};

// The encoder of a game. Throws "net/game" where there is none yet.
std::unique_ptr<NetEncoder> make_net_encoder(const Game& game);

}  // namespace motu
