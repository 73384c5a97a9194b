import CellGraphics
import DataSets
import MapModel

/// What is known of the areas that are shown.
extension AppState {
    /// Areas on the map.
    package internal(set) var areas: AreaState {
        get { map.areas }
        _modify { yield &map.areas }
    }

    /// The rows of the areas that are shown; nil without areas.
    package var areaAnswer: AreaAnswer? { data.areas }

    /// The area that keys are about: the selected one, where no row is selected.
    package var selectedArea: Int? {
        guard showsAreas, selection.current == nil, let set = areaAnswer?.set, let area = areas.selected,
            area < set.count
        else { return nil }
        return area
    }

    /// The rows of an area, by their indices; nil while they are counted again.
    func rowRuns(ofArea area: Int) -> IndexRuns? {
        guard let answer = data.rows.areas, answer.assignment.pointCount == data.tree.count else {
            return nil
        }
        return answer.assignment.indices { $0 == area }
    }

    /// A place inside an area.
    package func place(ofArea area: Int) -> Coordinate? {
        areaAnswer?.set.geometry.labelPlace(of: area)?.coordinate
    }

    /// What an area is called: its name, else its code.
    package func name(ofArea area: Int) -> DisplayText {
        guard let set = areaAnswer?.set, area < set.count else { return .empty }
        let name = set.names[area].isEmpty ? set.codes[area] : set.names[area]
        return name.isEmpty
            ? "area \((area + 1).grouped)" : DisplayText(sanitising: name, limit: 200)
    }

    // MARK: - In view

    /// The areas at a cell of the map.
    func areas(at cell: CellPoint) -> [Int] {
        guard showsAreas, let geometry = areaAnswer?.set.geometry else { return [] }
        let place = map.viewport.coordinate(at: DotPoint(middleOf: cell))
        return geometry.areas(at: FixedCoordinate(place))
    }

    /// The area after the present one by its distance from the middle of the view, round the end; nil without any in
    /// view.
    ///
    /// - Returns: The area, and whether it is the first one again.
    /// - Complexity: O(areas + edges of those in view).
    func nextArea(forward: Bool) -> (area: Int, isRound: Bool)? {
        guard showsAreas, let set = areaAnswer?.set else { return nil }
        let (middle, view) = (visibleMap.middle, map.viewport)
        let bounds = view.bounds(of: visibleMap.dots)
        let center = DotPoint(middleOf: middle)
        let under = Set(areas(at: middle))
        func rank(_ area: Int) -> (Double, Int)? {
            if under.contains(area) { return (-1, area) }
            guard let box = set.geometry.bounds(of: area), bounds.meets(box),
                let place = set.geometry.labelPlace(of: area), bounds.contains(place.coordinate)
            else { return nil }
            let dot = view.dot(of: QuantumPoint(place).worldPoint)
            let (x, y) = (dot.x - center.x, dot.y - center.y)
            return visibleMap.contains(dot.cell) ? (x * x + y * y, area) : nil
        }
        let present = areas.selected.flatMap { $0 < set.count ? rank($0) : nil }
        var (next, end): ((Double, Int)?, (Double, Int)?)
        for area in 0..<set.count {
            guard let found = rank(area) else { continue }
            func comes(_ first: (Double, Int), before second: (Double, Int)) -> Bool {
                forward ? first < second : second < first
            }
            if end.map({ comes(found, before: $0) }) ?? true { end = found }
            if let present, comes(present, before: found), next.map({ comes(found, before: $0) }) ?? true {
                next = found
            }
        }
        return next.map { ($0.1, false) } ?? end.map { ($0.1, true) }
    }

    /// Whether an area is in view: its place, or a part of it in the middle.
    private func isInView(area: Int) -> Bool {
        guard let place = place(ofArea: area) else { return true }
        let cell = map.viewport.dot(of: WebMercator.project(place)).cell
        return visibleMap.contains(cell) || areas(at: visibleMap.middle).contains(area)
    }

    /// The nearest view in which the place of an area is; nil where the area is in view.
    func viewRevealing(area: Int) -> Viewport? {
        guard layout.panel != layout.map, !isInView(area: area), let place = place(ofArea: area) else {
            return nil
        }
        let cell = map.viewport.dot(of: WebMercator.project(place)).cell
        return map.revealing(
            CellRect(column: cell.column, row: cell.row, width: 1, height: 1), in: visibleMap)
    }
}
