import App
import Basemaps
import CellGraphics
import MapModel
import TerminalInput

/// A name and where it is written.
struct PlacedLabel {
    var text: DisplayText
    var point: CellPoint
    var role: Role
    var isItalic = false

    var rect: CellRect { CellRect(column: point.column, row: point.row, width: text.width, height: 1) }
}

/// Finds room for the names of seas, countries, states and cities around the data.
///
/// Names yield to annotations and to names placed before them; what finds no room is left out.
struct LabelPlacement {
    let viewport: Viewport
    let area: CellRect
    /// Whether a cell of the screen is water.
    let isWater: (CellPoint) -> Bool

    /// Where rows are shown by shades: names hide few of them.
    var density: DensityPicture?

    var labels: [PlacedLabel] = []
    var occupancy: CellOccupancy
    private var detail: Double { viewport.dotZoom }

    init(viewport: Viewport, area: CellRect, occupancy: CellOccupancy, isWater: @escaping (CellPoint) -> Bool)
    {
        self.viewport = viewport
        self.area = area
        self.occupancy = occupancy
        self.isWater = isWater
    }

    /// Places all names of the map and those of towns, in the order of their right to room.
    mutating func placeAll(_ all: [MapLabel], towns: [MapLabel] = [], withStates: Bool) {
        let showsStates = withStates && detail >= 4.5 && density == nil
        let seen = candidates(all, withStates: showsStates) + candidates(towns, withStates: showsStates)
        let waters = seen.filter(\.label.kind.isWater).sorted { $0.label.rank < $1.label.rank }
        for water in waters where water.label.rank <= deepestWaterRank { placeWater(water) }
        placeCountries(seen)
        if showsOuterSeas { placeOuterSeas(waters) }
        placeCities(seen)
        if showsStates { placeStates(seen) }
    }

    /// Whether the zoom shows names of its kind and rank; with states all cities matter, whose names they may have.
    private func isWanted(_ label: MapLabel, withStates: Bool) -> Bool {
        switch label.kind {
        case .country: true
        case .state: withStates
        case .city, .capital: withStates || detail >= 2 && label.rank <= deepestCityRank
        case .ocean, .sea, .gulf, .bay, .strait, .channel, .sound, .lake:
            label.rank <= deepestWaterRank || showsOuterSeas && label.rank == 1
        case .river: false
        }
    }

    private var isWorld: Bool { detail < 0.5 }
    private var deepestWaterRank: Int { isWorld ? 0 : Int(detail.rounded()) - 1 }
    private var showsOuterSeas: Bool { isWorld && area.width >= 100 }

    /// Names of single rows, beside their dots and inside `visible`.
    mutating func placeRowNames(_ names: [(place: CellPoint, name: DisplayText)], within visible: CellRect) {
        for (place, name) in names {
            let text = name.clipped(to: 22)
            guard !text.isEmpty else { continue }
            let sides = [place.column + 2, place.column - 1 - text.width]
            for column in sides {
                let point = CellPoint(column: column, row: place.row)
                guard column >= visible.column, column + text.width <= visible.endColumn else { continue }
                if take(text, at: point, role: .placeLabel, air: 1) { break }
            }
        }
    }

    private struct Candidate {
        let label: MapLabel
        let cell: CellPoint
    }

    /// Those that the zoom shows and whose cell is in the area. Most are not: they are neither copied nor projected.
    private func candidates(_ labels: [MapLabel], withStates: Bool) -> [Candidate] {
        let slack = Double(Viewport.dotsPerRow) / viewport.worldDots
        let top = viewport.point(at: DotPoint(x: 0, y: Double(area.row * Viewport.dotsPerRow))).y - slack
        let bottom =
            viewport.point(at: DotPoint(x: 0, y: Double(area.endRow * Viewport.dotsPerRow))).y + slack
        return labels.indices.compactMap { index in
            let y = labels[index].point.y
            guard top <= y, y <= bottom, isWanted(labels[index], withStates: withStates) else { return nil }
            let cell = viewport.dot(of: labels[index].point).cell
            return area.contains(cell) ? Candidate(label: labels[index], cell: cell) : nil
        }
    }

