// The tables that searches of this process may ask, by what they are about. Safe for any number of threads.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace motu {

// Few tables are open at a time, so keys only have to be comparable.
template <class Key, class Table>
class OpenTables {
 public:
  using Shared = std::shared_ptr<const Table>;

  // In place of an earlier one of the same key, which is returned.
  Shared use(const Key& key, Shared table) {
    const std::lock_guard guard(lock_);
    const auto found = place_of(key);
    if (found != tables_.end()) return std::exchange(found->second, std::move(table));
    tables_.emplace_back(key, std::move(table));
    return nullptr;
  }
  void forget() {
    const std::lock_guard guard(lock_);
    tables_.clear();
  }
  // Null: none is in use.
  Shared find(const Key& key) const {
    const std::lock_guard guard(lock_);
    const auto found = place_of(key);
    return found == tables_.end() ? nullptr : found->second;
  }
  // The same, but makes one where none is in use; others wait meanwhile.
  template <class F>
  Shared find_or_make(const Key& key, F&& make) {
    const std::lock_guard guard(lock_);
    const auto found = place_of(key);
    return found == tables_.end() ? tables_.emplace_back(key, make()).second : found->second;
  }
  bool is_empty() const {
    const std::lock_guard guard(lock_);
    return tables_.empty();
  }

 private:
  auto place_of(const Key& key) const { return std::ranges::find(tables_, key, &std::pair<Key, Shared>::first); }
  auto place_of(const Key& key) { return std::ranges::find(tables_, key, &std::pair<Key, Shared>::first); }

  mutable std::mutex lock_;
  std::vector<std::pair<Key, Shared>> tables_;
};

}  // namespace motu
