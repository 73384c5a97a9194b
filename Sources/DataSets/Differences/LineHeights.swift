import MapModel
import RowValues
import Rows

/// The heights of the vertices of lines, by the rows whose lines they are.
struct LineHeights: Sendable {
    private struct Line: Sendable {
        let heights: JourneyHeights
        let meaning: UInt64
    }

    private let lines: [UInt32: Line]

    /// Those of lines that have any.
    init(_ journeys: [Journey] = []) {
        var lines: [UInt32: Line] = [:]
        for journey in journeys where journey.hasHeights {
            guard let row = journey.row else { continue }
            lines[row] = Line(heights: journey.heights, meaning: Self.meaning(of: journey))
        }
        self.lines = lines
    }

    var isEmpty: Bool { lines.isEmpty }

    /// Equal for the same heights, to the centimetre, at the same vertices; 0 where a line has none.
    func meaning(ofRow row: UInt32) -> UInt64 { lines[row]?.meaning ?? 0 }

    /// The heights of a row as a list of JSON; nil where it has none.
    func list(ofRow row: UInt32) -> FieldValue? {
        guard let heights = lines[row]?.heights else { return nil }
        var text = [UInt8(ascii: "[")]
        for point in 0..<heights.count {
            if point > 0 { text.append(UInt8(ascii: ",")) }
            if let meters = heights[point] {
                DecimalText.append(Int((meters * 10_000).rounded()), digits: 4, isTrimmed: true, to: &text)
            } else {
                text.append(contentsOf: "null".utf8)
            }
        }
        return FieldValue(.json, String(decoding: text + [UInt8(ascii: "]")], as: UTF8.self))
    }

    /// A sum over the vertices: the shape of a line says their order, which may be either direction.
    private static func meaning(of journey: Journey) -> UInt64 {
        var sum: UInt64 = 1
        for (point, place) in journey.places.fixed.enumerated() {
            guard let meters = journey.heights[point] else { continue }
            // The grid on which shapes are compared.
            let quantum = QuantumPoint(place)
            let centimeters = UInt64(bitPattern: Int64((meters * 100).rounded()))
            let key = ValueMeaning.mixed(UInt64(quantum.x) << 32 | UInt64(quantum.y))
            sum &+= ValueMeaning.mixed(key &+ ValueMeaning.mixed(centimeters))
        }
        return sum
    }
}
