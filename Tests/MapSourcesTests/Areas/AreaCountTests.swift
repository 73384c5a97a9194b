import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DataSets
@testable import MapSources
@testable import Rows

/// Rows in areas of files and layers, against each row by itself.
@Suite struct AreaCountTests {
    private struct Case {
        var rows = "lat,lon,code,n\n"
        var places: [FixedCoordinate?] = []
        var codes: [String] = []
        var numbers: [Int] = []
        var areas: [[(west: Int, south: Int, size: Int)]] = []
        var features: [String] = []

        init(_ random: inout SeededRandom) {
            for number in 0..<Int.random(in: 1...8, using: &random) {
                let squares = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    (
                        west: Int.random(in: 0...8, using: &random),
                        south: Int.random(in: 0...8, using: &random),
                        size: Int.random(in: 1...3, using: &random)
                    )
                }
                areas.append(squares)
                let polygons = squares.map { square in
                    let (east, north) = (square.west + square.size, square.south + square.size)
                    return "[[[\(square.west),\(square.south)],[\(east),\(square.south)],[\(east),\(north)],"
                        + "[\(square.west),\(north)],[\(square.west),\(square.south)]]]"
                }
                let geometry =
                    polygons.isEmpty
                    ? "null"
                    : #"{"type":"MultiPolygon","coordinates":[\#(polygons.joined(separator: ","))]}"#
                features.append(
                    #"{"type":"Feature","geometry":\#(geometry),"properties":{"code":"0\#(number)","name":"A\#(number)"}}"#
                )
            }
            for _ in 0..<Int.random(in: 1...300, using: &random) {
                // On the grid of the squares, so that many rows are on edges and corners.
                let (x, y) = (Int.random(in: 0...12, using: &random), Int.random(in: 0...12, using: &random))
                let isMissing = Int.random(in: 0..<10, using: &random) == 0
                let code = Int.random(in: 0...10, using: &random)
                let text = ["0\(code)", "\(code)", "", "x"].randomElement(using: &random) ?? ""
                places.append(
                    isMissing ? nil : FixedCoordinate(Coordinate(latitude: Double(y), longitude: Double(x))))
                codes.append(text)
                numbers.append(Int.random(in: 0...9, using: &random))
                rows += (isMissing ? "," : "\(y),\(x)") + ",\(text),\(numbers[numbers.count - 1])\n"
            }
        }

        /// The areas of a row: half-open squares.
        func areas(of row: Int) -> Set<Int> {
            guard let place = places[row] else { return [] }
            let (x, y) = (Int(place.coordinate.longitude.rounded()), Int(place.coordinate.latitude.rounded()))
            return Set(
                areas.indices.filter { area in
                    areas[area].contains { square in
                        (square.west..<square.west + square.size).contains(x)
                            && (square.south..<square.south + square.size).contains(y)
                    }
                })
        }

        /// The area that a row's code means.
        func joined(_ row: Int) -> Int? {
            guard let code = Int(codes[row]), areas.indices.contains(code) else { return nil }
            return code
        }
    }

    private func counted(
        _ test: Case, join: String? = nil, filter: String = ""
    ) throws -> LoadedDataSet.CountedRows? {
        let rows = try TemporaryFile(test.rows)
        let collection =
            #"{"type":"FeatureCollection","features":[\#(test.features.joined(separator: ",\n"))]}"#
        let areas = try TemporaryFile(Array(collection.utf8), extension: "geojson")
        let opener = SourceOpener(SourceOptions())
        let sets = AreaSets([try FileAreas(path: areas.path, by: opener)])
        var question = RowQuery.Areas(set: "")
        question.join = join
        let joining = join.map { _ in AreaJoining(question, in: sets) }
        let source = try SourceOpener(SourceOptions(), joining: joining).open([rows.path])
        let dataSet = try #require(source.dataSet(countedIn: sets) as? LoadedDataSet)
        try dataSet.readRows(RowDemand())
        var query = RowQuery(filter: RowFilter(filter))
        query.areas = question
        return try dataSet.countedRows(query)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func placesDecideAsRowByRow(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let test = Case(&random)
        guard test.areas.contains(where: { !$0.isEmpty }) else { return }
        let counted = try #require(try counted(test, filter: "n >= 3"))
        let rows = test.numbers.indices.filter { test.numbers[$0] >= 3 }
        let expected = test.areas.indices.map { area in rows.count { test.areas(of: $0).contains(area) } }
        let answer = counted.answer
        #expect(answer.counts == expected)
        #expect(counted.matching == rows.count)
        #expect(counted.skipped == rows.count { test.places[$0] == nil })
        #expect(answer.inSeveral == rows.count { test.areas(of: $0).count > 1 })
        #expect(answer.unmatched == 0)
        #expect(counted.matching == answer.rowsInside + answer.outside + answer.unmatched + counted.skipped)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func codesDecideAsRowByRow(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let test = Case(&random)
        guard test.areas.contains(where: { !$0.isEmpty }) else { return }
        let counted = try #require(try counted(test, join: "code", filter: "n >= 3"))
        let rows = test.numbers.indices.filter { test.numbers[$0] >= 3 }
        let answer = counted.answer
        #expect(answer.counts == test.areas.indices.map { area in rows.count { test.joined($0) == area } })
        #expect(answer.unmatched == rows.count { test.joined($0) == nil })
        #expect(answer.outside == 0 && counted.skipped == 0)
        #expect(counted.matching == answer.rowsInside + answer.outside + answer.unmatched + counted.skipped)
    }
}
