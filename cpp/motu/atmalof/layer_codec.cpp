#include "motu/atmalof/layer_codec.hpp"

#include <algorithm>
#include <bit>

namespace motu {

namespace {

constexpr FileBounds kWonBounds{kFileOne, kFileOne};
// Longer unary parts are replaced by this many ones and the width itself.
constexpr unsigned kLongest = 24;
constexpr unsigned kWidthBits = 17;

// Bits from the lowest of each byte up.
class BitWriter {
 public:
  // Up to 32 of them.
  void add(std::uint32_t value, unsigned bits) {
    pending_ |= (std::uint64_t{value} & ((std::uint64_t{1} << bits) - 1)) << count_;
    count_ += bits;
    while (count_ >= 8) put_byte();
  }
  void add_bit(bool bit) { add(bit ? 1 : 0, 1); }
  std::vector<std::byte> take() {
    if (count_ > 0) put_byte();
    return std::move(bytes_);
  }

 private:
  void put_byte() {
    bytes_.push_back(static_cast<std::byte>(pending_ & 0xFFU));
    pending_ >>= 8;
    count_ -= std::min(count_, 8U);
  }

  std::vector<std::byte> bytes_;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint32_t take(unsigned bits) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < bits; ++i) value |= static_cast<std::uint32_t>(take_bit()) << i;
    return value;
  }
  bool take_bit() {
    const std::size_t at = used_++ / 8;
    if (at >= bytes_.size()) {
      is_short_ = true;
      return false;
    }
    return (bytes_[at] >> ((used_ - 1) % 8) & std::byte{1}) != std::byte{0};
  }
  bool is_at_end() const { return !is_short_ && (used_ + 7) / 8 == bytes_.size(); }
  bool is_short() const { return is_short_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t used_ = 0;
  bool is_short_ = false;
};

unsigned width_of(const FileBounds& bounds) { return static_cast<unsigned>(bounds.upper - bounds.lower); }

struct BlockShape {
  std::int16_t least = 0;  // of the lower bounds
  unsigned lower_bits = 0;
  unsigned rice = 0;  // the Rice parameter of the widths
};

std::uint64_t rice_cost(unsigned width, unsigned rice) {
  const unsigned ones = width >> rice;
  return ones < kLongest ? ones + 1 + rice : kLongest + kWidthBits;
}

BlockShape shape_of(std::span<const FileBounds> block) {
  BlockShape shape;
  int least = kFileOne;
  int most = -kFileOne;
  std::vector<unsigned> widths;
  for (const FileBounds& bounds : block) {
    if (bounds == kWonBounds) continue;
    least = std::min<int>(least, bounds.lower);
    most = std::max<int>(most, bounds.lower);
    widths.push_back(width_of(bounds));
  }
  if (widths.empty()) return shape;
  shape.least = static_cast<std::int16_t>(least);
  shape.lower_bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(most - least)));
  std::uint64_t cheapest = ~std::uint64_t{0};
  for (unsigned rice = 0; rice < 16; ++rice) {
    std::uint64_t cost = 0;
    for (const unsigned width : widths) cost += rice_cost(width, rice);
    if (cost >= cheapest) continue;
    cheapest = cost;
    shape.rice = rice;
  }
  return shape;
}

void add_width(BitWriter& writer, unsigned width, unsigned rice) {
  const unsigned ones = std::min(width >> rice, kLongest);
  // The ones, and where they are not the most the zero that ends them.
  writer.add((1U << ones) - 1, ones + (ones == kLongest ? 0 : 1));
  writer.add(width, ones == kLongest ? kWidthBits : rice);
}

unsigned take_width(BitReader& reader, unsigned rice) {
  unsigned ones = 0;
  while (ones < kLongest && reader.take_bit()) ++ones;
  if (ones == kLongest) return reader.take(kWidthBits);
  return (ones << rice) | reader.take(rice);
}

}  // namespace

std::vector<std::byte> pack_block(std::span<const FileBounds> block) {
  const BlockShape shape = shape_of(block);
  BitWriter writer;
  writer.add(static_cast<std::uint16_t>(shape.least), 16);
  writer.add(shape.lower_bits, 5);
  writer.add(shape.rice, 4);
  for (const FileBounds& bounds : block) {
    const bool is_won = bounds == kWonBounds;
    writer.add_bit(is_won);
    if (is_won) continue;
    writer.add(static_cast<std::uint32_t>(bounds.lower - shape.least), shape.lower_bits);
    add_width(writer, width_of(bounds), shape.rice);
  }
  return writer.take();
}

bool unpack_block(std::span<const std::byte> bytes, std::size_t count, std::vector<FileBounds>& out) {
  out.clear();
  BitReader reader(bytes);
  const int least = static_cast<std::int16_t>(reader.take(16));
  const unsigned lower_bits = reader.take(5);
  const unsigned rice = reader.take(4);
  for (std::size_t i = 0; i < count && !reader.is_short(); ++i) {
    if (reader.take_bit()) {
      out.push_back(kWonBounds);
      continue;
    }
    const std::int64_t lower = least + static_cast<std::int64_t>(reader.take(std::min(lower_bits, 31U)));
    const std::int64_t upper = lower + take_width(reader, rice);
    if (lower < -kFileOne || upper > kFileOne) return false;
    out.push_back({static_cast<std::int16_t>(lower), static_cast<std::int16_t>(upper)});
  }
  return out.size() == count && reader.is_at_end();
}

}  // namespace motu
