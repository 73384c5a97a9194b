import TestSupport

@testable import App
@testable import RowValues

/// Made events: as many each day, but for two days after which there are more, dying away.
enum TimeSamples {
    /// The moment of a date and clock in UTC.
    static func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
        WallTime(year: year, month: month, day: day, hour: hour, minute: minute)?.milliseconds ?? 0
    }

    /// Events from 2024 to November 2026, the last two thousand or so after 18 June 2025.
    static let events: [(moment: Int64, classIndex: Int)] = {
        var random = SeededRandom(5)
        let (first, last) = (moment(2024, 1, 1), moment(2026, 11, 28))
        var found: [(moment: Int64, classIndex: Int)] = (0..<7500).map { _ in
            (first + Int64(random.fraction() * Double(last - first)), random.number(0...5))
        }
        for (start, count, classIndex) in [
            (moment(2024, 11, 3, 4), 120, 3), (moment(2025, 6, 18, 10), 2600, 0),
        ] {
            for _ in 0..<count {
                // After Omori, the rate falls as 1 / t.
                let days = 0.08 * (pow(12000, random.fraction()) - 1)
                let moment = start + Int64(days * Double(WallTime.millisecondsPerDay))
                if moment < last { found.append((moment, classIndex)) }
            }
        }
        return found.sorted { $0.moment < $1.moment }
    }()

    private static func pow(_ base: Double, _ exponent: Double) -> Double {
        // exp(x) by halving: no C library here.
        var (value, term, sum) = (exponent * 9.392661928770137, 1.0, 1.0)
        value /= 1024
        for index in 1..<12 {
            term *= value / Double(index)
            sum += term
        }
        return (0..<10).reduce(sum) { result, _ in result * result } * (base / 12000)
    }

    /// How many of some moments each bar has.
    static func counts(_ moments: [Int64], _ axis: BandAxis) -> [Int] {
        moments.reduce(into: [Int](repeating: 0, count: axis.barCount)) { counts, moment in
            if let bar = axis.bar(of: moment) { counts[bar] += 1 }
        }
    }

    /// A band of all events, or of those from some year on.
    static func band(columns: Int, from first: Int64? = nil, until last: Int64? = nil) -> BandContent {
        let all = events.map(\.moment).filter { $0 >= first ?? .min && $0 < last ?? .max }
        let range = (all.first ?? 0)...(all.last ?? 0)
        let axis = BandAxis(range, columns: columns)
        var content = BandContent(axis: axis, counts: counts(all, axis))
        content.column = "seen"
        content.range = range
        content.rows.all = all.count
        return content
    }

    /// Rides by hour and weekday: mornings and evenings of working days, nights before Saturday and Sunday.
    static let rides: TimeFold? = {
        var random = SeededRandom(4)
        var moments: [Int64] = []
        for day in 0..<364 {
            let start = moment(2025, 1, 6) + Int64(day) * WallTime.millisecondsPerDay
            for hour in 0..<24 {
                let isNight = hour >= 22 && (day % 7 == 4 || day % 7 == 5) || hour < 4 && day % 7 >= 5
                let isRush = day % 7 < 5 && (7...8 ~= hour || 16...18 ~= hour)
                let most = isNight ? 12 : isRush ? 20 : 6...22 ~= hour ? 8 : 2
                for _ in 0..<random.number(0...most) {
                    moments.append(start + Int64(hour) * WallTime.millisecondsPerHour)
                }
            }
        }
        return TimeFold(column(moments, name: "started"), .weekday, .hour, in: .utc)
    }()

    /// A column of moments.
    static func column(_ moments: [Int64], name: String) -> TimeColumn {
        TimeColumn(
            name: name, form: .text(nil), moments: moments, count: moments.count, misfitCount: 0,
            firstMisfit: nil, skippedClocks: 0, doubledClocks: 0,
            range: moments.min().flatMap { least in moments.max().map { least...$0 } })
    }
}
