import CellGraphics
import Streams

/// Why the screen cannot be used.
package enum TerminalError: Error, Equatable {
    case typeNotSet
    case typeUnknown(name: String)
    /// The terminal cannot move its cursor.
    case typeTooSimple(name: String)
    case notATerminal
    /// Frames are drawn in a file in memory.
    case fileSizeLimit(bytes: Int)
    case system(call: String, code: Int32)
}

extension TerminalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .typeNotSet: "TERM is not set (expected the terminal type, such as xterm-256color)"
        case .typeUnknown(let name): "TERM: unknown terminal type \(quoted(name)) (try TERM=xterm)"
        case .typeTooSimple(let name): "TERM=\(quoted(name)) cannot move the cursor (try TERM=xterm)"
        case .notATerminal: "neither standard output nor /dev/tty is a terminal (try --once)"
        case .fileSizeLimit(let bytes):
            "the file size limit is too low: \(bytes) bytes (expected 512; see ulimit -f)"
        case .system(let call, let code): "cannot use the terminal: \(call) failed with error \(code)"
        }
    }

    private func quoted(_ name: String) -> String {
        "\"\(DisplayText(sanitising: name).clipped(to: 40).text)\""
    }
}
