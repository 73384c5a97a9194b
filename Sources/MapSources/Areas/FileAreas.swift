import DataSets
import MapModel
import Rows
import Streams

/// The areas of a file as a set; its lines and points serve to find what is near them.
package struct FileAreas: AreaSource {
    package let name: String
    package let kind = AreaSet.Kind.file
    private let loader: any SourceLoader

    /// The file at `path`, which is opened now and read when it is asked for.
    ///
    /// - Parameter name: what it is called; nil for its name without folder and endings.
    package init(
        path: String, name: String? = nil, by opener: SourceOpener, isCancelled: () -> Bool = { false }
    ) throws(SourceError) {
        self.name = name ?? AreaSet.name(ofPath: path)
        guard let loader = try opener.open([path], isCancelled: isCancelled).loader else {
            throw .refused(name: path, words: "is a database (areas need a file)")
        }
        self.loader = loader
    }

    package func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
        let source = try loader.read(isCancelled: isCancelled, progress: { _ in })
        let shapes = ShapeIndex(source.shapes)
        var points: [FixedCoordinate] = []
        let places = RowPlaces(of: source.points.rows, in: source.points)
        for index in 0..<source.points.count {
            let (row, place) = places[index]
            if shapes.shape(of: row) == nil { points.append(place) }
        }
        return try AreaSet(
            name: name, kind: kind, table: source.table, shapes, points: points, isCancelled: isCancelled)
    }
}
