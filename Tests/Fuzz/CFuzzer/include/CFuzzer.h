/// The entry of libFuzzer: runs `one` on input after input until a limit of `argv` is reached.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *data, size_t size));
