// Zstandard (libzstd-dev).
#include <zstd.h>
