import Foundation
import MapModel
import Synchronization
import Testing

@testable import RowValues
@testable import Rows

@Suite struct ValueExportTests {
    private let values: [FieldValue?] = [
        FieldValue(.text, "say \"hi\",\nyou"), FieldValue(.number, "12345678901234567890"),
        FieldValue(.boolean, "true"),
        FieldValue(.json, "{ \"a\" : [ 1,\n 2 ], \"b c\": \"x \\\" y\" }"), .missing, nil,
    ]

    private func text(_ format: RowFormat, count: Int = 1) throws -> String {
        var builder = FeatureTable.Builder(name: "test")
        for name in ["text", "number", "", "json", "distance_m", "absent"] { _ = builder.column(name) }
        for _ in 0..<count {
            for (column, value) in values.enumerated() {
                if let value { builder.append(column, value.kind, value.text) }
            }
            builder.endRow(line: nil)
        }
        var written: [UInt8] = []
        let place = FixedCoordinate(latitudeE7: 473_769_000, longitudeE7: -85_000_000)
        try RowWriter(.rows(format)).write(
            count: count,
            row: { ExportedRow(row: UInt32(count - 1 - $0), place: place, distanceMeters: Double($0)) },
            of: builder.table(roles: ColumnRoles()), addsDistance: true
        ) { written += $0 }
        return String(decoding: written, as: UTF8.self)
    }

