import MapModel
import TestSupport
import Testing

@testable import MapSources
@testable import Rows
@testable import Streams

@Suite struct LayeredLoaderTests {
    private static let cafes = "id,name,lat,lon\n1,Alpha,10,20\n2,Beta,x,20\n3,Gamma,11,21\n"
    private static let shops = "lat;lon;name;opening\n50;8;Delta;9-17\n51;9;Epsilon;24 h\n"

    private func load(_ texts: [String]) throws -> (LoadedSource, [TemporaryFile]) {
        let files = try texts.map { try TemporaryFile($0) }
        let opened = try SourceOpener(SourceOptions()).open(files.map(\.path), isCancelled: { false })
        return (try opened.read(isCancelled: { false }), files)
    }

    @Test func rowsOfEachFileFollowThoseBefore() throws {
        let (loaded, files) = try load([Self.cafes, Self.shops])
        #expect(loaded.points.count == 4 && loaded.table.recordCount == 5)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        #expect(loaded.layers.map(\.rows) == [0..<3, 3..<5])
        #expect(loaded.layers.map(\.placeCount) == [2, 2])
        #expect(loaded.layers.map(\.skipped.total) == [1, 0])
        #expect(try loaded.table.rowLabels([0, 2, 3, 4]) == ["Alpha", "Gamma", "Delta", "Epsilon"])
        #expect(try loaded.table.rowWords([0, 4]).map(\.row) == [0, 4])
        let row = try loaded.table.namedRow(4)
        #expect(row.row == 4 && row.line == 3 && row.source == files[1].path)
        #expect(row.fields.map(\.name) == ["lat", "lon", "name", "opening"])
        #expect(row.fields.map(\.value.text) == ["51", "9", "Epsilon", "24 h"])
    }