    /// Takes the room for `text` if it is free, and remembers it.
    private mutating func take(
        _ text: DisplayText, at point: CellPoint, role: Role, air: Int, isItalic: Bool = false
    ) -> Bool {
        let rect = CellRect(column: point.column, row: point.row, width: text.width, height: 1)
        guard occupancy.isFree(rect, air: air) else { return false }
        occupancy.take(rect)
        labels.append(PlacedLabel(text: text, point: point, role: role, isItalic: isItalic))
        return true
    }

    // MARK: - Water

    private static let sidesteps = [0, -2, 2, -4, 4]

    private mutating func placeOuterSeas(_ waters: [Candidate]) {
        let most = 6
        var placed = 0
        for water in waters where water.label.rank == 1 && placed < most {
            if placeWater(water) { placed += 1 }
        }
    }

    /// One line, else two split before the last word; at sea all of it must lie on water.
    @discardableResult
    private mutating func placeWater(_ candidate: Candidate) -> Bool {
        let words = candidate.label.name.split(separator: " ")
        var layouts = [[DisplayText(sanitising: candidate.label.name)]]
        if words.count > 1, let last = words.last {
            layouts.append([
                DisplayText(sanitising: words.dropLast().joined(separator: " ")),
                DisplayText(sanitising: String(last)),
            ])
        }
        let least = candidate.label.kind == .lake ? 0.3 : 0.98
        for lines in layouts {
            let width = lines.map(\.width).max() ?? 0
            for step in Self.sidesteps {
                let rect = CellRect(
                    column: candidate.cell.column - width / 2 + step,
                    row: candidate.cell.row - (lines.count - 1) / 2, width: width, height: lines.count)
                guard occupancy.isFree(rect, air: 1), waterShare(of: rect) >= least,
                    filledShare(of: rect) == 0
                else { continue }
                for (index, line) in lines.enumerated() {
                    let column = rect.column + (width - line.width) / 2
                    let point = CellPoint(column: column, row: rect.row + index)
                    labels.append(PlacedLabel(text: line, point: point, role: .seaLabel, isItalic: true))
                }
                occupancy.take(rect)
                return true
            }
        }
        return false
    }

    /// The share of the cells that are shades of rows.
    private func filledShare(of rect: CellRect) -> Double {
        guard let density else { return 0 }
        return (rect.row..<rect.endRow).reduce(0) { sum, row in
            sum
                + density.filledShare(
                    of: CellRect(column: rect.column, row: row, width: rect.width, height: 1))
        } / Double(max(rect.height, 1))
    }

    private func waterShare(of rect: CellRect) -> Double {
        var water = 0
        for row in rect.row..<rect.endRow {
            for column in rect.column..<rect.endColumn where isWater(CellPoint(column: column, row: row)) {
                water += 1
            }
        }
        return Double(water) / Double(rect.width * rect.height)
    }

    // MARK: - Countries and states

    private mutating func placeCountries(_ seen: [Candidate]) {
        let countries = seen.filter { $0.label.kind == .country }
            .sorted {
                $0.label.worldWidth * $0.label.worldHeight > $1.label.worldWidth * $1.label.worldHeight
            }
        for country in countries { placeArea(country, role: .countryLabel, maySpace: true) }
    }

    private mutating func placeStates(_ seen: [Candidate]) {
        // A state named like its city would be written twice.
        let cities = Set(seen.filter(\.label.kind.isCity).map(\.label.name))
        let states = seen.filter { $0.label.kind == .state && !cities.contains($0.label.name) }
            .sorted { ($0.label.rank, -$0.label.worldWidth) < ($1.label.rank, -$1.label.worldWidth) }
        for state in states { placeArea(state, role: .stateLabel, maySpace: false) }
    }

