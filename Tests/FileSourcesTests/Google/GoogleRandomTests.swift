import Foundation
import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// Random documents of all formats against the rows that they were made of.
@Suite struct GoogleRandomTests {
    /// A row and its place, as they must come out; without a place it is skipped.
    private struct Expected: Equatable {
        var values: [String: String]
        var place: FixedCoordinate?
    }

    /// Writes entries, and notes their rows.
    private struct Writer {
        var random: SeededRandom
        var rows: [Expected] = []

        mutating func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

        mutating func place() -> FixedCoordinate {
            FixedCoordinate(
                latitudeE7: Int32(number(1_800_000_001) - 900_000_000),
                longitudeE7: Int32(number(3_600_000_000) - 1_800_000_000))
        }

        /// Members in any order, with some white space and a member that means nothing.
        mutating func object(_ members: [String]) -> String {
            var members = members
            if number(4) == 0 { members.append(#""new": {"latitudeE7": [1, {"visit": {}}]}"#) }
            members.shuffle(using: &random)
            let space = ["", " ", "\n  "][number(3)]
            return "{\(space)\(members.joined(separator: ",\(space)"))\(space)}"
        }

        static func degrees(_ units: Int32) -> String {
            let magnitude = String(units.magnitude)
            let padded = String(repeating: "0", count: max(8 - magnitude.count, 0)) + magnitude
            return (units < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
        }

        mutating func text(_ place: FixedCoordinate) -> String {
            let (north, east) = (Self.degrees(place.latitudeE7), Self.degrees(place.longitudeE7))
            return number(2) == 0 ? "\"geo:\(north),\(east)\"" : "\"\(north)°, \(east)°\""
        }

        mutating func record() -> String {
            let place = place()
            var members = [#""latitudeE7": \#(place.latitudeE7)"#, #""longitudeE7": \#(place.longitudeE7)"#]
            var values = ["kind": "record"]
            if number(2) == 0 {
                values["accuracy"] = "\(number(100))"
                members.append(#""accuracy": \#(values["accuracy"] ?? "")"#)
            }
            let isMissing = number(5) == 0
            if isMissing { members.remove(at: number(2)) }
            rows.append(Expected(values: values, place: isMissing ? nil : place))
            return object(members)
        }

        /// A segment of a phone: a visit or a path.
        mutating func segment() -> String {
            guard number(2) == 0 else { return path() }
            let place = place()
            rows.append(
                Expected(
                    values: ["kind": "visit", "time": "2024-01-01T00:00:00Z", "type": "HOME"], place: place))
            let location = number(2) == 0 ? text(place) : object([#""latLng": \#(text(place))"#])
            let candidate = object([#""placeLocation": \#(location)"#, #""semanticType": "HOME""#])
            let visit = object([#""topCandidate": \#(candidate)"#])
            return object([#""visit": \#(visit)"#, #""startTime": "2024-01-01T00:00:00Z""#])
        }

        mutating func path() -> String {
            let points = (0..<number(5)).map { _ in
                let place = place()
                let minutes = number(1000)
                let time = String(format: "2024-01-01T%02d:%02d:00Z", minutes / 60, minutes % 60)
                rows.append(Expected(values: ["kind": "path", "time": time], place: place))
                return object([
                    #""point": \#(text(place))"#,
                    number(2) == 0
                        ? #""time": "\#(time)""# : #""durationMinutesOffsetFromStartTime": "\#(minutes)""#,
                ])
            }
            return object([
                #""timelinePath": [\#(points.joined(separator: ","))]"#,
                #""startTime": "2024-01-01T00:00:00Z""#,
            ])
        }

        /// Some entries, an even number of them records.
        mutating func document(_ format: Int) -> String {
            switch format {
            case 0:
                let entries = (0..<30).map { _ in record() }
                return #"{"locations": [\#(entries.joined(separator: ", "))], "settings": {"a": [1]}}"#
            case 1:
                let entries = (0..<30).map { _ in segment() }
                return
                    #"{"other": [{"visit": 1}], "semanticSegments": [\#(entries.joined(separator: ",\n"))]}"#
            default: return "[\((0..<30).map { _ in segment() }.joined(separator: ",\n"))]\n"
            }
        }
    }

    @Test(arguments: 0..<60) func rowsAreThoseThatWereWritten(seed: UInt64) throws {
        var writer = Writer(random: SeededRandom(seed))
        let text = writer.document(Int(seed % 3))
        let windowSize = 64 + writer.number(3000)
        let loaded = try GoogleLoaderTests.load(text, windowSize: windowSize)
        let places = loaded.places()
        let rows = try loaded.rows().enumerated().map {
            Expected(values: $0.element, place: places[UInt32($0.offset)])
        }
        #expect(rows == writer.rows, "seed \(seed)")
        #expect(loaded.isAccountedFor)
    }
}
