// Symmetric positive definite systems whose entries lie near the diagonal: Cholesky without the zeros outside the
// envelope (Jennings, 1966). Boards numbered row by row make such systems, with the groups' few full rows at the end.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace motu {

class EnvelopeMatrix {
 public:
  // Zero, with row i kept from column first[i] <= i on.
  void shape(std::span<const int> first);
  int size() const { return static_cast<int>(first_.size()); }
  // Adds to the entry (row, column) and its mirror image; column <= row, inside the envelope.
  void add(int row, int column, double value) { row_of(row)[column] += value; }
  // Replaces the matrix by its Cholesky factor. It must be positive definite.
  void factor();
  // Replaces the right-hand side by the solution; only after `factor`.
  void solve(std::span<double> x) const;

 private:
  // Where column 0 of the row would be.
  double* row_of(int row) { return entries_.data() + offsets_[static_cast<std::size_t>(row)]; }
  const double* row_of(int row) const { return entries_.data() + offsets_[static_cast<std::size_t>(row)]; }

  std::vector<int> first_;
  std::vector<std::ptrdiff_t> offsets_;
  std::vector<double> entries_;
};

}  // namespace motu
