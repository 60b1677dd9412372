// Which process this is. A child of fork() has a copy of all objects, but of the threads only the one that called it.
#pragma once

#if !defined(_WIN32)
#include <unistd.h>
#endif

namespace motu {

// Remembers the process that it was made in.
class Process {
 public:
  bool is_this() const { return number_ == current(); }

 private:
#if defined(_WIN32)
  static int current() { return 0; }  // nobody forks there
#else
  static int current() { return ::getpid(); }
#endif

  int number_ = current();
};

}  // namespace motu
