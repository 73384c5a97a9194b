import CellGraphics

extension LabelPlacer {
    /// A street of the view: its parts in all blocks.
    private struct Street {
        let name: String
        let label: DisplayText
        var line: LineClass
        var length: Double
        /// The blocks' columns and rows in the view, and the spots in them.
        var parts: [(column: Int, row: Int, spots: [NamedStreet.Spot])]

        var kind: StreetLabel.Kind {
            switch line {
            case .motorway: .motorway
            case .major, .medium: .majorStreet
            default: .street
            }
        }

        /// A name, and another one for so many dots of street.
        var wantedNames: Int { 1 + Int(length / (line >= .major ? 160 : 260)) }
    }

    /// One name for so many cells: more would hide the streets.
    private static let cellsPerName = 115
    private static let longestName = 26
    /// A street must be so much longer than its name.
    private static let leastLengthFactor = 1.6

    mutating func placeStreets() {
        let most = area.width * area.height / Self.cellsPerName
        var placed: [String: [CellPoint]] = [:]
        var count = 0
        let streets = namedStreets()
        // Names that are there stay where they are; others come into the room that is left.
        for street in streets where count < most {
            let text = street.label
            for point in remembered(street.kind, street.name) where passes(street, point, text.width) {
                let known = placed[street.name] ?? []
                guard known.count < street.wantedNames, Self.isFar(point, from: known),
                    isFree(point, width: text.width), cost(of: point, text.width, street.line, true) != nil
                else { continue }
                write(text, at: point, street.kind, name: street.name)
                placed[street.name] = known + [point]
                count += 1
            }
        }
        for street in streets where count < most {
            count += place(street, besides: placed[street.name] ?? [])
        }
    }

    /// One name of a street is not written beside the other.
    private static func isFar(_ point: CellPoint, from others: [CellPoint]) -> Bool {
        others.allSatisfy { abs($0.column - point.column) >= 44 || abs($0.row - point.row) >= 14 }
    }

    /// The streets that may be named at this zoom, the most important and longest first.
    private func namedStreets() -> [Street] {
        var streets: [Street] = []
        var indices: [String: Int] = [:]
        for placed in view.blocks {
            for part in placed.block.streets where !part.label.isEmpty && part.label.width <= Self.longestName
            {
                let length = length(of: part, placed)
                guard length > 0 else { continue }
                let index = indices[part.name] ?? streets.count
                if index == streets.count {
                    indices[part.name] = index
                    streets.append(
                        Street(name: part.name, label: part.label, line: part.line, length: 0, parts: []))
                }
                streets[index].line = max(streets[index].line, part.line)
                streets[index].length += length
                streets[index].parts.append((placed.column, placed.row, part.spots))
            }
        }
        return streets.filter {
            ($0.line.leastNameZoom ?? .infinity) <= zoom
                && $0.length >= Double($0.label.width) * Self.leastLengthFactor
        }
        .sorted { ($0.line.rawValue, $0.length, $1.name) > ($1.line.rawValue, $1.length, $0.name) }
    }

    /// The length in view: the share of its spots that are.
    private func length(of part: NamedStreet, _ placed: StreetView.Placed) -> Double {
        let inView = part.spots.count { spot in
            area.contains(
                CellPoint(column: Int(spot.column) + placed.column, row: Int(spot.row) + placed.row))
        }
        return Double(part.length) * Double(inView) / Double(max(part.spots.count, 1))
    }

    /// Whether a street still passes where its name is written.
    private func passes(_ street: Street, _ point: CellPoint, _ width: Int) -> Bool {
        street.parts.contains { part in
            let row = point.row - part.row
            let columns = point.column - part.column - 2...point.column - part.column + width + 2
            return part.spots.contains { abs(Int($0.row) - row) <= 1 && columns.contains(Int($0.column)) }
        }
    }

    private struct Candidate {
        let cost: Double
        let point: CellPoint
    }

    /// Writes a street's name in the cheapest places, and says how often.
    private mutating func place(_ street: Street, besides placed: [CellPoint]) -> Int {
        let text = street.label
        let wanted = street.wantedNames
        guard placed.count < wanted else { return 0 }
        var done = placed
        for candidate in candidates(street, text.width) {
            if done.count >= wanted { break }
            let point = candidate.point
            guard Self.isFar(point, from: done), isFree(point, width: text.width) else { continue }
            write(text, at: point, street.kind, name: street.name)
            done.append(point)
        }
        return done.count - placed.count
    }

    private func candidates(_ street: Street, _ width: Int) -> [Candidate] {
        var found: [Candidate] = []
        let limit = 0.6 * Double(width) + 3
        for part in street.parts {
            for spot in part.spots {
                let cell = CellPoint(column: Int(spot.column) + part.column, row: Int(spot.row) + part.row)
                guard area.contains(cell) else { continue }
                let starts =
                    spot.isFlat
                    ? [cell.column - width / 2]
                    : [cell.column + 1, cell.column - width, cell.column - width / 2]
                for (index, column) in starts.enumerated() {
                    let point = CellPoint(column: column, row: cell.row)
                    guard isFree(point, width: width), isApart(point, width: width),
                        var cost = cost(of: point, width, street.line, spot.isFlat)
                    else { continue }
                    if index == 2 { cost += 2 }
                    if cost <= limit { found.append(Candidate(cost: cost, point: point)) }
                }
            }
        }
        return found.sorted {
            ($0.cost, $0.point.row, $0.point.column) < ($1.cost, $1.point.row, $1.point.column)
        }
    }

    /// What a name would cover; nil where too much of it lies on water.
    private func cost(of point: CellPoint, _ width: Int, _ line: LineClass, _ isFlat: Bool) -> Double? {
        var (own, higher, others, water) = (0, 0, 0, 0)
        let start = point.row * view.frame.width + point.column
        for cell in view.cells[start..<start + width] {
            if cell.area == .water { water += 1 }
            guard cell.line != StreetCell.noLine else { continue }
            if cell.line == line.rawValue {
                own += 1
            } else if cell.line > line.rawValue {
                higher += 1
            } else {
                others += 1
            }
        }
        guard Double(water) <= 0.3 * Double(width) else { return nil }
        let covered = 2.5 * Double(higher) + 0.25 * Double(others) + 2.5 * Double(water)
        return isFlat ? covered - 0.35 * Double(own) : covered + 2.5 - 0.8 * Double(own)
    }
}
