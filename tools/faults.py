#!/usr/bin/env python3
"""Faults that take too long or too much for the tests: system calls that fail, limits of memory, huge inputs.

    tools/faults.py PROGRAM [calls|formats|limits|sweep|huge|many …]

The program must end by itself within a time, with exit status 0, 1 or 2 and at most three lines on standard error.
Where memory runs out, Swift ends the program by a signal: that is reported, and allowed only there.
"""
import fcntl, os, pty, resource, select, shutil, struct, subprocess, sys, tempfile, termios, time

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.mkdtemp(prefix="termmap-faults-")
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": FOLDER, "LANG": "C.UTF-8", "XDG_CACHE_HOME": FOLDER + "/cache",
               "TERMMAP_DATA": os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")}
results = []


def report(name, verdict, words):
    results.append(verdict)
    print(f"{'ok    ' if verdict else 'FAILED'} {name}: {words}", flush=True)


def run(name, command, seconds=20, memory=None, megabytes=None, signals=()):
    """Runs `command`; `memory` limits the address space, `megabytes` is the most that may be resident."""

    def limit():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    start = time.monotonic()
    with open(FOLDER + "/errors", "w+b") as errors:
        process = subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit)
        peak, code = 0, None
        while code is None and time.monotonic() - start < seconds:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                code, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss // 1024
            else:
                time.sleep(0.01)
        if code is None:
            process.kill()
            os.wait4(process.pid, 0)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").splitlines()
    elapsed = time.monotonic() - start
    words = f"exit {code}, {elapsed:.1f} s, {peak} MB, {lines[0][:110] if lines else 'no message'}"
    verdict = (code in (0, 1, 2) or -(code or 0) in signals) and (len(lines) <= 3 or (code or 0) < 0)
    if megabytes and peak > megabytes:
        verdict, words = False, words + f" (more than {megabytes} MB)"
    report(name, verdict, words)


def files():
    rows = FOLDER + "/rows.csv"
    with open(rows, "w") as file:
        file.write("name,latitude,longitude\n")
        file.writelines(f"Place {i},{i % 170 - 85},{i % 360 - 180}\n" for i in range(200_000))
    database = FOLDER + "/rows.sqlite"
    import sqlite3
    connection = sqlite3.connect(database)
    connection.execute("create table places (name text, latitude real, longitude real)")
    connection.executemany("insert into places values (?, ?, ?)",
                           ((f"P{i}", i % 170 - 85, i % 360 - 180) for i in range(20_000)))
    connection.commit()
    connection.close()
    return rows, database


def failing_calls(paths):
    if not shutil.which("strace"):
        return print("skipped: system calls that fail (no strace)")
    # Those that name the file or its descriptor, from the first, the second, … on; EINTR only now and then.
    of_the_file = [("read", "EIO"), ("pread64", "EIO"), ("openat", "EMFILE"), ("openat", "EACCES"), ("openat", "ENOMEM"),
                   ("fstat", "EIO"), ("newfstatat", "EIO"), ("lseek", "EIO")]
    interrupted = ["read", "pread64", "openat", "write", "poll", "futex"]
    # The loader of libraries has done its work before call 90.
    of_all = [("mmap", "ENOMEM", "90+"), ("mmap", "ENOMEM", "120"), ("clone3", "EAGAIN", "1+"), ("clone3", "EAGAIN", "2+"),
              ("write", "ENOSPC", "1+"), ("write", "EIO", "1+"), ("openat", "EMFILE", "60+"), ("openat", "ENFILE", "90+"),
              ("getrandom", "ENOSYS", "2+"), ("fsync", "EIO", "1+"), ("rename", "ENOSPC", "1+")]
    for path in paths:
        cases = [(["-P", path], f"{call}:error={error}:when={when}") for call, error in of_the_file
                 for when in ("1+", "2+", "3+", "5", "9")]
        cases += [(["-P", path], f"{call}:error=EINTR:when=2+2") for call in interrupted[:3]]
        cases += [([], f"{call}:error=EINTR:when=100+3") for call in interrupted]
        cases += [([], f"{call}:error={error}:when={when}") for call, error, when in of_all]
        for only, fault in cases:
            run(f"{os.path.basename(path)} {fault}",
                ["strace", "-f", "-qq", "-o", "/dev/null", *only, f"-einject={fault}", PROGRAM, "--once", path],
                signals=(4, 5, 6, 11) if "mmap" in fault else ())


