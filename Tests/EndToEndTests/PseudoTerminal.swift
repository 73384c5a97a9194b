import CPseudoTerminal
import Foundation

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
        let standard = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": "/tmp", "PATH": "/usr/bin:/bin"]
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
            _ = waitForExit(milliseconds: 2000)
        }
        hangUp()
        if slave >= 0 { close(slave) }
    }

    // MARK: The user

    /// Types `text`; false if the program does not take it.
    @discardableResult
    func type(_ text: String) -> Bool { type(Array(text.utf8)) }

    @discardableResult
    func type(_ bytes: [UInt8]) -> Bool { pseudo_write(master, bytes, bytes.count, 2000) }

    func resize(columns: Int, rows: Int) {
        screen = ScreenModel(columns: columns, rows: rows)
        pseudo_resize(master, Int32(rows), Int32(columns))
    }

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

    /// Reads until the screen shows `text`; false after `milliseconds`.
    func waitFor(_ text: String, milliseconds: Int = 3000) -> Bool {
        waitUntil(milliseconds: milliseconds) { screenText.contains(text) }
    }

    /// Reads until `condition` holds; false after `milliseconds`.
    func waitUntil(milliseconds: Int = 3000, _ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            readOnce(milliseconds: 10)
        }
        return true
    }

    /// Reads until nothing came for `milliseconds`; the bytes that came meanwhile.
    @discardableResult
    func waitForQuiet(milliseconds: Int = 60) -> Int {
        let before = output.count
        while readOnce(milliseconds: milliseconds) > 0 {}
        return output.count - before
    }

    /// Types and counts the bytes of the answer.
    func bytesAfterTyping(_ text: String) -> Int {
        type(text)
        return waitForQuiet()
    }

    @discardableResult
    private func readOnce(milliseconds: Int) -> Int {
        guard !isClosed else { return 0 }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = pseudo_read(master, &buffer, buffer.count, Int32(milliseconds))
        guard count > 0 else { return 0 }
        output += buffer[..<count]
        screen.feed(buffer[..<count])
        return count
    }

    // MARK: The end

    /// How the program ended, or nil if it lives after `milliseconds`. Goes on reading unless `reading` is false.
    func waitForExit(milliseconds: Int = 2000, reading: Bool = true) -> End? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while end == nil {
            var code: Int32 = 0
            var signal: Int32 = 0
            if pseudo_wait(child, 0, &code, &signal) {
                end = End(code: code, signal: signal)
            } else if ContinuousClock.now >= deadline {
                return nil
            } else if reading, !isClosed {
                readOnce(milliseconds: 2)
            } else {
                usleep(2000)
            }
        }
        if reading { waitForQuiet(milliseconds: 5) }
        return end
    }

    /// 'T' if the program is stopped.
    var state: Character { Character(Unicode.Scalar(UInt8(bitPattern: pseudo_state(child)))) }

    /// The processor time that the program used, in hundredths of a second.
    var cpuTicks: Int {
        let line = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        // utime and stime are the 14th and 15th field; the name was the second.
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

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
