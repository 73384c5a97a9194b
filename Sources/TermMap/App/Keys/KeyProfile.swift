/// Keys that people know from another program; commands that are not named keep theirs.
package enum KeyProfile: String, CaseIterable, Sendable {
    case standard = "default"
    case mapscii
    case visidata

    package var changes: [KeyChange] {
        switch self {
        case .standard: []
        case .mapscii: Self.changes([("charset", "c b"), ("centre", ".")])
        case .visidata:
            Self.changes([
                ("summary", "I S"), ("filter", "| f"), ("all-rows", "\" F"), ("reload", "Ctrl-r R"),
                ("help", "? F1"),
            ])
        }
    }

    private static func changes(_ table: [(name: String, keys: String)]) -> [KeyChange] {
        table.map { name, keys in
            KeyChange(name: name, strokes: keys.split(separator: " ").compactMap { BoundStroke(String($0)) })
        }
    }
}