def formats():
    """A whole file of each format in the corpus."""
    corpus = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Tests", "Corpus")
    found = []
    for folder in sorted(os.listdir(corpus)):
        path = os.path.join(corpus, folder)
        if folder in ("basemap", "gazetteer", "labels", "mvt", "pmtiles", "gpsd", "reports") or not os.path.isdir(path):
            continue
        names = sorted(name for name in os.listdir(path) if name.startswith(("whole.", "points.", "two-tables."))
                       and not name.endswith((".shx", ".dbf", ".prj")))
        found += [os.path.join(path, name) for name in names if os.path.isfile(os.path.join(path, name))]
    return found + [os.path.join(corpus, *name.split("/")) for name in ("shapefile/whole/places.shp", "google/android.json",
                                                                        "google/iphone.json", "google/semantic.json")]


def one_in(paths):
    """System calls of which one in N fails, over every format: rows are counted, so a row that is lost is noticed."""
    if not shutil.which("strace"):
        return
    faults = [("read", "EIO"), ("pread64", "EIO"), ("openat", "EMFILE"), ("openat", "EINTR"), ("read", "EINTR"),
              ("mmap", "ENOMEM"), ("lseek", "EIO"), ("write", "EAGAIN"), ("clone3", "EAGAIN"), ("poll", "EINTR")]
    # What the loader of libraries calls before the program begins: counted, for it differs from build to build.
    subprocess.run(["strace", "-f", "-qq", "-o", FOLDER + "/calls", PROGRAM, "--version"], env=ENVIRONMENT,
                   stdout=subprocess.DEVNULL, check=True)
    with open(FOLDER + "/calls") as calls:
        started = [line.split()[1].split("(")[0] for line in calls if len(line.split()) > 1]
    reached = []
    for path in paths:
        name = "/".join(path.split("/")[-2:])
        for call, error in faults:
            for every in (2, 7):
                first = started.count(call) + 1
                run(f"{name} one {call} in {every} fails with {error}",
                    ["strace", "-f", "-qq", "-o", FOLDER + "/calls", f"-etrace={call}",
                     f"-einject={call}:error={error}:when={first}+{every}", PROGRAM, "--audit", path],
                    signals=(4, 5, 6, 11) if call == "mmap" else ())
                with open(FOLDER + "/calls") as calls:
                    reached.append(calls.read().count("(INJECTED)"))
    # strace counts the calls of each thread by itself: those that call little are not reached.
    print(f"{sum(reached)} calls failed in {sum(map(bool, reached))} of {len(reached)} runs")


def limits(paths):
    # Too few addresses are refused in one line; with more, an allocation that fails is rare but allowed to end it.
    # No case may take long: the C library can search for room for each thread's memory in each allocation.
    for megabytes in (48, 56, 64, 96, 128, 192, 256, 512):
        for path in paths:
            run(f"{os.path.basename(path)} in {megabytes} MB of addresses", [PROGRAM, "--once", path],
                seconds=5, memory=megabytes << 20, signals=(4, 5, 6, 11) if megabytes >= 64 else ())


# Addresses in MB, from too few upwards.
STEPS = list(range(56, 132, 4)) + [144, 160, 192, 224, 256, 320, 384, 512]


def sweep(paths):
    """Every format from just too little memory upwards, as rows are counted and on a screen. Memory that runs out ends the program
    by a signal with one line, and on a screen the terminal is as it was."""
    for path in paths:
        name = "/".join(path.split("/")[-2:])
        for megabytes in STEPS:
            run(f"{name} in {megabytes} MB", [PROGRAM, "--audit", path], seconds=20, memory=megabytes << 20,
                signals=(4, 5, 6, 11) if megabytes >= 64 else ())
        for megabytes in STEPS[::2]:
            screen(f"{name} on a screen in {megabytes} MB", path, megabytes)


