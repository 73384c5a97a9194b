import CellGraphics

extension LabelPlacer {
    // MARK: - Shields and waters

    mutating func placeShields() {
        var placed: [(number: String, point: CellPoint)] = []
        func isFar(_ number: String, _ point: CellPoint) -> Bool {
            placed.allSatisfy {
                $0.number != number || abs($0.point.column - point.column) >= 50
                    || abs($0.point.row - point.row) >= 16
            }
        }
        let shields = spots(\.shields).filter { $0.spot.leastZoom <= zoom }
        for (spot, cell) in shields {
            let text = spot.label
            let new = CellPoint(column: cell.column - text.width / 2, row: cell.row)
            for point in remembered(.shield, spot.name) + [new] where isFar(spot.name, point) {
                let start = CellPoint(column: point.column - 1, row: point.row)
                guard isFree(start, width: text.width + 2) else { continue }
                write(text, at: point, .shield, name: spot.name)
                placed.append((spot.name, point))
            }
        }
    }

    /// Rivers and lakes by their points: at least three quarters of the name lie on water.
    mutating func placeWaters() {
        let waters = spots(\.spots).filter { $0.spot.kind == .waterName }
        let middle = CellPoint(column: area.width / 2, row: area.height / 2)
        var cells: [String: (text: DisplayText, cells: [CellPoint])] = [:]
        for (spot, cell) in waters { cells[spot.name, default: (spot.label, [])].cells.append(cell) }
        for (name, (text, cells)) in cells.sorted(by: { $0.key < $1.key }) {
            let nearest = cells.sorted {
                (Self.distance($0, middle), $0.row, $0.column) < (
                    Self.distance($1, middle), $1.row, $1.column
                )
            }
            let points =
                remembered(.water, name)
                + nearest.map { CellPoint(column: $0.column - text.width / 2, row: $0.row) }
            let place = points.first {
                isFree($0, width: text.width) && share(of: .water, $0, width: text.width) >= 0.75
            }
            if let place { write(text, at: place, .water, name: name) }
        }
    }

    private static func distance(_ first: CellPoint, _ second: CellPoint) -> Int {
        abs(first.column - second.column) + 4 * abs(first.row - second.row)
    }

    // MARK: - Settlements and stations

    mutating func placeSettlements() {
        let found = spots(\.spots).compactMap { spot, cell -> (Settlement, NamedSpot, CellPoint)? in
            guard case .settlement(let settlement) = spot.kind, settlement.zooms.contains(zoom) else {
                return nil
            }
            return (settlement, spot, cell)
        }
        var done: Set<String> = []
        for (settlement, spot, cell) in found.sorted(by: { ($0.0, $0.1.name) < ($1.0, $1.1.name) })
        where !done.contains(spot.name) {
            let text = spot.label
            let kind: StreetLabel.Kind = settlement == .city ? .city : .settlement
            let points =
                remembered(kind, spot.name)
                + [0, -1, 1, 2, -2].map {
                    CellPoint(column: cell.column - text.width / 2, row: cell.row + $0)
                }
            guard let place = points.first(where: { isFree($0, width: text.width) }) else { continue }
            write(text, at: place, kind, name: spot.name)
            done.insert(spot.name)
        }
    }

    mutating func placeStations() {
        var done: [CellPoint] = []
        for (spot, cell) in spots(\.spots) where spot.kind == .station {
            let isNear = done.contains { abs($0.column - cell.column) < 12 && abs($0.row - cell.row) < 4 }
            let text = spot.label.clipped(to: 24)
            guard !isNear, placeBeside(cell, text, .station, spot.name, air: 1) else { continue }
            done.append(cell)
        }
    }

