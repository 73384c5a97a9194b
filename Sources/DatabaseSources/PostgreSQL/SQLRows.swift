/// The answer to a statement: text as the server writes it.
struct SQLRows: Sendable {
    struct Column: Sendable {
        let name: String
        /// The type's number in the server's catalog.
        let type: UInt32
        /// The type's modifier, -1 without one.
        let modifier: Int32
    }

    let columns: [Column]
    private(set) var count = 0
    private var values: [String?] = []

    init(columns: [Column]) { self.columns = columns }

    mutating func append(_ row: [String?]) {
        values += row
        count += 1
    }

    /// Nil for NULL, and for a value that does not exist.
    subscript(row: Int, column: Int) -> String? {
        guard row >= 0, row < count, columns.indices.contains(column) else { return nil }
        return values[row * columns.count + column]
    }

    func double(_ row: Int, _ column: Int) -> Double? {
        self[row, column].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    func int(_ row: Int, _ column: Int) -> Int? { self[row, column].flatMap { Int($0) } }

    /// More rows than any table has: sums of counts up to this do not overflow.
    static let largestCount = 1_000_000_000_000_000

    /// A number of rows; nil for any other text.
    func rowCount(_ row: Int, _ column: Int) -> Int? {
        int(row, column).flatMap { (0...Self.largestCount).contains($0) ? $0 : nil }
    }
}
