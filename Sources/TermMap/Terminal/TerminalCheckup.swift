import CNcurses
import CTerminalGuard
import Platform
import TerminalInput

/// What terminfo knows of the terminal that `TERM` names.
package struct TerminalEntry: Sendable {
    /// The entry that is used: that of `TERM`, or what stands in for it.
    package let name: String
    /// Colours, 0 for none.
    package let colors: Int
    /// It speaks xterm's private modes.
    package let isXtermLike: Bool

    /// Looks the entry up, without touching the terminal.
    package init() throws(TerminalError) {
        name = try Terminal.terminalType()
        colors = max(Int(tigetnum("colors")), 0)
        isXtermLike = terminfoString("kmous") != nil && terminfoString("smcup") != nil
    }
}

/// What the terminal answers when it is asked, and how far texts move its cursor. Nothing stays on its screen.
///
/// One at a time, on the main thread. A terminal that does not answer costs a fifth of a second.
package struct TerminalCheckup {
    /// Its size.
    package private(set) var columns = 0
    package private(set) var rows = 0
    /// What it said; `attributeCount` is 0 for one that answers nothing.
    package var answers: TerminalAnswers { decoder.answers }
    /// Columns that each text takes; nil where the terminal did not say.
    package private(set) var widths: [Int?]

    private var decoder = InputDecoder()
    private static let patience: Duration = .milliseconds(200)

    /// Asks the terminal of standard output.
    ///
    /// - Parameter texts: short ones, each of which is written at the left edge and removed.
    package init(measuring texts: [String]) throws(TerminalError) {
        widths = texts.map { _ in nil }
        let terminal = try Terminal.openTerminal()
        defer { Descriptor.close(terminal) }
        var size = winsize()
        if terminalSize(terminal, &size) == 0 { (columns, rows) = (Int(size.ws_col), Int(size.ws_row)) }
        let clean = Array("\r\u{1B}[K".utf8).map { CChar(bitPattern: $0) }
        guard !guard_is_in_background(terminal), guard_arm(terminal, clean, clean.count) else {
            throw .system(call: "tcgetattr", code: SystemError.last.code)
        }
        defer { guard_restore() }
        var line = TerminalLine(of: terminal)
        line?.makeRaw()
        guard line?.apply(to: terminal) == true else {
            throw .system(call: "tcsetattr", code: SystemError.last.code)
        }
        ask(TerminalModes.colorQuestions(asksColors: true), terminal) { $0.attributeCount > 0 }
        guard answers.attributeCount > 0 else { return }
        let questions = texts.map { "\r\u{1B}[K\($0)\u{1B}[6n" }.joined()
        ask(questions, terminal) { $0.cursorColumns.count >= texts.count }
        for (index, column) in answers.cursorColumns.prefix(texts.count).enumerated() {
            widths[index] = column - 1
        }
    }

    /// Writes a question and reads until it is answered, a signal comes, or it took too long.
    private mutating func ask(
        _ question: String, _ terminal: Int32, until isAnswered: (TerminalAnswers) -> Bool
    ) {
        guard Descriptor.writeAll(Array(question.utf8), to: terminal) else { return }
        let end = MonotonicClock.now + Self.patience
        var events: [InputEvent] = []
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !isAnswered(answers), MonotonicClock.now < end, guard_take_signal() == 0 {
            guard Descriptor.wait(for: terminal, .reading, milliseconds: 20).contains(.reading) else {
                continue
            }
            let count = Descriptor.read(terminal, into: &bytes)
            if count == 0 { return }
            for byte in bytes.prefix(max(count, 0)) { decoder.feed(byte, into: &events) }
            events = []
        }
    }
}
