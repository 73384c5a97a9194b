import CPseudoTerminal
import Foundation
import TestSupport

/// The real program in a terminal of its own: types, reads, resizes, kills, and says whether the terminal came back.
final class PseudoTerminal {
    struct End: Equatable {
        var code: Int32
        var signal: Int32

        static func exit(_ code: Int32) -> End { End(code: code, signal: 0) }
        static func killed(by signal: Int32) -> End { End(code: -1, signal: signal) }
    }

    let child: pid_t
    /// Everything that the program wrote.
    private(set) var output: [UInt8] = []
    private(set) var isClosed = false
    private var screen: ScreenModel
    private let master: Int32
    private var slave: Int32
    private let modesBefore: [UInt8]
    private var end: End?
    /// What the program had done when something was last sent to it.
    private var activityBefore: Activity?

    /// The program under test: `TERMMAP_PROGRAM` where that is set, else the one next to the test bundle.
    static var termmap: String {
        if let named = ProcessInfo.processInfo.environment["TERMMAP_PROGRAM"] { return named }
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
        let folder = bundle.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return (folder ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path)
            + "/termmap"
    }

    /// Starts `path` with nothing in its environment but `environment`, TERM, LANG, HOME and PATH.
    init(
        _ path: String = PseudoTerminal.termmap, _ arguments: [String] = [],
        environment: [String: String] = [:],
        columns: Int = 80, rows: Int = 24, input: Int32 = -1, bitsPerSecond: Int32? = nil
    ) throws {
        let standard = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/tmp", "PATH": "/usr/bin:/bin",
            // No test uses what another one left.
            "XDG_CACHE_HOME": "/dev/null", "TERMMAP_CONFIG": "", "XDG_STATE_HOME": "/dev/null",
        ]
        let variables = standard.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var master: Int32 = -1
        var slave: Int32 = -1
        var child: pid_t = -1
        var failure = pseudo_open(Int32(rows), Int32(columns), &master, &slave)
        if failure == 0, let bitsPerSecond { failure = pseudo_set_speed(slave, bitsPerSecond) }
        // Before the program can change them.
        modesBefore = Self.modes(of: slave)
        if failure == 0 {
            failure = Self.withStrings([path] + arguments) { arguments in
                Self.withStrings(variables) { pseudo_start(path, arguments, $0, input, slave, &child) }
            }
        }
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        self.master = master
        self.slave = slave
        self.child = child
        screen = ScreenModel(columns: columns, rows: rows)
    }

    deinit {
        if end == nil {
            kill(child, SIGKILL)
            _ = waitForExit()
        }
        hangUp()
        if slave >= 0 { close(slave) }
    }

    // MARK: The user

    /// Types `text`; false if the program does not take it.
    @discardableResult
    func type(_ text: String) -> Bool { type(Array(text.utf8)) }

    @discardableResult
    func type(_ bytes: [UInt8]) -> Bool {
        activityBefore = activity
        return pseudo_write(master, bytes, bytes.count, Int32(Patience.limit.components.seconds * 1_000))
    }

    func resize(columns: Int, rows: Int) {
        activityBefore = activity
        screen = ScreenModel(columns: columns, rows: rows)
        pseudo_resize(master, Int32(rows), Int32(columns))
    }

    /// The screen is empty, and the program does not know it.
    func forgetScreen() { screen.feed(Array("\u{1B}[2J".utf8)[...]) }

    func send(_ signal: Int32) { kill(child, signal) }

    /// Closes the terminal's window.
    func hangUp() {
        guard !isClosed else { return }
        isClosed = true
        if slave >= 0 { close(slave) }
        slave = -1
        close(master)
    }

    // MARK: What is seen

    /// The rows of the screen, trailing blanks cut.
    var rows: [String] { screen.text }
    var screenText: String { rows.joined(separator: "\n") }

    /// Reads until the screen shows `text`; false if it never does.
    func waitFor(_ text: String) -> Bool { waitUntil { screenText.contains(text) } }

    /// Reads until `condition` holds; false if it never does.
    func waitUntil(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + Patience.limit
        while !condition() {
            guard ContinuousClock.now < deadline else { return condition() }
            readOnce(milliseconds: 10)
        }
        return true
    }

    /// Reads what is there.
    func drain() { while readOnce(milliseconds: 0) > 0 {} }

    /// Reads until the program has noticed what was sent to it, and then has slept and written nothing for
    /// `milliseconds`, however slow the machine is; false if it never does.
    ///
    /// The time is for what the program itself waits for: the rest of a key, a pause before a search.
    func becomesQuiet(milliseconds: Int = 80) -> Bool {
        let deadline = ContinuousClock.now + Patience.limit
        var last = activityBefore
        defer { activityBefore = nil }
        while ContinuousClock.now < deadline {
            while readOnce(milliseconds: milliseconds) > 0 { last = nil }
            let now = activity
            if now.isAsleep, now == last, now != activityBefore { return true }
            last = now
        }
        return false
    }

    /// Reads until the program is quiet; the number of bytes that came.
    @discardableResult
    func waitForQuiet(milliseconds: Int = 80) -> Int {
        let before = output.count
        _ = becomesQuiet(milliseconds: milliseconds)
        return output.count - before
    }

    /// Types and counts the bytes of the answer.
    func bytesAfterTyping(_ text: String) -> Int {
        type(text)
        return waitForQuiet()
    }

    /// Waits until the program has run since something was sent to it, without reading.
    func waitUntilNoticed() -> Bool { eventually { activity != activityBefore && activity.isAsleep } }

    /// Unchanged if no thread of the program or of its children has run.
    private struct Activity: Equatable {
        var isAsleep: Bool
        var switches: UInt64
    }

    private var activity: Activity {
        var switches: UInt64 = 0
        let isAsleep = pseudo_sleeps(child, &switches)
        return Activity(isAsleep: isAsleep, switches: switches)
    }

    @discardableResult
    private func readOnce(milliseconds: Int) -> Int {
        guard !isClosed else {
            usleep(UInt32(milliseconds) * 1_000)
            return 0
        }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = pseudo_read(master, &buffer, buffer.count, Int32(milliseconds))
        guard count > 0 else { return 0 }
        output += buffer[..<count]
        screen.feed(buffer[..<count])
        return count
    }

    // MARK: The end

    /// How the program ended, or nil if it does not. Goes on reading unless `reading` is false.
    func waitForExit(reading: Bool = true) -> End? {
        let deadline = ContinuousClock.now + Patience.limit
        while !hasEnded {
            guard ContinuousClock.now < deadline else { return nil }
            if reading { readOnce(milliseconds: 2) } else { usleep(2_000) }
        }
        if reading { drain() }
        return end
    }

    /// Whether the program has ended by now.
    var hasEnded: Bool {
        var code: Int32 = 0
        var signal: Int32 = 0
        if end == nil, pseudo_wait(child, &code, &signal) { end = End(code: code, signal: signal) }
        return end != nil
    }

    /// 'T' if the program is stopped.
    var state: Character { Character(Unicode.Scalar(UInt8(bitPattern: pseudo_state(child)))) }

    /// Resident memory in KiB.
    var residentKilobytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(whereSeparator: { !$0.isNumber }).first ?? "") } ?? 0
    }

    /// What is still wrong with the terminal; empty after a good end.
    var unrestored: [String] {
        var faults = screen.unrestored
        if Self.modes(of: slave) != modesBefore { faults.append("termios differ") }
        return faults
    }

    var isRaw: Bool { Self.modes(of: slave) != modesBefore }

    private static func modes(of slave: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pseudo_modes(slave, &bytes, bytes.count)
        return Array(bytes.prefix(count))
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { body($0.baseAddress!) }  // never empty: it ends with nil
    }
}
