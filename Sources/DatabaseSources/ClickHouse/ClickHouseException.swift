import Streams

/// An error of the server, which it writes as text.
struct ClickHouseException: Equatable {
    let code: Int
    /// Without the code and the names of classes.
    let message: String

    private static let longestText = 4_000

    init(code: Int, message: String) {
        self.code = code
        self.message = message
    }

    /// The last error in an answer: `Code: 60, e.displayText() = DB::Exception: No such table, e.what() = …`, or
    /// `Code: 60. DB::Exception: No such table. (UNKNOWN_TABLE) (version 24.1)`; nil when there is none.
    init?(_ text: String) {
        let text = String(text.suffix(Self.longestText))
        guard let mark = text.ranges(of: "Code: ").last else { return nil }
        let rest = text[mark.upperBound...]
        guard let code = Int(rest.prefix { $0.isASCII && $0.isNumber }),
            let name = rest.firstRange(of: "Exception: ")
        else { return nil }
        var message = rest[name.upperBound...]
        for end in [
            ", e.what() = ", " (version ", ". Stack trace:", ": While executing ", ": while executing ",
        ] {
            if let range = message.firstRange(of: end) { message = message[..<range.lowerBound] }
        }
        // The name of the code: (UNKNOWN_TABLE).
        if message.hasSuffix(")"), let open = message.lastIndex(of: "("),
            message[message.index(after: open)...].dropLast().allSatisfy({
                $0.isUppercase || "_0123456789".contains($0)
            })
        {
            message = message[..<open]
        }
        while let last = message.last, last.isWhitespace || last == "." { message.removeLast() }
        self.init(code: code, message: message.split { $0.isNewline }.joined(separator: " "))
    }

    /// A server of the cluster ended a connection to another one, or left it in disorder: a connection that was kept open
    /// may have been closed meanwhile, and a new one works.
    var isOfConnection: Bool { [32, 33, 95, 99, 101, 102, 236].contains(code) }

    /// In our words where these say more.
    func words(user: String, timeout: Duration) -> String {
        switch code {
        case _ where isOfConnection:
            "a server of the cluster ended the connection, so no total would be right: \(message)"
        case 192, 193, 194, 516: "the server refuses the user \(quoted(user)) or the password"
        case 164, 291, 482, 497: "the user \(quoted(user)) may not do this: \(message)"
        case 159, 160: "timeout: no answer within \(timeout.components.seconds) s"
        case 158, 307, 396: "the answer is too large: \(message)"
        case 173, 241: "the server has not enough memory for this: \(message)"
        case 202: "the server is busy: \(message)"
        case 209, 210, 279, 519:
            "a server of the cluster does not answer, so no total would be right: \(message)"
        case 394: "the statement was stopped on the server"
        default: message.isEmpty ? "error \(code) of the server" : "\(message) (code \(code))"
        }
    }
}
