import Foundation
import MapModel
import Testing

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
        try builder.table(roles: ColumnRoles()).write(
            count: count,
            row: { ExportedRow(row: UInt32(count - 1 - $0), place: place, distanceMeters: Double($0)) },
            as: format
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

    @Test func objectsHaveTheKindsOfTheValues() throws {
        #expect(
            try text(.ndjson) == """
                {"text":"say \\"hi\\",\\nyou","number":12345678901234567890,"column 3":true,\
                "json":{"a":[1,2],"b c":"x \\" y"},"distance_m_2":null,\
                "latitude":47.3769,"longitude":-8.5,"distance_m":0.0}

                """)
    }

    /// Rows of a source without columns for places stand among those of one that has them.
    @Test func emptyPlacesAreFilled() throws {
        var builder = FeatureTable.Builder(name: "test")
        for name in ["name", "lat", "lon"] { _ = builder.column(name) }
        for values in [["A", "47.50", "8.5"], ["B", "", ""], ["C"], ["D", "1", ""]] {
            for (column, text) in values.enumerated() { builder.append(column, .text, text) }
            builder.endRow(line: nil)
        }
        let table = builder.table(roles: ColumnRoles())
        func text(_ format: RowFormat) throws -> String {
            var written: [UInt8] = []
            let place = FixedCoordinate(latitudeE7: 473_769_000, longitudeE7: -85_000_000)
            try table.write(
                count: 4, row: { ExportedRow(row: UInt32($0), place: place, distanceMeters: 0) }, as: format,
                addsDistance: false
            ) { written += $0 }
            return String(decoding: written, as: UTF8.self)
        }
        #expect(
            try text(.csv)
                == "name,lat,lon\nA,47.50,8.5\nB,47.3769,-8.5\nC,47.3769,-8.5\nD,1,\n")
        #expect(
            try text(.ndjson).split(separator: "\n")[1...2] == [
                #"{"name":"B","lat":47.3769,"lon":-8.5}"#, #"{"name":"C","lat":47.3769,"lon":-8.5}"#,
            ])
    }

    /// Coordinates of something else, such as a pickup, are never made up, nor are those of a row that is placed by others.
    @Test(arguments: [
        (["pickup_lat", "pickup_lon"], ["", ""], ","),
        (["lat", "lon", "start_lat", "start_lon"], ["", "", "1", "2"], ",,1,2"),
    ])
    func onlyPlacesOfTheRowItselfAreFilled(names: [String], values: [String], expected: String) throws {
        var builder = FeatureTable.Builder(name: "test")
        for name in names { _ = builder.column(name) }
        for (column, text) in values.enumerated() { builder.append(column, .text, text) }
        builder.endRow(line: nil)
        var written: [UInt8] = []
        try builder.table(roles: ColumnRoles()).write(
            count: 1,
            row: { _ in
                ExportedRow(row: 0, place: FixedCoordinate(latitudeE7: 1, longitudeE7: 2), distanceMeters: 0)
            }, as: .csv, addsDistance: false
        ) { written += $0 }
        #expect(
            String(decoding: written, as: UTF8.self)
                == names.joined(separator: ",") + "\n" + expected + "\n")
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