    @Test func recordsHaveQuotesWhereTheyMust() throws {
        #expect(
            try text(.csv) == """
                text,number,,json,distance_m,absent,latitude,longitude,distance_m
                "say ""hi"",
                you",12345678901234567890,true,"{ ""a"" : [ 1,
                 2 ], ""b c"": ""x \\"" y"" }",,,47.3769,-8.5,0.0

                """)
    }

    /// A reader would take the file for binary.
    @Test func aFieldHasNoNUL() throws {
        var builder = FeatureTable.Builder(name: "test")
        builder.append(builder.column("a"), .text, "x\0y,\"z\"")
        builder.endRow(line: nil)
        let place = FixedCoordinate(latitudeE7: 10_000_000, longitudeE7: 20_000_000)
        var written: [UInt8] = []
        try RowWriter(.rows(.csv)).write(
            count: 1, row: { _ in ExportedRow(row: 0, place: place) }, of: builder.table(roles: ColumnRoles())
        ) { written += $0 }
        #expect(String(decoding: written, as: UTF8.self).hasSuffix("\n\"x\u{FFFD}y,\"\"z\"\"\",1,2\n"))
    }

    @Test func rowsWithoutAnIdentifierAreCounted() throws {
        var builder = FeatureTable.Builder(name: "test")
        let id = builder.column("id")
        for text in ["a", nil, "b", ""] {
            if let text { builder.append(id, .text, text) }
            builder.endRow(line: nil)
        }
        let table = builder.table(roles: ColumnRoles(id: id))
        let counted = Mutex<[Int]>([])
        func write(_ rows: [UInt32]) throws -> String {
            var written: [UInt8] = []
            let writer = RowWriter(
                .identifiers, reportEmpty: { count in counted.withLock { $0.append(count) } })
            let place = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
            try writer.write(count: rows.count, row: { ExportedRow(row: rows[$0], place: place) }, of: table)
            {
                written += $0
            }
            return String(decoding: written, as: UTF8.self)
        }
        #expect(try write([0, 1, 2, 3]) == "a\n\nb\n\n")
        #expect(try write([2, 0]) == "b\na\n")
        #expect(counted.withLock { $0 } == [2])
    }

    @Test func objectsHaveTheKindsOfTheValues() throws {
        #expect(
            try text(.ndjson) == """
                {"text":"say \\"hi\\",\\nyou","number":12345678901234567890,"column 3":true,\
                "json":{"a":[1,2],"b c":"x \\" y"},"distance_m_2":null,\
                "latitude":47.3769,"longitude":-8.5,"distance_m":0.0}

                """)
    }

    private func written(
        _ names: [String], _ rows: [[String]], as format: RowFormat = .csv, endsInNull: Bool = false
    ) throws -> String {
        var builder = FeatureTable.Builder(name: "test")
        for name in names { _ = builder.column(name) }
        for values in rows {
            for (column, text) in values.enumerated() { builder.append(column, .text, text) }
            builder.endRow(line: nil)
        }
        var written: [UInt8] = []
        let place = FixedCoordinate(latitudeE7: 473_769_000, longitudeE7: -85_000_000)
        try RowWriter(.rows(format), endsInNull: endsInNull).write(
            count: rows.count, row: { ExportedRow(row: UInt32($0), place: place, distanceMeters: 0) },
            of: builder.table(roles: ColumnRoles())
        ) { written += $0 }
        return String(decoding: written, as: UTF8.self)
    }

    /// Rows of a source without columns for places stand among those of one that has them.
    @Test func emptyPlacesAreFilled() throws {
        let rows = [["A", "47.37690", "-8.5"], ["B", "", ""], ["C"]]
        let names = ["name", "lat", "lon"]
        #expect(
            try written(names, rows) == "name,lat,lon\nA,47.37690,-8.5\nB,47.3769,-8.5\nC,47.3769,-8.5\n")
        #expect(
            try written(names, rows, as: .ndjson).split(separator: "\n")[1...2] == [
                #"{"name":"B","lat":47.3769,"lon":-8.5}"#, #"{"name":"C","lat":47.3769,"lon":-8.5}"#,
            ])
    }

    /// Values that are called like coordinates, and are not those of the row, stay beside its place.
    @Test(arguments: [
        (["lat", "lon"], ["1", "-8.5"], "lat,lon,latitude,longitude", "1,-8.5,"),
        (["lat", "lon"], ["47.3769", ""], "lat,lon,latitude,longitude", "47.3769,,"),
        (["lat", "lon"], ["unknown", "?"], "lat,lon,latitude,longitude", "unknown,?,"),
        (["y", "x"], ["5247000", "32500000"], "y,x,latitude,longitude", "5247000,32500000,"),
        (["pickup_lat", "pickup_lon"], ["", ""], "pickup_lat,pickup_lon,latitude,longitude", ",,"),
        (["latitude", "longitude"], ["1", "2"], "latitude_2,longitude_2,latitude,longitude", "1,2,"),
        (["longitude", "n"], ["W", "A"], "longitude_2,n,latitude,longitude", "W,A,"),
        (
            ["Latitude", "Latitude_2"], ["1", "2"], "Latitude_3,Latitude_2,latitude,longitude",
            "1,2,"
        ),
    ])
    func placesAreNeverThoseOfSomethingElse(
        names: [String], values: [String], header: String, row: String
    ) throws {
        #expect(try written(names, [values]) == "\(header)\n\(row)47.3769,-8.5\n")
        #expect(
            try written(names, [values, values], endsInNull: true)
                == "\(header)\0\(row)47.3769,-8.5\0\(row)47.3769,-8.5\0")
        let object = try written(names, [values], as: .ndjson)
        #expect(object.hasSuffix(#""latitude":47.3769,"longitude":-8.5}"# + "\n"))
        #expect(object.components(separatedBy: #""latitude":"#).count == 2, "\(object)")
    }

    @Test func placesInAllRowsAreEnough() throws {
        #expect(
            try written(["start_lat", "start_lon"], [["47.3769", "351.5"], ["47.37690004", "-8.5"]])
                == "start_lat,start_lon\n47.3769,351.5\n47.37690004,-8.5\n")
    }

    @Test func featuresArePoints() throws {
        let document = try JSONSerialization.jsonObject(with: Data(try text(.geojson, count: 3).utf8))
        let features = try #require((document as? [String: Any])?["features"] as? [[String: Any]])
        #expect(features.count == 3)
        let geometry = try #require(features[0]["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [-8.5, 47.3769])
    }

    @Test func theOrderIsTheOneWanted() throws {
        let lines = try text(.ndjson, count: 5_000).split(separator: "\n")
        #expect(lines.count == 5_000)
        #expect(lines[0].hasSuffix("\"distance_m\":0.0}") && lines[4_999].hasSuffix("\"distance_m\":4999.0}"))
    }

    @Test(arguments: ["0", "-0.5", "1e400", "10", "1E-7", "123456789012345678901234567890"])
    func numbersOfJSONAreWrittenAsTheyAre(text: String) { #expect(JSONText.isNumber(text.utf8)) }

    @Test(arguments: ["", "-", "01", "+1", ".5", "1.", "1e", "NaN", "0x1", "1 ", "1,5"])
    func otherNumbersAreStrings(text: String) { #expect(!JSONText.isNumber(text.utf8)) }
}
