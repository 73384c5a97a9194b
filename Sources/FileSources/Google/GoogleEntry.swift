import RowValues

/// What was read of an entry, or of a point or visit inside one.
struct GoogleEntry {
    /// A list inside an entry whose elements are rows.
    struct Part {
        let offset: Int
        let source: StaticString?
        let areVisits: Bool
    }

    /// What the row is; nil for an entry that is none itself.
    var kind: GoogleReader.Kind?
    var first = GooglePlace()
    var last = GooglePlace()
    var centre = GooglePlace()
    var start: GoogleTime?
    var end: GoogleTime?
    var minutes: Double?
    var type: JSONCursor.Text?
    /// The key of the list that a point is in.
    var source: StaticString?
    /// The start and the type of the segment that a point is in.
    var segmentStart: GoogleTime?
    var segmentType: JSONCursor.Text?
    var parts: [Part] = []
    /// What an entry holds that has no position.
    var noPlace: StaticString?

    init(kind: GoogleReader.Kind?) { self.kind = kind }

    subscript(place: GoogleMembers.Place) -> GooglePlace {
        get {
            switch place {
            case .first: first
            case .last: last
            case .centre: centre
            }
        }
        set {
            switch place {
            case .first: first = newValue
            case .last: last = newValue
            case .centre: centre = newValue
            }
        }
    }

    mutating func set(_ time: GoogleTime?, _ column: GoogleColumn) {
        guard let time else { return }
        if column == .end { end = time } else { start = time }
    }

    /// What an entry that gave no row holds.
    var reasonForNoRow: StaticString { noPlace ?? (parts.isEmpty ? "unknown" : "empty path") }
}

extension JSONCursor {
    /// The digits of a number, or those in a text; nil for other values.
    func digits(_ value: Scalar) -> UnsafeBufferPointer<UInt8>? {
        switch value {
        case .text(let text): slice(text.range)
        case .number(let range): slice(range)
        default: nil
        }
    }
}
