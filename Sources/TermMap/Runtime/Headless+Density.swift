import CellGraphics
import MapModel

extension Headless {
    /// The cells of a density picture that hold rows, from the north-west: how many, and the middle of the cell. Nil where
    /// rows are shown in another way.
    func densityLines() -> [String]? {
        guard let picture = state.annotations.density.picture else { return nil }
        let area = state.visibleMap
        return (area.row..<area.endRow).flatMap { row in
            (area.column..<area.endColumn).compactMap { column in
                let cell = CellPoint(column: column, row: row)
                let count = picture.count(at: cell)
                if count == 0 { return nil }
                let middle = state.map.viewport.coordinate(at: DotPoint(middleOf: cell))
                let longitude = Coordinate.wrapped(longitude: middle.longitude)
                return "cell\t\(count)\t\(middle.latitude.fixed(6))\t\(longitude.fixed(6))\t"
            }
        }
    }
}
