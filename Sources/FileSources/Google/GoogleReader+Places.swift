import MapModel
import RowValues
import Rows
import Streams

/// The places of rows.
extension GoogleReader {
    /// Ends a row at its place, or skips it.
    mutating func take(_ entry: GoogleEntry, _ kind: Kind, _ bytes: ByteRun, _ range: Range<Int>) {
        sketch.reset()
        var remarks = GeometryRemarks()
        let (first, last) = ends(of: entry, kind)
        do throws(Fault) {
            try append(first, of: last == nil ? .point : .line, isFirst: true, &remarks)
            if let last { try append(last, of: .line, isFirst: false, &remarks) }
        } catch {
            return skip(error.reason, bytes, range, what: error.what)
        }
        if remarks.hasWrapped { collector.notes.wrappedLongitudes += 1 }
        noteText()
        collector.take(sketch, line: line(at: range.lowerBound, bytes))
    }

    /// The place of a row; of an activity the start and the end, as far as they are given.
    private func ends(of entry: GoogleEntry, _ kind: Kind) -> (GooglePlace, GooglePlace?) {
        guard kind == .activity else {
            return (!entry.first.isGiven && entry.centre.isGiven ? entry.centre : entry.first, nil)
        }
        if entry.first.isGiven, entry.last.isGiven { return (entry.first, entry.last) }
        return (entry.last.isGiven ? entry.last : entry.first, nil)
    }

    /// Why a row has no place.
    private struct Fault: Error {
        let reason: SkippedRows.Reason
        let what: String
    }

    private mutating func append(
        _ place: GooglePlace, of part: GeometrySketch.Kind, isFirst: Bool, _ remarks: inout GeometryRemarks
    ) throws(Fault) {
        guard place.isGiven else { throw Fault(reason: .missing, what: "coordinates") }
        guard case .value(let north) = place.north, case .value(let east) = place.east else {
            throw Fault(reason: .notANumber, what: "coordinates")
        }
        do throws(GeometryFault) {
            if isFirst {
                try sketch.begin(part, north: north, east: east, &remarks)
            } else {
                try sketch.append(north: north, east: east, &remarks)
            }
        } catch {
            let what = error == .longitudeOutOfRange ? "longitude" : "latitude"
            throw Fault(reason: error.reason, what: what)
        }
    }

    /// Counts an object that has no place, or cannot be read, as a row.
    mutating func skip(
        _ reason: SkippedRows.Reason, _ bytes: ByteRun, _ range: Range<Int>, what: String
    ) {
        noteText()
        if reason == .unreadable { collector.values.discardRow() }
        let end = min(range.upperBound, range.lowerBound + SkippedRows.textLimit)
        let line = line(at: range.lowerBound, bytes)
        collector.skip(reason, line: line, what: what, text: bytes.bytes(range.lowerBound..<end))
    }
}
