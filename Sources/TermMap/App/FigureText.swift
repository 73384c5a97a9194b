import MapModel
import Rows

/// Numbers of a column on badges, in legends and in summaries.
enum FigureText {
    /// Cells that the longest text takes.
    static let width = 4

    /// A figure in at most four cells: 0.43, 4.3, 43, 431, 4.3k; a share as 43%; of a time its year.
    static func short(_ number: Double, _ function: RowQuery.Figure.Function, _ kind: ColumnKind) -> String {
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
    static func times(_ numbers: [Double]) -> [String] {
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
    static func long(_ number: Double, _ kind: ColumnKind) -> String {
        if kind == .time { return String(ColumnKind.text(of: number, kind: .time).prefix(10)) }
        guard abs(number) < 1e15 else { return "\(number)" }
        if number == number.rounded() || abs(number) >= 100 { return Int(number.rounded()).grouped }
        return number.trimmed(abs(number) >= 10 ? 1 : abs(number) >= 1 ? 2 : 3)
    }
}