    /// Writes a name to the right or the left of its sign.
    private mutating func placeBeside(
        _ cell: CellPoint, _ text: DisplayText, _ kind: StreetLabel.Kind, _ name: String, air: Int
    ) -> Bool {
        let sides = [cell.column + 2, cell.column - 1 - text.width].map {
            CellPoint(column: $0, row: cell.row)
        }
        let known = remembered(kind, name)
        for point in sides.filter(known.contains) + sides {
            let start = CellPoint(column: min(point.column, cell.column), row: cell.row)
            guard isFree(start, width: text.width + 2, air: air),
                kind == .station
                    || isApart(point, width: text.width) && streets(under: point, text.width) <= 2
            else { continue }
            write(text, at: point, kind, name: name, sign: cell)
            return true
        }
        return false
    }

    // MARK: - Parks, lakes, points of interest

    mutating func placeAreas() {
        var boxes: [String: (part: NamedArea, box: CellRect)] = [:]
        for placed in view.blocks {
            for part in placed.block.areas {
                let box = CellRect(
                    column: part.box.column + placed.column, row: part.box.row + placed.row,
                    width: part.box.width,
                    height: part.box.height
                ).intersection(area)
                guard !box.isEmpty else { continue }
                boxes[part.name] = (part, boxes[part.name]?.box.union(box) ?? box)
            }
        }
        let largest = boxes.sorted {
            ($0.value.box.width * $0.value.box.height, $1.key) > (
                $1.value.box.width * $1.value.box.height, $0.key
            )
        }
        for (_, found) in largest { placeArea(found.part, found.box) }
    }

    private mutating func placeArea(_ part: NamedArea, _ box: CellRect) {
        let (name, text, area) = (part.name, part.label, part.area)
        guard text.width > 0, Double(text.width) <= 1.05 * Double(box.width), box.height >= 2,
            text.width <= 28
        else {
            return
        }
        let kind: StreetLabel.Kind = area == .water ? .water : .park
        guard area != .water || !labels.contains(where: { $0.kind == .water && $0.text == text }) else {
            return
        }
        var points = remembered(kind, name)
        for dy in [0, -1, 1, -2, 2] {
            for dx in [0, -3, 3, -6, 6] {
                points.append(
                    CellPoint(
                        column: box.column + (box.width - text.width) / 2 + dx,
                        row: box.row + box.height / 2 + dy))
            }
        }
        let place = points.first {
            isFree($0, width: text.width) && share(of: area, $0, width: text.width) >= 0.8
        }
        if let place { write(text, at: place, kind, name: name) }
    }

    private static let cellsPerPointOfInterest = 300
    /// Cells that a point of interest keeps from the rows.
    private static let distanceFromRows = 2

    mutating func placePointsOfInterest() {
        let most = area.width * area.height / Self.cellsPerPointOfInterest
        let found = spots(\.spots).compactMap {
            spot, cell -> (rank: Int, spot: NamedSpot, cell: CellPoint)? in
            guard case .pointOfInterest(let kind) = spot.kind, !surroundings.hiddenKinds.contains(kind),
                let rank = PoiKind.rank(of: kind.word), !isNearRow(cell)
            else { return nil }
            return (rank, spot, cell)
        }
        var count = 0
        let byRank = found.sorted {
            ($0.rank, $0.spot.label.width, $0.spot.name) < ($1.rank, $1.spot.label.width, $1.spot.name)
        }
        for (_, spot, cell) in byRank where count < most && spot.label.width <= 22 {
            if placeBeside(cell, spot.label, .pointOfInterest, spot.name, air: 2) { count += 1 }
        }
    }

    private func isNearRow(_ cell: CellPoint) -> Bool {
        let distance = Self.distanceFromRows
        return surroundings.rows.contains { rect in
            CellRect(
                column: rect.column - distance, row: rect.row - distance, width: rect.width + 2 * distance,
                height: rect.height + 2 * distance
            ).contains(cell)
        }
    }

    /// The cells of important streets that a name would cover.
    private func streets(under point: CellPoint, _ width: Int) -> Int {
        (point.column..<point.column + width).count { column in
            view[column, point.row].lineClass.map { $0 >= .minor } ?? false
        }
    }
}

extension NamedSpot {
    /// The zoom from which on a shield is shown.
    fileprivate var leastZoom: Double {
        guard case .line(let line) = kind else { return 0 }
        return line.leastNameZoom ?? .infinity
    }
}
