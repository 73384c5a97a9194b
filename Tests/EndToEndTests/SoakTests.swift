import Foundation
import TestSupport
import Testing

/// Random keys, sizes, reloads and a live position at full speed against the real program: it never goes deaf, and what
/// is on the screen is what a forced repaint draws.
///
/// `make soak` runs it for ten minutes; `TERMMAP_SOAK_SECONDS` sets any time, `TERMMAP_SOAK_SEED` the first seed.
@Suite(.timeLimit(.minutes(30)))
struct SoakTests {
    private static func number(_ variable: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
    }

    /// One program lives so long before it is quit.
    private static let life = Duration.seconds(5)

    @Test func theProgramNeverGoesDeaf() throws {
        let end = ContinuousClock.now + .seconds(Self.number("TERMMAP_SOAK_SECONDS", 20))
        var seed = UInt64(Self.number("TERMMAP_SOAK_SEED", 0))
        // Other work beside the suite may take the processor; `make soak` asks for 200 ms.
        let quitLimit = Duration.milliseconds(Self.number("TERMMAP_SOAK_QUIT_MILLISECONDS", 60_000))
        var worst = Duration.zero
        var bursts = 0
        while ContinuousClock.now < end {
            var soak = try Soak(seed: seed)
            let fault = try soak.run(until: min(end, ContinuousClock.now + Self.life))
            worst = max(worst, soak.timeToQuit)
            bursts += soak.bursts
            try #require(fault == nil, "seed \(seed): \(fault ?? "")\n\(soak.history)")
            #expect(soak.timeToQuit <= quitLimit, "seed \(seed)")
            seed += 1
        }
        print("soak: \(bursts) bursts, slowest quit \(worst)")
    }
}

/// One program, and what is done to it.
private struct Soak {
    private(set) var timeToQuit = Duration.zero
    private(set) var bursts = 0
    /// What was typed last, to play it again.
    private(set) var typed: [String] = []
    private var random: SeededRandom
    private let places: ScratchFile
    private let receiver: ScratchPipe
    private let terminal: PseudoTerminal
    private var second = 0

    var history: String { typed.suffix(12).joined(separator: "\n") }

    init(seed: UInt64) throws {
        random = SeededRandom(seed)
        var text = "id,name,latitude,longitude\n"
        for id in 0..<40_000 {
            let place = (random.fraction(-85...85), random.fraction(-180...180))
            text += "\(id),Place \(id % 700),\(place.0),\(place.1)\n"
        }
        places = try ScratchFile(text)
        receiver = try ScratchPipe()
        terminal = try PseudoTerminal(
            PseudoTerminal.termmap,
            ["--theme", "dark", "--watch=1", "--nmea", receiver.path, places.path], columns: 100, rows: 30)
    }

    /// What went wrong, in words.
    mutating func run(until end: ContinuousClock.Instant) throws -> String? {
        // Keys come while the rows are still being read.
        guard terminal.waitUntil({ terminal.isRaw }) else { return "no screen" }
        while ContinuousClock.now < end {
            bursts += 1
            try burst()
            if let fault = settle() { return fault }
        }
        let start = ContinuousClock.now
        terminal.type("q")
        let ending = terminal.waitForExit()
        timeToQuit = ContinuousClock.now - start
        if ending != .exit(0) { return "q ended it with \(ending.map { "\($0)" } ?? "nothing")" }
        return terminal.unrestored.isEmpty ? nil : terminal.unrestored.joined(separator: ", ")
    }

    // MARK: - What is done

    private mutating func burst() throws {
        var keys = ""
        for _ in 0..<random.number(1...25) { keys += key() }
        typed.append(keys.debugDescription)
        terminal.type(keys)
        switch random.number(0...9) {
        case 0...2:
            let size = (random.number(1...160), random.number(1...50))
            typed.append("size \(size)")
            terminal.resize(columns: size.0, rows: size.1)
        case 3: try touch()
        case 4...6: receiver.write(fixes(random.number(1...20)))
        default: break
        }
        if random.number(0...2) == 0 { terminal.drain() }
    }

