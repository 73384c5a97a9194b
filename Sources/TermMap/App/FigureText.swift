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
        guard magnitude < 1e15 else { return sign + ">1P" }
        let whole = ClusterScale.abbreviatedCount(Int(magnitude.rounded()))
        // A sign takes the cell of the decimal: −1.2k has none.
        guard !sign.isEmpty, whole.count == width else { return sign + whole }
        let short = whole.filter { $0 != "." }
        return sign + (whole.contains(".") ? "\(short.first ?? "0")\(short.last ?? "k")" : whole)
    }

    /// Whole numbers with thousands, others to three significant digits; times as dates.
    static func long(_ number: Double, _ kind: ColumnKind) -> String {
        if kind == .time { return String(ColumnKind.text(of: number, kind: .time).prefix(10)) }
        guard abs(number) < 1e15 else { return "\(number)" }
        if number == number.rounded() || abs(number) >= 100 { return Int(number.rounded()).grouped }
        return number.trimmed(abs(number) >= 10 ? 1 : abs(number) >= 1 ? 2 : 3)
    }
}
