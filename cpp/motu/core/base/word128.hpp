// Sets of 128 bits as one value: the compiler's own number where it has one, else two words.
#pragma once

#include <compare>
#include <cstdint>

namespace motu {

// As an unsigned number of 128 bits, as far as sets need one. Shifts by 0 to 127.
class TwoWords {
 public:
  constexpr TwoWords() = default;
  constexpr TwoWords(std::uint64_t low) : low_(low) {}  // NOLINT: as numbers widen of themselves
  constexpr explicit operator std::uint64_t() const { return low_; }
  constexpr explicit operator bool() const { return (low_ | high_) != 0; }

  friend constexpr bool operator==(const TwoWords&, const TwoWords&) = default;
  friend constexpr std::strong_ordering operator<=>(const TwoWords& a, const TwoWords& b) {
    return a.high_ == b.high_ ? a.low_ <=> b.low_ : a.high_ <=> b.high_;
  }
  constexpr TwoWords operator~() const { return of(~low_, ~high_); }
  constexpr TwoWords operator&(const TwoWords& other) const { return of(low_ & other.low_, high_ & other.high_); }
  constexpr TwoWords operator|(const TwoWords& other) const { return of(low_ | other.low_, high_ | other.high_); }
  constexpr TwoWords operator^(const TwoWords& other) const { return of(low_ ^ other.low_, high_ ^ other.high_); }
  constexpr TwoWords operator-(const TwoWords& other) const {
    return of(low_ - other.low_, high_ - other.high_ - (low_ < other.low_ ? 1 : 0));
  }
  constexpr TwoWords operator<<(int by) const {
    if (by == 0) return *this;
    return by < 64 ? of(low_ << by, high_ << by | low_ >> (64 - by)) : of(0, low_ << (by - 64));
  }
  constexpr TwoWords operator>>(int by) const {
    if (by == 0) return *this;
    return by < 64 ? of(low_ >> by | high_ << (64 - by), high_ >> by) : of(high_ >> (by - 64), 0);
  }
  constexpr TwoWords& operator&=(const TwoWords& other) { return *this = *this & other; }
  constexpr TwoWords& operator|=(const TwoWords& other) { return *this = *this | other; }
  constexpr TwoWords& operator^=(const TwoWords& other) { return *this = *this ^ other; }
  constexpr TwoWords& operator<<=(int by) { return *this = *this << by; }
  constexpr TwoWords& operator>>=(int by) { return *this = *this >> by; }

 private:
  static constexpr TwoWords of(std::uint64_t low, std::uint64_t high) {
    TwoWords made(low);
    made.high_ = high;
    return made;
  }

  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

#if defined(__SIZEOF_INT128__) && !defined(MOTU_TWO_WORDS)
__extension__ typedef unsigned __int128 Word128;
#else
using Word128 = TwoWords;
#endif

}  // namespace motu
