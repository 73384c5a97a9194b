import CellGraphics
import RowValues

/// A tick of the rail with its label.
package struct BandLabel: Equatable, Sendable {
    /// Where the unit begins: columns from the left of the bars; behind the last bar there is no tick.
    package var column: Int
    package var text: DisplayText
    /// A larger unit begins here.
    package var isMajor: Bool
    /// There is room for the text.
    package var isShown = true

    /// Columns that are free between labels.
    private static let air = 2
    /// A label of each unit takes about so many columns.
    private static let columnsPerUnit: Int64 = 3

    /// The labels of the finest unit that keeps them apart.
    static func labels(of axis: BandAxis, width: Int) -> [BandLabel] {
        var labels: [BandLabel] = []
        for step in BandSteps.labels {
            let length = step.typicalMilliseconds
            guard (axis.end - axis.start) / length <= max(Int64(axis.columns) / columnsPerUnit, 1),
                step.unit == .year || length >= (axis.moments(ofBar: 0).upperBound - axis.start) * 99 / 100
            else { continue }
            let found = ticks(of: step, axis)
            if found.isEmpty { continue }
            labels = found
            let gaps = zip(found, found.dropFirst()).map { $1.column - $0.column - $0.text.width }
            if gaps.allSatisfy({ $0 >= air }) { break }
        }
        if labels.isEmpty {
            let text = BandWords(axis.zone).moment(axis.start, by: axis.step.unit)
            labels = [BandLabel(column: 0, text: DisplayText(sanitising: text), isMajor: false)]
        }
        return placed(labels, width: width)
    }

    /// Leaves out the texts without room.
    private static func placed(_ labels: [BandLabel], width: Int) -> [BandLabel] {
        var end = -1
        return labels.map { label in
            var label = label
            label.isShown = label.column > end && label.column + label.text.width <= width
            if label.isShown { end = label.column + label.text.width }
            return label
        }
    }

    private static func ticks(of step: CalendarStep, _ axis: BandAxis) -> [BandLabel] {
        guard let moments = step.edges(covering: axis.start...axis.end, atMost: axis.columns, in: axis.zone)
        else { return [] }
        var walls: [WallTime] = []
        var labels: [BandLabel] = []
        for moment in moments where moment >= axis.start && moment <= axis.end {
            let wall = WallTime(milliseconds: axis.zone.wall(at: moment))
            let (text, isMajor) = text(wall, step)
            let column = axis.column(of: moment) ?? axis.columns
            labels.append(
                BandLabel(column: column, text: DisplayText(sanitising: text), isMajor: isMajor))
            walls.append(wall)
        }
        guard let first = labels.first, let wall = walls.first, !first.isMajor else { return labels }
        // The first says its day or month, where there is room.
        let full = DisplayText(sanitising: fullText(wall, step))
        if labels.count < 2 || first.column + full.width + air <= labels[1].column { labels[0].text = full }
        return labels
    }

    /// A short text, and whether a larger unit begins.
    private static func text(_ wall: WallTime, _ step: CalendarStep) -> (String, Bool) {
        let clock = BandWords.twoDigits(wall.hour) + ":" + BandWords.twoDigits(wall.minute)
        switch step.unit {
        case .second:
            return wall.second == 0 ? (clock, true) : (":" + BandWords.twoDigits(wall.second), false)
        case .minute, .hour:
            return wall.hour == 0 && wall.minute == 0 ? (BandWords.weekday(wall), true) : (clock, false)
        case .day, .week:
            guard wall.day <= (step.unit == .day ? step.count : 7) else { return ("\(wall.day)", false) }
            if wall.month > 1 { return (BandWords.dayAndMonth(wall), true) }
            let year = BandWords.year(wall.year)
            return (wall.day == 1 ? year : "\(wall.day) Jan \(year)", true)
        case .month:
            return wall.month == 1
                ? (BandWords.year(wall.year), true) : (BandWords.months[wall.month - 1], false)
        case .year: return (BandWords.year(wall.year), wall.year % (10 * step.count) == 0)
        }
    }

    private static func fullText(_ wall: WallTime, _ step: CalendarStep) -> String {
        let (short, _) = text(wall, step)
        switch step.unit {
        case .second:
            let clock = [wall.hour, wall.minute, wall.second].map(BandWords.twoDigits)
            return BandWords.weekday(wall) + " " + clock.joined(separator: ":")
        case .minute, .hour: return BandWords.weekday(wall) + " " + short
        case .day, .week: return BandWords.dayAndMonth(wall)
        case .month: return short + " " + BandWords.year(wall.year)
        case .year: return short
        }
    }
}
