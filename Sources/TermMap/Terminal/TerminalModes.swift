import CNcurses
import TerminalInput

/// The escape sequences that switch modes of the terminal, apart from drawing, and those of its keys.
enum TerminalModes {
    private static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
    private static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"
    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    /// Queries synchronized output (DECRQM of mode 2026): a frame between the two is shown at once. The answer is not awaited.
    private static let synchronizedQuestion = "\u{1B}[?2026$p"
    static let beginFrame = Array("\u{1B}[?2026h".utf8)
    static let endFrame = Array("\u{1B}[?2026l".utf8)

    /// Asks for the background (OSC 11), for a palette entry beyond the first sixteen (OSC 4), the kind (DA2) and the name
    /// (XTVERSION) of the terminal, and what it is (DA1), which all answer.
    static func colorQuestions(asksColors: Bool) -> String {
        "\u{1B}]11;?\u{07}"
            + (asksColors ? "\u{1B}]4;\(TerminalAnswers.askedColor);?\u{07}\u{1B}[>c\u{1B}[>q" : "")
            + "\u{1B}[c"
    }

    /// Application keys, mouse reports, bracketed paste. ncurses itself enters the alternate screen.
    static func enter(_ capabilities: TerminalCapabilities) -> [UInt8] {
        var bytes = string("smkx")
        if capabilities.isXtermLike { bytes += (pasteOn + synchronizedQuestion).utf8 }
        if capabilities.hasMouse { bytes += mouse(true) }
        return bytes
    }

    /// Begins or ends the reports of the mouse.
    static func mouse(_ isOn: Bool) -> [UInt8] { Array((isOn ? mouseOn : mouseOff).utf8) }

    /// Resets all modes; for the guard.
    static func restore(_ capabilities: TerminalCapabilities) -> [UInt8] {
        var bytes = string("sgr0") + string("op")
        if capabilities.isXtermLike { bytes += endFrame + mouse(false) + pasteOff.utf8 }
        bytes += string("rmir") + string("rmkx") + string("cnorm")
        let leave = string("rmcup")
        if !leave.isEmpty { return bytes + leave }
        // Without an alternate screen the prompt comes below the picture. The row is cut to the last one.
        if let move = terminfoString("cup"), let bytesOfMove = terminfoCursorMove(move, 998, 0) {
            bytes += withoutPadding(String(cString: bytesOfMove))
        }
        return bytes + string("el") + "\r\n".utf8
    }

    /// The keys that terminfo knows and that begin with ESC.
    static func keys() -> [[UInt8]: InputDecoder.KeyPress] {
        var keys: [[UInt8]: InputDecoder.KeyPress] = [:]
        func add(_ capability: String, _ key: Key, _ modifiers: Modifiers = []) {
            let bytes = string(capability)
            if bytes.count > 1, bytes[0] == 0x1B { keys[bytes] = .init(key: key, modifiers: modifiers) }
        }
        let plain: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("kpp", .pageUp),
            ("knp", .pageDown), ("khome", .home), ("kend", .end), ("kich1", .insert), ("kdch1", .delete),
            ("kbs", .backspace), ("kcbt", .backTab), ("kent", .enter),
        ]
        for (capability, key) in plain { add(capability, key) }
        for number in 1...12 { add("kf\(number)", .function(number)) }
        let shifted: [(String, Key)] = [
            ("kri", .up), ("kind", .down), ("kLFT", .left), ("kRIT", .right), ("kPRV", .pageUp),
            ("kNXT", .pageDown), ("kHOM", .home), ("kEND", .end), ("kIC", .insert), ("kDC", .delete),
        ]
        for (capability, key) in shifted { add(capability, key, .shift) }
        return keys
    }

    private static func string(_ capability: String) -> [UInt8] {
        guard let text = terminfoString(capability) else { return [] }
        return withoutPadding(String(cString: text))
    }

    /// Without `$<5>`: pauses that terminals of glass and steel needed.
    private static func withoutPadding(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "$<".utf8), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
                rest = rest[(end + 1)...]
            } else {
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }
}
