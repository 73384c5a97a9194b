#!/usr/bin/env python3
"""Ten actions a second at a running map, and the memory that it takes.

    tools/long-session.py SECONDS PROGRAM [ARGUMENT]...

Types the same keys in each run (pan, zoom, filter, colours, search, tables, the mouse) and prints the memory
of the program every 30 seconds. Ends with 1 if the program ends early or is silent for ten seconds.
"""
import fcntl
import os
import pty
import random
import select
import struct
import sys
import termios
import time

KEYS = (
    ["/place 12\r", "gppar\r", "gprom\r", "gl48.85,2.35\r", "r500\r", "r", "fid > 1000\r", "F", "C\r", "C\x1b"]
    + list("cio+++---=hjkl00WbT<>nNttdLGmvsR?") + ["\t", "\t", "\r", "\x1b[Z", "gs", "\x0c", "\x1b", "\x1b"]
    + ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~"]
    + ["\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[<64;40;12M", "\x1b[<65;40;12M"]
)


def memory(process):
    with open(f"/proc/{process}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return " ".join(f"{name} {int(fields[name].split()[0]) // 1024}" for name in ("VmRSS", "RssAnon", "VmHWM"))


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    seconds, command = int(sys.argv[1]), sys.argv[2:]
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LANG="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    keys = random.Random(7)
    start = heard = time.time()
    actions, reports = 0, 0
    while (now := time.time()) < start + seconds:
        if now >= start + actions / 10:
            os.write(terminal, keys.choice(KEYS).encode())
            actions += 1
        if now >= start + 30 * reports:
            print(f"{now - start:.0f} s, {actions} actions, MB: {memory(process)}", flush=True)
            reports += 1
        if select.select([terminal], [], [], 0.02)[0]:
            try:
                os.read(terminal, 65_536)
            except OSError:
                sys.exit("the program ended")
            heard = time.time()
        if time.time() > heard + 10:
            sys.exit("silent for ten seconds")
    # An Esc with a key behind it would be that key with Alt.
    for key in (b"\x1b", b"\x1b", b"\x1b", b"q"):
        os.write(terminal, key)
        time.sleep(0.5)
    start = time.time()
    while select.select([terminal], [], [], 10)[0]:
        try:
            os.read(terminal, 65_536)
        except OSError:
            break
    else:
        sys.exit("q did not end it")
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    print(f"quit after {time.time() - start:.2f} s with {code}")
    sys.exit(code != 0)


main()