def screen(name, path, megabytes):
    """Opens a file on a terminal of its own, types a few keys, quits, and looks at what is left of the terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    before = termios.tcgetattr(slave)

    def begin():
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    process = subprocess.Popen([PROGRAM, path], stdin=slave, stdout=slave, stderr=slave, preexec_fn=begin,
                               env=ENVIRONMENT | {"TERM": "xterm-256color"})
    shown, keys, start = b"", [(0.6, b"d"), (0.8, b"t"), (1.0, b"q"), (1.2, b"q"), (1.5, b"q")], time.monotonic()
    while process.poll() is None and time.monotonic() - start < 10:
        if keys and time.monotonic() - start > keys[0][0]:
            os.write(master, keys.pop(0)[1])
        if select.select([master], [], [], 0.05)[0]:
            shown += os.read(master, 65536)
    while select.select([master], [], [], 0.05)[0]:
        shown += os.read(master, 65536)
    elapsed, code = time.monotonic() - start, process.poll()
    if code is None:
        process.kill()
        process.wait()
    is_restored = termios.tcgetattr(slave) == before and shown.rfind(b"\x1b[?1049h") <= shown.rfind(b"\x1b[?1049l")
    os.close(master)
    os.close(slave)
    lines = shown.split(b"\x1b[?1049l")[-1].decode(errors="replace").strip().splitlines()
    is_fine = code in (0, 1, 2) or -(code or 0) in (4, 5, 6, 11) and megabytes >= 64
    report(name, is_fine and is_restored and len(lines) <= 3,
           f"exit {code}, {elapsed:.1f} s, {'restored' if is_restored else 'NOT RESTORED'}, "
           f"{lines[-1][-110:] if lines and code else 'no message'}")


def huge():
    long_line = FOLDER + "/line.csv"
    with open(long_line, "wb") as file:
        file.write(b"name,latitude,longitude\n")
        for _ in range(1024):
            file.write(b"x" * (1 << 20))
        file.write(b",1,2\nNext,3,4\n")
    run("a line of 1 GiB", [PROGRAM, "--once", long_line], seconds=60, megabytes=512)
    os.unlink(long_line)
    field = FOLDER + "/field.csv"
    with open(field, "wb") as file:
        file.write(b'name,latitude,longitude\nA,1,2\n"' + b"y" * (16 << 20) + b'",3,4\nB,5,6\n')
    run("a field of 16 MiB", [PROGRAM, "--once", field], megabytes=192)
    quote = FOLDER + "/quote.csv"
    with open(quote, "wb") as file:
        file.write(b'name,latitude,longitude\nA,1,2\n"' + b"z\n" * (100 << 20))
    run("a quote open for 200 MiB", [PROGRAM, "--once", quote], seconds=60, megabytes=512)
    os.unlink(quote)
    for word, opening in (("arrays", "["), ("objects", '{"a":')):
        deep = FOLDER + "/deep.json"
        with open(deep, "w") as file:
            file.write(opening * 1_000_000)
        run(f"a million nested {word}", [PROGRAM, "--once", deep], megabytes=256)
    deep = FOLDER + "/deep.gpx"
    with open(deep, "w") as file:
        file.write("<gpx>" + "<a>" * 1_000_000)
    run("a million nested elements", [PROGRAM, "--once", deep], megabytes=512)
    wide = FOLDER + "/wide.csv"
    with open(wide, "w") as file:
        file.write(",".join(f"c{i}" for i in range(10_000)) + "\n" + "," * 1_000_000 + "\n")
    run("10,000 columns, a line of a million commas", [PROGRAM, "--once", wide], megabytes=512)
    run("/dev/zero", [PROGRAM, "--once", "/dev/zero"], seconds=60, megabytes=512)


def many():
    paths = []
    for number in range(1000):
        paths.append(f"{FOLDER}/many-{number}.csv")
        with open(paths[-1], "w") as file:
            file.write(f"name,latitude,longitude\nA{number},{number % 80},{number % 170}\n")
    run("1,000 files", [PROGRAM, "--once"] + paths, seconds=60)


try:
    rows, database = files()
    parts = {"calls": lambda: failing_calls([rows, database]), "formats": lambda: one_in(formats()),
             "limits": lambda: limits([rows, database]), "sweep": lambda: sweep(formats()), "huge": huge, "many": many}
    for name in sys.argv[2:] or parts:
        parts[name]()
finally:
    shutil.rmtree(FOLDER)
print(f"{sum(results)} of {len(results)} passed")
sys.exit(0 if all(results) else 1)
