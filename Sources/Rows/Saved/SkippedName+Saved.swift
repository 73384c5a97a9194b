import MapModel
import Streams

// Of one source: the names of several are not saved.
extension SkippedName {
    /// Appends what `init(_:)` reads.
    func append(to writer: inout ByteWriter) {
        writer.append(text)
        writer.append(values)
        writer.append(columns)
        writer.append(UInt64(rows))
        writer.append(UInt8(reason.rawValue))
        writer.append(words)
        writer.append(UInt64(candidates.count))
        for candidate in candidates {
            writer.append(candidate.title)
            writer.append(candidate.country)
            writer.append(candidate.place)
        }
    }

    /// About how many bytes it takes.
    var savedByteCount: Int {
        let texts = [text, words] + values + columns + candidates.flatMap { [$0.title, $0.country] }
        return texts.reduce(64 + candidates.count * 8) { $0 + $1.utf8.count + 8 }
    }

    /// The name that was appended; nil for what cannot have been.
    init?(_ reader: inout ByteReader) {
        guard let text = reader.text(), let values = reader.texts(), let columns = reader.texts(),
            values.count == columns.count, let rows = reader.uint64(), rows <= LoadedSource.rowLimit,
            let reason = reader.byte().flatMap({ SkippedRows.Reason(rawValue: Int($0)) }),
            let words = reader.text(), let count = reader.uint64()
        else { return nil }
        var candidates: [Candidate] = []
        for _ in 0..<count {
            guard let title = reader.text(), let country = reader.text(), let place = reader.fixedCoordinate()
            else { return nil }
            candidates.append(Candidate(title: title, country: country, place: place))
        }
        self.init(
            text: text, values: values, columns: columns, rows: rows, reason: reason, words: words,
            candidates: candidates)
    }
}

extension ByteWriter {
    /// Appends a coordinate that `ByteReader.fixedCoordinate()` reads.
    package mutating func append(_ coordinate: FixedCoordinate) {
        append(coordinate.latitudeE7)
        append(coordinate.longitudeE7)
    }
}

extension ByteReader {
    /// A coordinate on the globe; nil for any other.
    package mutating func fixedCoordinate() -> FixedCoordinate? {
        guard let latitude = uint32(), let longitude = uint32() else { return nil }
        let coordinate = FixedCoordinate(
            latitudeE7: Int32(truncatingIfNeeded: latitude), longitudeE7: Int32(truncatingIfNeeded: longitude)
        )
        return coordinate.isOnGlobe ? coordinate : nil
    }
}
