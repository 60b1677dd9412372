// The tag that C++ exceptions are thrown with in WebAssembly: one address of what was thrown.
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");
