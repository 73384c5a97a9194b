import MapModel
import Rows
import Streams

/// Rows of an answer with key, x and y, with the numbers by which this program knows them.
enum NumberedRows {
    enum Problem: Error { case tooMany, noPlace }

    /// The numbers and places in the order of the answer: `keyParts` columns of the key, then longitude and latitude.
    static func matches(
        _ rows: SQLRows, keyParts: Int, _ handles: RowHandles
    ) throws(Problem) -> [MatchAnswer.Match] {
        let keys = (0..<rows.count).map { row in (0..<keyParts).map { rows[row, $0] } }
        guard let numbers = handles.numbers(of: keys) else { throw .tooMany }
        return try numbers.enumerated().map { row, number throws(Problem) in
            guard let x = rows.double(row, keyParts), let y = rows.double(row, keyParts + 1), abs(x) <= 180,
                abs(y) <= 90
            else { throw .noPlace }
            return MatchAnswer.Match(
                row: number, place: FixedCoordinate(Coordinate(latitude: y, longitude: x)))
        }
    }
}

extension PointBuffer {
    /// The places of rows, in the order of their numbers.
    init(_ rows: [MatchAnswer.Match]) {
        self.init()
        for row in rows.sorted(by: { $0.row < $1.row }) { append(row.place, row: row.row) }
    }
}

extension SourceSummary {
    /// What is said about rows without a place.
    static func skippedWords(_ count: Int, of all: Int) -> String {
        "\(grouped(count)) of \(grouped(all)) rows have no place on the map (missing, empty, not a number, or "
            + "beyond ±90, ±180)"
    }
}

/// A page of the members of a window, in the order of their keys.
struct MemberPage {
    /// The key of the row that the page follows; nil for the first page.
    let start: [String?]?
    /// Rows of the answer that earlier pages had: those with the key of `start`, which need not be unique.
    private let skipped: Int
    private let limit: Int

    init(after row: UInt32?, limit: Int, _ handles: RowHandles) {
        let key = row.map { handles.key(of: $0) }
        start = key?.parts
        skipped = key.map { $0.occurrence + 1 } ?? 0
        self.limit = SQLRows.clamped(limit)
    }

    /// The most rows to request.
    var requestCount: Int { skipped + limit + 1 }

    /// The page of the rows that came.
    func answer(_ rows: [MatchAnswer.Match]) -> MatchAnswer {
        let page = rows.dropFirst(skipped)
        return MatchAnswer(matches: Array(page.prefix(limit)), isCut: page.count > limit)
    }
}
