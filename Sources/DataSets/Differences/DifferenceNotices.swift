import MapModel
import Streams

/// What the user should know of a difference: what it may come from instead of changes.
struct DifferenceNotices {
    private let difference: RowDifference
    private let old: ComparedSource
    private let new: ComparedSource

    /// A key was looked for.
    private let isKeyWanted: Bool

    init(_ difference: RowDifference, _ old: ComparedSource, _ new: ComparedSource, isKeyWanted: Bool) {
        (self.difference, self.old, self.new) = (difference, old, new)
        self.isKeyWanted = isKeyWanted
    }

    /// A line each.
    var lines: [String] {
        var lines: [String] = []
        if !difference.addsUp { lines.append("the classes do not add up to the rows (please report this)") }
        if new.count == 0, old.count > 0 {
            lines.append("\(printable(difference.newName)) has no rows: all \(grouped(old.count)) removed")
        } else if old.count == 0, new.count > 0 {
            lines.append("\(printable(difference.oldName)) has no rows: all \(grouped(new.count)) added")
        } else if difference.key.isEmpty, old.count > 0 {
            let count = difference.uncertain.count
            let unsure = count == 0 ? "" : ", \(grouped(count)) uncertain (:unsure)"
            let reason = isKeyWanted ? "no column identifies the rows: " : ""
            lines.append("\(reason)matched by place and values\(unsure)")
        }
        if let moved = exchanged ?? shifted ?? coarse { lines.append(moved) }
        let placeless =
            new.places.count { $0 == ComparedSource.nowhere }
            + difference.removed.count { old.place($0) == nil }
        if placeless > 0 { lines.append("\(grouped(placeless)) without a place") }
        if old.count > 0, new.count > 0, let geometries { lines.append(geometries) }
        return lines
    }

    /// What is not compared of geometries since only one source has it.
    private var geometries: String? {
        let hasHeights = !old.heights.isEmpty || !new.heights.isEmpty
        if old.knowsShapes != new.knowsShapes {
            guard hasHeights || !old.shapes.isEmpty || !new.shapes.isEmpty else { return nil }
            return "lines, areas and heights are not compared: of \(old.knowsShapes ? "NEW" : "OLD") only "
                + "places are read"
        }
        guard old.heights.isEmpty != new.heights.isEmpty else { return nil }
        return old.knowsHeights == new.knowsHeights
            ? "heights of vertices only in \(old.heights.isEmpty ? "NEW" : "OLD")"
            : "heights are not compared: those of \(old.knowsHeights ? "NEW" : "OLD") were not read"
    }

    // MARK: - Moves

    private var pairedCount: Int { difference.counts.paired }

    /// Latitude for longitude.
    private var exchanged: String? {
        let moves = difference.moves
        guard moves.count > 2, moves.count * 20 >= pairedCount * 19 else { return nil }
        let count = moves.count { move in
            guard let place = new.place(move.row) else { return false }
            // Places are rounded to the grid of the map.
            return abs(Int(place.latitudeE7) - Int(move.oldPlace.longitudeE7)) <= 3
                && abs(Int(place.longitudeE7) - Int(move.oldPlace.latitudeE7)) <= 3
        }
        return count * 20 >= pairedCount * 19
            ? "NEW has latitude and longitude exchanged: --swap?" : nil
    }

    /// All rows, nearly equally far.
    private var shifted: String? {
        let moves = difference.moves
        guard moves.count > 2, moves.count * 10 >= pairedCount * 9 else { return nil }
        let meters = moves.map(\.meters).sorted()
        let median = meters[meters.count / 2]
        guard meters.count(where: { abs($0 - median) <= median / 10 }) * 10 >= meters.count * 9 else {
            return nil
        }
        let text = DistanceUnit.kilometers.text(meters: median) + direction(of: moves)
        let share =
            moves.count == pairedCount
            ? "all \(grouped(moves.count))" : "\(grouped(moves.count)) of \(grouped(pairedCount))"
        return "\(share) moved by about \(text): another coordinate system?"
    }

    /// ` N`, where most moves go there; nothing where they do not.
    private func direction(of moves: [RowDifference.Move]) -> String {
        let points = moves.compactMap { move in
            new.place(move.row).map {
                CompassPoint(bearing: GreatCircle.bearing(from: move.oldPlace.coordinate, to: $0.coordinate))
            }
        }
        let common = CompassPoint.allCases.first { point in
            points.count { $0 == point } * 10 >= moves.count * 9
        }
        return common.map { " " + $0.symbol } ?? ""
    }

    /// One source has fewer decimals than would show such moves.
    private var coarse: String? {
        let moves = difference.moves
        guard moves.count > 2 else { return nil }
        let sources = [("OLD", moves.map(\.oldPlace)), ("NEW", moves.compactMap { new.place($0.row) })]
        let decimals = sources.map { Self.decimals(of: $0.1) }
        guard decimals[0] != decimals[1] else { return nil }
        let index = decimals[0] < decimals[1] ? 0 : 1
        // Half of the last digit, in both directions.
        let error = 0.5 * 111_195 / Self.power(decimals[index])
        let tolerance = (error * 1.5).rounded(.up)
        let below = moves.count { $0.meters <= tolerance }
        guard below * 2 >= moves.count, tolerance > difference.toleranceMeters else { return nil }
        let rounded = tolerance <= 10 ? tolerance : (tolerance / 10).rounded(.up) * 10
        return "\(sources[index].0) has \(decimals[index]) decimals (±\(Int(error.rounded(.up))) m): "
            + "--tolerance \(Int(rounded))m?"
    }

    private static func power(_ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The decimals of a degree that places have.
    private static func decimals(of places: [FixedCoordinate]) -> Int {
        var decimals = 0
        for place in places {
            for degrees in [place.latitudeE7, place.longitudeE7] {
                var (units, count) = (degrees, 7)
                while count > decimals, units % 10 == 0 { (units, count) = (units / 10, count - 1) }
                decimals = max(decimals, count)
            }
        }
        return decimals
    }
}
