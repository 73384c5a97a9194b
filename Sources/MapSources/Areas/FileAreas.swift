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
        guard let loader = try opener.open([path], isCancelled: isCancelled).loader else {
            throw .refused(name: path, words: "is a database (areas need a file)")
        }
        self.loader = loader
        self.closesPoints = closesPoints
    }

    /// Reads the file.
    package func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
        let source = try loader.read(isCancelled: isCancelled, progress: { _ in })
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
