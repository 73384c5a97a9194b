#pragma once
#include "CTerminalGuard.h"

/// The thread that calls this is the one that restores.
void remember_main_thread(void);
/// Restores the terminal, says why, and ends the process by the first deadly signal.
_Noreturn void end_deadly(int signal);
/// Fills standard streams that are closed.
void fill_standard_streams(void);
