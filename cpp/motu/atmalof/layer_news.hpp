// Which entries of a layer have changed since they were last asked about.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace motu {

// One bit an entry, whole words a class, so that several threads may raise and take at once.
class LayerNews {
 public:
  // To begin with everything is new.
  LayerNews(std::uint32_t num_classes, std::uint32_t stride)
      : num_words_((stride + kWordBits - 1) / kWordBits),
        words_(new std::atomic<std::uint64_t>[std::size_t{num_classes} * num_words_]) {
    for (std::size_t i = 0; i < std::size_t{num_classes} * num_words_; ++i) {
      const std::size_t begin = i % num_words_ * kWordBits;
      const std::size_t bits = stride - begin;
      words_[i].store(bits >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1,
                      std::memory_order_relaxed);
    }
  }

  // After the change.
  void raise(std::uint32_t set_class, std::uint64_t in_class) {
    words_[set_class * num_words_ + in_class / kWordBits].fetch_or(std::uint64_t{1} << in_class % kWordBits,
                                                                   std::memory_order_release);
  }
  // Before the values are read: moves a class's bits to `out`; how many are set.
  std::uint32_t take(std::uint32_t set_class, std::vector<std::uint64_t>& out) {
    out.resize(num_words_);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < num_words_; ++i) {
      std::atomic<std::uint64_t>& word = words_[set_class * num_words_ + i];
      out[i] = word.load(std::memory_order_relaxed) == 0 ? 0 : word.exchange(0, std::memory_order_acq_rel);
      count += static_cast<std::uint32_t>(std::popcount(out[i]));
    }
    return count;
  }

 private:
  static constexpr std::size_t kWordBits = 64;

  std::size_t num_words_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> words_;
};

}  // namespace motu
