import CPseudoTerminal
import DatabaseSources
import Foundation
import Glibc
import Platform

/// What the program sends for each key, in a pseudo-terminal of its own, and what ncurses would send by itself
/// when it is handed every frame whole. What a key costs in time the program measures itself.
enum ScreenBenchmarks {
    private static let program = ".build/release/termmap"

    private static let keys: [(name: String, bytes: String)] = [
        ("zoom in", "+"), ("zoom in", "+"), ("zoom in", "+"), ("pan sideways", "l"), ("pan sideways", "l"),
        ("pan down", "j"), ("pan down", "j"), ("pan up", "k"), ("first selection", "\t"),
        ("next selection", "\t"), ("next selection", "\t"), ("details", "i"), ("pan beside a panel", "l"),
        ("close", "\u{1B}"), ("without meaning", "x"),
    ]

    static func run() {
        guard access(program, X_OK) == 0 else { return print("  \(program) is missing: make build") }
        measureTime("data/airports.csv")
        let million = FileManager.default.temporaryDirectory.appending(
            path: "termmap-million-\(getpid()).csv"
        ).path
        defer { unlink(million) }
        if writeMillionRows(to: million) { measureTime(million) }
        bytesOfDensity()
        for (columns, rows) in [(80, 24), (240, 64)] {
            let ours = bytesPerKey(columns, rows, [])
            let whole = bytesPerKey(columns, rows, ["--whole-frames"])
            print("  bytes at \(columns)x\(rows), ours and ncurses handed whole frames")
            for (index, key) in keys.enumerated() where index < ours.count && index < whole.count {
                let name = key.name.padding(toLength: 20, withPad: " ", startingAt: 0)
                print("    \(name) \(ours[index])  \(whole[index])")
            }
        }
    }

    /// The airports as shades in 24-bit colours: `d` from clusters draws all of the map.
    private static func bytesOfDensity() {
        let names = ["clusters to density", "pan sideways", "pan down", "zoom in"]
        let keys = ["d", "l", "j", "+"]
        let bytes = bytesPerKey(240, 64, [], keys: keys, environment: ["COLORTERM=truecolor"])
        print("  bytes of density at 240x64, 24-bit colours")
        for (name, count) in zip(names, bytes) { print("    \(name) \(count)") }
    }

    private static func measureTime(_ file: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--measure", "--size", "240x64", file]
        print("  time of a key at 240x64, \(file)")
        fflush(nil)
        try? process.run()
        process.waitUntilExit()
    }

    private static func bytesPerKey(
        _ columns: Int, _ rows: Int, _ options: [String], keys: [String] = keys.map(\.bytes),
        environment added: [String] = []
    ) -> [Int] {
        var master: Int32 = -1
        var slave: Int32 = -1
        guard pseudo_open(Int32(rows), Int32(columns), &master, &slave) == 0 else { return [] }
        let arguments = [program, "--no-animation", "--theme", "dark"] + options + ["data/airports.csv"]
        let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"] + added
        var child: pid_t = 0
        let started = withCStrings(arguments) { arguments in
            withCStrings(environment) { environment in
                pseudo_start(program, arguments, environment, -1, slave, &child)
            }
        }
        guard started == 0 else { return [] }
        defer {
            kill(child, SIGKILL)
            close(master)
            close(slave)
        }
        _ = drain(master)
        return keys.map { key in
            let bytes = Array(key.utf8)
            _ = pseudo_write(master, bytes, bytes.count, 1000)
            return drain(master)
        }
    }

    /// Bytes until the program has been silent for a while.
    private static func drain(_ master: Int32) -> Int {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = pseudo_read(master, &buffer, buffer.count, 400)
            if count <= 0 { return total }
            total += count
        }
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
