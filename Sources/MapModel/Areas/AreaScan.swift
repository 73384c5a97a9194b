extension AreaGeometry {
    /// The area of each sample of some cells of the world, row by row from the north-west; of several the last.
    ///
    /// Lines are cut with the parallel of each row of samples: they are straight in degrees, as for the counts, without
    /// vertices between.
    func samples(of part: AreaRaster.Part, worldDots: Double) -> [UInt32] {
        var scan = AreaScan(part, worldDots: worldDots)
        edges.withUnsafeBufferPointer { edges in
            for (index, polygon) in polygons.enumerated() {
                let box = polygon.box
                guard scan.reaches(south: box.south, north: box.north) else { continue }
                for turn in scan.turns(west: box.west, east: box.east) {
                    scan.draw(edges, self.edges(of: index), turn: turn)
                    scan.fill(polygon.area)
                }
            }
        }
        return scan.samples
    }

    /// About where an area lies that is smaller than `size` (in 1e-7°), else its place for a label; nil for an empty one.
    ///
    /// - Complexity: O(polygons) for small ones.
    public func place(of area: Int, smallerThan size: Int) -> FixedCoordinate? {
        let largest = polygons(of: area).max {
            polygons[$0].squareKilometers < polygons[$1].squareKilometers
        }
        guard let largest else { return nil }
        let box = polygons[largest].box
        let (width, height) = (Int64(box.east) - Int64(box.west), Int64(box.north) - Int64(box.south))
        guard max(width, height) < size else { return labelPlace(of: area) }
        return FixedCoordinate(
            latitudeE7: Int32(Int64(box.south) + height / 2),
            longitudeE7: LongitudeStep.wrapped(Int64(box.west) + width / 2))
    }
}

/// Scan lines through polygons: a bit of each sample at which an edge is crossed, then what lies between.
private struct AreaScan {
    private let width: Int
    private let height: Int
    private let wordsPerRow: Int
    /// Samples from 180° W to 180° E, and of those the one at which the part begins.
    private let worldSamples: Double
    private let west: Int
    /// The parallel of each row of samples, in 1e-7° from north to south.
    private let latitudes: [Int32]
    /// Rows north of equal steps of latitude, to find one without a search.
    private var rowsAtStep: [Int32] = []
    private var stepBits = 0
    private let north: Int32
    private let south: Int32
    private var flags: [UInt64]
    private var flaggedRows = 0..<0
    private var flaggedWords = 0..<0
    /// The samples of the present turn: outlines that go on beyond 180° are whole on the globe only.
    private var globe = 0..<0
    private(set) var samples: [UInt32]

    init(_ part: AreaRaster.Part, worldDots: Double) {
        let perDot = AreaRaster.samplesPerDot
        width = part.columns.count * Viewport.dotsPerColumn * perDot
        height = part.rows.count * Viewport.dotsPerRow * perDot
        wordsPerRow = (width + 63) / 64
        worldSamples = worldDots * Double(perDot)
        west = part.columns.lowerBound * Viewport.dotsPerColumn * perDot
        flags = [UInt64](repeating: 0, count: wordsPerRow * height)
        samples = [UInt32](repeating: AreaRaster.none, count: width * height)
        let top = part.rows.lowerBound * Viewport.dotsPerRow * perDot
        let samplesOfWorld = worldSamples
        latitudes = (0..<height).map { row in
            let y = (Double(top + row) + 0.5) / samplesOfWorld
            // Nothing is drawn beyond the square that the map shows.
            if y < 0 { return .max }
            if y > 1 { return .min }
            let latitude = WebMercator.unproject(WorldPoint(x: 0, y: y)).latitude
            return Int32((latitude * FixedCoordinate.unitsPerDegree).rounded())
        }
        north = latitudes.first { $0 != .max } ?? .min
        south = latitudes.last { $0 != .min } ?? .max
        makeSteps()
    }

    // MARK: - Rows

    /// Whether a row lies between two parallels.
    func reaches(south: Int32, north: Int32) -> Bool { row(notNorthOf: north) < row(notNorthOf: south) }

    private mutating func makeSteps() {
        guard south <= north else { return }
        let (north, south) = (Int64(north), Int64(south))
        while (north - south) >> Int64(stepBits) > 4 * Int64(height) { stepBits += 1 }
        let count = Int((north - south) >> Int64(stepBits)) + 1
        var row = latitudes.firstIndex { $0 != .max } ?? height
        for step in 0..<count {
            while row < height, Int64(latitudes[row]) > north - Int64(step) << Int64(stepBits) { row += 1 }
            rowsAtStep.append(Int32(row))
        }
    }

