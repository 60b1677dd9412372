// Values of positions as whole numbers, so that bounds are rounded outward exactly and no result depends on the order
// of additions.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace motu {

// A won game. A multiple of the units of files (kFileOne) and of every step of an iteration.
inline constexpr std::int32_t kFileOne = 32767;
inline constexpr std::int32_t kFinestSteps = 1024;
inline constexpr std::int32_t kOne = kFileOne * kFinestSteps;

// What the person to act gets at least, when endless play counts as a loss, and at most, when it counts as a win.
struct LineBounds {
  std::int32_t lower = -kOne;
  std::int32_t upper = kOne;

  bool operator==(const LineBounds&) const = default;
  // The same for the other person.
  LineBounds reversed() const { return {-upper, -lower}; }
};

inline double as_value(std::int32_t units) { return static_cast<double>(units) / kOne; }

// Quotients rounded down and up; positive divisors.
constexpr std::int32_t divide_down(std::int32_t a, std::int32_t b) { return a / b - (a % b < 0 ? 1 : 0); }
constexpr std::int32_t divide_up(std::int32_t a, std::int32_t b) { return -divide_down(-a, b); }

struct FreeCells {
  void operator()(std::uint64_t* cells) const;
};
using Cells = std::unique_ptr<std::uint64_t[], FreeCells>;

// Memory for so many cells, not yet set. Large amounts ask for huge pages: cells are written here and there, and with
// small pages finding the page takes longer than the write.
Cells make_cells(std::uint64_t size);

// The bounds of one layer, read and written by several threads at once: each entry has one writer, and whatever a
// reader meets, the older or the newer pair, are bounds.
class LayerValues {
 public:
  LayerValues() = default;
  // Nothing known.
  explicit LayerValues(std::uint64_t size) : size_(size), owned_(make_cells(size)), cells_(owned_.get()) {
    for (std::uint64_t i = 0; i < size; ++i) cells_[i] = pack({});
  }
  // Somebody else's cells, to be read only; `owner` keeps them alive.
  LayerValues(const std::uint64_t* cells, std::uint64_t size, std::shared_ptr<const void> owner)
      : size_(size), cells_(const_cast<std::uint64_t*>(cells)), owner_(std::move(owner)) {}

  std::uint64_t size() const { return size_; }
  LineBounds at(std::uint64_t index) const {
    return unpack(std::atomic_ref<std::uint64_t>(cells_[index]).load(std::memory_order_relaxed));
  }
  void set(std::uint64_t index, const LineBounds& bounds) {
    std::atomic_ref<std::uint64_t>(cells_[index]).store(pack(bounds), std::memory_order_relaxed);
  }
  std::uint64_t* data() { return cells_; }
  const std::uint64_t* data() const { return cells_; }

 private:
  static std::uint64_t pack(const LineBounds& bounds) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(bounds.upper)) << 32) |
           static_cast<std::uint32_t>(bounds.lower);
  }
  static LineBounds unpack(std::uint64_t cell) {
    return {static_cast<std::int32_t>(static_cast<std::uint32_t>(cell)),
            static_cast<std::int32_t>(static_cast<std::uint32_t>(cell >> 32))};
  }

  std::uint64_t size_ = 0;
  Cells owned_;
  std::uint64_t* cells_ = nullptr;
  std::shared_ptr<const void> owner_;
};

}  // namespace motu
