/// The texts of many rows, packed: each value is a part of one array of bytes.
struct PackedTexts: Sendable {
    private let columnCount: Int
    private var bytes: [UInt8] = []
    /// Where each value ends; negative, less one, where the value is NULL.
    private var ends: [Int] = []
    /// The place of a row among those that are here, by its number.
    private var places: [UInt32: Int] = [:]

    init(columnCount: Int) { self.columnCount = columnCount }

    func contains(_ row: UInt32) -> Bool { places[row] != nil }

    /// Adds the rows of an answer, whose values begin at column `first`.
    mutating func append(_ answer: SQLRows, numbers: [UInt32], from first: Int) {
        for (place, row) in numbers.enumerated() where places[row] == nil {
            places[row] = places.count
            for column in first..<first + columnCount {
                let value = answer[place, column]
                if let value { bytes.append(contentsOf: value.utf8) }
                ends.append(value == nil ? -bytes.count - 1 : bytes.count)
            }
        }
    }

    /// The values of a row; nil for a row that is not here.
    func texts(of row: UInt32) -> [String?]? {
        guard let place = places[row] else { return nil }
        return (0..<columnCount).map { column in
            let index = place * columnCount + column
            guard ends[index] >= 0 else { return nil }
            let start = index == 0 ? 0 : ends[index - 1] < 0 ? -ends[index - 1] - 1 : ends[index - 1]
            return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
        }
    }
}
