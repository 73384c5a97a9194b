import MapModel
import Rows
import Streams

extension AreaSet {
    /// The rows of a table as areas: those without a polygon are empty.
    ///
    /// - Parameters:
    ///   - name: what the user calls them.
    ///   - shapes: those of the table.
    ///   - points: the places of rows that are points.
    package init(
        name: String, kind: Kind, table: any RowTable, _ shapes: ShapeIndex, points: [FixedCoordinate] = [],
        isCancelled: () -> Bool
    ) throws(SourceError) {
        let code = Self.codeColumn(of: table)
        var (names, codes): ([String], [String]) = ([], [])
        let batch = 4_096
        for start in stride(from: 0, to: table.recordCount, by: batch) {
            if isCancelled() { throw .cancelled }
            let rows = (start..<min(start + batch, table.recordCount)).map { UInt32($0) }
            names += try table.rowLabels(rows)
            guard let code else { continue }
            try table.visitRows(rows) { codes.append($0.text(of: code)) }
        }
        if code == nil { codes = names.map { _ in "" } }
        for number in names.indices where names[number].isEmpty {
            names[number] = codes[number].isEmpty ? "row \(number + 1)" : codes[number]
        }
        self.init(
            name: name, kind: kind,
            geometry: AreaGeometry(shapes, rows: Array(0..<UInt32(table.recordCount))), names: names,
            codes: codes,
            table: table, shapes: WrittenShapes(shapes), points: points)
    }

    /// What a file is called as a set: its name without folder and endings.
    package static func name(ofPath path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        return stem.isEmpty ? path : stem
    }

    /// Whether it has areas; a set of lines and points serves to find what is near them.
    package var hasAreas: Bool { kind == .shipped || geometry.edgeCount > 0 }

    /// What a set without areas has instead: `1,204 points`.
    var contents: String {
        let lines = shapes.index.count
        let parts = [
            lines > 0 ? "\(grouped(lines)) line\(lines == 1 ? "" : "s")" : nil,
            points.isEmpty ? nil : "\(grouped(points.count)) point\(points.count == 1 ? "" : "s")",
        ].compactMap(\.self)
        return parts.isEmpty ? "no places" : parts.joined(separator: ", ")
    }
}
