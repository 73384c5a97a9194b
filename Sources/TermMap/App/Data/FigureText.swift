import MapModel
import DataSets
import RowValues

/// Numbers of a column on badges, in legends and in summaries.
package enum FigureText {
    /// Cells that the longest text takes.
    package static let width = 4

    /// A figure in at most four cells: 0.43, 4.3, 43, 431, 4.3k; a share as 43%; of a time its year.
    package static func short(_ number: Double, _ function: RowQuery.Figure.Function, _ kind: ColumnKind)
        -> String
    {
        if function == .share { return "\(Int((number * 100).rounded()))%" }
        if function != .count, kind == .time {
            return String(ColumnKind.text(of: number.rounded(), kind: .time).prefix(4))
        }
        let magnitude = abs(number)
        let sign = number < 0 ? "−" : ""
        if number == number.rounded(), magnitude < 1_000 { return sign + "\(Int(magnitude))" }
        if magnitude < 0.995 { return sign + (number < 0 ? magnitude.fixed(1) : magnitude.fixed(2)) }
        if magnitude < 9.95 { return sign + magnitude.fixed(1) }
        guard magnitude < 9.9e14 else { return sign.isEmpty ? ">1P" : "<−1P" }
        let text = ClusterScale.abbreviatedCount(Int(magnitude.rounded()))
        return sign.isEmpty || text.count < width ? sign + text : sign + shortened(text, magnitude)
    }

    /// A sign takes a cell: −1.2k becomes −1k, and −123k −.1M.
    private static func shortened(_ text: String, _ magnitude: Double) -> String {
        if let point = text.firstIndex(of: "."), let unit = text.last { return "\(text[..<point])\(unit)" }
        var (size, next) = (1e3, "M")
        for unit in ["G", "T", "P"] where magnitude >= size * 1e3 { (size, next) = (size * 1e3, unit) }
        return ".\(min(max(Int((magnitude / size / 100).rounded()), 1), 9))\(next)"
    }

    /// Ascending times as dates; neighbours on the same day have the time of day.
    package static func times(_ numbers: [Double]) -> [String] {
        let parts = numbers.map { number in
            let text = ColumnKind.text(of: number, kind: .time)
            let (date, time) = (text.prefix { $0 != "T" }, text.drop { $0 != "T" }.dropFirst())
            return (date: String(date), time: time.isEmpty ? "00:00:00" : String(time.prefix(8)))
        }
        return parts.indices.map { index in
            let neighbors = [index - 1, index + 1].filter(parts.indices.contains).map { parts[$0] }
            let sameDay = neighbors.filter { $0.date == parts[index].date }
            if sameDay.isEmpty { return parts[index].date }
            let isMinute = sameDay.contains { $0.time.prefix(5) == parts[index].time.prefix(5) }
            if isMinute { return parts[index].time }
            return parts[index].date.suffix(5) + " " + parts[index].time.prefix(5)
        }
    }

    /// Whole numbers with thousands, others to three significant digits; times as dates.
    ///
    /// - Parameter step: a difference that is to be seen, in the unit of the number: as many more digits, and the
    ///   time of day, as that takes.
    package static func long(_ number: Double, _ kind: ColumnKind, step: Double = .infinity) -> String {
        if kind == .time { return time(number, step: step) }
        guard abs(number) < 1e15 else { return "\(number)" }
        if number == number.rounded() { return Int(number).grouped }
        let needed = (0..<9).first { step * pow10($0) >= 1 } ?? 9
        let usual = abs(number) >= 100 ? 0 : abs(number) >= 10 ? 1 : abs(number) >= 1 ? 2 : 3
        let digits = max(needed, usual)
        return digits == 0 ? Int(number.rounded()).grouped : number.trimmed(digits)
    }

    /// A figure in printed rows: as exact as it can be meant, without the noise of the last bits of a sum.
    package static func printed(_ number: Double, _ kind: ColumnKind) -> String {
        guard kind != .time, number != number.rounded(), abs(number) < 1e9 else {
            return ColumnKind.text(of: number, kind: kind)
        }
        // Six significant digits, and all those before the point.
        let digits = (6...15).first { abs(number) * pow10($0 - 5) >= 1 } ?? 15
        return number.trimmed(digits)
    }

    private static func pow10(_ exponent: Int) -> Double {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    private static let (day, minute) = (86_400_000.0, 60_000.0)

    private static func time(_ number: Double, step: Double) -> String {
        let text = ColumnKind.text(of: number, kind: .time)
        if step >= day { return String(text.prefix(10)) }
        let clock = text.count > 11 ? text.dropFirst(11) : "00:00:00"
        return text.dropFirst(5).prefix(5) + " " + clock.prefix(step >= minute ? 5 : 8)
    }

    /// The parts of a range that are to be told apart: a summary shows its ends, its mean and its median.
    private static let partsOfRange = 10.0

    /// Numbers of a column from `least` to `greatest`, with as many digits as distinguish places in that range.
    package static func long(_ number: Double, _ kind: ColumnKind, in range: ColumnSummary.Range) -> String {
        let span = range.greatest - range.least
        return long(number, kind, step: span > 0 && span.isFinite ? span / partsOfRange : .infinity)
    }

    /// The edges of classes, with as many digits as distinguish each from its neighbours.
    package static func edges(_ numbers: [Double], _ kind: ColumnKind) -> [String] {
        if kind == .time { return times(numbers) }
        let step = zip(numbers, numbers.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? .infinity
        return numbers.map { long($0, kind, step: step) }
    }
}