    private mutating func placeArea(_ candidate: Candidate, role: Role, maySpace: Bool) {
        let columns = candidate.label.worldWidth * viewport.worldDots / Double(Viewport.dotsPerColumn)
        let rows = candidate.label.worldHeight * viewport.worldDots / Double(Viewport.dotsPerRow)
        let capitals = candidate.label.name.uppercased()
        var texts: [DisplayText] = []
        let spaced = DisplayText(sanitising: capitals.map(String.init).joined(separator: " "))
        // Over shades the gaps would be shades, too.
        if maySpace, density == nil, Double(spaced.width) <= 0.62 * columns, rows >= 3 {
            texts.append(spaced)
        }
        let plain = DisplayText(sanitising: maySpace ? capitals : candidate.label.name)
        if Double(plain.width) <= 0.95 * columns, rows >= 1.2 { texts.append(plain) }
        for text in texts {
            for dy in [0, -1, 1, -2, 2] where Double(abs(dy)) <= rows / 3 {
                for dx in Self.sidesteps where Double(abs(dx)) <= columns / 3 {
                    let point = CellPoint(
                        column: candidate.cell.column - text.width / 2 + dx, row: candidate.cell.row + dy)
                    let rect = CellRect(column: point.column, row: point.row, width: text.width, height: 1)
                    guard filledShare(of: rect) <= Self.mostFilled else { continue }
                    if take(text, at: point, role: role, air: 2) { return }
                }
            }
        }
    }

    /// A country is named where most of the cells of its name are without rows.
    private static let mostFilled = 0.4

    // MARK: - Cities

    /// The least important rank that is shown.
    private var deepestCityRank: Int {
        if density != nil { return detail < 6 ? 2 : 9 }
        return switch detail {
        case ..<3: 2
        case ..<4: 3
        case ..<5: 4
        case ..<6: 6
        case ..<7: 9
        default: 99
        }
    }

    private mutating func placeCities(_ seen: [Candidate]) {
        guard detail >= 2 else { return }
        let most = max(8, area.width * area.height / (density == nil ? 240 : 560))
        let cities = seen.filter { $0.label.kind.isCity && $0.label.rank <= deepestCityRank }
            .sorted { ($0.label.rank, -$0.label.population) < ($1.label.rank, -$1.label.population) }
        var placed = 0
        for city in cities where placed < most {
            if placeCity(city) { placed += 1 }
        }
    }

    private mutating func placeCity(_ city: Candidate) -> Bool {
        let dot = CellRect(column: city.cell.column, row: city.cell.row, width: 1, height: 1)
        guard occupancy.isFree(dot) else { return false }
        let isCapital = city.label.kind == .capital
        let name = DisplayText(sanitising: city.label.name)
        let (column, row) = (city.cell.column, city.cell.row)
        // Over shades the bright spot is the city: it needs no dot.
        let gap = density == nil ? 2 : 1
        var places = [
            CellPoint(column: column + gap, row: row), CellPoint(column: column - 1 - name.width, row: row),
            CellPoint(column: column - name.width / 2, row: row - 1),
            CellPoint(column: column - name.width / 2, row: row + 1),
        ]
        if density != nil {
            // Cover as few shades as possible.
            let shares = places.map { place in
                filledShare(of: CellRect(column: place.column, row: place.row, width: name.width, height: 1))
            }
            places = places.indices.sorted { (shares[$0], $0) < (shares[$1], $1) }.map { places[$0] }
        }
        for place in places {
            guard
                take(name, at: place, role: isCapital || density != nil ? .capitalLabel : .cityLabel, air: 1)
            else {
                continue
            }
            occupancy.take(dot)
            if density != nil { return true }
            labels.append(PlacedLabel(text: isCapital ? "◦" : "·", point: city.cell, role: .cityDot))
            return true
        }
        return false
    }
}

extension MapLabel.Kind {
    var isWater: Bool {
        switch self {
        case .ocean, .sea, .gulf, .bay, .strait, .channel, .sound, .lake: true
        case .river, .country, .state, .city, .capital: false
        }
    }

    var isCity: Bool { self == .city || self == .capital }
}
