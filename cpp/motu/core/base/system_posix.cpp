#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__aarch64__) && defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "motu/core/base/system.hpp"

namespace motu::system {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

[[noreturn]] void refuse(int error) { throw Refusal(std::generic_category().message(error)); }

// Closes a file by its number.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

// --- files -----------------------------------------------------------------------------------------------------------

Mapping map_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) refuse(errno);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) refuse(errno);
  if (!S_ISREG(status.st_mode)) throw Refusal("it is no plain file");
  if (status.st_size == 0) throw Refusal("it is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (data == MAP_FAILED) refuse(errno);
  return {{static_cast<const std::byte*>(data), [data, size](const std::byte*) { ::munmap(data, size); }}, size};
}

std::FILE* create_file(const std::filesystem::path& path) { return std::fopen(path.c_str(), "wb"); }

bool sync_file(std::FILE* file) { return std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0; }

void replace_file(const std::filesystem::path& file, const std::filesystem::path& place) {
  if (std::rename(file.c_str(), place.c_str()) != 0) refuse(errno);
}

// --- locks -----------------------------------------------------------------------------------------------------------

Lock lock_file(const std::filesystem::path& path) {
  auto file = std::make_shared<Descriptor>(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file->number() < 0) refuse(errno);
  while (::flock(file->number(), LOCK_EX) != 0) {
    if (errno != EINTR) refuse(errno);
  }
  return file;
}

std::optional<Lock> try_lock_folder(const std::filesystem::path& folder) {
  auto file = std::make_shared<Descriptor>(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file->number() >= 0 && ::flock(file->number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return {};
  return file;
}

// --- the processor ---------------------------------------------------------------------------------------------------

#if defined(__aarch64__) && defined(__APPLE__)
static bool has(const char* ability) {
  int is_there = 0;
  std::size_t size = sizeof(is_there);
  return ::sysctlbyname(ability, &is_there, &size, nullptr, 0) == 0 && is_there != 0;
}

bool processor_has_i8mm() { return has("hw.optional.arm.FEAT_I8MM"); }
bool processor_has_dot_products() { return has("hw.optional.arm.FEAT_DotProd"); }
#elif defined(__aarch64__) && defined(__linux__)
bool processor_has_i8mm() {
  constexpr unsigned long kI8mm = 1UL << 13;
  return (::getauxval(AT_HWCAP2) & kI8mm) != 0;
}
bool processor_has_dot_products() {
  constexpr unsigned long kDotProducts = 1UL << 20;
  return (::getauxval(AT_HWCAP) & kDotProducts) != 0;
}
#else
bool processor_has_i8mm() { return false; }
bool processor_has_dot_products() { return false; }
#endif

// --- memory ----------------------------------------------------------------------------------------------------------

void* allocate_large(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  const std::size_t alignment = bytes >= kHugePage ? kHugePage : alignof(std::max_align_t);
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded);
#ifdef MADV_HUGEPAGE
  // A wish; where the system does not grant it, all goes as it would have gone.
  if (memory != nullptr && alignment == kHugePage) ::madvise(memory, rounded, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_large(void* memory) noexcept { std::free(memory); }

}  // namespace motu::system
