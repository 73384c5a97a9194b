import MapModel

/// Windows at equal distances, from one moment to another.
package struct TimeFrames: Equatable, Sendable {
    /// In the order of time.
    package let windows: [Range<Int64>]

    /// More windows than these are refused.
    package static let limit = 10_000

    /// - Parameter length: how long each is; nil for as long as they are apart, so that they follow each other.
    package init(_ count: Int, in span: Range<Int64>, length: TimeLength? = nil, _ zone: ZoneTable) {
        let count = min(max(count, 1), Self.limit)
        guard let length else {
            let edges = (0...count).map { Self.moment($0, of: count, in: span) }
            windows = (0..<count).map { edges[$0]..<edges[$0 + 1] }
            return
        }
        // The last one ends with the span.
        let last = length.moment(from: span.upperBound, isLater: false, in: zone) ?? span.lowerBound
        let starts = span.lowerBound..<max(last, span.lowerBound)
        windows = (0..<count).map { number in
            let start = Self.moment(number, of: max(count - 1, 1), in: starts)
            let end = length.moment(from: start, isLater: true, in: zone) ?? span.upperBound
            return start..<max(end, start)
        }
    }

    private static func moment(_ number: Int, of count: Int, in span: Range<Int64>) -> Int64 {
        let length = Double(span.upperBound - span.lowerBound)
        return span.lowerBound + Int64((length * Double(number) / Double(count)).rounded())
    }

    /// A window as `--time` takes it: `2025-03-02T00:00:00.000Z/2025-03-09T00:00:00.000Z`.
    package static func interval(_ window: Range<Int64>, in zone: ZoneTable) -> String {
        var zones = ZoneCursor(zone)
        return zones.text(at: window.lowerBound, milliseconds: true) + "/"
            + zones.text(at: window.upperBound, milliseconds: true)
    }
}
