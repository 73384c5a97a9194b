// expat (libexpat1-dev): XML as a stream of events.
#include <expat.h>
