import Streams

/// Dates that programs write where they have none, at midnight: how many times of a column are such.
///
/// They count as times; a column with many of them is worth a word.
package struct StandIns: Equatable, Sendable {
    /// The date, and what a clock shows at its midnight in milliseconds.
    private static let dates: [(text: String, wall: Int64)] = [
        ("0001-01-01", -62_135_596_800_000), ("1900-01-01", -2_208_988_800_000), ("1970-01-01", 0),
        ("9999-12-31", 253_402_214_400_000),
    ]
    /// From this share of all times on.
    private static let share = 0.01

    private var counts = [0, 0, 0, 0]

    /// None yet.
    init() {}

    /// Those of several columns.
    init(_ columns: [StandIns]) {
        for column in columns { for index in counts.indices { counts[index] += column.counts[index] } }
    }

    /// Takes the time of a row.
    @inline(__always)
    mutating func count(_ wall: Int64) {
        switch wall {
        case -62_135_596_800_000: counts[0] += 1
        case -2_208_988_800_000: counts[1] += 1
        case 0: counts[2] += 1
        case 253_402_214_400_000: counts[3] += 1
        default: break
        }
    }

    /// What should be known of them; nil where they are at most 1 % of all times.
    func notice(of total: Int) -> String? {
        let sum = counts.reduce(0, +)
        guard sum > 0, Double(sum) > Self.share * Double(total) else { return nil }
        let dates = zip(Self.dates, counts).filter { $1 > 0 }.map(\.0.text)
        return "\(grouped(sum)) of \(grouped(total)) times \(sum == 1 ? "is" : "are") "
            + dates.joined(separator: " or ") + " 00:00, which often stands for none"
    }
}
