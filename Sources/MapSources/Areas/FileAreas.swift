import DataSets
import MapModel
import Places
import RowValues
import Rows
import Streams

/// The areas of a file as a set; its lines and points serve to find what is near them.
package struct FileAreas: AreaSource {
    /// What the user calls it.
    package let name: String
    /// A file of its own.
    package let kind = AreaSet.Kind.file
    /// The file, as the user named it.
    package let path: String
    private let loader: any SourceLoader
    /// Opens it in other ways, where it cannot be read.
    private let others: [SourceOpener]
    /// Points alone are the corners of one area, in their order.
    private let closesPoints: Bool

    /// The file at `path`, which is opened now and read when it is asked for.
    ///
    /// - Parameters:
    ///   - name: what it is called; nil for its name without folder and endings.
    ///   - closesPoints: whether points alone are the corners of one area, in their order.
    package init(
        path: String, name: String? = nil, closesPoints: Bool = false, by opener: SourceOpener,
        isCancelled: () -> Bool = { false }
    ) throws(SourceError) {
        self.name = name ?? AreaSet.name(ofPath: path)
        self.path = path
        self.closesPoints = closesPoints
        // Corners may be whole numbers, which are no coordinates by themselves.
        let corners = CSVOptions(hasHeader: false, columns: ColumnOptions(latitude: "1", longitude: "2"))
        others =
            (closesPoints ? [SourceOpener(SourceOptions(csv: corners))] : [])
            + [SourceOpener(SourceOptions(format: .gdal))]
        loader = try Self.first([opener] + others) { (opener) throws(SourceError) in
            try Self.loader(path, by: opener, isCancelled)
        }
    }

    private static func loader(
        _ path: String, by opener: SourceOpener, _ isCancelled: () -> Bool
    ) throws(SourceError) -> any SourceLoader {
        guard let loader = try opener.open([path], isCancelled: isCancelled).loader else {
            throw .refused(name: path, words: "is a database (areas need a file)")
        }
        return loader
    }

    /// What the first of several ways returns that succeeds.
    ///
    /// - Throws: what the first one threw, where none succeeds.
    private static func first<Way, Result>(
        _ ways: [Way], _ body: (Way) throws(SourceError) -> Result
    ) throws(SourceError) -> Result {
        do throws(SourceError) {
            return try body(ways[0])
        } catch {
            if error == .cancelled { throw error }
            // A file that cannot be opened is no other file in another format.
            if case .file(let fault) = error,
                [.noSuchFile, .notPermitted, .isDirectory].contains(fault.reason)
            {
                throw error
            }
            for way in ways.dropFirst() { if let result = try? body(way) { return result } }
            throw error
        }
    }

    /// Reads the file.
    package func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
        let source = try Self.first([nil] + others) { (other) throws(SourceError) in
            let loader = if let other { try Self.loader(path, by: other, isCancelled) } else { self.loader }
            do throws(SourceError) {
                return try loader.read(isCancelled: isCancelled, progress: { _ in })
            } catch .empty {
                throw .refused(name: path, words: "has no areas (it is empty)")
            }
        }
        let shapes = ShapeIndex(source.shapes)
        var points: [FixedCoordinate] = []
        let places = RowPlaces(of: source.points.rows, in: source.points)
        for index in 0..<source.points.count {
            let (row, place) = places[index]
            if shapes.shape(of: row) == nil { points.append(place) }
        }
        if closesPoints, shapes.isEmpty { return try ring(points, named: source.table.name) }
        var set = try AreaSet(
            name: name, kind: kind, table: source.table, shapes, points: points, isCancelled: isCancelled)
        set.notices = source.notices
        // An area without a geometry is empty by intention; what cannot be read is said.
        let damaged = source.skipped.total - source.skipped.count(of: .noGeometry)
        if damaged > 0 {
            let areas = damaged == 1 ? "1 area is empty" : "\(grouped(damaged)) areas are empty"
            set.notices.append("\(printable(source.table.name)): \(areas): \(source.skipped.summary)")
        }
        return set
    }

    /// One area with these corners.
    private func ring(_ corners: [FixedCoordinate], named file: String) throws(SourceError) -> AreaSet {
        guard corners.count >= 3 else { throw .refused(name: file, words: "a polygon needs three corners") }
        var sketch = GeometrySketch()
        sketch.begin(.area)
        for corner in corners { sketch.append(corner) }
        var shapes = ShapeBuffer()
        shapes.append(sketch, row: 0)
        let table = NameTable(name: file, columnNames: ["name"], rows: [[name]], roles: ColumnRoles(label: 0))
        return try AreaSet(name: name, kind: kind, table: table, ShapeIndex(shapes)) { false }
    }
}
