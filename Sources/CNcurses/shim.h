// What Swift cannot import from ncurses: macros with casts, variadic functions, and globals that strict concurrency
// refuses. Nothing here does more than rename.
#ifndef TERMMAP_CNCURSES_SHIM_H
#define TERMMAP_CNCURSES_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define NCURSES_WIDECHAR 1
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <wchar.h>
#include <ncurses.h>
#include <term.h>

// term.h names terminal capabilities by macros as short as `columns` and `lines`; Swift ignores them.

static const attr_t ncursesBold = A_BOLD;
static const attr_t ncursesDim = A_DIM;
static const attr_t ncursesItalic = A_ITALIC;
static const attr_t ncursesUnderline = A_UNDERLINE;
static const attr_t ncursesReverse = A_REVERSE;

static inline WINDOW *ncursesStandardWindow(void) { return stdscr; }
static inline int ncursesColors(void) { return COLORS; }
static inline int ncursesColorPairs(void) { return COLOR_PAIRS; }

/// A cell of `text` (at most 5 scalars, ended by 0): the pair goes by pointer, the short argument is too small.
static inline cchar_t ncursesCell(const wchar_t *text, attr_t attributes, int pair)
{
    cchar_t cell;
    setcchar(&cell, text, attributes, 0, &pair);
    return cell;
}

static inline cchar_t ncursesScalarCell(wchar_t scalar, attr_t attributes, int pair)
{
    const wchar_t text[2] = {scalar, 0};
    return ncursesCell(text, attributes, pair);
}

/// What ncurses believes to be on the terminal.
static inline WINDOW *ncursesShownWindow(void) { return curscr; }

/// The bytes of a capability with one number, such as `dch`.
static inline const char *terminfoCount(const char *capability, int count) { return tiparm(capability, count); }

/// The width that ncurses will believe; ours must not differ.
static inline int ncursesWidth(wchar_t scalar) { return wcwidth(scalar); }

/// A string capability, or NULL if the terminal lacks it: ncurses says "no such name" by -1.
static inline const char *terminfoString(const char *name)
{
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

extern char **environ;

/// Puts `variable` before all others and returns the environment as it was, to be put back. Neither list is changed or
/// freed: a thread that reads it meanwhile finds one of the two.
static inline char **terminfoReplaceEnvironment(const char *variable)
{
    char **before = environ;
    size_t count = 0;
    while (before != NULL && before[count] != NULL) count++;
    // stdlib.h would bring `fd_set` in the form of GNU, which is another than that of Swift's modules.
    char **list = (char **)__builtin_calloc(count + 2, sizeof *list);
    if (list == NULL || (list[0] = strdup(variable)) == NULL) return before;
    if (count > 0) memcpy(list + 1, before, count * sizeof *list);
    environ = list;
    return before;
}

static inline void terminfoRestoreEnvironment(char **before) { environ = before; }

/// The bytes that move the cursor.
static inline const char *terminfoCursorMove(const char *capability, int row, int column)
{
    return tiparm(capability, row, column);
}

static inline int terminalSize(int fd, struct winsize *size) { return ioctl(fd, TIOCGWINSZ, size); }

#endif
