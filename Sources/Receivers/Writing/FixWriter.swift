import MapModel

/// Writes fixes as text, one after the other: as CSV, GeoJSON or GPX 1.1.
///
/// Numbers have all the digits received: coordinates up to nine decimals, a tenth of a millimetre. An unknown
/// value is left out, or left empty.
package struct FixWriter: Sendable {
    /// A format of tracks; the raw values are file extensions.
    package enum Format: String, CaseIterable, Sendable {
        case csv, geojson, gpx
    }

    /// The format that is written.
    package let format: Format
    /// Whether fixes have the mode that the receiver reported; otherwise `2d` is not written.
    private let knowsModes: Bool
    /// The elements of further values, those of Garmin's extension first.
    private let columns: [FixColumn]
    private var text = ByteText()
    private var isFirst = true

    /// A writer whose first bytes are the header of the format.
    ///
    /// - Parameters:
    ///   - name: that of the track; GPX only.
    ///   - columns: the names of further values of each point; GPX only.
    package init(_ format: Format, knowsModes: Bool = true, name: String = "", columns: [String] = []) {
        self.format = format
        self.knowsModes = knowsModes
        self.columns = FixColumn.sorted(columns)
        switch format {
        case .csv:
            text.append("time,latitude,longitude,altitude_m,accuracy_m,speed_mps,course_deg,mode\n")
        case .geojson: text.append("{\"type\":\"FeatureCollection\",\"features\":[\n")
        case .gpx:
            text.append(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="termmap" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:tm="urn:termmap:track:1">
                <trk>
                """)
            if !name.isEmpty { text.append("<name>\(FixColumn.escaped(name))</name>") }
            text.append("<trkseg>\n")
        }
    }

    /// The bytes written since the last call.
    package mutating func take() -> [UInt8] {
        defer { text.removeAll() }
        return text.bytes
    }

    /// Bytes that `take` would return.
    package var waitingBytes: Int { text.bytes.count }

    /// Writes a fix; one without a coordinate is left out.
    ///
    /// - Parameter values: those of the columns, by their numbers; not a number where there is none.
    package mutating func add(_ fix: LocationFix, values: [Float] = []) {
        guard let place = fix.coordinate else { return }
        switch format {
        case .csv: addRow(fix, place)
        case .geojson: addFeature(fix, place)
        case .gpx: addPoint(fix, place, values)
        }
        isFirst = false
    }

    /// The next point begins a segment, where the format has segments.
    package mutating func startSegment() {
        if format == .gpx { text.append("</trkseg>\n<trkseg>\n") }
    }

    /// Writes the end of the document; call it once, after the last fix.
    package mutating func finish() {
        switch format {
        case .csv: break
        case .geojson: text.append(isFirst ? "]}\n" : "\n]}\n")
        case .gpx: text.append("</trkseg></trk>\n</gpx>\n")
        }
    }

    private mutating func addRow(_ fix: LocationFix, _ place: Coordinate) {
        if let time = fix.time { append(time) }
        let numbers: [(Double?, Int)] = [
            (place.latitude, 9), (place.longitude, 9), (fix.altitudeMeters, 3), (fix.accuracyMeters, 3),
            (fix.speedMetersPerSecond, 3), (fix.courseDegrees, 3),
        ]
        for (number, decimals) in numbers {
            text.append(",")
            if let number { text.append(number, decimals: decimals) }
        }
        text.append(",")
        text.append(Int(fix.mode.rawValue))
        text.append("\n")
    }

    private mutating func addFeature(_ fix: LocationFix, _ place: Coordinate) {
        if !isFirst { text.append(",\n") }
        text.append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        text.append(place.longitude, decimals: 9)
        text.append(",")
        text.append(place.latitude, decimals: 9)
        if let altitude = writable(fix.altitudeMeters) {
            text.append(",")
            text.append(altitude, decimals: 3)
        }
        text.append("]},\"properties\":{\"mode\":")
        text.append(Int(fix.mode.rawValue))
        if let time = fix.time {
            text.append(",\"time\":\"")
            append(time)
            text.append("\"")
        }
        addProperty(",\"accuracy_m\":", fix.accuracyMeters)
        addProperty(",\"speed_mps\":", fix.speedMetersPerSecond)
        addProperty(",\"course_deg\":", fix.courseDegrees)
        text.append("}}")
    }

    private mutating func addProperty(_ name: StaticString, _ value: Double?) {
        guard let value = writable(value) else { return }
        text.append(name)
        text.append(value, decimals: 3)
    }

    private mutating func addPoint(_ fix: LocationFix, _ place: Coordinate, _ values: [Float]) {
        text.append("<trkpt lat=\"")
        text.append(place.latitude, decimals: 9)
        text.append("\" lon=\"")
        text.append(place.longitude, decimals: 9)
        text.append("\">")
        addElement("<ele>", fix.altitudeMeters, "</ele>")
        if let time = fix.time {
            text.append("<time>")
            append(time)
            text.append("</time>")
        }
        if fix.mode == .threeDimensional {
            text.append("<fix>3d</fix>")
        } else if knowsModes {
            text.append("<fix>2d</fix>")
        }
        if let used = fix.satellitesUsed, used >= 0 {
            text.append("<sat>")
            text.append(used)
            text.append("</sat>")
        }
        addExtensions(fix, values)
        text.append("</trkpt>\n")
    }

    private mutating func addExtensions(_ fix: LocationFix, _ values: [Float]) {
        let speed = writable(fix.speedMetersPerSecond)
        let course = writable(fix.courseDegrees)
        let accuracy = writable(fix.accuracyMeters)
        let known = columns.filter { $0.number < values.count && values[$0.number].isFinite }
        guard speed != nil || course != nil || accuracy != nil || !known.isEmpty else { return }
        text.append("<extensions>")
        if speed != nil || course != nil || known.first?.isGarmin == true {
            text.append("<gpxtpx:TrackPointExtension>")
            for column in known where column.isGarmin { add(column, values) }
            addElement("<gpxtpx:speed>", speed, "</gpxtpx:speed>")
            addElement("<gpxtpx:course>", course, "</gpxtpx:course>")
            text.append("</gpxtpx:TrackPointExtension>")
        }
        addElement("<tm:accuracy>", accuracy, "</tm:accuracy>")
        for column in known where !column.isGarmin { add(column, values) }
        text.append("</extensions>")
    }

    private mutating func add(_ column: FixColumn, _ values: [Float]) {
        guard let value = writable(Double(values[column.number])) else { return }
        text.append("<\(column.element)>")
        text.append(value, decimals: 3)
        text.append("</\(column.element)>")
    }

    private mutating func addElement(_ open: StaticString, _ value: Double?, _ close: StaticString) {
        guard let value = writable(value) else { return }
        text.append(open)
        text.append(value, decimals: 3)
        text.append(close)
    }

    /// The value when `ByteText` can write it.
    private func writable(_ value: Double?) -> Double? { value.flatMap { abs($0) < 1e9 ? $0 : nil } }

    /// `2026-11-21T09:30:00.500Z`.
    private mutating func append(_ time: UTCInstant) {
        let (year, month, day) = time.date
        let milliseconds = time.millisecondOfDay
        text.append(year, width: 4)
        text.append("-")
        text.append(month, width: 2)
        text.append("-")
        text.append(day, width: 2)
        text.append("T")
        text.append(milliseconds / 3_600_000, width: 2)
        text.append(":")
        text.append(milliseconds / 60_000 % 60, width: 2)
        text.append(":")
        text.append(milliseconds / 1000 % 60, width: 2)
        text.append(".")
        text.append(milliseconds % 1000, width: 3)
        text.append("Z")
    }
}
