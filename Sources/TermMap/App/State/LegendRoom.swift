import CellGraphics

/// Finds the cells of a map where no badge stands, for the legend and for figures.
package struct LegendRoom {
    /// The part of the map that is visible.
    let map: CellRect
    /// The columns of the map that show the world: beside them is nothing.
    let world: Range<Int>
    let annotations: [PlacedAnnotation]
    /// Cells that are taken, summed up from the top left; one row and one column more than the map.
    private var sums: [Int32]

    /// The narrowest line that says anything.
    private static let leastLine = 24

    package init(
        map: CellRect, world: Range<Int>, besides annotations: [PlacedAnnotation], and others: [CellRect]
    ) {
        (self.map, self.world) = (map, world)
        self.annotations = annotations.filter { $0.rect.lies(in: map) }
        sums = [Int32](repeating: 0, count: (map.width + 1) * (map.height + 1))
        for rect in self.annotations.map(\.rect) + others { take(rect.intersection(map)) }
        for row in 1...map.height {
            for column in 1...map.width {
                sums[index(column, row)] +=
                    sums[index(column - 1, row)] + sums[index(column, row - 1)]
                    - sums[index(column - 1, row - 1)]
            }
        }
    }

    private func index(_ column: Int, _ row: Int) -> Int { row * (map.width + 1) + column }

    private mutating func take(_ rect: CellRect) {
        guard rect.width > 0, rect.height > 0 else { return }
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn {
                sums[index(column - map.column + 1, row - map.row + 1)] += 1
            }
        }
    }

    private func isFree(_ rect: CellRect) -> Bool {
        guard rect.lies(in: map) else { return false }
        let (left, top) = (rect.column - map.column, rect.row - map.row)
        let (right, bottom) = (left + rect.width, top + rect.height)
        return sums[index(right, bottom)] - sums[index(left, bottom)] - sums[index(right, top)]
            + sums[index(left, top)] == 0
    }

    // MARK: - Places

    /// The free place for the first of `sizes` that has one: where it was before, beside the world, in a corner, or
    /// along an edge.
    func place(
        _ sizes: [(form: Legend.Form, width: Int, height: Int)], before: Legend.Place?
    ) -> Legend.Place? {
        for size in sizes {
            if let before, before.form == size.form, before.coveredRows == 0, before.rect.width == size.width,
                before.rect.height == size.height, isFree(before.rect)
            {
                return before
            }
            let rect =
                size.form == .line ? freeLine(size.width) : freeBox(width: size.width, height: size.height)
            if let rect { return Legend.Place(form: size.form, rect: rect) }
        }
        return nil
    }

    /// The line at the top or the bottom that covers the fewest rows.
    func leastCovering(_ sizes: [(form: Legend.Form, width: Int, height: Int)]) -> Legend.Place? {
        guard let line = sizes.last else { return nil }
        return [map.row, map.endRow - 1].map { row in
            let width = min(line.width + Legend.coveredWidth, map.width)
            let rect = CellRect(column: map.column, row: row, width: width, height: 1)
            return covering(rect, line.form)
        }.min { $0.coveredRows < $1.coveredRows }
    }

    /// The top left corner, whatever it covers; nil where the map is too small.
    func topLeft(_ sizes: [(form: Legend.Form, width: Int, height: Int)]) -> Legend.Place? {
        sizes.lazy.map { size in
            let rect = CellRect(
                column: map.column + 1, row: map.row + 1, width: size.width, height: size.height)
            return covering(rect, size.form)
        }.first { $0.rect.lies(in: map) }
    }

    private func covering(_ rect: CellRect, _ form: Legend.Form) -> Legend.Place {
        let rows = annotations.reduce(0) { $0 + ($1.rect.intersects(rect) ? $1.count : 0) }
        return Legend.Place(form: form, rect: rect, coveredRows: rows)
    }

    /// The cells of a box in a corner, or else at an edge.
    package func freeBox(width: Int, height: Int) -> CellRect? {
        let columns = [map.column + 1, map.endColumn - 1 - width]
        let rows = [map.row + 1, map.endRow - 1 - height]
        guard columns[0] <= columns[1], rows[0] <= rows[1] else { return nil }
        func rect(_ column: Int, _ row: Int) -> CellRect {
            CellRect(column: column, row: row, width: width, height: height)
        }
        let corners = rows.flatMap { row in columns.map { rect($0, row) } }
        let free = corners.filter(isFree)
        if let best = free.first(where: isBesideTheWorld) ?? free.first { return best }
        for row in rows[0]...rows[1] {
            if let side = columns.map({ rect($0, row) }).first(where: isFree) { return side }
        }
        for column in columns[0]...columns[1] {
            if let side = rows.map({ rect(column, $0) }).first(where: isFree) { return side }
        }
        return nil
    }

    private func isBesideTheWorld(_ rect: CellRect) -> Bool {
        rect.endColumn <= world.lowerBound || rect.column >= world.upperBound
    }

    /// The longest stretch of the first or the last row without a badge, as much of it as is needed.
    private func freeLine(_ width: Int) -> CellRect? {
        var best: CellRect?
        for row in [map.row, map.endRow - 1] {
            var column = map.column
            while column < map.endColumn {
                var end = column
                while end < map.endColumn, end - column < width,
                    isFree(CellRect(column: end, row: row, width: 1, height: 1))
                {
                    end += 1
                }
                if end - column > best?.width ?? min(Self.leastLine, width) - 1 {
                    best = CellRect(column: column, row: row, width: end - column, height: 1)
                }
                column = end + 1
            }
        }
        return best
    }
}
