import CellGraphics
import MapModel
import RowValues

/// How many more or fewer rows there are in one window than in another, at one place.
package struct WindowDifference: Equatable, Sendable {
    /// `+212`, `−3`, `=`, `+4.2` a day.
    package let text: DisplayText
    /// −4 … 4: how large it is among those of the map; 0 where both are equal.
    package let step: Int

    /// Rows of window B less rows of window A.
    ///
    /// - Parameter scale: of all places, so that one step means the same everywhere.
    package init(first: Int, second: Int, scale: DifferenceScale) {
        let amount = scale.amount(first: first, second: second)
        let size = abs(amount)
        let sign = amount < 0 ? "−" : "+"
        if scale.isRate {
            text = DisplayText(sanitising: amount == 0 ? "=" : sign + Self.rate(size))
        } else {
            let count = ClusterScale.abbreviatedCount(Int(size))
            text = DisplayText(sanitising: amount == 0 ? "=" : sign + count)
        }
        let found = (1...4).last { size >= ($0 == 1 ? 0 : scale.breaks[$0 - 2]) } ?? 1
        step = amount == 0 ? 0 : amount < 0 ? -found : found
    }
}

extension WindowDifference {
    /// The longest text that any difference has, in columns: `+0.04`, `−1.2k`.
    static let mostColumns = 5

    /// At most four digits; nothing of a rate that would be 0.00.
    private static func rate(_ size: Double) -> String {
        switch size {
        case ..<0.005: ""
        case ..<0.095: size.fixed(2)
        case ..<9.95: size.fixed(1)
        default: ClusterScale.abbreviatedCount(Int(min(size, 1e15).rounded()))
        }
    }
}

/// What the steps of differences mean: rows, or a rate where the windows are not equally long.
package struct DifferenceScale: Equatable, Sendable {
    /// From which size on the second, third and fourth step begin.
    package let breaks: [Double]
    /// Rows a day are compared, since the windows are not equally long.
    package let isRate: Bool
    private let days: (first: Double, second: Double)

    /// - Parameters:
    ///   - first, second: the windows A and B.
    ///   - counts: rows of both at each place.
    package init(first: Range<Int64>, second: Range<Int64>, counts: [(first: Int, second: Int)]) {
        let isRate = Self.isRate(first, second)
        let day = Double(WallTime.millisecondsPerDay)
        let days = (max(Double(first.count) / day, 1e-9), max(Double(second.count) / day, 1e-9))
        let most = counts.map {
            abs(Self.amount(first: $0.first, second: $0.second, days: isRate ? days : nil))
        }
        self.init(most: most.max() ?? 0, isRate: isRate, days: days)
    }

    /// Whether windows are not equally long.
    static func isRate(_ first: Range<Int64>, _ second: Range<Int64>) -> Bool { first.count != second.count }

    private init(most: Double, isRate: Bool, days: (Double, Double)) {
        (self.isRate, self.days) = (isRate, days)
        // The last step holds what is between a 25th and a 250th of the largest.
        var size = 1.0
        while most >= 4000 * size { size *= 10 }
        while isRate, most > 0, most < 40 * size { size /= 10 }
        breaks = [4 * size, 10 * size, 40 * size]
    }

    /// Rows of B less rows of A, or the difference of their rates.
    func amount(first: Int, second: Int) -> Double {
        Self.amount(first: first, second: second, days: isRate ? days : nil)
    }

    private static func amount(first: Int, second: Int, days: (first: Double, second: Double)?) -> Double {
        guard let days else { return Double(second - first) }
        return Double(second) / days.second - Double(first) / days.first
    }

    /// The same breaks and the same windows.
    package static func == (left: Self, right: Self) -> Bool {
        left.breaks == right.breaks && left.isRate == right.isRate && left.days == right.days
    }
}

/// What playing does to the rows of a badge.
package enum BadgeMotion: Equatable, Sendable {
    case none
    /// Rows came with the last step.
    case arrived
    /// Its only row goes with the next.
    case leaving
}
