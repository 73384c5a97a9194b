/// What a statement gave: text as the server writes it.
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

    subscript(row: Int, column: Int) -> String? { values[row * columns.count + column] }

    func double(_ row: Int, _ column: Int) -> Double? {
        self[row, column].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    func int(_ row: Int, _ column: Int) -> Int? { self[row, column].flatMap { Int($0) } }
}
