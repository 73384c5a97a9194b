// zlib (zlib1g-dev): what gzip and zip compress with.
#include <zlib.h>
