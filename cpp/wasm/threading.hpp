// What libc++ asks of an operating system about threads, where there is none and everything runs in one: its header
// <__external_threading>. Locks are always free, waiting never ends, and no thread can be made.
#pragma once

#include <__chrono/convert_to_timespec.h>
#include <__chrono/duration.h>
#include <errno.h>
#include <__config>
#include <ctime>

_LIBCPP_BEGIN_NAMESPACE_STD

using __libcpp_timespec_t = ::timespec;

using __libcpp_mutex_t = int;
using __libcpp_recursive_mutex_t = int;
#define _LIBCPP_MUTEX_INITIALIZER 0

inline _LIBCPP_HIDE_FROM_ABI int __libcpp_recursive_mutex_init(__libcpp_recursive_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_recursive_mutex_lock(__libcpp_recursive_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI bool __libcpp_recursive_mutex_trylock(__libcpp_recursive_mutex_t*) { return true; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_recursive_mutex_unlock(__libcpp_recursive_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_recursive_mutex_destroy(__libcpp_recursive_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_mutex_lock(__libcpp_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI bool __libcpp_mutex_trylock(__libcpp_mutex_t*) { return true; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_mutex_unlock(__libcpp_mutex_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_mutex_destroy(__libcpp_mutex_t*) { return 0; }

using __libcpp_condvar_t = int;
#define _LIBCPP_CONDVAR_INITIALIZER 0

inline _LIBCPP_HIDE_FROM_ABI int __libcpp_condvar_signal(__libcpp_condvar_t*) { return 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_condvar_broadcast(__libcpp_condvar_t*) { return 0; }
// Nobody else could ever wake it.
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_condvar_wait(__libcpp_condvar_t*, __libcpp_mutex_t*) { __builtin_trap(); }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_condvar_timedwait(__libcpp_condvar_t*, __libcpp_mutex_t*,
                                                            __libcpp_timespec_t*) {
  return ETIMEDOUT;
}
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_condvar_destroy(__libcpp_condvar_t*) { return 0; }

using __libcpp_exec_once_flag = int;
#define _LIBCPP_EXEC_ONCE_INITIALIZER 0

inline _LIBCPP_HIDE_FROM_ABI int __libcpp_execute_once(__libcpp_exec_once_flag* flag, void (*init)()) {
  if (*flag == 0) {
    *flag = 1;
    init();
  }
  return 0;
}

using __libcpp_thread_id = int;
using __libcpp_thread_t = int;
#define _LIBCPP_NULL_THREAD 0

inline _LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_id_equal(__libcpp_thread_id a, __libcpp_thread_id b) {
  return a == b;
}
inline _LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_id_less(__libcpp_thread_id a, __libcpp_thread_id b) { return a < b; }
inline _LIBCPP_HIDE_FROM_ABI __libcpp_thread_id __libcpp_thread_get_id(const __libcpp_thread_t* thread) {
  return *thread;
}
inline _LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_isnull(const __libcpp_thread_t* thread) { return *thread == 0; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_thread_create(__libcpp_thread_t*, void* (*)(void*), void*) { return EAGAIN; }
inline _LIBCPP_HIDE_FROM_ABI __libcpp_thread_id __libcpp_thread_get_current_id() { return 1; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_thread_join(__libcpp_thread_t*) { return EINVAL; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_thread_detach(__libcpp_thread_t*) { return EINVAL; }
inline _LIBCPP_HIDE_FROM_ABI void __libcpp_thread_yield() {}
inline _LIBCPP_HIDE_FROM_ABI void __libcpp_thread_sleep_for(const chrono::nanoseconds&) {}

// A place for one thread's value is a place for everybody's.
#define _LIBCPP_TLS_DESTRUCTOR_CC

using __libcpp_tls_key = void**;

inline _LIBCPP_HIDE_FROM_ABI int __libcpp_tls_create(__libcpp_tls_key* key, void (*)(void*)) {
  *key = new void*(nullptr);
  return 0;
}
inline _LIBCPP_HIDE_FROM_ABI void* __libcpp_tls_get(__libcpp_tls_key key) { return *key; }
inline _LIBCPP_HIDE_FROM_ABI int __libcpp_tls_set(__libcpp_tls_key key, void* value) {
  *key = value;
  return 0;
}

_LIBCPP_END_NAMESPACE_STD
