// Files and locks as POSIX has them: numbers of files, signals, full disks. Not built on other systems.
#include <fcntl.h>
#include <signal.h>  // pthread_kill and sigaction are POSIX's
#include <unistd.h>

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "motu/core/tables/file_lock.hpp"
#include "motu/core/tables/mapped_file.hpp"
#include "motu/core/tests/tables_testing.hpp"
#include "motu/core/tests/temporary.hpp"

using namespace motu;
using motu::testing::bytes_of;
using motu::testing::refusal_of;
using motu::testing::TemporaryFile;
using motu::testing::TemporaryFolder;
using motu::testing::text_of;

namespace {

// The lowest number that the system has free for a file.
int free_descriptor() {
  const int descriptor = ::open("/dev/null", O_RDONLY);
  ::close(descriptor);
  return descriptor;
}

bool is_mapped(const std::filesystem::path& path) {
  return text_of("/proc/self/maps").find(path.string()) != std::string::npos;
}

// As in a program that was started without standard input: the next file is number 0.
class WithoutStandardInput {
 public:
  WithoutStandardInput() : kept_(::dup(0)) { ::close(0); }
  ~WithoutStandardInput() {
    if (kept_ >= 0) ::dup2(kept_, 0);
    ::close(kept_ >= 0 ? kept_ : 0);
  }
  WithoutStandardInput(const WithoutStandardInput&) = delete;
  WithoutStandardInput& operator=(const WithoutStandardInput&) = delete;

 private:
  int kept_;
};

}  // namespace

TEST_CASE("mapped files: nothing stays open, and the memory goes with the last who holds it") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  std::ofstream(path) << "some bytes";
  const int before = free_descriptor();
  auto mapped = MappedFile::open(path);
  auto held = mapped;
  CHECK(free_descriptor() == before);
  CHECK(is_mapped(path) == std::filesystem::exists("/proc/self/maps"));
  mapped.reset();
  CHECK(held->read<char>(0) == 's');
  held.reset();
  CHECK_FALSE(is_mapped(path));
  CHECK_THROWS_AS(MappedFile::open(folder.path()), Error);
  CHECK_THROWS_AS(MappedFile::open(folder / "nothing"), Error);
  CHECK(free_descriptor() == before);
}

TEST_CASE("mapped files and locks: they work in a program without standard input") {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  std::ofstream(path) << "some bytes";
  const WithoutStandardInput closed;
  REQUIRE(free_descriptor() == 0);
  CHECK(MappedFile::open(path)->read<char>(5) == 'b');
  {
    const auto lock = FileLock::of_file(path);
    CHECK(free_descriptor() != 0);
  }
  CHECK(free_descriptor() == 0);
  {
    const auto lock = FileLock::of_folder(folder.path());
    CHECK(free_descriptor() != 0);
    CHECK_THROWS_AS(FileLock::of_folder(folder.path()), Error);
  }
  CHECK_NOTHROW(FileLock::of_folder(folder.path()));
}

TEST_CASE("file writer: a full disk is told at whatever is done next, and nothing is left of the file" *
          doctest::skip(!std::filesystem::exists("/dev/full"))) {
  const TemporaryFolder folder;
  const auto path = folder / "file";
  const auto refusal = [&](auto&& call) {
    std::filesystem::create_symlink("/dev/full", folder / "file.unfinished");
    FileWriter writer(path);
    return refusal_of([&] { call(writer); });
  };
  const std::string full = "cannot write \"" + path.string() + "\": No space left on device; right is a place";
  const std::vector<std::byte> much(std::size_t{1} << 20);
  CHECK(refusal([&](FileWriter& writer) { writer.write(much); }).find(full) != std::string::npos);
  CHECK(refusal([](FileWriter& writer) {
          writer.write(bytes_of("little"));
          writer.rewind();
        }).find(full) != std::string::npos);
  CHECK(refusal([](FileWriter& writer) {
          writer.write(bytes_of("little"));
          writer.finish();
        }).find(full) != std::string::npos);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("locks: who writes a file waits for who writes it already, signals or not") {
  const TemporaryFile file;
  struct sigaction counting{};
  struct sigaction before{};
  static std::atomic<int> signals;
  signals = 0;
  counting.sa_handler = [](int) { ++signals; };  // without SA_RESTART: system calls are interrupted
  REQUIRE(::sigaction(SIGUSR1, &counting, &before) == 0);
  std::optional<FileLock> held(FileLock::of_file(file.path));
  std::atomic<bool> has_begun = false;
  std::atomic<bool> has_it = false;
  std::atomic<bool> has_ended = false;
  std::string refusal;
  std::thread other([&] {
    has_begun = true;
    refusal = refusal_of([&] {
      const auto lock = FileLock::of_file(file.path);
      has_it = true;
    });
    has_ended = true;
  });
  while (!has_begun) std::this_thread::yield();
  for (int sent = 1; sent <= 20 && !has_ended; ++sent) {
    ::pthread_kill(other.native_handle(), SIGUSR1);
    while (signals < sent && !has_ended) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK_FALSE(has_it);
  held.reset();
  other.join();
  CHECK(has_it);
  CHECK(refusal.empty());
  ::sigaction(SIGUSR1, &before, nullptr);
}