    /// One key or what a person types in one go; nothing that quits or suspends.
    private mutating func key() -> String {
        let phrases = [
            "gppar\r", "gppar\rx", "/place 12\r", "/pla\u{1B}[B\u{1B}[B\r", "gl48.85,2.35\r", "r500\r", "r",
            ":bad\r", "?",
            "gs", "G", "L \u{1B}[B ", "n", "N", "R", "R", "0", "W", "b", "b", "T", "T", "<", ">", "c", "i",
            "o", "\t", "\t", "\r",
            "\u{1B}[Z", "+", "+", "-", "=", "h", "j", "k", "l", "\u{1B}[A", "\u{1B}[B", "\u{1B}[C",
            "\u{1B}[D", "\u{1B}[5~",
            "\u{1B}[6~", "\u{7F}", "\u{1B}", "\u{C}", " ", "x", "é", "東", "\u{15}", "\u{17}", "\u{1}",
            "\u{5}",
            "\u{1B}[200~paris texas\nq\u{1B}[201~", "\u{1B}[<0;20;10M\u{1B}[<0;20;10m", "\u{1B}[<64;40;12M",
            "\u{1B}[<65;40;12M", "\u{1B}[<0;10;10M\u{1B}[<32;30;12M\u{1B}[<0;30;12m", "\u{1B}[<0;9999;1M",
            "\u{1B}[1;5Q",
        ]
        return phrases[random.number(0...phrases.count - 1)]
    }

    /// The file changes: rows are added, and `--watch` reads it again.
    private mutating func touch() throws {
        typed.append("file changes")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: places.path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("9,Another,\(random.fraction(-80...80)),12\n".utf8))
        try file.close()
    }

    private mutating func fixes(_ count: Int) -> String {
        (0..<count).map { _ -> String in
            second += 1
            let time = [second / 3600 % 24, second / 60 % 60, second % 60].map {
                $0 < 10 ? "0\($0)" : "\($0)"
            }
            let body =
                "GPRMC,\(time.joined()).00,A,4807.0380,N,011\(10 + second % 49).0000,E,019.4,090.0,221126,,,A"
            let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
            return "$\(body)*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
        }.joined()
    }

    // MARK: - What must hold

    /// What the screen shows, without the age of the position, which counts on.
    private var picture: [String] {
        terminal.rows.map {
            $0.replacing(#/(2D|3D) .( [0-9.]*( s)?)?/#, with: "").replacing(#/\ +/#, with: " ")
        }
    }

    /// After Esc, Esc, Esc a forced repaint changes nothing.
    ///
    /// A message that goes by itself may change between two looks: a few are taken.
    private mutating func settle() -> String? {
        for _ in 0..<3 {
            terminal.type("\u{1B}")
            terminal.waitForQuiet(milliseconds: 60)
        }
        guard terminal.waitUntil({ !terminal.screenText.contains("loading") }) else {
            return "loading never ends"
        }
        var difference = ""
        for _ in 0..<6 {
            terminal.waitForQuiet(milliseconds: 120)
            let before = picture
            let count = terminal.output.count
            terminal.type("\u{C}")
            guard terminal.waitUntil({ terminal.output.count > count }) else {
                return "Ctrl-L is not answered:\n\(before.joined(separator: "\n"))"
            }
            terminal.waitForQuiet(milliseconds: 120)
            let after = picture
            if before == after { return nil }
            difference = zip(before, after).enumerated().filter { $1.0 != $1.1 }
                .map { "\($0): \($1.0)\n   \($1.1)" }.joined(separator: "\n")
        }
        return "a forced repaint changes the screen:\n\(difference)"
    }
}

/// A named pipe, removed when it is let go; it stays open for writing.
private final class ScratchPipe {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("termmap-\(UUID().uuidString)")
        .path
    private let descriptor: Int32

    init() throws {
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        // For reading as well, so that opening waits for nobody.
        descriptor = open(path, O_RDWR | O_NONBLOCK)
    }

    /// What does not fit into the pipe is lost.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.write(descriptor, bytes, bytes.count)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}
