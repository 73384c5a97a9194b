import Streams

/// Why the server did not answer a statement.
enum PostgreSQLFault: Error, Equatable {
    case cancelled
    /// It took longer than the timeout.
    case timedOut
    /// The connection broke during the statement: the next one may work.
    case lost(words: String)
    /// No connection could be made.
    case unreachable(words: String)
    /// The answer was not what was asked for, or was too large.
    case unusable(words: String)
    /// The server refused; `state` is its five-character SQLSTATE.
    case refused(state: String, words: String)
}

extension PostgreSQLFault {
    /// The message for the user; never called for `.cancelled`, which has none.
    var words: String {
        switch self {
        case .cancelled: "cancelled"
        case .timedOut: "the server took too long"
        case .lost(let words): "connection lost: \(words)"
        case .unreachable(let words): "no connection: \(words)"
        case .refused(State.queryCanceled, _):
            "the server stopped the query after the statement timeout (an index may help, or --table of fewer rows)"
        case .unusable(let words): "unexpected answer: \(words)"
        case .refused(_, let words): words
        }
    }

    func sourceError(name: String) -> SourceError {
        self == .cancelled ? .cancelled : .refused(name: name, words: words)
    }

    /// Source: PostgreSQL documentation, appendix A, "PostgreSQL Error Codes".
    enum State {
        static let queryCanceled = "57014"
        /// Shutdowns and crashes of the server, which end the connection.
        static let endings: Set = ["57P01", "57P02", "57P03", "57P04", "57P05"]
    }
}
