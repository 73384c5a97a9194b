import RowValues
import Streams

/// What is changed in features before they are printed, where they were not read as they stand.
package struct FeatureRewrite: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Coordinates were read in the other order.
    package static let swap = FeatureRewrite(rawValue: 1)
    /// Features without a geometry were placed by two of their properties.
    package static let place = FeatureRewrite(rawValue: 2)

    /// The text of a feature with its coordinates where they were read; unchanged where that is not to be had.
    func text(of feature: [UInt8], for row: ExportedRow) -> [UInt8] {
        guard !isEmpty else { return feature }
        return ByteRun.with(feature) { bytes in
            do throws(JSONFault) {
                var edits = FeatureEdits()
                var cursor = JSONCursor(bytes, isFinal: true)
                try edits.find(&cursor, swaps: contains(.swap))
                if contains(.place), row.hasPlace { edits.fillGeometry(of: row) }
                return edits.applied(to: feature)
            } catch {
                return feature
            }
        }
    }
}

/// Replacements in the text of a feature.
private struct FeatureEdits {
    private var edits: [(range: Range<Int>, text: [UInt8])] = []
    /// Where a geometry is null.
    private var emptyGeometry: Range<Int>?
    private var hasGeometry = false
    /// Behind the brace that begins the feature.
    private var start = 0

    /// Looks at the members of a feature.
    mutating func find(_ cursor: inout JSONCursor, swaps: Bool) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "{") else { return }
        start = cursor.offset + 1
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try cursor.key().range
            let first = try cursor.peek()
            let isGeometry = cursor.isWord(key, "geometry")
            if isGeometry, first == UInt8(ascii: "n") {
                emptyGeometry = try cursor.skipValue()
            } else if isGeometry, swaps, first == UInt8(ascii: "{") {
                hasGeometry = true
                try swapGeometry(&cursor)
            } else if swaps, cursor.isWord(key, "bbox") {
                try swapPositions(&cursor)
            } else {
                hasGeometry = hasGeometry || isGeometry
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    private mutating func swapGeometry(_ cursor: inout JSONCursor) throws(JSONFault) {
        guard try cursor.enter(closedBy: UInt8(ascii: "}")) else { return }
        repeat {
            let key = try cursor.key().range
            if cursor.isWord(key, "coordinates") || cursor.isWord(key, "bbox") {
                try swapPositions(&cursor)
            } else if cursor.isWord(key, "geometries"), try cursor.peek() == UInt8(ascii: "[") {
                guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { continue }
                repeat {
                    if try cursor.peek() == UInt8(ascii: "{") {
                        try swapGeometry(&cursor)
                    } else {
                        _ = try cursor.skipValue()
                    }
                } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
            } else {
                _ = try cursor.skipValue()
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
    }

    /// Exchanges the first two numbers of each position in arrays of any depth; a box has two positions.
    private mutating func swapPositions(_ cursor: inout JSONCursor) throws(JSONFault) {
        guard try cursor.peek() == UInt8(ascii: "[") else { return _ = try cursor.skipValue() }
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return }
        var numbers: [Range<Int>] = []
        repeat {
            if try cursor.peek() == UInt8(ascii: "[") {
                try swapPositions(&cursor)
            } else {
                numbers.append(try cursor.skipValue())
            }
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        guard numbers.count >= 2 else { return }
        swap(numbers[0], numbers[1], cursor)
        if [4, 6].contains(numbers.count) {
            let second = numbers.count / 2
            swap(numbers[second], numbers[second + 1], cursor)
        }
    }

    private mutating func swap(_ first: Range<Int>, _ second: Range<Int>, _ cursor: JSONCursor) {
        edits.append((first, cursor.bytes.bytes(second)))
        edits.append((second, cursor.bytes.bytes(first)))
    }

    /// Gives a feature without a geometry that of its row.
    mutating func fillGeometry(of row: ExportedRow) {
        guard !hasGeometry else { return }
        var text: [UInt8] = []
        JSONRowText.appendGeometryValue(of: row, to: &text)
        if let emptyGeometry {
            edits.append((emptyGeometry, text))
        } else {
            edits.append((start..<start, Array("\"geometry\":".utf8) + text + [UInt8(ascii: ",")]))
        }
    }

    func applied(to feature: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var next = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            text += feature[next..<edit.range.lowerBound]
            text += edit.text
            next = edit.range.upperBound
        }
        return text + feature[next...]
    }
}
