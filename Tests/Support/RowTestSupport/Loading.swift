import MapModel

@testable import Rows
@testable import Streams

extension SourceLoader {
    func loaded() throws(SourceError) -> LoadedSource {
        try read(isCancelled: { false }, progress: { _ in })
    }

    /// What is said instead of loading.
    var refusal: String? {
        do throws(SourceError) {
            _ = try loaded()
            return nil
        } catch {
            return error.description
        }
    }
}

extension LoadedSource {
    /// The values of all rows by the names of their columns; what is missing is left out.
    func rows() throws(SourceError) -> [[String: String]] {
        var rows: [[String: String]] = []
        try table.visitRows((0..<UInt32(table.recordCount)).map(\.self)) { row in
            var values: [String: String] = [:]
            for (name, value) in zip(table.columnNames, row.values) where value.kind != .missing {
                values[name] = value.text
            }
            rows.append(values)
        }
        return rows
    }

    /// The place of each row that has one.
    func places() -> [UInt32: FixedCoordinate] {
        let tree = QuadTree(points)
        return (0..<tree.count).reduce(into: [:]) { $0[tree.row(at: $1)] = tree.fixedCoordinate(at: $1) }
    }

    var isAccountedFor: Bool { points.count + skipped.total == table.recordCount }
}
