import MapModel

/// The answer to a statement: text as the server writes it.
struct SQLRows: Sendable {
    struct Column: Sendable {
        let name: String
        /// The type's number in the catalog of PostgreSQL; 0 elsewhere.
        var type: UInt32 = 0
        /// The type's modifier, -1 without one.
        var modifier: Int32 = -1
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

    /// A box from four columns: south, west, north, east; nil where there is none.
    func bounds(_ row: Int, from column: Int) -> GeoBounds? {
        guard let south = double(row, column), let west = double(row, column + 1),
            let north = double(row, column + 2), let east = double(row, column + 3)
        else { return nil }
        let bounds = GeoBounds(
            south: max(south, -90), west: max(west, -180), north: min(north, 90), east: min(east, 180))
        return bounds.south <= bounds.north && bounds.west <= bounds.east ? bounds : nil
    }

    /// The first row of each key, which is in the first columns.
    func rowsByKey(parts: Int) -> [[String?]: Int] {
        var rows: [[String?]: Int] = [:]
        for row in 0..<count {
            let key = (0..<parts).map { self[row, $0] }
            if rows[key] == nil { rows[key] = row }
        }
        return rows
    }

    /// More rows than anybody reads one by one.
    private static let requestLimit = 1_000_000

    /// A number of rows that may be requested.
    static func clamped(_ limit: Int) -> Int { min(max(limit, 0), requestLimit) }
}
