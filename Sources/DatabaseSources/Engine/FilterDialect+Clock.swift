import RowValues

// Hours and days of times: the offsets of a zone are written into the statement, so that no server needs to know the
// zone, and all of them have the same.
extension FilterDialect {
    /// A part of the times of a column.
    func part(of column: Int, _ clock: FilterClock) -> String {
        var time = clock.isOfNumbers ? milliseconds(value(of: column), clock.unit) : value(of: column)
        let isWall = !clock.isOfNumbers && !hasZone(column)
        if isWall, clock.readZone == clock.shownZone { return part(clock.part, ofWall: time) }
        if isWall {
            let zone = clock.readZone.offsets(byClock: true)
            time = once(time) { "\($0) - \(offset($0, zone.starts, zone.offsets))" }
        }
        let zone = clock.shownZone.offsets(byClock: false)
        if zone.offsets != [0] { time = once(time) { "\($0) + \(offset($0, zone.starts, zone.offsets))" } }
        return part(clock.part, ofWall: time)
    }

    /// Numbers that count from 1970, by their size where no unit is given.
    private func milliseconds(_ number: String, _ unit: EpochUnit?) -> String {
        func scaled(_ unit: EpochUnit, _ number: String) -> String {
            unit == .seconds ? "\(number) * 1000.0" : "floor(\(number) / \(unit.perSecond / 1000).0)"
        }
        if let unit { return "(\(scaled(unit, number)))" }
        let tests = EpochUnit.allCases.map { unit in
            let (least, most) = (EpochUnit.likelySeconds.lowerBound, EpochUnit.likelySeconds.upperBound)
            return "WHEN abs(\(number)) BETWEEN \(least * unit.perSecond).0 AND \(most * unit.perSecond).0 "
                + "THEN \(scaled(unit, number))"
        }
        return "(CASE \(tests.joined(separator: " ")) END)"
    }

    /// The offset that holds at a time: a tree of comparisons.
    private func offset(_ time: String, _ starts: [Int64], _ offsets: [Int64]) -> String {
        func tree(_ range: Range<Int>) -> String {
            if range.count == 1 { return "\(offsets[range.lowerBound]).0" }
            let middle = (range.lowerBound + range.upperBound) / 2
            return "CASE WHEN \(time) < \(starts[middle - 1]).0 THEN \(tree(range.lowerBound..<middle)) "
                + "ELSE \(tree(middle..<range.upperBound)) END"
        }
        return tree(offsets.indices)
    }
}
