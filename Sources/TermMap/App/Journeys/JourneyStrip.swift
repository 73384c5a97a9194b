import CellGraphics
import MapModel

/// The strip: which journey it shows, by which figures, and where its cursor and its range are.
package struct JourneyStrip: Sendable {
    /// What is shown of journeys; nil until they are read.
    package private(set) var journeys: [ShownJourney] = []
    /// The one that is shown.
    package private(set) var index = 0
    /// The column of figures, by its number among those of the journey.
    package private(set) var column = 0
    package private(set) var isByTime = false
    package private(set) var cursor = JourneyPosition(point: 0)
    /// The ends of the range, on its axis; the second one moves with the cursor.
    private var ends: (anchor: Double, head: Double)?
    /// Arrows draw the range without Shift.
    package private(set) var isRanging = false
    /// Where the range ends the cursor is; a cursor that moved on begins another one.
    private var isAtHead = false

    package init() {}

    package var shown: ShownJourney? { index < journeys.count ? journeys[index] : nil }
    package var columns: [JourneyMeasure] { shown?.columns ?? [] }
    package var currentColumn: JourneyMeasure? { column < columns.count ? columns[column] : columns.first }
    package var hasRange: Bool { ends != nil || isRanging }

    // MARK: - Which journey

    /// Shows journeys, the one of a row where there is one. What was shown before stays where it was: the cursor on its
    /// point.
    package mutating func adopt(_ next: [ShownJourney], showing wanted: Int) {
        let before = shown
        journeys = next
        let same = before.flatMap { before in next.firstIndex { $0.isSameJourney(as: before) } }
        index = same ?? min(max(wanted, 0), max(next.count - 1, 0))
        guard let shown else { return }
        if same == nil {
            (ends, isRanging, isAtHead) = (nil, false, false)
            cursor = JourneyPosition(point: 0)
            column = 0
        }
        if cursor.point >= shown.journey.count { cursor = JourneyPosition(point: shown.journey.count - 1) }
        if !shown.hasTimes { isByTime = false }
        column = min(column, max(shown.columns.count - 1, 0))
    }

    /// The next of several journeys, from its start.
    package mutating func turnJourney(by step: Int) {
        guard journeys.count > 1 else { return }
        let name = currentColumn
        index = (index + step % journeys.count + journeys.count) % journeys.count
        (ends, isRanging, isAtHead) = (nil, false, false)
        cursor = JourneyPosition(point: 0)
        column = columns.firstIndex { $0 == name } ?? 0
        if shown?.hasTimes != true { isByTime = false }
    }

    package mutating func turnColumn(by step: Int) {
        guard !columns.isEmpty else { return }
        column = (column + step % columns.count + columns.count) % columns.count
    }

    /// By time, or by distance again; whether that can be.
    ///
    /// - Parameter axis: the other one; ends of the range go to its finest figures.
    package mutating func turnAxis(to axis: StripAxis) -> Bool {
        guard let shown, shown.hasTimes else { return false }
        let range = range
        isByTime.toggle()
        if let range {
            let xs = [range.lowerBound, range.upperBound].map {
                axis.rounded(shown.x(of: $0, isByTime), decimals: axis.mostDecimals)
            }
            ends = (xs[0], xs[1])
            isAtHead = false
        }
        return true
    }

    // MARK: - Cursor and range

    /// The range as it is said and counted: its ends in round figures of the axis.
    package var range: ClosedRange<JourneyPosition>? {
        guard let shown, let xs else { return nil }
        let from = shown.position(at: xs.lowerBound, isByTime)
        let until = shown.position(at: xs.upperBound, isByTime)
        return from <= until ? from...until : from...from
    }

    /// The same on the axis: metres, or seconds.
    package var xs: ClosedRange<Double>? {
        guard let ends, ends.anchor != ends.head else { return nil }
        return min(ends.anchor, ends.head)...max(ends.anchor, ends.head)
    }

    package mutating func move(columns count: Int, ranging: Bool, in axis: StripAxis) {
        guard let shown else { return }
        let from = axis.column(of: shown.x(of: cursor, isByTime))
        let last = axis.count - 1
        var target = min(max(from + count, 0), last)
        // Between segments nothing is.
        while axis.middle(of: target) == nil, target > 0, target < last { target += count < 0 ? -1 : 1 }
        let x: Double? =
            target == 0 && count < 0
            ? 0 : target == last && count > 0 ? axis.length : axis.middle(of: target)
        guard let x else { return }
        put(x, ranging: ranging, axis)
    }

    package mutating func moveToEnd(last: Bool, ranging: Bool, in axis: StripAxis) {
        put(last ? axis.length : 0, ranging: ranging, axis)
    }

    /// The cursor goes to a place of the axis, and with it the end of the range.
    package mutating func put(_ x: Double, ranging: Bool, _ axis: StripAxis) {
        guard let shown else { return }
        let before = shown.x(of: cursor, isByTime)
        if ranging || isRanging {
            if ends == nil || !isAtHead { ends = (axis.rounded(before), axis.rounded(before)) }
            ends?.head = axis.rounded(x)
            isAtHead = true
        } else {
            isAtHead = false
        }
        cursor = shown.position(at: min(max(x, 0), axis.length), isByTime)
    }

    /// A range from one place of the axis to another.
    package mutating func setRange(_ from: Double, _ until: Double, _ axis: StripAxis) {
        guard let shown else { return }
        ends = (axis.rounded(from), axis.rounded(until))
        isAtHead = true
        cursor = shown.position(at: min(max(until, 0), axis.length), isByTime)
    }

    package mutating func setRange(_ positions: ClosedRange<JourneyPosition>, _ axis: StripAxis) {
        guard let shown else { return }
        setRange(
            shown.x(of: positions.lowerBound, isByTime), shown.x(of: positions.upperBound, isByTime), axis)
    }

    package mutating func putCursor(_ point: Int) {
        cursor = JourneyPosition(point: point)
        isAtHead = false
    }

    /// Arrows draw a range, or no more.
    package mutating func toggleRanging() {
        isRanging.toggle()
        if isRanging { (ends, isAtHead) = (nil, false) }
    }

    package mutating func endRange() { (ends, isRanging, isAtHead) = (nil, false, false) }

    /// The stop behind the cursor, or the one before it; nil where there is none.
    package mutating func stop(step: Int) -> JourneyStop? {
        guard let shown, !shown.stops.isEmpty else { return nil }
        let here = cursor
        func start(_ stop: JourneyStop) -> JourneyPosition { JourneyPosition(point: stop.points.lowerBound) }
        let found =
            step > 0
            ? shown.stops.first { start($0) > here } ?? shown.stops.first
            : shown.stops.last { start($0) < here } ?? shown.stops.last
        if let found { putCursor(found.points.lowerBound) }
        return found
    }
}

extension JourneyPosition {
    /// As a number of points.
    package var number: Double { Double(point) + fraction }
}