    @Test func columnsOfOneNameAreOneColumn() throws {
        let (loaded, _) = try load([Self.cafes, Self.shops])
        #expect(loaded.table.columnNames == ["id", "name", "lat", "lon", "opening"])
        var rows: [[String]] = []
        try loaded.table.visitRows([0, 3]) { rows.append($0.values.map(\.text)) }
        #expect(rows == [["1", "Alpha", "10", "20", ""], ["", "Delta", "50", "8", "9-17"]])
        var text: [UInt8] = []
        let place = FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        try loaded.table.write(
            count: 2, row: { ExportedRow(row: $0 == 0 ? 4 : 0, place: place, distanceMeters: 5) }, as: .csv,
            adding: .distance, to: { text += $0 })
        #expect(
            String(decoding: text, as: UTF8.self)
                == "id,name,lat,lon,opening,distance_m\n,Epsilon,51,9,24 h,5.0\n1,Alpha,10,20,,5.0\n")
    }

    /// Rows of several sources are read again by one pair of columns: written rows are never skipped.
    @Test(arguments: [
        ["name,lat,lon\nA,1,2\n", "title,loc.lat,loc.lon\nB,3,4\n"],
        ["title,loc.lat,loc.lon\nB,3,4\n", "name,wkt\nC,POINT(6 5)\n"],
        ["name,lat,lon\nA,1,2\n", "title,loc.lat,loc.lon\nB,3,4\n", "name,wkt\nC,POINT(6 5)\n"],
        ["name,latitude,longitude\nA,1,2\n", "title,lat,lon\nB,3,4\n"],
        ["Lat,Lng,tag\n1,2,A\n", "lat,lon,tag\n3,4,B\n"],
    ])
    func joinedRowsAreReadAgain(texts: [String]) throws {
        let (loaded, _) = try load(texts)
        let tree = QuadTree(loaded.points)
        let places = (0..<tree.count).map { (tree.row(at: $0), tree.fixedCoordinate(at: $0)) }.sorted {
            $0.0 < $1.0
        }
        for format in [RowFormat.csv, .ndjson] {
            var text: [UInt8] = []
            try RowWriter(.rows(format)).write(
                count: places.count,
                row: { ExportedRow(row: places[$0].0, place: places[$0].1, distanceMeters: 0) },
                of: loaded.table, to: { text += $0 })
            let (again, _) = try load([String(decoding: text, as: UTF8.self)])
            let tree = QuadTree(again.points)
            let found = (0..<tree.count).map { (tree.row(at: $0), tree.fixedCoordinate(at: $0)) }.sorted {
                $0.0 < $1.0
            }
            #expect(
                again.skipped.total == 0 && found.map(\.1) == places.map(\.1),
                "\(String(decoding: text, as: UTF8.self))")
        }
    }

    /// Objects of several files, and of one whose columns get other names as keys.
    @Test(arguments: [
        [
            #"{"lat":1,"lon":2}"# + "\n" + #"{"lat":3,"lon":4}"# + "\n",
            #"{"latitude":5,"longitude":6}"# + "\n",
        ],
        [#"{"lat":1,"lon":2}"# + "\n", #"{"lat":7,"lon":8,"n":1}"# + "\n"],
        ["lat,n,lat,lon\n1,a,48,11\n2,b,49,12\n"], ["lat,lat,lon,lon\n48,1,11,2\n"],
        [
            #"{"lat":48,"lon":11}"# + "\n"
                + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{"lat":1,"lon":2}} "#
                + "\n" + #"{"lat":50,"lon":12}"# + "\n"
        ],
    ])
    func writtenObjectsAreReadAgainWhereTheyWere(texts: [String]) throws {
        let (loaded, _) = try load(texts)
        func places(_ source: LoadedSource) -> [FixedCoordinate] {
            let tree = QuadTree(source.points)
            return (0..<tree.count).sorted { tree.row(at: $0) < tree.row(at: $1) }.map(tree.fixedCoordinate)
        }
        let expected = places(loaded)
        #expect(!expected.isEmpty && loaded.skipped.total == 0)
        for endsInNull in [false, true] {
            var written: [UInt8] = []
            try RowWriter(.rows(.ndjson), endsInNull: endsInNull).write(
                count: expected.count, row: { ExportedRow(row: UInt32($0), place: expected[$0]) },
                of: loaded.table, to: { written += $0 })
            let output = String(decoding: written, as: UTF8.self).replacing("\0", with: "\n")
            let (again, _) = try load([output])
            #expect(again.skipped.total == 0 && places(again) == expected, "\(output)")
        }
    }

    /// Whatever properties are called: rows that are written are read again where they were.
    @Test(arguments: 0..<200) func writtenRowsAreReadAgainWhereTheyWere(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let names = [
            "lat", "lon", "Lat", "LON", "latitude", "longitude", "Latitude", "lng", "y", "x", "start_lat",
            "start_lon", "latitude_2", "n", "geo.lat", "geo.lon", "breite", "länge",
        ]
        func text(_ degrees: Double) -> String {
            switch random.number(0...5) {
            case 0: #""unknown""#
            case 1: "null"
            case 2: #""""#
            case 3: "\(degrees * 100_000)"
            case 4: "\(Double(random.number(-80...80)) / 2)"
            default: "\(degrees)"
            }
        }
        let texts = (0..<random.number(1...2)).map { _ -> String in
            let some = names.filter { _ in random.number(0...3) == 0 }
            return (0..<random.number(1...4)).map { index in
                let (latitude, longitude) = (
                    Double(random.number(-840...840)) / 10, Double(random.number(-1799...1799)) / 10
                )
                let properties = some.filter { _ in random.number(0...5) > 0 }.map {
                    #""\#($0)":"# + text($0.lowercased().contains("lat") || $0 == "y" ? latitude : longitude)
                }
                return
                    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]},"#
                    + #""properties":{"row":"\#(index)"\#(properties.map { "," + $0 }.joined())}}"#
            }.joined(separator: "\n") + "\n"
        }
        let (loaded, _) = try load(texts)
        func places(_ source: LoadedSource) -> [FixedCoordinate] {
            let tree = QuadTree(source.points)
            return (0..<tree.count).sorted { tree.row(at: $0) < tree.row(at: $1) }.map(tree.fixedCoordinate)
        }
        let expected = places(loaded)
        for format in [RowFormat.csv, .ndjson] {
            var written: [UInt8] = []
            try RowWriter(.rows(format)).write(
                count: expected.count, row: { ExportedRow(row: UInt32($0), place: expected[$0]) },
                of: loaded.table, to: { written += $0 })
            let output = String(decoding: written, as: UTF8.self)
            guard !(format == .ndjson && loaded.table.writesAsRead(format, adding: [])) else { continue }
            let (again, _) = try load([output])
            #expect(again.skipped.total == 0 && places(again) == expected, "\(texts) → \(output)")
        }
    }

    @Test func skippedRowsNameTheirFile() throws {
        let (loaded, files) = try load([Self.shops, Self.cafes])
        let messages = loaded.skipped.examples.map { $0.message(file: "2 files") }
        #expect(messages.count == 1 && messages[0].hasPrefix("\(files[1].path):3: latitude"))
    }

    @Test func allNamesAreSearched() throws {
        let (loaded, _) = try load([Self.cafes, Self.shops])
        var builder = NameIndex.Builder()
        try loaded.table.appendNames(to: &builder, isCancelled: { false }, progress: { _ in })
        let index = builder.snapshot()
        #expect(index.recordCount == 5)
        #expect(index.fields(of: 4).first == "epsilon")
    }

    @Test func anEmptyFileIsALayerWithANotice() throws {
        let (loaded, _) = try load(["", Self.cafes])
        #expect(loaded.layers.map(\.recordCount) == [0, 3])
        #expect(loaded.notices.contains { $0.contains("empty") })
        #expect(try loaded.table.rowLabels([0]) == ["Alpha"])
    }

    @Test func rowsBeyondTheLastAreRefused() throws {
        let (loaded, _) = try load([Self.cafes, Self.shops])
        #expect(throws: SourceError.self) { try loaded.table.rowLabels([5]) }
        #expect(throws: SourceError.self) { try loaded.table.namedRow(5) }
    }
}
