import MapModel
import RowValues
import Streams

/// The heights of the vertices of rows: of points, lines and areas.
package struct VertexHeights: Sendable, Equatable {
    /// Those that have some, ascending.
    private var rows: [UInt32] = []
    /// Where the heights of each of them end.
    private var ends: [Int] = []
    /// In metres; not a number where a vertex has none.
    private var meters: [Double] = []
    private var meanings: [UInt64] = []
    /// Heights that are all 0 say that none are known.
    private var hasOther = false
    /// Rows with several points, or with points beside lines and areas, ascending; their shapes do not say where these are.
    private var rowsOfPoints: [UInt32] = []
    private var meaningsOfPoints: [UInt64] = []

    /// Without heights.
    package init() {}

    /// Whether none are known.
    package var isEmpty: Bool { !hasOther }

    /// Whether rows have several points.
    package var hasPoints: Bool { !rowsOfPoints.isEmpty }

    /// Equal for the same points in any order; 0 where a row has at most one, or only lines and areas.
    package func meaningOfPoints(ofRow row: UInt32) -> UInt64 {
        let index = Bisection.first(in: rowsOfPoints.indices) { rowsOfPoints[$0] >= row }
        return index < rowsOfPoints.count && rowsOfPoints[index] == row ? meaningsOfPoints[index] : 0
    }

    /// Notes the points of a row that has several parts, after those before.
    mutating func appendPoints(_ row: UInt32, _ sketch: GeometrySketch) {
        guard sketch.parts.count > 1, sketch.parts.contains(where: { $0.kind == .point }) else { return }
        var meaning: UInt64 = 1
        for part in sketch.parts.indices where sketch.parts[part].kind == .point {
            for vertex in sketch.range(of: part) {
                let place = sketch.vertices[vertex]
                meaning &+= ValueMeaning.mixed(
                    UInt64(UInt32(bitPattern: place.latitudeE7)) << 32
                        | UInt64(UInt32(bitPattern: place.longitudeE7)))
            }
        }
        rowsOfPoints.append(row)
        meaningsOfPoints.append(meaning)
    }

    /// Adds the heights of a row after the others.
    ///
    /// - Parameter height: of a vertex, in metres; nil where it has none.
    mutating func append(_ row: UInt32, _ sketch: GeometrySketch, height: (Int) -> Double?) {
        let heights = sketch.vertices.indices.map { height($0) ?? .nan }
        guard heights.contains(where: \.isFinite) else { return }
        hasOther = hasOther || heights.contains { $0.isFinite && $0 != 0 }
        rows.append(row)
        meters += heights
        ends.append(meters.count)
        meanings.append(Self.meaning(of: heights, sketch))
    }

    /// The same of a geometry whose third coordinates are heights. Those of a line or area that are all 0 are none.
    package mutating func append(_ row: UInt32, _ sketch: GeometrySketch) {
        appendPoints(row, sketch)
        let heights = Self.known(sketch)
        guard !heights.isEmpty else { return }
        append(row, sketch) { $0 < heights.count && heights[$0].isFinite ? heights[$0] : nil }
    }

    /// The third coordinates by vertex; none where they say that heights are not known.
    static func known(_ sketch: GeometrySketch) -> [Double] {
        sketch.vertices.count == 1 || sketch.heights.contains { $0 != 0 && !$0.isNaN } ? sketch.heights : []
    }

    /// Adds the heights of rows that follow.
    package mutating func append(_ next: VertexHeights, rowOffset: UInt32) {
        rows += next.rows.lazy.map { $0 + rowOffset }
        ends += next.ends.map { $0 + meters.count }
        meters += next.meters
        meanings += next.meanings
        rowsOfPoints += next.rowsOfPoints.lazy.map { $0 + rowOffset }
        meaningsOfPoints += next.meaningsOfPoints
        hasOther = hasOther || next.hasOther
    }

    private func index(ofRow row: UInt32) -> Int? {
        let index = Bisection.first(in: rows.indices) { rows[$0] >= row }
        return index < rows.count && rows[index] == row ? index : nil
    }

    /// Equal for the same heights, to the centimetre, at the same vertices, in either direction and from any start of a ring;
    /// of a single vertex wherever it is. 0 where a row has none.
    package func meaning(ofRow row: UInt32) -> UInt64 { index(ofRow: row).map { meanings[$0] } ?? 0 }

    /// The height of a row that is a point, in metres; nil where it has none, and where none are known.
    package func ofPoint(_ row: UInt32) -> Double? {
        let heights = ofVertices(row)
        return heights.count == 1 ? heights.first.flatMap { $0.isFinite ? $0 : nil } : nil
    }

    /// The heights of all vertices of a row, in metres, not a number where one has none; empty where none are known.
    package func ofVertices(_ row: UInt32) -> ArraySlice<Double> {
        hasOther ? index(ofRow: row).map { meters[range(of: $0)] } ?? [] : []
    }

    private func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

    /// The height of a single vertex, or a list of JSON; nil where a row has none.
    package func value(ofRow row: UInt32) -> FieldValue? {
        guard let index = index(ofRow: row) else { return nil }
        let heights = meters[range(of: index)]
        let texts = heights.map { meters -> String in
            guard meters.isFinite, meters.magnitude < 1e12 else { return "null" }
            var text: [UInt8] = []
            DecimalText.append(Int((meters * 10_000).rounded()), digits: 4, isTrimmed: true, to: &text)
            return String(decoding: text, as: UTF8.self)
        }
        return heights.count == 1
            ? FieldValue(.number, texts[0]) : FieldValue(.json, "[\(texts.joined(separator: ","))]")
    }

    /// A sum over the vertices: the shape of a line or area says their order.
    private static func meaning(of heights: [Double], _ sketch: GeometrySketch) -> UInt64 {
        var sum: UInt64 = 1
        for part in sketch.parts.indices {
            var range = sketch.range(of: part)
            // A ring ends where it begins, wherever that is.
            if sketch.parts[part].kind == .area, let last = range.last, range.count > 1,
                sketch.vertices[range.lowerBound] == sketch.vertices[last]
            {
                range = range.dropLast()
            }
            for vertex in range where heights[vertex].isFinite {
                // The grid on which shapes are compared.
                let place = QuantumPoint(sketch.vertices[vertex])
                let key = heights.count == 1 ? 0 : UInt64(place.x) << 32 | UInt64(place.y)
                let limited = min(max(heights[vertex], -1e12), 1e12)
                let centimeters = UInt64(bitPattern: Int64((limited * 100).rounded()))
                sum &+= ValueMeaning.mixed(ValueMeaning.mixed(key) &+ ValueMeaning.mixed(centimeters))
            }
        }
        return sum
    }
}
