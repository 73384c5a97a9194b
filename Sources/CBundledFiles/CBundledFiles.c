#define _GNU_SOURCE
#include "CBundledFiles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Of C23; this compiler has it in all editions.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char basemap[] = {
#embed "../../data/small/basemap.tmb"
};
static const unsigned char labels[] = {
#embed "../../data/small/labels.tsv"
};
static const unsigned char gazetteer[] = {
#embed "../../data/small/gazetteer.tmg"
};
static const unsigned char airports[] = {
#embed "../../data/small/airports.csv"
};

static const unsigned char xterm256[] = {
#embed "../../data/terminfo/xterm-256color"
};
static const unsigned char xterm[] = {
#embed "../../data/terminfo/xterm"
};
static const unsigned char screen256[] = {
#embed "../../data/terminfo/screen-256color"
};
static const unsigned char screen[] = {
#embed "../../data/terminfo/screen"
};
static const unsigned char tmux256[] = {
#embed "../../data/terminfo/tmux-256color"
};
static const unsigned char tmux[] = {
#embed "../../data/terminfo/tmux"
};
static const unsigned char console[] = {
#embed "../../data/terminfo/linux"
};
static const unsigned char vt100[] = {
#embed "../../data/terminfo/vt100"
};
static const unsigned char vt220[] = {
#embed "../../data/terminfo/vt220"
};
static const unsigned char rxvt256[] = {
#embed "../../data/terminfo/rxvt-unicode-256color"
};
static const unsigned char alacritty[] = {
#embed "../../data/terminfo/alacritty"
};

static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"basemap.tmb", basemap, sizeof basemap},
    {"labels.tsv", labels, sizeof labels},
    {"gazetteer.tmg", gazetteer, sizeof gazetteer},
    {"airports.csv", airports, sizeof airports},
    {"terminfo/xterm-256color", xterm256, sizeof xterm256},
    {"terminfo/xterm", xterm, sizeof xterm},
    {"terminfo/screen-256color", screen256, sizeof screen256},
    {"terminfo/screen", screen, sizeof screen},
    {"terminfo/tmux-256color", tmux256, sizeof tmux256},
    {"terminfo/tmux", tmux, sizeof tmux},
    {"terminfo/linux", console, sizeof console},
    {"terminfo/vt100", vt100, sizeof vt100},
    {"terminfo/vt220", vt220, sizeof vt220},
    {"terminfo/rxvt-unicode-256color", rxvt256, sizeof rxvt256},
    {"terminfo/alacritty", alacritty, sizeof alacritty},
};

const void *bundled_bytes(const char *name, size_t *count)
{
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(files[i].name, name) != 0) continue;
        *count = files[i].count;
        return files[i].bytes;
    }
    *count = 0;
    return NULL;
}

// An open file without a name: in memory where the system has that.
static int nameless_file(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("termmap-bundled", MFD_CLOEXEC);
#else
    char path[] = "/tmp/termmap-bundled-XXXXXX";
    int fd = mkstemp(path);
    if (fd >= 0) unlink(path);
    return fd;
#endif
}

int bundled_open(const char *name)
{
    size_t count;
    const unsigned char *bytes = bundled_bytes(name, &count);
    if (bytes == NULL) {
        errno = ENOENT;
        return -1;
    }
    int fd = nameless_file();
    while (fd >= 0 && count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            int failure = written < 0 ? errno : ENOSPC;
            close(fd);
            errno = failure;
            return -1;
        }
        bytes += written;
        count -= (size_t)written;
    }
    if (fd >= 0) lseek(fd, 0, SEEK_SET);
    return fd;
}
