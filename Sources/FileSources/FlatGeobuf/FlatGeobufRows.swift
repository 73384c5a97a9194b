import MapModel
import RowValues
import Rows
import Streams

/// Converts features of FlatGeobuf into rows, with the same values and places as if GDAL had written them as GeoJSON.
struct FlatGeobufRows {
    var collector: FeatureCollector
    private let header: FlatGeobufHeader
    private var sketch = GeometrySketch()
    private var remarks = GeometryRemarks()
    private var scratch: [UInt8] = []
    /// The number of each column in the collector, once a row had it.
    private var numbers: [Int?]

    init(_ header: FlatGeobufHeader, name: String, options: FeatureOptions) {
        self.header = header
        collector = FeatureCollector(name: name, options: options)
        numbers = Array(repeating: nil, count: header.columns.count)
        sketch.keepsHeights = options.keepsHeights
    }

    /// Reads one feature as one row.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(FlatGeobufRefusal) {
        let feature = try FlatBufferTable(root: bytes)
        // Columns of its own would need a header of its own.
        guard !feature.has(2), let geometry = try feature.table(0) else { throw FlatGeobufRefusal() }
        sketch.reset()
        remarks = GeometryRemarks()
        try read(geometry)
        try readProperties(feature.list(1, ofSize: 1))
        if remarks.hasWrapped { collector.notes.wrappedLongitudes += 1 }
        collector.take(sketch, line: nil)
    }

    // MARK: geometries

    private mutating func read(_ geometry: FlatBufferTable) throws(FlatGeobufRefusal) {
        var type = header.geometryType
        if type == .unknown {
            type =
                FlatGeobufHeader.GeometryType(rawValue: try geometry.number(6, as: UInt8.self) ?? 0)
                ?? .unknown
        }
        switch type {
        case .point:
            guard try readPoints(geometry) == 1 else { throw FlatGeobufRefusal() }
        case .multiPoint: _ = try readPoints(geometry)
        case .lineString, .multiLineString:
            try forEachRun(geometry) { (reader, places) throws(FlatGeobufRefusal) in
                try reader.append(places, as: .line)
            }
        case .polygon: try readRings(geometry)
        case .multiPolygon:
            guard geometry.has(7) else { throw FlatGeobufRefusal() }
            var parts: [FlatBufferTable] = []
            try geometry.forEachTable(7) { parts.append($0) }
            for part in parts {
                try readRings(part)
                // Parts do not share places: of those there would be no end.
                guard sketch.vertices.count <= geometry.bytes.count / 16 else { throw FlatGeobufRefusal() }
            }
        case .unknown: throw FlatGeobufRefusal()
        }
        if sketch.isEmpty { throw FlatGeobufRefusal() }
    }

    /// Returns how many they are.
    @inline(__always)
    private mutating func readPoints(_ geometry: FlatBufferTable) throws(FlatGeobufRefusal) -> Int {
        let places = try Places(of: geometry)
        for index in 0..<places.count { try append(places, index, startingPart: .point) }
        return places.count
    }

    private mutating func readRings(_ polygon: FlatBufferTable) throws(FlatGeobufRefusal) {
        var isHole = false
        try forEachRun(polygon) { (reader, places) throws(FlatGeobufRefusal) in
            // As GeoJSON has them: outer rings run counterclockwise, holes clockwise.
            try reader.append(places, as: .area, isHole: isHole, isReversed: places.isClockwise != isHole)
            isHole = true
        }
    }

    /// Calls `body` with the places of each line or ring.
    private mutating func forEachRun(
        _ geometry: FlatBufferTable,
        _ body: (inout FlatGeobufRows, Places) throws(FlatGeobufRefusal) -> Void
    ) throws(FlatGeobufRefusal) {
        let places = try Places(of: geometry)
        let ends = try geometry.list(0, ofSize: 4)
        guard !ends.isEmpty else { return try body(&self, places) }
        var start = 0
        for index in 0..<ends.count / 4 {
            let end = Int(ends.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
            guard end >= start, end <= places.count else { throw FlatGeobufRefusal() }
            try body(&self, places[start..<end])
            start = end
        }
    }

    private mutating func append(
        _ places: Places, as kind: GeometrySketch.Kind, isHole: Bool = false, isReversed: Bool = false
    ) throws(FlatGeobufRefusal) {
        guard places.count > 1 else { throw FlatGeobufRefusal() }
        for index in 0..<places.count {
            try append(
                places, isReversed ? places.count - 1 - index : index, startingPart: index == 0 ? kind : nil,
                isHole: isHole)
        }
    }

    @inline(__always)
    private mutating func append(
        _ places: Places, _ index: Int, startingPart kind: GeometrySketch.Kind?, isHole: Bool = false
    ) throws(FlatGeobufRefusal) {
        guard let north = places.units(2 * index + 1), let east = places.units(2 * index) else {
            throw FlatGeobufRefusal()
        }
        do throws(GeometryFault) {
            if let kind {
                try sketch.begin(kind, isHole: isHole, north: north, east: east, &remarks)
            } else {
                try sketch.append(north: north, east: east, &remarks)
            }
        } catch {
            throw FlatGeobufRefusal()
        }
        if sketch.keepsHeights, let height = places.height(index) { sketch.setHeight(height) }
    }

    // MARK: values

    /// Numbers of columns, each with its value, ascending.
    private mutating func readProperties(_ bytes: UnsafeRawBufferPointer) throws(FlatGeobufRefusal) {
        var values = FlatGeobufValues(bytes)
        var last = -1
        while let column = try values.nextColumn() {
            guard column > last, column < header.columns.count else { throw FlatGeobufRefusal() }
            last = column
            let number = number(of: column)
            switch header.columns[column].type {
            case .text:
                let text = try values.text()
                collector.values.append(number, .text, text)
            case .boolean: collector.values.append(number, .boolean, try values.boolean() ? "true" : "false")
            case .double:
                scratch.removeAll(keepingCapacity: true)
                try FlatGeobufValues.append(values.double(), to: &scratch)
                scratch.withUnsafeBufferPointer { collector.values.append(number, .number, $0) }
            case let type: try append(values.integer(type), number)
            }
        }
    }

    /// Columns are numbered in the order in which rows have them first, as in all sources of features.
    @inline(__always)
    private mutating func number(of column: Int) -> Int {
        if let known = numbers[column] { return known }
        let number = collector.values.column(header.columns[column].name)
        numbers[column] = number
        return number
    }

    @inline(__always)
    private mutating func append(_ integer: Int64, _ column: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var rest = integer.magnitude
            repeat {
                start -= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                digits[start] = UInt8(ascii: "0") + UInt8(digit)
                rest = quotient
            } while rest > 0
            if integer < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            collector.values.append(column, .number, UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}

/// Places as pairs of numbers, the longitude first, and their heights.
private struct Places {
    let bytes: UnsafeRawBufferPointer
    /// A number for each place; none where the geometry is flat.
    let heights: UnsafeRawBufferPointer

    init(of geometry: FlatBufferTable) throws(FlatGeobufRefusal) {
        self.init(bytes: try geometry.list(1, ofSize: 8), heights: try geometry.list(2, ofSize: 8))
    }

    private init(bytes: UnsafeRawBufferPointer, heights: UnsafeRawBufferPointer) {
        self.bytes = bytes
        // Others are not those of these places.
        self.heights =
            heights.count * 2 == bytes.count ? heights : UnsafeRawBufferPointer(rebasing: heights[..<0])
    }

    var count: Int { bytes.count / 16 }

    subscript(range: Range<Int>) -> Places {
        func part(_ bytes: UnsafeRawBufferPointer, _ size: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[size * range.lowerBound..<size * range.upperBound])
        }
        return Places(bytes: part(bytes, 16), heights: heights.isEmpty ? heights : part(heights, 8))
    }

    private func number(_ index: Int) -> Double { Self.number(bytes, index) }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Double {
        Double(
            bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)))
    }

    /// Metres; nil where none is known.
    func height(_ index: Int) -> Double? {
        guard !heights.isEmpty, case let meters = Self.number(heights, index), meters.isFinite else {
            return nil
        }
        return meters
    }

    /// Units of 1e-7 degrees as seven decimals have them: the nearest, of two that are as near the even one.
    @inline(__always)
    func units(_ index: Int) -> Int64? {
        let degrees = number(index)
        // Far beyond the accepted range; false for what is not a number.
        guard abs(degrees) < 1_000 else { return nil }
        let product = degrees * FixedCoordinate.unitsPerDegree
        let nearest = product.rounded(.toNearestOrEven)
        let distance = product - nearest
        // What the product lost in rounding decides where it seems to lie in the middle.
        guard abs(abs(distance) - 0.5) < 1e-5 else { return Int64(nearest) }
        let lost = (-product).addingProduct(degrees, FixedCoordinate.unitsPerDegree)
        let below = product.rounded(.down)
        let excess = (product - below - 0.5) + lost
        if excess == 0 { return Int64(below.truncatingRemainder(dividingBy: 2) == 0 ? below : below + 1) }
        return Int64(excess < 0 ? below : below + 1)
    }

    /// By the area of a closed ring; false for one without area.
    var isClockwise: Bool {
        var doubled = 0.0
        for index in 0..<max(count - 1, 0) {
            doubled +=
                number(2 * index) * number(2 * index + 3) - number(2 * index + 2) * number(2 * index + 1)
        }
        return doubled < 0
    }
}
