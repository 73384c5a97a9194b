import CPostgreSQL
import Platform
import Streams
import Synchronization

/// The unsolicited messages of a server, each line once, until they are taken.
final class ServerNotices: Sendable {
    private struct State {
        var untaken: [String] = []
        var known: Set<String> = []
    }

    private let state = Mutex(State())

    /// The most lines that are kept: a server may send one for every row.
    static let limit = 50

    func add(_ line: String) {
        state.withLock { state in
            guard !line.isEmpty, state.known.count < Self.limit, state.known.insert(line).inserted else {
                return
            }
            state.untaken.append(line)
        }
    }

    /// The messages since the last call.
    func take() -> [String] {
        state.withLock { state in
            defer { state.untaken = [] }
            return state.untaken
        }
    }
}

/// Receives the notices of one connection from libpq and cleans their text.
final class NoticeSink: Sendable {
    private let notices: ServerNotices
    private let stripper: PasswordStripper

    /// The longest message that is processed.
    private static let longestText = 4_000
    private static let longestLine = 400

    init(_ notices: ServerNotices, _ stripper: PasswordStripper) {
        self.notices = notices
        self.stripper = stripper
    }

    /// Registers for the notices of a handle, which must not outlive the sink.
    func listen(to handle: OpaquePointer) {
        PQsetNoticeReceiver(
            handle,
            { context, result in
                guard let context, let result else { return }
                Unmanaged<NoticeSink>.fromOpaque(context).takeUnretainedValue().take(result)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func take(_ result: OpaquePointer) {
        guard let text = PQresultErrorField(result, PG_FIELD_MESSAGE) ?? PQresultErrorMessage(result)
        else { return }
        let line = printable(words(text), limit: Self.longestLine)
        notices.add(line.isEmpty ? "" : "the server says: \(line)")
    }

    /// A message of the server or of libpq on one line, cut when it is too long, and without the password.
    func words(_ text: UnsafePointer<CChar>) -> String {
        let bytes = UnsafeRawBufferPointer(start: text, count: Bytes.length(text, limit: Self.longestText))
        return stripper.stripped(String(decoding: bytes, as: UTF8.self)).oneLine
    }
}

extension String {
    /// A message, which may have several lines, as one line.
    var oneLine: String {
        split { $0.isNewline }.map { line in line.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
    }
}
