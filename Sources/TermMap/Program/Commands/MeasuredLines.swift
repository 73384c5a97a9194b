import App
import MapModel

/// The ways on standard input: a line of LAT,LON separated by blanks for each, as its bytes come.
struct MeasuredLines {
    /// Whether there was a way.
    private(set) var isAny = false
    private var number = 0
    /// The beginning of a line whose end is not there.
    private var rest: [UInt8] = []

    /// Calls `body` with the way of each line that ends in `bytes`.
    mutating func feed(
        _ bytes: ArraySlice<UInt8>, _ body: (_ way: MeasuredWay, _ isFirst: Bool) -> Void
    ) throws(UsageError) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            number += 1
            let line = rest.isEmpty ? bytes[start..<end] : (rest + bytes[start..<end])[...]
            rest = []
            start = end + 1
            let points = try points(of: line)
            guard !points.isEmpty else { continue }
            body(MeasuredWay(points), !isAny)
            isAny = true
        }
        rest += bytes[start...]
    }

    /// Names are no points: a slip of the pen is not the name of a town.
    private func points(of line: ArraySlice<UInt8>) throws(UsageError) -> [MeasuredWay.Point] {
        var points: [MeasuredWay.Point] = []
        for text in Self.texts(line) {
            do throws(CoordinateText.Failure) {
                points.append(MeasuredWay.Point(name: text, coordinate: try CoordinateText(text).coordinate))
            } catch {
                throw UsageError("stdin:\(number): \(error)")
            }
        }
        return points
    }

    /// The points of a line: a comma at the end of one joins it with the next.
    private static func texts(_ line: ArraySlice<UInt8>) -> [String] {
        var texts: [String] = []
        for word in line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            let word = String(decoding: word, as: UTF8.self)
            if let last = texts.last, last.utf8.last == UInt8(ascii: ",") {
                texts[texts.count - 1] = last + word
            } else {
                texts.append(word)
            }
        }
        return texts
    }
}
