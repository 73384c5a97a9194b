import MapModel
import Platform
import Streams

/// Coordinates of another system, which gdaltransform converts into degrees on WGS 84.
package struct CoordinateTransform {
    /// A place in another coordinate system, x before y: easting before northing.
    package struct Point {
        /// The easting.
        package let x: Double
        /// The northing.
        package let y: Double

        /// A place with its easting and northing.
        package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }

    /// A place in degrees, in units of 1e-7.
    package struct Degrees: Equatable {
        /// The latitude.
        package let north: Int64
        /// The longitude.
        package let east: Int64
    }

    /// The coordinate system, such as EPSG:25832.
    let system: String
    /// The source, for messages.
    let name: String

    /// A conversion from `system`; `name` is the source, for messages.
    package init(system: String, name: String) { (self.system, self.name) = (system, name) }

    /// The places in degrees; nil for one that has none there.
    ///
    /// The program reads a file without a name, so that neither waits for the other.
    /// - Throws: `.refused` when the program is not installed or does not know the coordinate system.
    package func degrees(of points: [Point], isCancelled: () -> Bool) throws(SourceError) -> [Degrees?] {
        guard !points.isEmpty else { return [] }
        let arguments = ["-s_srs", system, "-t_srs", "EPSG:4326", "-output_xy"]
        let process = try SourceError.wrapping { () throws(FileError) in
            try ConverterProcess(
                "gdaltransform", arguments, settings: [:], name: name, input: try input(points))
        }
        var result: [Degrees?] = []
        result.reserveCapacity(points.count)
        var lines = LineFramer(limit: 1_024)
        try process.output.forEachPiece(isCancelled: isCancelled) { (piece) throws(SourceError) in
            lines.feed(piece) { line in result.append(Self.degrees(line)) }
        }
        if isCancelled() { throw .cancelled }
        switch try process.outcome(isCancelled: isCancelled) {
        case .succeeded where result.count == points.count: return result
        case .succeeded: throw refused("cannot be transformed from \(system)")
        case .failed(let words): throw refused(GDALWords.explained(words, layer: nil, system: system))
        case .notInstalled:
            throw refused(
                "other coordinate systems than WGS 84 need gdaltransform, which is not installed (apt install gdal-bin)"
            )
        }
    }

    private func refused(_ words: String) -> SourceError { .refused(name: name, words: words) }

    /// A file that has no name any more, with a line for each point.
    private func input(_ points: [Point]) throws(FileError) -> Int32 {
        let descriptor = Descriptor.openTemporary(TemporaryFolder.root + "/termmap-")
        guard descriptor >= 0 else { throw FileError(system: .last, file: name) }
        var text: [UInt8] = []
        for (index, point) in points.enumerated() {
            text.append(contentsOf: "\(point.x) \(point.y)\n".utf8)
            guard text.count >= 1 << 16 || index == points.count - 1 else { continue }
            guard Descriptor.writeAll(text, to: descriptor) else {
                let fault = FileError(system: .last, file: name)
                Descriptor.close(descriptor)
                throw fault
            }
            text.removeAll(keepingCapacity: true)
        }
        Descriptor.rewind(descriptor)
        return descriptor
    }

    /// A line of the program: longitude and latitude, or a message.
    private static func degrees(_ line: Span<UInt8>) -> Degrees? {
        let text = String(decoding: line.indices.map { line[$0] }, as: UTF8.self)
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count >= 2, numbers.allSatisfy(\.isFinite), abs(numbers[0]) <= 540,
            abs(numbers[1]) <= 90
        else { return nil }
        let units = numbers.map { Int64(($0 * FixedCoordinate.unitsPerDegree).rounded()) }
        return Degrees(north: units[1], east: units[0])
    }
}
