#!/bin/sh
# What of Alpine's C library (musl) and of macOS can be checked on Debian, without their SDKs.
#
# musl: Debian's musl-dev has its true headers. The C targets are compiled against them; Platform and MapModel, the only
# Swift that imports a C library, are type-checked with a module Musl made of them. That shows that each function and type
# exists there. It does not show that the program links or runs: Swift's SDK for musl is not tried here.
#
# macOS: there are no headers. Platform and MapModel are type-checked with a module Darwin that has the headers of musl. That
# shows that the branches for Darwin are Swift, and no more; the names below that are of Linux alone are counted.
set -eu
cd "$(dirname "$0")/.."
swiftc=$(dirname "$(command -v "${SWIFT:-swift}")")/swiftc
tools/install-packages.sh musl-dev
headers=/usr/include/$(uname -m)-linux-musl
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for target in CTerminalGuard CByteScan CCurl CPostgreSQL CBundledFiles; do
    clang --target="$(uname -m)-linux-musl" -nostdlibinc -isystem "$headers" -fsyntax-only -Wall -Wextra -Werror \
        -I "Sources/$target/include" "Sources/$target"/*.c
done
echo "musl: the C targets compile against the headers of musl-dev"

# The headers of the kernel are the same for each C library.
mkdir "$work/kernel"
ln -s /usr/include/linux /usr/include/asm-generic "/usr/include/$(uname -m)-linux-gnu/asm" "$work/kernel"

# A module of the whole C library under the name that the sources import.
make_module() {
    mkdir -p "$work/$1"
    {
        # Apple's names of these members.
        [ "$1" != Darwin ] || printf '#define st_mtim st_mtimespec\n#define st_ctim st_ctimespec\n'
    } > "$work/$1/library.h"
    for header in ctype dirent dlfcn errno fcntl fenv fnmatch glob grp iconv langinfo limits locale math netdb poll pthread \
        pwd sched semaphore signal spawn stdio stdlib string strings sys/file sys/ioctl sys/mman sys/param sys/prctl \
        sys/random sys/resource sys/select sys/socket sys/stat sys/statfs sys/statvfs sys/sysinfo sys/syscall sys/time \
        sys/types sys/uio sys/un sys/utsname sys/vfs sys/wait syscall arpa/inet netinet/in netinet/tcp termios time unistd \
        utime wchar wctype; do
        [ ! -e "$headers/$header.h" ] || echo "#include <$header.h>"
    done >> "$work/$1/library.h"
    echo '#include "library.h"' > "$work/$1/named.h"
    # The standard library of this host wants the module of its own C library.
    {
        echo 'module SwiftGlibc [system] { header "library.h" export * }'
        echo "module $1 [system] { header \"named.h\" export * }"
        echo "module CByteScan { umbrella \"$PWD/Sources/CByteScan/include\" export * }"
    } > "$work/$1/module.modulemap"
}

# What Swift adds to each C library, as in its Platform.swift: variadic functions, and macros that Clang does not import.
cat > "$work/overlay.swift" <<'SWIFT'
var errno: Int32 { get { 0 } set {} }
var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }
var MAP_FAILED: UnsafeMutableRawPointer? { nil }
var S_IFMT: mode_t { 0 }
var S_IFREG: mode_t { 0 }
var S_IFDIR: mode_t { 0 }
var S_IFLNK: mode_t { 0 }
var S_IFIFO: mode_t { 0 }
var S_IFCHR: mode_t { 0 }
var S_IFBLK: mode_t { 0 }
var S_IFSOCK: mode_t { 0 }
func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { 0 }
func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { 0 }
func fcntl(_ fd: Int32, _ command: Int32) -> Int32 { 0 }
func fcntl(_ fd: Int32, _ command: Int32, _ value: Int32) -> Int32 { 0 }
func fcntl(_ fd: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }
func ioctl(_ fd: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }
SWIFT

# Type-checks the two targets as if the C library was the module `$1`.
check_swift() {
    make_module "$1"
    (echo "import $1"; cat "$work/overlay.swift") > "$work/$1/overlay.swift"
    for target in MapModel Platform; do
        mkdir -p "$work/$1-sources/$target"
        (cd "Sources/$target" && find * -name '*.swift') | while read -r file; do
            sed "s/canImport(Glibc)/false/; s/canImport(Musl)/canImport($1)/; s/^\( *\)import Musl/\1import $1/" \
                "Sources/$target/$file" > "$work/$1-sources/$target/$(echo "$file" | tr '/' '_')"
        done
        if ! "$swiftc" -typecheck -wmo -swift-version 6 -package-name termmap -module-name "$target" -I "$work/$1" \
            -module-cache-path "$work/cache" \
            -Xcc -nostdlibinc -Xcc -isystem -Xcc "$headers" \
            -Xcc -isystem -Xcc "$work/kernel" -Xcc -D_GNU_SOURCE "$work/$1-sources/$target"/*.swift "$work/$1/overlay.swift" \
            2> "$work/log"
        then
            grep -A 3 'error:' "$work/log" >&2
            exit 1
        fi
    done
}
check_swift Musl
echo "musl: Platform and MapModel type-check against the headers of musl-dev"
check_swift Darwin
echo "macOS: Platform and MapModel type-check with a module Darwin of the same headers, which are not Apple's"

linux='memfd_create|MFD_[A-Z]+|pipe2|accept4|gettid|prctl|tgkill|mallopt|O_PATH|/proc/self|sysinfo|SOCK_CLOEXEC|SOCK_NONBLOCK'
echo "macOS: names of Linux alone, to be replaced there:"
grep -rEno "$linux" Sources --include='*.swift' --include='*.c' --include='*.h' | awk -F: '{ print $1 ": " $3 }' |
    sort | uniq -c
