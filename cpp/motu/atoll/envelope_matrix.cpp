#include "motu/atoll/envelope_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace motu {

namespace {

// Four sums side by side: a single one would wait for itself at every step.
double dot(const double* a, const double* b, int begin, int end) {
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  int i = begin;
  for (; i + 4 <= end; i += 4) {
    for (int k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (; i < end; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

void EnvelopeMatrix::shape(std::span<const int> first) {
  first_.assign(first.begin(), first.end());
  offsets_.resize(first.size());
  std::ptrdiff_t used = 0;
  for (std::size_t row = 0; row < first.size(); ++row) {
    offsets_[row] = used - first[row];
    used += static_cast<std::ptrdiff_t>(row) - first[row] + 1;
  }
  entries_.assign(static_cast<std::size_t>(used), 0.0);
}

void EnvelopeMatrix::factor() {
  for (int i = 0; i < size(); ++i) {
    double* row = row_of(i);
    const int begin = first_[static_cast<std::size_t>(i)];
    for (int j = begin; j < i; ++j) {
      const double* above = row_of(j);
      row[j] = (row[j] - dot(row, above, std::max(begin, first_[static_cast<std::size_t>(j)]), j)) / above[j];
    }
    row[i] = std::sqrt(row[i] - dot(row, row, begin, i));
  }
}

void EnvelopeMatrix::solve(std::span<double> x) const {
  for (int i = 0; i < size(); ++i) {
    const double* row = row_of(i);
    auto& value = x[static_cast<std::size_t>(i)];
    value = (value - dot(row, x.data(), first_[static_cast<std::size_t>(i)], i)) / row[i];
  }
  for (int i = size() - 1; i >= 0; --i) {
    const double* row = row_of(i);
    const double value = x[static_cast<std::size_t>(i)] /= row[i];
    for (int j = first_[static_cast<std::size_t>(i)]; j < i; ++j) x[static_cast<std::size_t>(j)] -= row[j] * value;
  }
}

}  // namespace motu
