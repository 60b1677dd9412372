// Threads that work for one call.
#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "motu/core/base/error.hpp"

namespace motu {

// Starts threads that call work(first), ..., work(last - 1). Where the system starts no more of them, `stop` tells
// those that run to end, they are waited for, and the error has this slug.
template <class Work, class Stop>
std::vector<std::jthread> start_threads(int first, int last, const Work& work, const Stop& stop,
                                        const char* slug = "engine/threads") {
  std::vector<std::jthread> threads;
  try {
    for (int i = first; i < last; ++i) threads.emplace_back(work, i);
  } catch (const std::system_error&) {
    stop();
    const std::string started = std::to_string(threads.size()), asked = std::to_string(last - first);
    threads.clear();
    throw Error(slug, "the system starts only " + started + " more threads, not " + asked + ": fewer would be right",
                asked);
  }
  return threads;
}

}  // namespace motu