    /// The first row whose parallel is south of `latitude`.
    @inline(__always)
    private func row(notNorthOf latitude: Int32) -> Int {
        guard let first = rowsAtStep.first else { return height }
        guard latitude <= north else { return Int(first) }
        guard latitude > south else {
            var row = height
            while row > 0, latitudes[row - 1] < latitude { row -= 1 }
            return row
        }
        var row = Int(rowsAtStep[Int((Int64(north) - Int64(latitude)) >> Int64(stepBits))])
        while row < height, latitudes[row] >= latitude { row += 1 }
        return row
    }

    // MARK: - Turns

    /// The samples of each whole turn by which a range of longitudes reaches into the part.
    func turns(west: Int32, east: Int32) -> StrideThrough<Double> {
        let (first, last) = (column(of: Double(west)), column(of: Double(east)))
        let start = (-last / worldSamples).rounded(.up)
        let end = min(((Double(width) - first) / worldSamples).rounded(.down), start + 8)
        return stride(from: start * worldSamples, through: (end + 0.5) * worldSamples, by: worldSamples)
    }

    /// Where a longitude lies among the columns of samples.
    @inline(__always)
    private func column(of longitudeE7: Double) -> Double {
        (longitudeE7 + 1_800_000_000) / 3_600_000_000 * worldSamples - Double(west)
    }

    /// The first sample whose middle does not lie west of `x`.
    @inline(__always)
    private func sample(eastOf x: Double) -> Int { Int((x - 0.5).rounded(.up)) }

    // MARK: - Edges

    /// Flags the samples from which on a line is crossed.
    mutating func draw(_ edges: UnsafeBufferPointer<AreaEdge>, _ range: Range<Int>, turn: Double) {
        var (first, end) = (height, 0)
        var (firstWord, endWord) = (wordsPerRow, 0)
        let (west, east) = (
            sample(eastOf: column(of: -1_800_000_000) + turn), column(of: 1_800_000_000) + turn
        )
        globe = min(max(west, 0), width)..<min(max(sample(eastOf: east), west, 0), width)
        let limit = Double(globe.upperBound)
        for index in range {
            let edge = edges[index]
            let top = row(notNorthOf: edge.y2)
            // Most edges lie between two rows.
            guard top < height, latitudes[top] >= edge.y1 else { continue }
            let (x1, x2) = (column(of: Double(edge.x1)) + turn, column(of: Double(edge.x2)) + turn)
            if x1 > limit, x2 > limit { continue }
            let slope = (x2 - x1) / (Double(edge.y2) - Double(edge.y1))
            var row = top
            while row < height, latitudes[row] >= edge.y1 {
                let x = x1 + (Double(latitudes[row]) - Double(edge.y1)) * slope
                let column = max(sample(eastOf: x), globe.lowerBound)
                if column < globe.upperBound {
                    flags[row * wordsPerRow + column >> 6] ^= 1 << UInt64(column & 63)
                    firstWord = min(firstWord, column >> 6)
                    endWord = max(endWord, column >> 6 + 1)
                }
                row += 1
            }
            first = min(first, top)
            end = max(end, row)
        }
        flaggedRows = first..<max(end, first)
        flaggedWords = firstWord..<max(endWord, firstWord)
    }

    /// Gives what lies between the flags of each row to an area, and clears the flags.
    mutating func fill(_ area: UInt32) {
        for row in flaggedRows {
            var isInside = false
            for word in flaggedWords.lowerBound..<max((globe.upperBound + 63) / 64, flaggedWords.lowerBound) {
                if !isInside, word >= flaggedWords.upperBound { break }
                let edges = flags[row * wordsPerRow + word]
                if edges == 0 {
                    if isInside { fill(row, word, .max, area) }
                    continue
                }
                flags[row * wordsPerRow + word] = 0
                var inside = edges ^ edges << 1
                inside ^= inside << 2
                inside ^= inside << 4
                inside ^= inside << 8
                inside ^= inside << 16
                inside ^= inside << 32
                if isInside { inside = ~inside }
                isInside = inside >> 63 == 1
                fill(row, word, inside, area)
            }
        }
    }

    @inline(__always)
    private mutating func fill(_ row: Int, _ word: Int, _ bits: UInt64, _ area: UInt32) {
        let first = row * width + word * 64
        let limit = min(globe.upperBound - word * 64, 64)
        var rest = bits
        while rest != 0 {
            let start = rest.trailingZeroBitCount
            let end = min(start + (~(rest >> UInt64(start))).trailingZeroBitCount, limit)
            guard start < end else { return }
            for column in start..<end { samples[first + column] = area }
            rest = end >= 64 ? 0 : rest & (.max << UInt64(end))
        }
    }
}
