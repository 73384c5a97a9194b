import MapModel
import RowValues
import Rows
import Streams

/// The properties that hold the places of features without a geometry, as the user named them.
struct NamedPlace {
    /// The name for `--lat` and the one for `--lon`.
    let names: (String, String)
    /// The second one is the latitude.
    let isSwapped: Bool

    /// Nil unless the user named both.
    init?(_ options: ColumnOptions) {
        guard let latitude = options.latitude, let longitude = options.longitude else { return nil }
        (names, isSwapped) = ((latitude, longitude), options.isSwapped)
    }
}

// Features without a geometry, whose properties have the coordinates.
extension FeatureReader {
    /// What makes printed features stand where they were read.
    var rewrite: FeatureRewrite {
        var rewrite: FeatureRewrite = isSwapped ? .swap : []
        if namedPlace != nil { rewrite.insert(.place) }
        return rewrite
    }

    /// Why the properties that the user named are not there, once all features were read; nil where they are.
    var placeFault: ColumnError? {
        guard let namedPlace, layout == nil else { return nil }
        let columns = ColumnNames(collector.values.columnNames)
        for (flag, asked) in [("--lat", namedPlace.names.0), ("--lon", namedPlace.names.1)]
        where columns.columns(asked: asked).isEmpty {
            return .noSuchColumn(flag: flag, asked: asked, found: collector.values.columnNames)
        }
        return nil
    }

    /// Takes a feature, whose values were read, at the place that two of its properties say; false where they say none.
    ///
    /// - Parameter range: where the properties are.
    mutating func takePlace(_ cursor: JSONCursor, _ range: Range<Int>, line: Int) -> Bool {
        findPlaceColumns()
        guard let placeColumns, let latitude = collector.values.row.text(of: placeColumns.latitude),
            let longitude = collector.values.row.text(of: placeColumns.longitude)
        else { return false }
        sketch.reset()
        if isProjected { return takeProjectedPlace(east: longitude, north: latitude, line: line) }
        let parser = NumberParser(decimalMark: .point)
        guard case .value(let north) = parser.degrees(latitude, axis: .latitude),
            case .value(let east) = parser.degrees(longitude, axis: .longitude)
        else { return false }
        var remarks = GeometryRemarks()
        do throws(GeometryFault) {
            try sketch.begin(.point, north: north, east: east, &remarks)
            take(.read(isWrapped: remarks.hasWrapped), cursor, range, line: line)
        } catch {
            skip(error.reason, cursor, range, line: line, what: "geometry")
        }
        return true
    }

    /// An easting and a northing; false for anything else.
    private mutating func takeProjectedPlace(east: [UInt8], north: [UInt8], line: Int) -> Bool {
        guard let x = JSONNumber.value(east.span), let y = JSONNumber.value(north.span) else { return false }
        sketch.begin(.point)
        sketch.append(GeometrySketch.ProjectedVertex(x: x, y: y))
        collector.takeLater(sketch, line: line, reference: nil)
        return true
    }

    private mutating func findPlaceColumns() {
        guard let namedPlace, placeColumns == nil, collector.values.columnCount > columnsLookedAt else {
            return
        }
        columnsLookedAt = collector.values.columnCount
        let columns = ColumnNames(collector.values.columnNames)
        guard let first = columns.columns(asked: namedPlace.names.0).first,
            let second = columns.columns(asked: namedPlace.names.1).first
        else { return }
        placeColumns = namedPlace.isSwapped ? (second, first) : (first, second)
    }
}
