#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <windows.h>

#include <string>
#include <system_error>

#include "motu/core/base/system.hpp"

namespace motu::system {

namespace {

// In POSIX's words where there are any, so that a message is the same everywhere.
[[noreturn]] void refuse(DWORD error) {
  if (error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND) throw Refusal("No such file or directory");
  throw Refusal(std::system_category().message(static_cast<int>(error)));
}

bool is_folder(const std::filesystem::path& path) {
  const DWORD kind = ::GetFileAttributesW(path.c_str());
  return kind != INVALID_FILE_ATTRIBUTES && (kind & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

// Closes what the system knows by a handle, and with a file goes its lock.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (is_open()) ::CloseHandle(handle_);
  }
  bool is_open() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

// Whoever has a file open lets others read, write, rename and delete it, as everywhere else.
constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE open_lock(const std::filesystem::path& path) {
  return ::CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, kShared, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
                       nullptr);
}

// The first byte stands for all of it.
bool take_lock(HANDLE file, DWORD how) {
  OVERLAPPED place{};
  return ::LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | how, 0, 1, 0, &place) != 0;
}

bool move_over(const std::filesystem::path& from, const std::filesystem::path& to) {
  return ::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
}

}  // namespace

// --- files -----------------------------------------------------------------------------------------------------------

Mapping map_file(const std::filesystem::path& path) {
  if (is_folder(path)) throw Refusal("it is no plain file");
  const Handle file(
      ::CreateFileW(path.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file.is_open()) refuse(::GetLastError());
  if (::GetFileType(file.get()) != FILE_TYPE_DISK) throw Refusal("it is no plain file");
  LARGE_INTEGER size{};
  if (::GetFileSizeEx(file.get(), &size) == 0) refuse(::GetLastError());
  if (size.QuadPart == 0) throw Refusal("it is empty");
  const Handle section(::CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
  if (!section.is_open()) refuse(::GetLastError());
  const void* const data = ::MapViewOfFile(section.get(), FILE_MAP_READ, 0, 0, 0);  // keeps the section itself
  if (data == nullptr) refuse(::GetLastError());
  return {{static_cast<const std::byte*>(data), [](const std::byte* view) { ::UnmapViewOfFile(view); }},
          static_cast<std::size_t>(size.QuadPart)};
}

std::FILE* create_file(const std::filesystem::path& path) { return ::_wfopen(path.c_str(), L"wb"); }

bool sync_file(std::FILE* file) { return std::fflush(file) == 0 && ::_commit(::_fileno(file)) == 0; }

// A file that is mapped can be renamed, but nothing can be put in its place. Then the old one goes aside first; it is
// deleted when nobody has it mapped any more, by who replaces the file next.
void replace_file(const std::filesystem::path& file, const std::filesystem::path& place) {
  if (is_folder(place)) throw Refusal("Is a directory");  // it would go aside as well
  std::filesystem::path aside = place;
  aside += L".replaced";
  if (move_over(file, place)) {
    ::DeleteFileW(aside.c_str());
    return;
  }
  const DWORD error = ::GetLastError();
  if (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION && error != ERROR_USER_MAPPED_FILE) {
    refuse(error);
  }
  for (int number = 2; !move_over(place, aside); ++number) {
    constexpr int kMost = 100;  // versions that are still mapped by somebody
    if (number > kMost) refuse(error);
    aside = place;
    aside += L".replaced" + std::to_wstring(number);
  }
  if (!move_over(file, place)) {
    const DWORD reason = ::GetLastError();
    move_over(aside, place);
    refuse(reason);
  }
  ::DeleteFileW(aside.c_str());
}

// --- locks -----------------------------------------------------------------------------------------------------------

Lock lock_file(const std::filesystem::path& path) {
  auto file = std::make_shared<Handle>(open_lock(path));
  if (!file->is_open() || !take_lock(file->get(), 0)) refuse(::GetLastError());
  return file;
}

// Folders can't be locked here: a file beside it stands for it.
std::optional<Lock> try_lock_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) return Lock();
  std::filesystem::path beside = folder;
  beside += L".lock";
  auto file = std::make_shared<Handle>(open_lock(beside));
  if (!file->is_open()) return Lock();
  if (take_lock(file->get(), LOCKFILE_FAIL_IMMEDIATELY)) return file;
  if (::GetLastError() == ERROR_LOCK_VIOLATION) return {};
  return Lock();
}

// --- the processor ---------------------------------------------------------------------------------------------------

// motu is built for Windows on x86
bool processor_has_i8mm() { return false; }
bool processor_has_dot_products() { return false; }

// --- memory ----------------------------------------------------------------------------------------------------------

// Huge pages take a right that accounts don't have.
void* allocate_large(std::size_t bytes) { return ::_aligned_malloc(bytes == 0 ? 1 : bytes, 64); }

void free_large(void* memory) noexcept { ::_aligned_free(memory); }

}  // namespace motu::system
