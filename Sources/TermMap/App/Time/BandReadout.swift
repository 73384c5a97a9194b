import CellGraphics
import MapModel
import RowValues

/// What the window holds beside what all time holds.
struct BandReadout {
    private let content: BandContent

    init(_ content: BandContent) { self.content = content }

    var lines: [BandPicture.Line] {
        guard let window = content.window else { return allTime }
        return content.other.map { comparison(of: $0, with: window) } ?? single(window)
    }

    private var length: Int64 { content.range.map { $0.upperBound - $0.lowerBound } ?? 0 }

    private var allTime: [BandPicture.Line] {
        let rate = Rate(rows: content.rows.timed ?? content.rows.all, milliseconds: length)
        return [line("all time", rate.text(Rate.unit(of: [rate])), isStrong: true)] + busiest
    }

    private func single(_ window: Range<Int64>) -> [BandPicture.Line] {
        let inside = Rate(rows: content.rows.window, milliseconds: Int64(window.count))
        let all = Rate(rows: content.rows.timed ?? content.rows.all, milliseconds: length)
        let unit = Rate.unit(of: [inside, all])
        return [
            line("window", inside.text(unit), isStrong: true), line("all time", all.text(unit)),
            line("window \(divided) all", ratio(inside.perMillisecond, all.perMillisecond)),
        ] + busiest
    }

    private func comparison(of other: Range<Int64>, with window: Range<Int64>) -> [BandPicture.Line] {
        let rows = content.rows
        guard other.count != window.count else {
            return [
                line("A", rows.other.counted("row")), line("B", rows.window.counted("row")),
                line("B \(divided) A", ratio(Double(rows.window), Double(rows.other)), isStrong: true),
                line("both", BandWords.length(Int64(window.count))),
            ]
        }
        let first = Rate(rows: rows.other, milliseconds: Int64(other.count))
        let second = Rate(rows: rows.window, milliseconds: Int64(window.count))
        let unit = Rate.unit(of: [first, second])
        return [
            line("A", first.text(unit)), line("B", second.text(unit)),
            line("B \(divided) A", ratio(second.perMillisecond, first.perMillisecond), isStrong: true),
        ]
    }

    /// The busiest day, or else the busiest bar in the window.
    private var busiest: [BandPicture.Line] {
        guard let busiest = content.busiest ?? busiestBar, busiest.rows > 0 else { return [] }
        let words = BandWords(content.axis.zone)
        let name: DisplayText = "busiest"
        let bar = words.bar(busiest.moments, by: busiest.unit)
        // The beginning alone would say that it was one day.
        let days = bar.replacing(" – ", with: "–")
        let hasClock = [.second, .minute, .hour].contains(busiest.unit)
        let short = hasClock ? words.bar(busiest.moments, by: busiest.unit, isShort: true) : days
        let texts = [
            "\(bar): \(busiest.rows.grouped)", "\(short): \(busiest.rows.grouped)",
            "\(short): \(ClusterScale.abbreviatedCount(busiest.rows))",
        ]
        let text = texts.first { name.width + $0.count < BandLayout.readoutColumns } ?? texts[2]
        return [line(name.text, text)]
    }

    private var busiestBar: BandContent.Busiest? {
        let axis = content.axis
        // A bar that is partly in the window could have more rows than that.
        let bars = content.counts.indices.filter { bar in
            bar < axis.barCount
                && content.window.map { window in
                    let moments = axis.moments(ofBar: bar)
                    return window.lowerBound <= moments.lowerBound && moments.upperBound <= window.upperBound
                } ?? true
        }
        // Of equal ones the first.
        guard let most = bars.max(by: { (content.counts[$0], -$0) < (content.counts[$1], -$1) }) else {
            return nil
        }
        return .init(moments: axis.moments(ofBar: most), unit: axis.step.unit, rows: content.counts[most])
    }

    private var divided: String { content.isASCII ? "/" : "÷" }

    private func ratio(_ first: Double, _ second: Double) -> String {
        guard second > 0, first.isFinite, second.isFinite else { return "–" }
        let ratio = first / second
        let text = ratio < 0.1 && ratio > 0 ? ratio.fixed(2) : ratio < 100 ? ratio.fixed(1) : nil
        return (content.isASCII ? "x " : "× ") + (text ?? Int(min(ratio, 1e15).rounded()).grouped)
    }

    private func line(_ name: String, _ value: String, isStrong: Bool = false) -> BandPicture.Line {
        .init(
            name: DisplayText(sanitising: name), value: DisplayText(sanitising: value), isStrong: isStrong)
    }
}

/// Rows by time.
struct Rate {
    let rows: Int
    let milliseconds: Int64

    var perMillisecond: Double { milliseconds > 0 ? Double(rows) / Double(milliseconds) : 0 }

    private static let units: [CalendarStep.Unit] = [.second, .minute, .hour, .day, .week, .month, .year]

    /// The finest unit in which each of some rates is 1 or more.
    static func unit(of rates: [Rate]) -> CalendarStep.Unit {
        let least = rates.map(\.perMillisecond).filter { $0 > 0 }.min() ?? 0
        return units.first { least * Double(CalendarStep(1, $0).typicalMilliseconds) >= 1 } ?? .year
    }

    /// `50.9 a day`; all rows where they have no length.
    func text(_ unit: CalendarStep.Unit) -> String {
        guard milliseconds > 0 else { return rows.counted("row") }
        let count = perMillisecond * Double(CalendarStep(1, unit).typicalMilliseconds)
        let number =
            count >= 100
            ? Int(min(count, 1e15).rounded()).grouped : count.fixed(count < 1 && count > 0 ? 2 : 1)
        return number + (unit == .hour ? " an hour" : " a \(unit.rawValue)")
    }
}
