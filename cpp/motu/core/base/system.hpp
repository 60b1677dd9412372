// What motu asks of the operating system, in one place: system_posix.cpp and system_windows.cpp answer, and CMake takes
// the one that fits. Nothing else in the core includes a header of a system.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

namespace motu::system {

// What the system refused and why, in its own words; who asked adds what it was about.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// --- files -----------------------------------------------------------------------------------------------------------

// A plain file in memory, read-only; it goes with the last share.
struct Mapping {
  std::shared_ptr<const std::byte> data;
  std::size_t size = 0;  // above 0
};
// Throws Refusal, also for what is no plain file and for what is empty. The file itself is closed again.
Mapping map_file(const std::filesystem::path& path);

// A new file to write to, in place of what stood there; null, and errno says why.
std::FILE* create_file(const std::filesystem::path& path);
// Whether all that was written is on the disk; else errno says why.
bool sync_file(std::FILE* file);
// Puts a file in the place of another, which may be mapped by anybody. Throws Refusal.
void replace_file(const std::filesystem::path& file, const std::filesystem::path& place);

// --- locks -----------------------------------------------------------------------------------------------------------

// Held against all other processes and all other locks of this one, until the last share goes.
using Lock = std::shared_ptr<void>;
// Waits for it; the file is made where there is none, and stays. Throws Refusal.
Lock lock_file(const std::filesystem::path& path);
// None where somebody has it; an empty one where the file system knows no locks, or there is no such folder.
std::optional<Lock> try_lock_folder(const std::filesystem::path& folder);

// --- the processor ---------------------------------------------------------------------------------------------------

// Whether it is ARM's and adds up products of 8 bits without and with a sign.
bool processor_has_i8mm();
// Of 8 bits that both have a sign.
bool processor_has_dot_products();

// --- memory ----------------------------------------------------------------------------------------------------------

// So many bytes, not yet set; null where there are none left. Large amounts ask for huge pages where the system has
// them: what is written here and there would otherwise take longer to find its page than to be written.
void* allocate_large(std::size_t bytes);
void free_large(void* memory) noexcept;

}  // namespace motu::system
