import CellGraphics
import DataSets
import App
import MapModel
import Runtime
import TileArchives

extension Options {
    /// The view that the options ask for.
    ///
    /// - Parameter names: the places whose names `--at` knows.
    func startView(names: @autoclosure () -> DataFolder) throws(UsageError) -> Beginning.View {
        let zoom = try startZoom()
        if let bbox { return .box(try Self.bounds(bbox), zoom: zoom) }
        if let at {
            switch try Self.resolvePlace(at, flag: "--at", names: names()) {
            case .place(let place): return .place(Placemark(place), zoom: zoom)
            case .coordinate(let target): return Self.point(target, zoom: zoom)
            }
        }
        guard let center else { return .data(zoom: zoom) }
        do throws(CoordinateText.Failure) {
            return Self.point(try CoordinateText(center), zoom: zoom)
        } catch {
            throw UsageError("--center: \(error)")
        }
    }

    private static func point(_ target: CoordinateText, zoom: Double?) -> Beginning.View {
        .point(target.coordinate, zoom: zoom ?? target.zoom ?? 10)
    }

    /// How many bytes of the tiles of servers are kept.
    func cacheLimit() throws(UsageError) -> Int {
        try Self.byteCount(cacheSize, "--cache-size") ?? TileCache.standardByteLimit
    }

    /// How many bytes of the columns of large files are saved.
    func columnLimit() throws(UsageError) -> Int {
        try Self.byteCount(cacheColumns, "--cache-columns") ?? SavedIndex.standardColumnLimit
    }

    private static func byteCount(_ text: String?, _ option: String) throws(UsageError) -> Int? {
        guard let text else { return nil }
        guard let size = ByteSize(text) else {
            throw UsageError(
                "\(option): not a size: \"\(text)\" (expected a number with K, M or G, such as 512M)")
        }
        return size.bytes
    }

    func startZoom() throws(UsageError) -> Double? {
        guard let zoom else { return nil }
        guard let value = Double(zoom), value.isFinite, (0...Viewport.maximumZoom).contains(value) else {
            throw UsageError("--zoom: not a zoom: \"\(zoom)\" (expected 0 to 22)")
        }
        return value
    }

    /// The box of `--bbox`; nil without it.
    func bounds() throws(UsageError) -> GeoBounds? {
        guard let bbox else { return nil }
        return try Self.bounds(bbox)
    }

    private static func bounds(_ text: String) throws(UsageError) -> GeoBounds {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let axes = [CoordinateAxis.longitude, .latitude, .longitude, .latitude]
        let numbers = zip(parts, axes).compactMap { part, axis -> Double? in
            switch DegreeText.degrees(Array(part.utf8), axis: axis, commaIsDecimal: false) {
            case .value(let units): Double(units) / FixedCoordinate.unitsPerDegree
            case .missing, .notANumber: nil
            }
        }
        guard parts.count == 4, numbers.count == 4 else {
            throw UsageError("--bbox: not four numbers: \"\(text)\" (expected WEST,SOUTH,EAST,NORTH)")
        }
        guard abs(numbers[1]) <= 90, abs(numbers[3]) <= 90, numbers[1] <= numbers[3] else {
            throw UsageError(
                "--bbox: invalid latitudes: \(numbers[1]), \(numbers[3]) (expected south <= north, -90 to 90)"
            )
        }
        guard abs(numbers[0]) <= 360, abs(numbers[2]) <= 360 else {
            throw UsageError(
                "--bbox: invalid longitudes: \(numbers[0]), \(numbers[2]) (expected -360 to 360)")
        }
        if numbers[2] - numbers[0] >= 360 {
            return GeoBounds(south: numbers[1], west: -180, north: numbers[3], east: 180)
        }
        return GeoBounds(
            south: numbers[1], west: Coordinate.wrapped(longitude: numbers[0]), north: numbers[3],
            east: Coordinate.wrapped(longitude: numbers[2]))
    }

    /// The screen that `--spoken` imagines: as high as details that one likes to hear at once.
    func spokenSize() throws(UsageError) -> (columns: Int, rows: Int) {
        try screenSize() ?? (columns: 120, rows: 30)
    }

    /// Columns and rows of `--size`; nil without it.
    func screenSize() throws(UsageError) -> (columns: Int, rows: Int)? {
        guard let size else { return nil }
        let parts = size.lowercased().split(separator: "x").map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1],
            ScreenSize.columns.contains(columns), ScreenSize.rows.contains(rows)
        else { throw UsageError("--size: not a size: \"\(size)\" (expected COLUMNSxROWS, at most 1000x500)") }
        return (columns, rows)
    }
}
