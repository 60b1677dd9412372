// doctest's main program; the other files of this folder hold the tests.
#include <cfloat>  // doctest uses DBL_EPSILON and leaves its header to others

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
